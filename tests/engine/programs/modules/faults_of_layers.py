import torch
import torch.nn as nn
import torch.nn.functional as F


def tried(f):
    try:
        return f()
    except Exception as e:
        return type(e).__name__


torch.manual_seed(0)
print(tried(lambda: nn.BatchNorm1d(3)(torch.ones(1, 3))))
b = nn.BatchNorm1d(3, momentum=None)
[b(torch.full((4, 3), float(i)) + torch.randn(4, 3) * 0) for i in range(3)]
print(b.running_mean, b.running_var, b.num_batches_tracked)
b.reset_running_stats()
print(b.running_mean)
b = nn.BatchNorm1d(3, track_running_stats=False)
print(b.running_mean, list(b.state_dict()))
b.eval()
print(b(torch.randn(4, 3)).mean().abs() < 1e-06)
b = nn.BatchNorm1d(3, affine=False)
print(b.weight, b)
b = nn.BatchNorm1d(3)
x = torch.randn(8, 3)
x2 = x.clone().requires_grad_()
b(x2).sum().backward()
print(x2.grad.abs().max() < 1e-05)
print(b.running_var, x.var(0) * 0.1 + 0.9)
b.eval()
x3 = x.clone().requires_grad_()
b(x3).sum().backward()
print(x3.grad[0])
for p in b.parameters():
    p.requires_grad = False
b.train()
b(x)
print(b.num_batches_tracked)
d = nn.Dropout(0.5)
print(
    d(torch.ones(6)),
    d.eval()(torch.ones(3)),
    F.dropout(torch.ones(4), 0.5),
    F.dropout(torch.ones(4), 0.5, training=False),
)
print(
    tried(lambda: nn.Dropout(1.5)), nn.Dropout(1.0)(torch.ones(3)), nn.Dropout(0.0)(torch.ones(3))
)


class M(nn.Module):
    def __init__(s):
        super().__init__()
        s.d = nn.Dropout(0.5)
        s.b = nn.BatchNorm1d(2)

    def forward(s, x):
        return F.dropout(s.b(x), 0.5, s.training)


m = M()
m.eval()
print(m.training, m.d.training, m(torch.ones(1, 2)))
m.d.train()
print(m.training, m.d.training)
m.train(False)
print(m.d.training)
print(tried(lambda: m.train(5)), m.requires_grad_(False).b.weight.requires_grad)
print(tried(lambda: nn.Linear(2, 3)(torch.ones(2, 3))))
print(tried(lambda: nn.Linear(2, 3)(torch.ones(2, 2, dtype=torch.long))))
print(tried(lambda: nn.Linear(2, 3)(torch.ones(2, 2).double())))
print(
    tried(lambda: nn.Conv2d(3, 4, 3)(torch.ones(3, 5, 5)).shape),
    tried(lambda: nn.Conv2d(3, 4, 3)(torch.ones(2, 4, 5, 5))),
    tried(lambda: nn.Conv2d(3, 4, 3)(torch.ones(2, 3, 2, 2))),
)
print(
    tried(lambda: nn.Embedding(3, 2)(torch.tensor([3]))),
    tried(lambda: nn.Embedding(3, 2)(torch.tensor([1.0]))),
)
print(
    tried(lambda: nn.LSTM(2, 3)(torch.ones(4, 2))[0].shape),
    tried(lambda: nn.LSTM(2, 3)(torch.ones(4, 1, 3))),
    tried(lambda: nn.LSTM(2, 3)(torch.ones(4, 1, 2), (torch.ones(1, 2, 3), torch.ones(1, 2, 3)))),
)
print(tried(lambda: F.cross_entropy(torch.ones(2, 3), torch.tensor([0, 3]))))
print(tried(lambda: F.cross_entropy(torch.ones(2, 3), torch.tensor([0.0, 1.0]))))
print(tried(lambda: F.cross_entropy(torch.ones(2, 3), torch.tensor([[0], [1]]))))
print(tried(lambda: F.cross_entropy(torch.ones(3), torch.tensor(1))))
print(tried(lambda: F.nll_loss(torch.ones(2, 3), torch.tensor([0, 1], dtype=torch.int32))))
print(tried(lambda: F.binary_cross_entropy(torch.tensor([1.5]), torch.tensor([1.0]))))
print(tried(lambda: F.binary_cross_entropy(torch.tensor([0.5]), torch.tensor([1]))))
print(tried(lambda: F.binary_cross_entropy_with_logits(torch.ones(2, 1), torch.ones(2))))
print(tried(lambda: F.mse_loss(torch.ones(2), torch.ones(3))))
print(
    F.cross_entropy(torch.ones(2, 3), torch.tensor([-100, -100])),
    F.cross_entropy(torch.ones(2, 3), torch.tensor([-100, 1])),
    F.cross_entropy(torch.ones(0, 3), torch.empty(0, dtype=torch.long)),
)
e = nn.Embedding(4, 2, padding_idx=0)
print(e.weight[0], e(torch.tensor([0, 1])).sum().backward(), e.weight.grad[0], e.weight.grad[1])
e = nn.Embedding.from_pretrained(torch.ones(3, 2))
print(e.weight.requires_grad)
e = nn.Embedding(3, 2, max_norm=1.0)
e.weight.data.fill_(5)
e(torch.tensor([1]))
print(e.weight)
print(
    nn.LayerNorm(3)(torch.tensor([[1.0, 2, 3]])),
    tried(lambda: nn.LayerNorm(3)(torch.ones(2, 4))),
    nn.GroupNorm(2, 4)(torch.arange(8.0).view(1, 4, 2)),
    tried(lambda: nn.GroupNorm(3, 4)),
)
print(
    nn.InstanceNorm1d(2)(torch.arange(8.0).view(2, 2, 2)),
    tried(lambda: nn.InstanceNorm2d(2)(torch.ones(1, 2, 1, 1))),
    tried(lambda: nn.MaxPool2d(3)(torch.ones(1, 1, 2, 2))),
    nn.AdaptiveAvgPool2d(1)(torch.ones(1, 2, 3, 3)).flatten(),
    nn.AdaptiveAvgPool2d((None, 2))(torch.ones(1, 1, 3, 4)).shape,
)
print(
    nn.Flatten()(torch.ones(2, 3, 4)).shape,
    nn.Unflatten(1, (2, 2))(torch.ones(1, 4)).shape,
    nn.Softmax()(torch.ones(2, 2)),
    nn.Identity(5, a=3)(7),
    nn.Softmax(dim=1),
)
print(
    nn.CrossEntropyLoss(weight=torch.ones(2), label_smoothing=0.1),
    nn.TripletMarginLoss(),
    nn.Transformer.generate_square_subsequent_mask(2),
)
print(
    nn.LSTM(2, 3, 2, bidirectional=True, dropout=0.1, batch_first=True),
    [n for n, _ in nn.LSTM(1, 1, bidirectional=True).named_parameters()],
)
print(
    nn.ModuleDict({"a": nn.Linear(1, 1), "b": nn.ReLU()}),
    nn.ParameterList([torch.ones(2), nn.Parameter(torch.ones(1))]),
    nn.ParameterDict({"x": torch.ones(1)}),
)
