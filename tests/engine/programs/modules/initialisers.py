import torch
from torch import nn
from torch.nn import init


def tried(f):
    try:
        return f()
    except Exception as e:
        return type(e).__name__


torch.manual_seed(0)
for name, kw in [
    ("uniform_", {}),
    ("uniform_", dict(a=-1.0, b=2.0)),
    ("normal_", dict(mean=1.0, std=0.1)),
    ("trunc_normal_", {}),
    ("trunc_normal_", dict(std=0.02)),
    ("xavier_uniform_", dict(gain=2.0)),
    ("xavier_normal_", {}),
    ("kaiming_uniform_", {}),
    ("kaiming_uniform_", dict(nonlinearity="relu", mode="fan_out")),
    ("kaiming_normal_", dict(a=0.1)),
    ("orthogonal_", {}),
    ("orthogonal_", dict(gain=2)),
    ("sparse_", dict(sparsity=0.5)),
    ("eye_", {}),
    ("ones_", {}),
    ("zeros_", {}),
    ("constant_", dict(val=3)),
]:
    for shape in ((2, 3), (4, 2)):
        w = torch.empty(shape)
        r = getattr(init, name)(w, **kw)
        print(name, kw, w, r is w)
print(
    init.dirac_(torch.empty(2, 2, 3)),
    init.dirac_(torch.empty(4, 2, 3, 3), groups=2).sum(),
    init.orthogonal_(torch.empty(3, 2, 2)),
)
print(
    init.normal_(torch.empty(20)),
    init.kaiming_uniform_(torch.empty(3, 2, 3, 3)).sum(),
    init.xavier_normal_(torch.empty(3, 2, 3)).sum(),
)
p = nn.Parameter(torch.empty(2, 2))
init.ones_(p)
print(p, p._version, p.is_leaf, init.uniform_(p, generator=torch.Generator().manual_seed(3)))
for b in (
    lambda: init.xavier_uniform_(torch.empty(3)),
    lambda: init.kaiming_uniform_(torch.empty(3)),
    lambda: init.kaiming_uniform_(torch.empty(2, 2), mode="x"),
    lambda: init.kaiming_uniform_(torch.empty(2, 2), nonlinearity="x"),
    lambda: init.eye_(torch.empty(3)),
    lambda: init.orthogonal_(torch.empty(3)),
    lambda: init.sparse_(torch.empty(3), 0.1),
    lambda: init.dirac_(torch.empty(3)),
    lambda: init.calculate_gain("leaky_relu", "a"),
    lambda: init.kaiming_uniform_(torch.empty(0, 3)).shape,
):
    print(tried(b))
print(
    [
        (n, init.calculate_gain(n))
        for n in (
            "linear",
            "conv2d",
            "conv_transpose1d",
            "sigmoid",
            "tanh",
            "relu",
            "selu",
            "leaky_relu",
        )
    ],
    init.calculate_gain("leaky_relu", 0.2),
)
for m in (
    nn.Linear(3, 2),
    nn.Conv1d(2, 2, 3),
    nn.Conv2d(1, 2, 2, bias=False),
    nn.Embedding(3, 2, padding_idx=1),
    nn.LSTMCell(2, 2),
    nn.GRU(2, 1),
    nn.BatchNorm1d(2),
    nn.LayerNorm(2),
    nn.PReLU(),
    nn.Bilinear(1, 2, 2),
    nn.MultiheadAttention(4, 2),
    nn.ConvTranspose2d(2, 1, 2),
    nn.RNN(1, 2, 2, bidirectional=True),
    nn.EmbeddingBag(2, 2),
):
    print(m, dict(m.state_dict()))
torch.manual_seed(1)
for kw in (
    dict(a=0.0, b=0.2),
    dict(mean=2.0, a=-0.1, b=0.0),
    dict(std=0.5, a=1.0, b=2.0),
    dict(a=-0.1, b=0.3),
):
    print(kw, init.trunc_normal_(torch.empty(40), **kw), torch.rand(1))
print(
    init.trunc_normal_(torch.empty(300)).std(),
    init.trunc_normal_(torch.empty(40, dtype=torch.float64)),
)
