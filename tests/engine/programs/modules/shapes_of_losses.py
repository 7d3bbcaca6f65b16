import itertools

import torch
import torch.nn.functional as F


def tried(f):
    try:
        y = f()
        return list(y.shape), f"{y.sum():.4f}"
    except Exception as e:
        return type(e).__name__


shapes = [(), (1,), (3,), (1, 1), (1, 3), (3, 1), (3, 3), (1, 2, 3)]
for given, wanted in itertools.product(shapes, shapes):
    x = torch.linspace(0.1, 0.9, 9)[: torch.Size(given).numel()].view(given)
    y = torch.linspace(0.2, 0.8, 9)[: torch.Size(wanted).numel()].view(wanted)
    c = torch.zeros(wanted, dtype=torch.int64)
    print(
        given,
        wanted,
        tried(lambda: F.soft_margin_loss(x, y)),
        tried(lambda: F.binary_cross_entropy(x, x, weight=y)),
        tried(lambda: F.binary_cross_entropy_with_logits(x, x, pos_weight=y)),
        tried(lambda: F.cross_entropy(x, y, reduction="none")),
        tried(lambda: F.cross_entropy(x, c, reduction="none")),
        tried(lambda: F.cross_entropy(x, c, label_smoothing=0.1)),
        tried(lambda: F.gaussian_nll_loss(x, x, y)),
        tried(lambda: F.multilabel_margin_loss(x, c)),
        tried(lambda: F.multi_margin_loss(x, torch.zeros(given[:-1]).long(), weight=y)),
    )
for labels in ([0, -1, 7], [0, -2, 1], [2, 1, 0]):
    print(labels, tried(lambda: F.multilabel_margin_loss(torch.ones(3), torch.tensor(labels))))
