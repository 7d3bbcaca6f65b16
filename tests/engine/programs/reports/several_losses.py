import torch


def tried(f):
    try:
        return f()
    except Exception as e:
        return type(e).__name__


x = torch.tensor([1.0, 2.0, 3.0], requires_grad=True)
a = x.sum()
b = (x**2).sum()
(a + b).backward()
g1 = x.grad.clone()
x.grad = None
a = x.sum()
b = (x**2).sum()
a.backward()
b.backward()
print(torch.equal(g1, x.grad))
x.grad = None
s = x * 2
a = s.sum()
b = (s**2).sum()
a.backward()
print(tried(lambda: b.backward()))
x.grad = None
s = (x * 2).exp()
a = s.sum()
b = (s**2).sum()
a.backward(retain_graph=True)
b.backward()
print(x.grad)
tot = 0.0
for i in range(3):
    tot = tot + (x * i).mean()
tot.backward()
print(x.grad)
l = [x.sum(), x.mean()]
print(torch.stack(l).sum(), sum(l), torch.tensor([t.item() for t in l]))
torch.autograd.backward(l, [None, torch.tensor(2.0)])
print(x.grad)
print(tried(lambda: sum([]).backward()))
print(tried(lambda: torch.stack([]).sum().backward()))
m = torch.zeros((), requires_grad=True)
(m * 0).backward()
print(m.grad)
e = torch.zeros(0, requires_grad=True)
e.sum().backward()
print(e.grad)
print(tried(lambda: torch.zeros(0, requires_grad=True).mean().backward()))
n = torch.tensor(float("nan"), requires_grad=True)
(n * 0).backward()
print(n.grad)
