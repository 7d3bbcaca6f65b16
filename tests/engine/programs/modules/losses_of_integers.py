import torch
import torch.nn.functional as F


def tried(f):
    try:
        return f().dtype
    except Exception as e:
        return type(e).__name__


x = torch.randn(3, 4)
y = torch.ones(3, 4, dtype=torch.int64)
d = x.double()
for n in (
    "huber_loss",
    "soft_margin_loss",
    "binary_cross_entropy_with_logits",
    "kl_div",
    "mse_loss",
    "l1_loss",
    "smooth_l1_loss",
    "poisson_nll_loss",
    "multilabel_soft_margin_loss",
    "hinge_embedding_loss",
    "binary_cross_entropy",
):
    f = getattr(F, n)
    print(
        n,
        tried(lambda: f(x.sigmoid(), y)),
        tried(lambda: f(y, x)),
        tried(lambda: f(x, d)),
        tried(lambda: f(d, x)),
        tried(lambda: f(x, y.bool())),
        tried(lambda: f(y, y)),
    )
a = x.clone().requires_grad_()
F.mse_loss(a, y).backward()
print(a.grad.dtype)
a.grad = None
F.mse_loss(a, d).backward()
print(a.grad.dtype)
