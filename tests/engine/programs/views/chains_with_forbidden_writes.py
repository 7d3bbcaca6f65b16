import torch


def tried(f):
    try:
        return f()
    except Exception as e:
        return type(e).__name__


a = torch.rand(4, requires_grad=True).clone()
b = a.unbind(0)
c = b[0].view_as(b[0])
print(tried(lambda: c.mul_(2)), tried(lambda: b[0].mul_(2)) if True else 0)
a = torch.ones(4, requires_grad=True).clone()
s = a.split(2)
print(tried(lambda: s[0].mul_(2)))
s = a.chunk(2)
print(tried(lambda: s[0].zero_()))
s = a.tensor_split(2)
print(tried(lambda: s[0].zero_()))
print(tried(lambda: a.view(2, 2).unbind()[0].add_(1)))
x, y = a.view(2, 2)
print(tried(lambda: x.add_(1)))
print(tried(lambda: a.view(2, 2)[0].add_(1)))
a.sum().backward()
with torch.no_grad():
    v = a.view(2, 2)
    vs = a.split(2)
print(tried(lambda: v.add_(1)), tried(lambda: vs[0].add_(1)))
with torch.no_grad():
    v.add_(1)
    vs[0].add_(1)
print(a)
