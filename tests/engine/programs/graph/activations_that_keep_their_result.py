import torch
import torch.nn.functional as F


def tried(f):
    try:
        return f()
    except Exception as e:
        return type(e).__name__


start = torch.tensor([-1.0, 0.5, 2.0], requires_grad=True)
for n, f in dict(
    relu=F.relu_,
    leaky=F.leaky_relu_,
    elu=F.elu_,
    selu=F.selu_,
    celu=F.celu_,
    hardtanh=F.hardtanh_,
    threshold=lambda t: F.threshold_(t, 0, 1),
    sigmoid=lambda t: t.sigmoid_(),
    tanh=lambda t: t.tanh_(),
    exp=lambda t: t.exp_(),
    hardswish=lambda t: F.hardswish(t, inplace=True),
    silu=lambda t: F.silu(t, inplace=True),
    mish=lambda t: F.mish(t, inplace=True),
    dropout=lambda t: F.dropout(t, 0.0, inplace=True),
    mul=lambda t: t.mul_(2),
    pow=lambda t: t.pow_(2),
    clamp=lambda t: t.clamp_(0, 1),
    rrelu=lambda t: F.rrelu_(t, 0.2, 0.2, True),
).items():
    x = start * 1
    y = f(x)
    w = torch.tensor([1.0, 2.0, 3.0])
    print(
        n,
        y is x,
        y.grad_fn.name(),
        [round(v, 4) for v in torch.autograd.grad((y * w).sum(), start)[0].tolist()],
    )
    x = start * 1
    y = f(x)
    y.add_(1)
    print(
        " written later:", tried(lambda: torch.autograd.grad(y.sum(), start)[0].tolist() and "ok")
    )
    x = start * 1
    (g,) = torch.autograd.grad((f(x) * w).sum(), start, create_graph=True)
    print(
        " again:",
        tried(
            lambda: [
                round(v, 4) + 0.0
                for v in torch.autograd.grad(g.sum(), start, materialize_grads=True)[0].tolist()
            ]
        ),
    )
x = start * 1
print(tried(lambda: F.leaky_relu_(x, -0.5).sum().backward()))
x = start * 1
print(tried(lambda: F.elu_(x, -0.5).sum().backward()))
