import warnings

import torch
import torch.nn as nn
import torch.nn.functional as F


def tried(f):
    try:
        return f()
    except Exception as e:
        return type(e).__name__


# slopes that are negative are known only out of place
a = torch.tensor([-1.0, 1.0], requires_grad=True)
for b in (
    F.leaky_relu_(a.clone(), -2),
    F.rrelu_(a.clone(), -5.0, 1.0),
    F.rrelu_(a.clone(), 0.1, 0.2),
    F.leaky_relu(a.clone(), -2, inplace=True),
    F.rrelu(a.clone(), -5.0, 1.0),
):
    print(b, tried(lambda: b.backward(torch.ones(2))), a.grad)
torch.manual_seed(0)
b = F.rrelu_(a.clone(), -5.0, 1.0, training=True)
print(b, tried(lambda: b.backward(torch.ones(2))), a.grad)
# the mean of no losses
for shape in ((0, 3), (0, 3, 5), (2, 3, 0), (2, 3, 5, 0), (0, 3, 5, 7), (2, 3, 5, 7, 0)):
    x = torch.zeros(shape, requires_grad=True)
    target = torch.zeros((shape[0], *shape[2:]), dtype=torch.long)
    for reduction in ("mean", "sum", "none"):
        loss = F.nll_loss(x, target, reduction=reduction)
        loss.sum().backward()
        print(loss, x.grad.shape)
# images keep their channels last when they are padded
y = torch.rand(1, 2, 5, 3).contiguous(memory_format=torch.channels_last)
for mode in ("constant", "reflect", "replicate", "circular"):
    print(mode, F.pad(y, (1, 1, 1, 1), mode).stride())
print(F.pad(y, (1, 2)).stride(), F.pad(y, (-1, 0, 0, 0), value=2).stride())
# layers of complex numbers
with warnings.catch_warnings(record=True) as seen:
    warnings.simplefilter("always")
    m = nn.Linear(2, 1).to(torch.complex64)
print([w.category.__name__ for w in seen], m.weight.dtype)
torch.set_warn_always(True)
with warnings.catch_warnings(record=True) as seen:
    warnings.simplefilter("always")
    print(torch.tensor([1 + 2j, 2j]).to(torch.float64), torch.tensor([1 + 2j, 2j]).to(torch.bool))
torch.set_warn_always(False)
print([w.category.__name__ for w in seen])
