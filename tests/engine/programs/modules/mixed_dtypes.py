import torch
from torch import nn


def tried(f):
    try:
        return f()
    except Exception as e:
        return type(e).__name__


x = torch.randn(2, 4, 3)
for m in (
    nn.BatchNorm1d(4),
    nn.BatchNorm1d(4, affine=False),
    nn.InstanceNorm1d(4, affine=True),
    nn.InstanceNorm1d(4, track_running_stats=True),
    nn.LayerNorm(3),
    nn.GroupNorm(2, 4),
    nn.Linear(3, 2),
    nn.Conv1d(4, 2, 1),
    nn.PReLU(),
    nn.GRU(3, 2),
    nn.LSTMCell(3, 2),
    nn.Bilinear(3, 3, 1),
    nn.MultiheadAttention(3, 1),
    nn.CrossEntropyLoss(weight=torch.ones(4)),
    nn.BCELoss(),
    nn.MSELoss(),
    nn.NLLLoss(),
    nn.KLDivLoss(),
    nn.SoftMarginLoss(),
    nn.HuberLoss(),
    nn.L1Loss(),
    nn.SmoothL1Loss(),
    nn.BCEWithLogitsLoss(),
    nn.CosineEmbeddingLoss(),
    nn.EmbeddingBag(3, 2),
    nn.Embedding(3, 2),
):
    for y in (x.double(), x.long()):
        if "Loss" in type(m).__name__:
            if "Cosine" in type(m).__name__:
                f = lambda: m(x[0, :, :], y[0, :, :], torch.ones(4)).dtype
            elif "Cross" in type(m).__name__ or "NLL" in type(m).__name__:
                f = lambda: m(y, torch.zeros(2, 3, dtype=torch.int64)).dtype
            elif "BCELoss" in type(m).__name__:
                f = lambda: m(x.sigmoid(), (y > 0).to(y.dtype)).dtype
            else:
                f = lambda: (m(x, y).dtype, m(y, x).dtype)
        elif isinstance(m, nn.Bilinear):
            f = lambda: m(y, y).dtype
        elif isinstance(m, nn.LSTMCell):
            f = lambda: m(y[0])[0].dtype
        elif isinstance(m, nn.MultiheadAttention):
            f = lambda: m(y, y, y)[0].dtype
        elif isinstance(m, nn.GRU):
            f = lambda: m(y)[0].dtype
        else:
            f = lambda: m(y).dtype
        print(type(m).__name__, y.dtype, tried(f))
