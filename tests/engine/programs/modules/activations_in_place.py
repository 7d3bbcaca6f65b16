import torch
from torch import nn

torch.manual_seed(0)
x = torch.randn(3, 4, requires_grad=True)
t = torch.randint(2, (3, 4)) * 2 - 1
for y in (t.float(), t):
    try:
        l = nn.SoftMarginLoss()(x, y)
        l.backward()
        print(l, x.grad)
    except Exception as e:
        print(type(e).__name__)
for f in (
    "elu_",
    "celu_",
    "selu_",
    "leaky_relu_",
    "hardtanh_",
    "threshold_",
    "relu_",
    "rrelu_",
    "silu_",
    "mish_",
    "hardswish_",
    "hardsigmoid_",
    "relu6",
):
    g = getattr(torch.nn.functional, f, None) or getattr(torch, f, None)
    try:
        print(
            f, (g(x * 1, 0.1, 0.2) if f == "threshold_" else g(x * 1)).grad_fn.name() if g else None
        )
    except Exception as e:
        print(f, type(e).__name__)
for f in (
    nn.ELU(inplace=True),
    nn.CELU(inplace=True),
    nn.SELU(True),
    nn.LeakyReLU(inplace=True),
    nn.Hardtanh(inplace=True),
    nn.ReLU6(True),
    nn.SiLU(True),
    nn.Mish(True),
    nn.Hardswish(True),
    nn.Hardsigmoid(True),
    nn.Threshold(0.1, 0.2, True),
    nn.RReLU(inplace=True),
):
    print(f, f(x * 1).grad_fn.name())
