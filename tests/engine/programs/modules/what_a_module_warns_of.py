import warnings

import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.utils.checkpoint import checkpoint


def told(f):
    with warnings.catch_warnings(record=True) as seen:
        warnings.simplefilter("always")
        try:
            result = f()
        except Exception as e:
            result = type(e).__name__
    return result, [w.category.__name__ for w in seen]


# a full backward hook where only the parameters require grad
torch.manual_seed(0)
layer = nn.Linear(1, 1)
layer.register_full_backward_hook(lambda m, gi, go: print("hook:", gi, go))
y = layer(torch.ones(1, 1))
print(told(lambda: y.sum().backward()))
y = layer(torch.ones(1, 1, requires_grad=True))
print(told(lambda: y.sum().backward())[1])


# a module whose __init__ forgot super().__init__()
class Bare(nn.Module):
    def __init__(self):
        self.size = 3

    def forward(self, x):
        return x


bare = Bare()
print(bare.size)
for f in (
    lambda: bare(1),
    lambda: list(bare.parameters()),
    lambda: bare.zero_grad(),
    lambda: bare.requires_grad_(),
    lambda: delattr(bare, "size"),
    lambda: bare.register_forward_hook(print),
    lambda: bare.missing,
):
    print(told(f)[0])

# too little to normalise by
for f in (
    lambda: F.group_norm(torch.ones(1, 2), 2),
    lambda: F.group_norm(torch.ones(2, 2), 2),
    lambda: F.instance_norm(torch.ones(0, 3, 4)).shape,
    lambda: nn.InstanceNorm1d(3)(torch.ones(2, 3, 1)),
):
    print(told(f)[0])
print(told(lambda: nn.Conv2d(1, 2, 2, padding="same")(torch.ones(1, 1, 4, 4)).shape)[0])
print(told(lambda: nn.LSTMCell(2, 3)(torch.ones(1, 2), torch.ones(1, 3)))[0])
p = nn.Parameter(torch.ones(2))
optimizer = torch.optim.LBFGS([p], max_iter=2)


def closure():
    optimizer.zero_grad()
    loss = (p * p).sum()
    loss.backward()
    return loss


print(told(lambda: optimizer.step(closure).item()))
x = torch.ones(8, requires_grad=True)
for keep in (True, False):
    torch.manual_seed(0)
    y = checkpoint(F.dropout, x, use_reentrant=True, preserve_rng_state=keep)
    y.sum().backward()
    print(keep, x.grad, torch.rand(1))
    x.grad = None
