import torch
from torch import nn


def tried(f):
    try:
        return f()
    except Exception as e:
        return type(e).__name__


x = torch.tensor([1.0, 2.0], requires_grad=True)
print(tried(lambda: x.grad_dtype))
print(
    tried(lambda: setattr(x, "grad", torch.ones(3))),
    tried(lambda: setattr(x, "grad", torch.ones(2, dtype=torch.float64))),
    tried(lambda: setattr(x, "grad", 3)),
    tried(lambda: setattr(x, "grad", x)),
    tried(lambda: setattr(x, "grad", None)),
)
y = torch.tensor([3.0, 4.0], requires_grad=True)
print(torch.autograd.grad((x * y).sum(), {"a": x, "b": y}))
print(torch.autograd.grad(x.sum(), (x, y), allow_unused=True, materialize_grads=True))
g = torch.autograd.grad((x**2).sum(), (x, y), materialize_grads=True, create_graph=True)
print(g, g[1].requires_grad)
print(tried(lambda: torch.autograd.grad(g[1].sum(), y)))
print(nn.Linear(2, 1)(torch.ones(2)).shape)
p = nn.Parameter(torch.ones(2))
p.grad = torch.ones(2)
p.data = torch.ones(2).double()
print(p.grad, p.dtype)
p = nn.Parameter(torch.ones(2))
print(setattr(p, "grad_dtype", None), p.grad_dtype)
print(tried(lambda: setattr(p, "grad", torch.ones(2, dtype=torch.float64))), p.grad)
print(
    tried(lambda: nn.Parameter(torch.tensor([1, 2]))),
    nn.Parameter(torch.tensor([1, 2]), requires_grad=False),
    tried(lambda: nn.Parameter(3)),
    tried(lambda: nn.Parameter([1.0])),
    nn.Parameter(),
    nn.Parameter(x * 2).is_leaf,
)
q = nn.Parameter(x)
print(
    q.data_ptr() == x.data_ptr(),
    q is x,
    isinstance(q, torch.Tensor),
    isinstance(x, nn.Parameter),
    type(q * 2).__name__,
    type(q.data).__name__,
    type(q.detach()).__name__,
    type(q.clone()).__name__,
    q.clone(),
)
import copy

c = copy.deepcopy(q)
print(type(c).__name__, c, c is q)
print(copy.copy(q))
print(
    nn.Parameter(torch.ones(1)).tolist(),
    str(q),
    tried(lambda: f"{nn.Parameter(torch.tensor(2.0)):.2f}"),
    [q],
    {"p": q},
    (q,),
)
print(q[0], q.view(2), q.T, torch.stack([q, q]))
with torch.no_grad():
    q.add_(1)
    print(q, q.grad_fn)
q.requires_grad = False
print(q)
print(nn.Parameter(torch.ones(2, dtype=torch.float64)), nn.Parameter(torch.zeros(0, 3)))
