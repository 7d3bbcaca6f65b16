import torch
from torch.func import grad, vmap


def tried(f):
    try:
        return f()
    except Exception as e:
        return type(e).__name__


x = torch.tensor([-1.0, 2.0, 3.0])
rows = torch.arange(6.0).view(3, 2)
two = torch.tensor(2.0)


def branching(v):
    return v if v > 0 else -v


for name, f in dict(
    branch=lambda: vmap(branching)(x),
    where=lambda: vmap(lambda v: torch.where(v > 0, v, -v))(x),
    item=lambda: vmap(lambda v: v * v.item())(x),
    float=lambda: vmap(lambda v: v * float(v))(x),
    int=lambda: vmap(lambda v: v * int(v))(x),
    range=lambda: vmap(lambda v: v * len(range(v.long())))(x),
    tolist=lambda: vmap(lambda v: v * v.tolist())(x),
    numpy=lambda: vmap(lambda v: v * v.numpy())(x),
    any=lambda: vmap(lambda r: r if (r > 0).any() else -r)(rows),
    view=lambda: vmap(lambda r: r if r[0] > 1 else -r)(rows),
    iterated=lambda: vmap(lambda r: sum(v for v in r))(rows),
    largest=lambda: vmap(lambda r: max(r))(rows),
    contained=lambda: vmap(lambda r: r if 3 in r else -r)(rows),
    mask=lambda: vmap(lambda r: r[r > 0])(rows),
    length=lambda: vmap(lambda r: r * len(r))(rows),
    of_others=lambda: vmap(lambda v: v * two.item() if two > 1 else v)(x),
    not_mapped=lambda: vmap(lambda v, w: v * w.item(), in_dims=(0, None))(x, two),
    inner=lambda: vmap(lambda r: r if vmap(lambda v: v * 2)(torch.ones(2)).sum() > 3 else -r)(rows),
    outer=lambda: vmap(lambda r: r if vmap(lambda v: v * 2)(r).sum() > 3 else -r)(rows),
    of_gradients=lambda: vmap(grad(lambda v: v**3))(x),
    without_vmap=lambda: grad(branching)(x[0]),
    asked_to_require=lambda: grad(lambda v: v.requires_grad_() ** 2)(x[0]),
    kept=lambda: grad(lambda v: (v.retain_grad(), v**2)[1])(x[0]),
    made_to_require=lambda: grad(lambda v: torch.ones(()).requires_grad_() * v)(x[0]),
).items():
    print(name, tried(f))
y = vmap(lambda v: v * 2)(x)
print(y[0].item(), bool(y[1] > 0), y.tolist())
