# topic: a leaf keeps a view of the gradient that a pass was given, and adds the next ones to it
import torch
from torch.autograd import Function

ways = {
    "view": lambda x: x.view(3),
    "reshape": lambda x: x.reshape(3),
    "flatten": lambda x: x.flatten(),
    "t": lambda x: x.t(),
    "unsqueeze": lambda x: x.unsqueeze(0).squeeze(0),
    "squeeze": lambda x: x.squeeze(),
    "squeeze(0)": lambda x: x.squeeze(0),
    "cat": lambda x: torch.cat([x]),
    "stack": lambda x: torch.stack([x])[0],
    "clone": lambda x: x.clone(),
    "add": lambda x: x + 0,
    "slice": lambda x: x[:],
    "expand": lambda x: x.expand(3),
    "leaf": lambda x: x,
}
for name, way in ways.items():
    x, seed = torch.zeros(3, requires_grad=True), torch.ones(3)
    seen = []
    for _ in range(3):
        way(x).backward(seed)
        seen.append(x.grad[0].item())
    print(name, seen, seed.tolist())

a, b, seed = torch.ones(4, requires_grad=True), torch.ones(4, requires_grad=True), torch.ones(2, 2)
(a.view(2, 2) + b.view(2, 2)).backward(seed)
a.grad.mul_(5)
print(b.grad, seed)
c, d, seed = torch.ones(2, requires_grad=True), torch.ones(2, requires_grad=True), torch.ones(4)
torch.cat([c, d]).backward(seed)
c.grad.zero_()
print(d.grad, seed)
g = torch.ones(1, 2, 2, 2).to(memory_format=torch.channels_last).requires_grad_()
for layout in (torch.contiguous_format, torch.channels_last):
    seed = torch.ones(1, 2, 2, 2).to(memory_format=layout)
    g.grad = None
    g.view_as(g).backward(seed)
    g.grad.mul_(5)
    print(layout, seed.sum())
e, seed = torch.ones(1, 3, requires_grad=True), torch.ones(1, 3)
e.sum(0, keepdim=True).backward(seed)
e.grad.mul_(5)
print(seed)
f = torch.ones(3, requires_grad=True)
f.sum().backward(seed[0, 0])
f.grad.mul_(2)
print(f.grad, seed)


class Given(Function):
    seen = torch.ones(2)

    @staticmethod
    def forward(ctx, x):
        return x.clone()

    @staticmethod
    def backward(ctx, g):
        return Given.seen


class Viewed(Given):
    @staticmethod
    def backward(ctx, g):
        return Given.seen.view(2)


for function in (Given, Viewed):
    x = torch.zeros(2, requires_grad=True)
    function.apply(x).sum().backward()
    x.grad.mul_(4)
    print(function.__name__, Given.seen)
