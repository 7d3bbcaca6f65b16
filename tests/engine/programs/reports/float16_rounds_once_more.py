import torch
import torch.nn.functional as F
from torch import nn

torch.manual_seed(0)
x, y = torch.randn(4, 16).half(), torch.randn(4, 16).half()
for name in (
    "leaky_relu",
    "hardsigmoid",
    "hardswish",
    "mish",
    "softplus",
    "selu",
    "logsigmoid",
    "log_softmax",
):
    print(name, getattr(F, name)(x, **({"dim": 1} if name == "log_softmax" else {})).tolist())
print(F.log_softmax(x, 0).tolist())
for name in ("cumsum", "cumprod", "logcumsumexp", "mean", "var", "std"):
    print(name, getattr(x, name)(dim=1).tolist())
print((x**3).tolist(), x.mean(), x.var(), x.std())
print(F.mse_loss(x, y), F.smooth_l1_loss(x, y), F.l1_loss(x, y))
print(F.mse_loss(x, y, reduction="sum"), F.cross_entropy(x, torch.tensor([1, 5, 9, 15])))
print(nn.Linear(16, 3).half()(x).tolist(), torch.addmm(y[0, :4], x, y.T, alpha=0.5).tolist())

# running results are kept in a wider dtype, too
x = torch.rand(3, 40) + 0.5
for name in ("cumsum", "cumprod", "logcumsumexp"):
    print(name, getattr(x, name)(1)[:, -1].tolist(), getattr(x.double(), name)(0)[-1, :3].tolist())
