import copy

import torch


def tried(f):
    try:
        return f()
    except Exception as e:
        return type(e).__name__


a, b = torch.ones(2, requires_grad=True), torch.ones(2)
for joined in (torch.stack([b, a, b]), torch.cat([a, b]), torch.hstack([b, a])):
    joined.grad_fn.register_hook(lambda given, arrived: print(given, arrived))
    joined.sum().backward()
    print(joined.grad_fn(torch.ones_like(joined)))
print(a.grad)

# a complex gradient, for a real number that was put into complex ones
z, s = torch.ones(2, dtype=torch.complex64), torch.tensor(2.0, requires_grad=True)
r, i = torch.ones(2, requires_grad=True), torch.tensor([0, 1])
for put in (
    lambda: z.clone().fill_(s),
    lambda: z.clone().copy_(r),
    lambda: z.masked_fill(torch.tensor(True), s),
    lambda: z.index_fill(0, i, s),
    lambda: torch.cat([z, r]),
    lambda: r.sum(dtype=torch.complex64),
    lambda: r.mean(dtype=torch.complex64),
    lambda: r.prod(dtype=torch.complex64),
):
    r.grad = s.grad = None
    print(tried(lambda: (put() * (2 + 1j)).real.sum().backward()), r.grad, s.grad)

# of a product of one element alone the gradient is the one that arrived
for x in (torch.zeros(1, requires_grad=True), torch.zeros(1, 1, requires_grad=True)):
    (g,) = torch.autograd.grad(x.prod(), x, create_graph=True)
    print(g, torch.autograd.grad(x.prod(0).sum(), x, create_graph=True))

# a view that cannot be followed any more
c = torch.ones(4, requires_grad=True)
with torch.no_grad():
    v = c[:2]
    c.mul_(2)
for use in (
    lambda: copy.deepcopy(v),
    lambda: v.unbind(5),
    lambda: v.sum(5),
    lambda: v.transpose(0, 5),
    lambda: v[5],
    lambda: v.view(5),
    lambda: v.expand(3, 3),
    lambda: v.argmax(5),
):
    print(tried(use))

# the weight of a line between two tensors may be of any dtype, if it is a number
x, y = torch.ones(2, requires_grad=True), torch.full((2,), 3.0, requires_grad=True)
for w in (torch.tensor(0.25, dtype=torch.float64), torch.tensor(1), torch.tensor([0.5, 0.25])):
    w = w.requires_grad_(w.is_floating_point())
    out = torch.lerp(x, y, w)
    out.sum().backward()
    print(out, x.grad, y.grad, w.grad)
print(tried(lambda: torch.lerp(x, y, torch.ones(2).double())))
print(torch.lerp(torch.tensor([1, 3]), torch.tensor([2, 5]), torch.tensor(0.5)))
