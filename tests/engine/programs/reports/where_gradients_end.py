import torch
import torch.nn as nn
import torch.nn.functional as F


def tried(f):
    try:
        return f()
    except Exception as e:
        return type(e).__name__


m = nn.ModuleList([nn.Linear(2, 2) for _ in range(3)])
x = torch.ones(1, 2)
y = m[0](x)
y = m[1](y).detach()
y = m[2](y)
y.sum().backward()
print([p.grad is not None for p in m.parameters()])
w = torch.randn(3, requires_grad=True)
l = []
for i in range(3):
    l.append(w[i].item() * 2)
print(tried(lambda: torch.tensor(l).sum().backward()))
s = torch.stack([w[i] * 2 for i in range(3)])
s.sum().backward()
print(w.grad)
a = torch.ones(2, requires_grad=True)
b = torch.as_tensor(a.tolist())
print(b.requires_grad)
c = a.clone()
c.requires_grad_(False) if False else None
n = a.detach().numpy() * 2
t = torch.from_numpy(n)
print(t.requires_grad, tried(lambda: t.sum().backward()))
x = torch.ones(3, requires_grad=True)
y = x.round()
y.sum().backward()
print(x.grad)
x.grad = None
(x > 0.5).float().mul(x).sum().backward()
print(x.grad)
x.grad = None
y = x.long().float()
print(y.requires_grad)
i = x.argmax()
print(i.requires_grad, i.grad_fn)
y = torch.sign(x)
y.sum().backward()
print(x.grad)
y = F.one_hot(torch.tensor([0, 1])).float()
print(y.requires_grad)
q = x.sort().indices
print(q.requires_grad)
x.grad = None
x[x.argmax()].backward()
print(x.grad)
