import torch

x = torch.arange(4.0, requires_grad=True)
aten = torch.ops.aten
for y in (aten.slice(x, 0, 1, 3), aten.exp(x), aten.add(x, 1), aten.mul(x, x)):
    print(y)
print(aten.mm(torch.ones(1, 2), torch.ones(2, 1)), aten.relu(torch.tensor([-1.0, 1.0])))
aten.slice(x, 0, 1, 3).sum().backward()
print(x.grad)
