import torch
import torch.nn as nn


def tried(f):
    try:
        return f()
    except Exception as e:
        return type(e).__name__


torch.manual_seed(0)
for n, m, s in (
    ("lin", nn.Linear(3, 2), (2, 3)),
    ("conv", nn.Conv2d(1, 2, 2), (1, 1, 3, 3)),
    ("bn", nn.BatchNorm1d(3), (4, 3)),
    ("ln", nn.LayerNorm(3), (2, 3)),
    ("gru", nn.GRU(3, 2), (2, 1, 3)),
    ("rnn", nn.RNN(3, 2), (2, 1, 3)),
    ("mha", nn.MultiheadAttention(4, 2), (2, 1, 4)),
    ("pool", nn.Sequential(nn.Conv1d(1, 1, 1), nn.MaxPool1d(2)), (1, 1, 4)),
    ("avg", nn.AvgPool1d(2), (1, 1, 4)),
    ("emb", nn.Sequential(nn.Linear(3, 3), nn.Softmax(1)), (2, 3)),
    ("tanh", nn.Sequential(nn.Linear(3, 3), nn.Tanh(), nn.Linear(3, 1)), (2, 3)),
    ("prelu", nn.PReLU(), (2, 3)),
    ("gn", nn.GroupNorm(1, 2), (1, 2, 3)),
    ("in", nn.InstanceNorm1d(2), (1, 2, 3)),
    ("drop", nn.Dropout(0.5), (2, 3)),
    ("convt", nn.ConvTranspose1d(1, 1, 2), (1, 1, 3)),
    ("bilin", nn.Bilinear(3, 3, 1), None),
    ("enc", nn.TransformerEncoderLayer(4, 2, 8, dropout=0.0), (2, 1, 4)),
):

    def go():
        if n == "bilin":
            x = torch.randn(2, 3, requires_grad=True)
            y = m(x, x)
        else:
            x = torch.randn(*s, requires_grad=True)
            y = m(x)
        y = y[0] if isinstance(y, tuple) else y
        (g,) = torch.autograd.grad((y**2).sum(), x, create_graph=True)
        p = (g**2).sum()
        p.backward()
        return (
            round(p.item(), 4),
            round(x.grad.norm().item(), 3),
            [None if q.grad is None else round(q.grad.norm().item(), 3) for q in m.parameters()][
                :3
            ],
        )

    print(n, tried(go))
