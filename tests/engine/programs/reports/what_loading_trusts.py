import io

import torch
import torch.nn as nn
from torch.func import functional_call, vmap

torch.manual_seed(0)


def tried(f):
    try:
        return f()
    except Exception as e:
        return type(e).__name__


for v in (
    {3},
    torch.float64,
    torch.Size([1]),
    (1, 2),
    None,
    2.5,
    torch.device("cpu"),
    {"a": {1}},
    frozenset([1]),
    1j,
    b"x",
    slice(1),
    range(3),
    Ellipsis,
    torch.strided,
    bytearray(b"x"),
    frozenset([2]),
    nn.Parameter(torch.ones(1)),
):
    b = io.BytesIO()
    torch.save(v, b)
    b.seek(0)
    print(type(v).__name__, tried(lambda: torch.load(b)))
m = nn.Linear(2, 1)
p = dict(m.named_parameters())
print(tried(lambda: functional_call(m, {"weight": p["weight"]}, torch.ones(1, 2), strict=True)))
d = nn.Dropout(0.5)
x = torch.ones(3, 2)
print(tried(lambda: vmap(d)(x)))
print(tried(lambda: vmap(d, randomness="same")(torch.ones(2, 4))))
bn = nn.BatchNorm1d(2)
print(
    tried(
        lambda: (
            vmap(lambda x: functional_call(bn, dict(bn.named_parameters()), (x,)))(
                torch.randn(3, 4, 2)
            ).shape
        )
    )
)
