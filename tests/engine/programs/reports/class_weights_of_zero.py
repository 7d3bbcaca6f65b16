import torch
import torch.nn.functional as F

inf = float("inf")


def gradient(loss):
    x = torch.tensor([[0.5, -1.0, 2.0], [1.0, 0.0, -0.5], [-inf, 0.0, 1.0]], requires_grad=True)
    value = loss(x)
    value.sum().backward()
    return value.detach(), x.grad


targets = torch.tensor([2, -100, 0])
for weight in ([1.0, 2.0, 0.0], [0.0, 2.0, 0.0], [0.0, 0.0, 0.0], [0.3, 0.7, 0.1]):
    w = torch.tensor(weight)
    for way in ("mean", "sum", "none"):
        print(weight, way)
        print(*gradient(lambda x: F.nll_loss(x, targets, w, reduction=way)))
        print(*gradient(lambda x: F.cross_entropy(x[:2], targets[:2], w, reduction=way)))
        print(*gradient(lambda x: F.nll_loss(x, targets, w, reduction=way) * inf))
