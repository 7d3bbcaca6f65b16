import warnings

import torch


def tried(f):
    try:
        return f()
    except Exception as e:
        return type(e).__name__


warnings.simplefilter("ignore")
x = torch.arange(6.0).view(2, 3)
for dtype in (torch.int64, torch.int32, torch.int16, torch.int8):
    print(x[torch.tensor(1, dtype=dtype)], tried(lambda: x[torch.tensor([1], dtype=dtype)]))
mask = torch.tensor([1, 0, 1], dtype=torch.uint8)
print(torch.zeros(3).index_put_((mask,), torch.tensor([3.0, 4.0])))
print(torch.ones(3).index_put((mask,), torch.tensor([3.0, 4.0]), accumulate=True))
print(tried(lambda: torch.zeros(2).index_put((mask,), torch.tensor([3.0, 4.0]))))
print(torch.nonzero(x, out=torch.empty(0, dtype=torch.int64)).tolist())
print(tried(lambda: torch.nonzero(x, out=torch.empty(0))))
print(tried(lambda: torch.unravel_index(torch.tensor([1]), (1, 2, 2.0))))
print(torch.arange(4).index_add(0, torch.tensor([0, 1]), torch.tensor([1, 2]), alpha=2.5))
print(reversed(x), reversed(torch.arange(3)), reversed(torch.tensor(3)))


def delete():
    del x[0]


print(tried(delete))
