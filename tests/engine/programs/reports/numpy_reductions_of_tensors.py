import numpy as np
import torch


def tried(f):
    try:
        print(f())
    except Exception as error:
        print(type(error).__name__)


t = torch.tensor([[1.0, 2.0], [3.0, 4.0]])
for name in ("sum", "mean", "prod", "max", "min", "all", "any", "median", "argmax", "size"):
    tried(lambda: getattr(np, name)(t.numpy()))
    if name != "size":
        tried(lambda: getattr(np, name)(t))
    tried(lambda: getattr(np, name)(t, axis=0) if name not in ("median", "size") else None)
    tried(lambda: getattr(np, name)([t, t]) if name != "size" else None)
for f in (t.sum, t.mean, t.prod, t.all, t.any, t.max, t.min):
    tried(lambda: f(axis=0, out=None))
    tried(lambda: f(0, out=t[0]))
    tried(lambda: f(axis=0))
losses = [torch.tensor(1.0), torch.tensor(3.0)]
print(np.mean(losses), np.sum(losses), np.mean([loss.item() for loss in losses]))
tried(lambda: np.mean([torch.tensor(1.0, requires_grad=True)]))
print(torch.sum(t, 0, out=torch.zeros(2)), torch.mean(t, axis=1), torch.all(t > 1, axis=0))
print(np.cumsum(t), np.abs(-t), np.clip(t, 2, 3), np.round(t / 3, 2))
