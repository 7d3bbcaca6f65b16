import torch
import torch.nn.functional as F

x = torch.tensor([[0.5, 1.5, -0.7], [2.0, -1.0, 0.3]], dtype=torch.float64, requires_grad=True)
t = torch.tensor([1, 0])
w = torch.ones(2, 3, dtype=torch.float64) / 2
scale = torch.linspace(1, 2, 6, dtype=torch.float64).view(2, 3)
for n, f in dict(
    sigmoid=torch.sigmoid,
    tanh=torch.tanh,
    relu=F.relu,
    leaky_relu=F.leaky_relu,
    elu=F.elu,
    selu=F.selu,
    celu=F.celu,
    gelu=F.gelu,
    gelu_tanh=lambda a: F.gelu(a, approximate="tanh"),
    silu=F.silu,
    softplus=F.softplus,
    logsigmoid=F.logsigmoid,
    hardtanh=F.hardtanh,
    relu6=F.relu6,
    hardswish=F.hardswish,
    hardshrink=F.hardshrink,
    softshrink=F.softshrink,
    softmax=lambda a: F.softmax(a, 1),
    log_softmax=lambda a: F.log_softmax(a, 1),
    mse=lambda a: F.mse_loss(a, w, reduction="none"),
    smooth=lambda a: F.smooth_l1_loss(a, w, reduction="none"),
    huber=lambda a: F.huber_loss(a, w, reduction="none"),
).items():
    (g,) = torch.autograd.grad((f(x) * scale).sum(), x, create_graph=True)
    print(n, g.grad_fn.name(), g.requires_grad)
    (h,) = torch.autograd.grad((g * scale).sum(), x, create_graph=True)
    print(" second", [round(v, 4) + 0.0 for v in h.flatten().tolist()])
    if h.requires_grad:
        print(
            " third",
            [
                round(v, 4) + 0.0
                for v in torch.autograd.grad(h.sum(), x, materialize_grads=True)[0]
                .flatten()
                .tolist()
            ],
        )
for n, f in dict(
    nll=lambda a: F.nll_loss(a, t),
    cross=lambda a: F.cross_entropy(a, t),
    mse=lambda a: F.mse_loss(a, w),
    mse_sum=lambda a: F.mse_loss(w, a, reduction="sum"),
).items():
    (g,) = torch.autograd.grad(f(x), x, create_graph=True)
    (h,) = torch.autograd.grad((g * scale).sum(), x)
    print(n, g.grad_fn.name(), [round(v, 4) + 0.0 for v in h.flatten().tolist()])
