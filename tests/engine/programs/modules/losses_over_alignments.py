import torch
import torch.nn as nn
import torch.nn.functional as F


def tried(f):
    try:
        return f()
    except Exception as e:
        return type(e).__name__


def rounded(t):
    return [round(v, 4) + 0.0 for v in t.flatten().tolist()]


x = torch.linspace(-2, 2, 72).sin().view(6, 3, 4).double().requires_grad_()
labels = torch.tensor([[1, 2, 2], [3, 3, 1], [2, 0, 0]])
for reduction in ("none", "mean", "sum"):
    for zero in (False, True):
        for steps, sizes in (
            ([6, 6, 6], [3, 2, 1]),
            ([6, 4, 1], [2, 3, 0]),
            ([2, 6, 3], [3, 1, 1]),
        ):

            def loss():
                y = F.ctc_loss(
                    x.log_softmax(2),
                    labels,
                    torch.tensor(steps),
                    torch.tensor(sizes),
                    reduction=reduction,
                    zero_infinity=zero,
                )
                (g,) = torch.autograd.grad(y.sum(), x)
                return rounded(y), y.grad_fn.name(), rounded(g)

            print(reduction, zero, steps, sizes, tried(loss))
p = x.detach().log_softmax(2)
print(nn.CTCLoss(blank=3), nn.CTCLoss(blank=3)(p, torch.tensor([0, 1, 2]), (6, 6, 5), (1, 1, 1)))
print(F.ctc_loss(p[:, 0], torch.tensor([1, 2]), (6,), (2,), reduction="none"))
for f in (
    lambda: F.ctc_loss(p, labels, (6, 6), (1, 1, 1)),
    lambda: F.ctc_loss(p, labels, (7, 6, 6), (1, 1, 1)),
    lambda: F.ctc_loss(p, labels, (6, 6, 6), (4, 1, 1)),
    lambda: F.ctc_loss(p, labels, (6, 6, 6), (1, 1, 1), blank=4),
    lambda: F.ctc_loss(p, labels[0], (6, 6, 6), (1, 1, 2)),
    lambda: F.ctc_loss(p, labels, (6, 6, 6), (1, 1, 1), reduction="all"),
    lambda: F.ctc_loss(p.long(), labels, (6, 6, 6), (1, 1, 1)),
):
    print(tried(f))
loss = F.ctc_loss(x.log_softmax(2), labels, (6, 6, 6), (1, 1, 1))
(g,) = torch.autograd.grad(loss, x, create_graph=True)
print(g.requires_grad, tried(lambda: g.sum().backward()))
