import torch
import torch.nn as nn


def tried(f):
    try:
        return f()
    except Exception as e:
        return type(e).__name__


torch.manual_seed(0)
m = nn.LSTM(2, 3)
x = torch.randn(4, 1, 2, requires_grad=True)
o, (h, c) = m(x)
print(
    o.grad_fn.name(),
    h.grad_fn.name(),
    c.grad_fn.name(),
    [(None if f is None else f.name(), i) for f, i in o.grad_fn.next_functions],
    o.output_nr,
    [(f.name(), i) for f, i in h.grad_fn.next_functions],
)
(g,) = torch.autograd.grad(o.sum(), x, create_graph=True)
print(g.requires_grad, tried(lambda: torch.autograd.grad(g.sum(), x)[0]))
o, (h, c) = m(x)
(o.sum() + h.sum() * 2 + c.sum()).backward()
print(x.grad, m.weight_ih_l0.grad.sum(), m.bias_hh_l0.grad)
o, (h, c) = m(x)
h.sum().backward()
o, (h, c) = m(x)
c.sum().backward()
print(m.weight_hh_l0.grad.sum())
o, (h, c) = m(x)
o.sum().backward()
print(tried(lambda: h.sum().backward()))
o, _ = m(x)
o.sum().backward(retain_graph=True)
o.sum().backward()
print(tried(lambda: o.sum().backward()))
for n in ("weight_ih_l0", "weight_hh_l0", "bias_ih_l0", "bias_hh_l0"):
    o, _ = m(x)
    with torch.no_grad():
        getattr(m, n).add_(0.0)
    print(n, tried(lambda: o.sum().backward()))
o, _ = m(x)
with torch.no_grad():
    x.add_(0.0)
print(tried(lambda: o.sum().backward()))
o, _ = m(x)
with torch.no_grad():
    o.add_(1)
print(tried(lambda: o.sum().backward()))
o, (h, c) = m(x)
with torch.no_grad():
    h.add_(1)
print(tried(lambda: o.sum().backward()))
h0 = torch.zeros(1, 1, 3, requires_grad=True)
c0 = torch.zeros(1, 1, 3, requires_grad=True)
o, _ = m(x.detach(), (h0, c0))
o.sum().backward()
print(h0.grad, c0.grad)
m.requires_grad_(False)
o, _ = m(x.detach())
print(o.requires_grad, o.grad_fn)
o, _ = m(x)
print(o.grad_fn.name())
m.requires_grad_(True)
with torch.no_grad():
    print(m(x)[0].requires_grad)
print(torch.func.grad(lambda t: m(t)[0].sum())(x.detach()).shape)
b = nn.LSTM(2, 3, 2, bidirectional=True, batch_first=True, bias=False)
o, (h, c) = b(x.transpose(0, 1))
o.sum().backward()
print(o.shape, h.shape, b.weight_ih_l1_reverse.grad.sum())
d = nn.LSTM(2, 3).double()
o, _ = d(x.double())
print(o.grad_fn.name())
m.train()
o, _ = m(x[:, 0])
print(o.shape, o.grad_fn.name())
o.retain_grad()
(o**2).sum().backward()
print(o.grad.shape)
lst = list(m.parameters())
o, _ = m(x)
print(
    len(torch.autograd.grad(o.sum(), lst)),
    tried(
        lambda: torch.autograd.gradcheck(
            lambda t: d(t)[0], torch.randn(2, 1, 2, dtype=torch.float64, requires_grad=True)
        )
    ),
)
