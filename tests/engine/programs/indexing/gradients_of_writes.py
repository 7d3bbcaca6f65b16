import torch


def tried(f):
    try:
        return f()
    except Exception as e:
        return type(e).__name__


x = torch.arange(4.0, requires_grad=True)
v = torch.tensor([10.0, 20.0], requires_grad=True)
for n, f in dict(
    a=lambda t: t.__setitem__(slice(0, 2), v),
    b=lambda t: t.__setitem__(torch.tensor([0, 0]), v),
    c=lambda t: t.__setitem__(torch.tensor([True, False, True, False]), v),
    d=lambda t: t.__setitem__(0, v[0]),
    e=lambda t: t.__setitem__(slice(None), v[1]),
    f=lambda t: t.view(2, 2).__setitem__((0,), v),
    g=lambda t: t.index_put_((torch.tensor([1, 1]),), v, accumulate=True),
    h=lambda t: t.view(2, 2).__setitem__((slice(None), 1), v),
).items():
    t = x * 1
    f(t)
    w = torch.arange(1.0, 5.0)
    print(
        n,
        t.tolist(),
        t.grad_fn.name(),
        [
            None if g is None else g.tolist()
            for g in torch.autograd.grad((t * w).sum(), [x, v], allow_unused=True)
        ],
    )
t = torch.zeros(4)
t[1:3] = v
print(t.requires_grad, t.grad_fn.name(), t.is_leaf)
t = torch.zeros(2, requires_grad=True)
print(tried(lambda: t.__setitem__(0, v[0])))
t = torch.zeros(3, dtype=torch.long)
print(tried(lambda: t.__setitem__(0, v[0])), t, t.requires_grad)
