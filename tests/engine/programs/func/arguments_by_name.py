import torch
from torch.func import grad, hessian, jacfwd, jacrev, vjp, vmap


def tried(f):
    try:
        print(f())
    except Exception as error:
        print(type(error).__name__)


def scaled(a, k=1):
    return a * k


x = torch.arange(6.0).reshape(2, 3)
print(vmap(scaled)(x, k=3))
print(vmap(scaled)(x, k=torch.ones(3)))
print(vmap(scaled)(x, k=x).shape)
print(vmap(lambda a, k: a + k["z"][0])(x, k={"z": [2, None]}))
print(vmap(lambda a, b, mode=None: a + b if mode else a, in_dims=(0, None))(x, 1.0, mode="add"))
print(vmap(vmap(scaled))(x, k=torch.tensor(2.0)))
print(grad(lambda a, k: (a * k).sum())(x, k=x))
for transform in (jacrev, jacfwd, hessian):
    tried(lambda: transform(scaled)(x[0], k=2.0))
print(vmap(grad(lambda a, k: (a**k).sum()))(x, k=2))
tried(lambda: vmap(scaled)(k=x))

out, back = vjp(lambda a: (a * 2, a), x)
tried(lambda: back(x, x))
tried(lambda: back())
tried(lambda: back(x))
print(back((x, x)))
out, back = vjp(lambda a: {"y": a * 2}, x)
print(back({"y": x}), out["y"])
tried(lambda: back({"z": x}))
out, back = vjp(lambda a, b: a @ b, x, x.T)
print(back(torch.eye(2)))
