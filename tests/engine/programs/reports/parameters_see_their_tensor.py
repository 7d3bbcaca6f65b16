import copy
import pickle

import torch
import torch.nn as nn


def tried(f):
    try:
        return f()
    except Exception as e:
        return type(e).__name__


# What sees the memory of a tensor, and which of it tells autograd of writes
ways = {
    "Parameter": nn.Parameter,
    "of detach": lambda x: nn.Parameter(x.detach()),
    "of data": lambda x: nn.Parameter(x.data),
    "Tensor": torch.Tensor,
    "as_tensor": torch.as_tensor,
    "detach": lambda x: x.detach().requires_grad_(),
    "from numpy": lambda x: torch.from_numpy(x.detach().numpy()),
}
for name, way in ways.items():
    x = torch.tensor([1.0, 2.0], requires_grad=True)
    y = (x * x).sum()
    other = way(x)
    with torch.no_grad():
        other.add_(1)
    print(name, x.tolist(), x._version, other._version, tried(y.backward))

x = torch.tensor([1.0, 2.0], requires_grad=True)
x.grad = torch.ones(2)
copied, read = copy.deepcopy(x), pickle.loads(pickle.dumps(x))
print(x._version, copied._version, copied.grad._version, read._version, x.clone()._version)
y = (x * x).sum()
with torch.autograd._unsafe_preserve_version_counter(x):
    x.detach().mul_(10)
y.backward()
print(x._version, x.grad)
