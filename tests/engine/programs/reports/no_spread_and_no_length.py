import warnings

import torch
import torch.nn.functional as F


def warned(f):
    with warnings.catch_warnings(record=True) as seen:
        warnings.simplefilter("always")
        try:
            result = f()
        except Exception as e:
            result = type(e).__name__
    return result, [w.category.__name__ for w in seen]


for v in ([0.0, 0.0, 0.0], [1.0, 1.0, 1.0], [1.0]):
    for f in ("std", "var", "norm"):
        x = torch.tensor(v, requires_grad=True)
        y = getattr(x, f)()
        y.backward()
        print(f, v, y, x.grad)
x = torch.zeros(2, 2, requires_grad=True)
x.std(0).mean().backward()
print(x.grad)
x = torch.ones(1, 2, requires_grad=True)
print(warned(lambda: x.std(0)))
print(x.std(0, unbiased=False), x.var(0, correction=0), warned(lambda: torch.tensor([1.0]).std()))
x = torch.zeros(2, requires_grad=True)
F.normalize(x, dim=0).sum().backward()
print(x.grad)
x = torch.zeros(2, requires_grad=True)
F.cosine_similarity(x, torch.ones(2), 0).backward()
print(x.grad)
x = torch.zeros(2, requires_grad=True)
torch.cdist(x[None], torch.zeros(1, 2)).sum().backward()
print(x.grad)
x = torch.zeros(2, requires_grad=True)
F.pairwise_distance(x[None], torch.zeros(1, 2)).backward()
print(x.grad)
x = torch.zeros(2, requires_grad=True)
torch.linalg.norm(x).backward()
print(x.grad)
x = torch.zeros(2, requires_grad=True)
x.norm(1).backward()
print(x.grad)
x = torch.zeros(2, requires_grad=True)
x.norm(float("inf")).backward()
print(x.grad)
x = torch.zeros(2, requires_grad=True)
x.norm(3).backward()
print(x.grad)
x = torch.zeros(2, requires_grad=True)
x.norm(0.5).backward()
print(x.grad)
x = torch.zeros(2, requires_grad=True)
x.norm(0).backward()
print(x.grad)

with warnings.catch_warnings(record=True) as caught:
    warnings.simplefilter("always")
    x = torch.ones(0, requires_grad=True)
    y = x.var()
    warned = len(caught)
    y.backward()
    print(warned, len(caught) - warned, x.grad)
