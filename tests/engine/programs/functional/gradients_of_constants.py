import torch
from torch.autograd.functional import hessian, hvp, jacobian, jvp, vhp, vjp

x = torch.tensor([1.0, 2.0])
y = torch.tensor([3.0])
print(jacobian(lambda a: a**2, x, create_graph=True))
print(hessian(lambda a: (a**3).sum(), x, create_graph=True))
print(vjp(lambda a: a**2, x, torch.ones(2), create_graph=True))
print(jvp(lambda a: a**2, x, torch.ones(2), create_graph=True))
print(hvp(lambda a: (a**3).sum(), x, torch.ones(2), create_graph=True))
print(vhp(lambda a: (a**3).sum(), x, torch.ones(2), create_graph=True))
w = torch.tensor([1.0, 2.0], requires_grad=True)
j = jacobian(lambda a: a * w, x, create_graph=True)
j.sum().backward()
print(w.grad, x.grad)
z = torch.tensor([1.0, 2.0], requires_grad=True)
jacobian(lambda a, b: a**2 * b, (z, x), create_graph=True)[0].sum().backward()
print(z.grad, x.grad)
