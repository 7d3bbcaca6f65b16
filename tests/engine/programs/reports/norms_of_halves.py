import torch
import torch.nn as nn

torch.manual_seed(0)
for m, shape in (
    (nn.LayerNorm(5), (3, 5)),
    (nn.GroupNorm(2, 4), (2, 4, 3)),
    (nn.BatchNorm1d(2), (8, 2)),
):
    m.half()
    for p in m.parameters():
        nn.init.uniform_(p)
    x = (torch.randn(shape) * 3 + 1).half().requires_grad_()
    y = m(x)
    if type(m) is not nn.BatchNorm1d:
        print(y)
    print(y.dtype, y.float().round(decimals=1))
    y.square().mul(torch.arange(y.numel()).reshape(shape) / 10).sum().backward()
    print(x.grad.dtype, x.grad.float().round(decimals=1))
    print([f"{g:.1f}" for p in m.parameters() for g in p.grad.float().tolist()])
