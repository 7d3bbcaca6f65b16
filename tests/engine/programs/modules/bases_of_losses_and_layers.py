import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.nn.modules.loss import _Loss, _WeightedLoss
from torch.optim.lr_scheduler import LRScheduler, StepLR, _LRScheduler

torch.manual_seed(0)


class Scaled(_Loss):
    def __init__(self, scale, reduction="mean"):
        super().__init__(reduction=reduction)
        self.scale = scale

    def forward(self, x, y):
        return self.scale * F.mse_loss(x, y, reduction=self.reduction)


class Summed(_Loss):
    def forward(self, x):
        return x.sum()


class Smoothed(_WeightedLoss):
    def __init__(self, weight=None, reduction="mean", smoothing=0.1):
        super().__init__(weight=weight, reduction=reduction)
        self.smoothing = smoothing

    def forward(self, x, target):
        log_probs, classes = F.log_softmax(x, -1), x.size(-1)
        if self.weight is not None:
            log_probs = log_probs * self.weight.unsqueeze(0)
        wanted = torch.full_like(x, self.smoothing / (classes - 1))
        wanted.scatter_(1, target.unsqueeze(1), 1 - self.smoothing)
        return -(wanted * log_probs).sum(-1).mean()


x, y, target = torch.ones(2), torch.zeros(2), torch.tensor([0, 1])
print(Scaled(3.0), Scaled(3.0, "sum")(x, y), Scaled(2.0)(x, y), Scaled(1.0).reduction)
print(Summed()(x), Summed(reduction="none").reduction)
smoothed = Smoothed(torch.tensor([1.0, 2.0, 3.0]))
print(
    smoothed,
    smoothed(torch.ones(2, 3), target),
    dict(smoothed.state_dict()),
    dict(Smoothed().state_dict()),
)
losses = [n for n in dir(nn) if n.endswith("Loss") and not n.startswith(("Linear", "NLLLoss2"))]
print([n for n in losses if issubclass(getattr(nn, n), _WeightedLoss)])
print([n for n in losses if not issubclass(getattr(nn, n), _Loss) and "Distance" not in n])

conv = nn.Conv2d(1, 2, 3, padding=(1, 2), padding_mode="reflect")
print(conv._reversed_padding_repeated_twice)
print(nn.Conv1d(1, 1, 4, padding="same")._reversed_padding_repeated_twice)


class Standardised(nn.Conv2d):
    def forward(self, x):
        weight = self.weight - self.weight.mean((1, 2, 3), keepdim=True)
        return self._conv_forward(x, weight, self.bias)


print(Standardised(1, 1, 2, padding=1, padding_mode="circular", bias=False)(torch.ones(1, 1, 2, 2)))
modules = nn.modules
for layer, base in (
    (nn.Conv1d(1, 1, 1), modules.conv._ConvNd),
    (nn.ConvTranspose2d(1, 1, 1), modules.conv._ConvNd),
    (nn.ConvTranspose2d(1, 1, 1), modules.conv._ConvTransposeNd),
    (nn.Conv2d(1, 1, 1), modules.conv._ConvTransposeNd),
    (nn.Dropout2d(), modules.dropout._DropoutNd),
    (nn.Dropout2d(), nn.Dropout),
    (nn.MaxPool3d(1), modules.pooling._MaxPoolNd),
    (nn.AvgPool2d(1), modules.pooling._AvgPoolNd),
    (nn.MaxUnpool2d(1), modules.pooling._MaxUnpoolNd),
    (nn.AdaptiveAvgPool2d(1), modules.pooling._AdaptiveAvgPoolNd),
    (nn.AdaptiveMaxPool2d(1), modules.pooling._AdaptiveAvgPoolNd),
    (nn.AdaptiveMaxPool1d(1), modules.pooling._AdaptiveMaxPoolNd),
):
    print(layer, isinstance(layer, base))
print(modules.transformer._get_clones(nn.Linear(1, 1), 2))
pair = nn.Sequential(*[nn.ReLU()] * 2)
print(len(list(pair.modules())), len(list(pair.modules(remove_duplicate=False))))


class Warmed(_LRScheduler):
    def get_lr(self):
        return [base * min(1, (self.last_epoch + 1) / 4) for base in self.base_lrs]


optimizer = torch.optim.SGD(conv.parameters(), 0.1)
scheduler = Warmed(optimizer)
optimizer.step()
scheduler.step()
print(scheduler.get_last_lr(), isinstance(scheduler, LRScheduler))
print(isinstance(StepLR(optimizer, 1), _LRScheduler))

# the bounded ReLU that writes in place
x = torch.tensor([-1.0, 3.0, 9.0], requires_grad=True)
for y in (F.relu6(x), F.relu6(x * 1, inplace=True), F.relu6(x * 1, True), nn.ReLU6(True)(x * 1)):
    x.grad = None
    y.sum().backward()
    print(y, x.grad)
