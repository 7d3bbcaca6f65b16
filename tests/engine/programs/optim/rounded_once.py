"""Sums with a factor, and the steps of optimizers that are made of them, to the last bit."""

import torch

start = torch.tensor([0.3, -1.7, 2.9, 1.1, -0.6])
other = start.flip(0)
print(start.lerp(other, 0.3).tolist())
print(start.lerp(other, start.abs() / 3).tolist())
print(start.quantile(torch.tensor([0.11, 0.3, 0.66, 0.9])).tolist())
print(start.add(other, alpha=0.3).tolist())
print(start.sub(other, alpha=0.7).tolist())
print(torch.rsub(start, other, alpha=0.3).tolist())
print(start.clone().add_(other, alpha=-0.1).tolist())
print(torch.tensor(1.1).add(torch.tensor(2.3), alpha=0.3).item())

for name, options in [
    ("SGD", {}),
    ("SGD", {"momentum": 0.9, "dampening": 0.3, "weight_decay": 0.01}),
    ("SGD", {"momentum": 0.9, "nesterov": True}),
    ("Adam", {"weight_decay": 0.1, "amsgrad": True}),
    ("AdamW", {}),
    ("RMSprop", {"centered": True, "momentum": 0.5}),
    ("Adagrad", {}),
    ("Adadelta", {}),
    ("Adamax", {}),
    ("NAdam", {}),
    ("RAdam", {}),
    ("ASGD", {}),
]:
    weight = torch.nn.Parameter(start.clone())
    optimizer = getattr(torch.optim, name)([weight], lr=0.1, **options)
    for _ in range(5):
        optimizer.zero_grad()
        (weight * weight * torch.arange(5.0) / 7).sum().backward()
        optimizer.step()
    print(name, weight.tolist())
