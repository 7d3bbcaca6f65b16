import torch
from torch.func import grad, hessian, jacfwd, jacrev, vmap


def tried(f, *args):
    try:
        return f(*args)
    except Exception as e:
        return type(e).__name__


def put(x, y):
    y.copy_(x)
    return y.sum()


x, y = torch.ones(2), torch.zeros(2)
print(grad(put)(x, y), y, y._version, y.requires_grad)
y = torch.zeros(2)
print(jacrev(lambda x, y: y.copy_(x))(x, y), y)
print(jacfwd(lambda x, y: y.copy_(x * 2))(x, y), y)
print(hessian(lambda x, y: (y.copy_(x) ** 3).sum())(x, y))
print(grad(lambda x, d: d["a"].mul_(x).sum())(x, {"a": torch.full((2,), 3.0)}))
print(tried(grad(lambda x: y.copy_(x).sum()), x))
print(vmap(grad(put))(torch.ones(3, 2), torch.zeros(3, 2)))
print(tried(vmap(grad(put), in_dims=(0, None)), torch.ones(3, 2), torch.zeros(2)))
for f in (
    lambda x: x.detach().item(),
    lambda x: x.data.item(),
    lambda x: x if x.detach() > 0 else -x,
    grad(lambda x: x * x.item()),
    grad(lambda x: x * x if x > 0 else -x),
):
    print(tried(vmap(f), torch.ones(2)))
