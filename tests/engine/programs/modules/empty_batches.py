import torch
from torch import nn

for m, shape in (
    (nn.BatchNorm1d(3), (0, 3)),
    (nn.BatchNorm1d(3, affine=False), (0, 3)),
    (nn.BatchNorm2d(3), (0, 3, 2, 2)),
    (nn.Linear(3, 2), (0, 3)),
    (nn.Conv2d(3, 2, 1), (0, 3, 2, 2)),
    (nn.LayerNorm(3), (0, 3)),
    (nn.ReLU(), (0, 3)),
    (nn.Dropout(), (0, 3)),
    (nn.GroupNorm(1, 3), (0, 3, 2)),
):
    for train in (True, False):
        m.train(train)
        x = torch.ones(shape, requires_grad=True)
        y = m(x)
        print(m, y.shape, y.grad_fn.name() if y.grad_fn else None)
        y.sum().backward()
        print(x.grad.shape, [p.grad.sum() for p in m.parameters()], [b.sum() for b in m.buffers()])
for pool, shape in (
    (nn.MaxPool1d(2), (0, 3, 4)),
    (nn.MaxPool2d(3), (0, 4, 4, 4)),
    (nn.AdaptiveMaxPool1d(2), (0, 4)),
    (nn.AdaptiveMaxPool2d(2), (0, 3, 4, 4)),
    (nn.AdaptiveAvgPool2d(2), (0, 4, 4)),
):
    x = torch.zeros(shape, requires_grad=True)
    y = pool(x)
    y.sum().backward()
    print(list(y.shape), list(x.grad.shape))
rows = nn.Embedding(4, 2, max_norm=0.1)
before = rows.weight.detach().clone()
try:
    rows(torch.tensor([0, 9, 3]))
except IndexError:
    print((rows.weight != before).any(1).tolist(), rows.weight._version)
