import operator

import torch


def tried(f, *args, **options):
    try:
        return str(f(*args, **options))
    except Exception as e:
        return type(e).__name__


small, byte = torch.tensor([3], dtype=torch.int8), torch.tensor([3], dtype=torch.uint8)
for t in (small, byte, torch.tensor([3]), torch.tensor([3.0])):
    for v in (-1, 2, 300, True):
        names = ("add", "sub", "mul", "truediv", "floordiv", "mod", "pow")
        for name in names:
            f = getattr(operator, name)
            print(t.dtype, v, name, tried(f, t, v), tried(f, v, t))
mask = torch.tensor([True, False])
for v in (True, False, 2):
    print(v, tried(operator.pow, mask, v), tried(operator.pow, v, mask))
print(tried(torch.add, mask, mask, alpha=2), tried(torch.add, small, small, alpha=True))
print(tried(torch.rsub, small, True), tried(small.sub_, True), tried(operator.sub, True, mask))
half = torch.tensor([2.0], dtype=torch.float16)
print(tried(operator.pow, half, 1e5), tried(operator.pow, half, float("inf")))
for t in (half, half.double(), small):
    for e in (torch.tensor([3]), torch.tensor([100]), torch.tensor(2), torch.tensor([0.5]), mask):
        print(t.dtype, e.dtype, tried(torch.ldexp, t, e))
for v in (1.0, -1.0, 2.0, -2.0, float("inf"), float("-inf"), 0.3, 0.0):
    t = torch.tensor([0.0, -0.0, 6.0, -6.0, 0.2, -0.2, float("inf")])
    print(v, t % v, torch.remainder(t, torch.tensor(v)), torch.fmod(t, v))
