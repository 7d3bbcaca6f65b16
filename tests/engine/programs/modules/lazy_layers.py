import copy

import torch
import torch.nn as nn


def tried(f):
    try:
        return f()
    except Exception as e:
        return type(e).__name__


torch.manual_seed(0)
m = nn.Sequential(nn.LazyLinear(3), nn.ReLU(), nn.LazyLinear(2, bias=False))
print(m)
print(m[0].weight, m[0].bias)
o = torch.optim.SGD(m.parameters(), lr=0.1)
w = m[0].weight
print(m[0].has_uninitialized_params())
y = m(torch.ones(1, 4))
print(y.shape, m, m[0].weight is w, type(w).__name__)
y.sum().backward()
o.step()
print(m[0].weight.shape, m[0].weight)
c = nn.LazyConv2d(4, 3, padding=1)
print(c)
print(c(torch.ones(1, 2, 5, 5)).shape, c)
b = nn.LazyBatchNorm2d()
print(b)
print(b(torch.ones(1, 3, 2, 2)).shape, b, b.running_mean)
print(
    tried(lambda: nn.LazyLinear(2).weight.shape),
    tried(lambda: copy.deepcopy(nn.LazyLinear(2)).weight),
    nn.parameter.is_lazy(nn.LazyLinear(2).weight),
    tried(lambda: sum(p.numel() for p in nn.LazyLinear(2).parameters())),
)
t = nn.LazyConvTranspose1d(2, 3)
print(t(torch.ones(1, 3, 4)).shape, t)
