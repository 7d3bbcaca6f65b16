# topic: the powers -0.5 and -2 are taken as 1 / sqrt(x) and 1 / (x * x), to the last bit
import torch

torch.manual_seed(0)
x = (torch.rand(4) * 10).requires_grad_()
for exponent in (-0.5, -2, 1.5, 0.5, -1):
    y = x**exponent
    print(exponent, torch.equal(x**-0.5, 1 / x.sqrt()), torch.equal(x**-2, 1 / (x * x)))
    (g,) = torch.autograd.grad(y.sum(), x, create_graph=True)
    (plain,) = torch.autograd.grad(y.sum(), x)
    print(y.tolist() if exponent in (-0.5, -2, -1) else "", torch.equal(g, plain))
print((x**-0.5).tolist(), (x.double() ** -0.5).tolist(), x.detach().clone().pow_(-2).tolist())
edge = torch.tensor([-0.0, 0.0, -1.0, float("inf"), -float("inf")], requires_grad=True)
print(edge**-0.5, edge**-2, edge.half() ** -0.5)
(g,) = torch.autograd.grad((edge**0.5).sum(), edge, create_graph=True)
print(g, torch.autograd.grad(g.sum(), edge)[0])
print(torch.autograd.grad((edge**0.5).sum(), edge)[0])
scale = torch.ones(4, requires_grad=True)
h = x * (x.pow(2).mean(-1, keepdim=True) + 1e-6) ** -0.5 * scale
print(h.tolist(), torch.autograd.grad(h.sum(), scale)[0].tolist())
