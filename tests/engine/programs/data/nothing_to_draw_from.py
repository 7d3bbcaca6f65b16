import warnings

import torch
from torch.utils.data import (
    DataLoader,
    RandomSampler,
    TensorDataset,
    WeightedRandomSampler,
)


def tried(f):
    try:
        return f()
    except Exception as e:
        return type(e).__name__


def warned(f):
    with warnings.catch_warnings(record=True) as seen:
        warnings.simplefilter("always")
        try:
            result = f()
        except Exception as e:
            result = type(e).__name__
    return result, [w.category.__name__ for w in seen]


print(tried(lambda: len(RandomSampler([]))))
print(tried(lambda: list(DataLoader([], shuffle=True))))
print(tried(lambda: list(RandomSampler(range(2), num_samples=0))))
print(tried(lambda: list(DataLoader([]))))
print(tried(lambda: len(WeightedRandomSampler([], 2))))
print(tried(lambda: len(WeightedRandomSampler([1.0], 0))))
print(tried(lambda: RandomSampler([1], num_samples=True) and 1))
print(tried(lambda: RandomSampler([1], num_samples=2.0)))
print(tried(lambda: RandomSampler([1], num_samples=-1)))
ds = TensorDataset(torch.arange(4.0))
l = DataLoader(ds, 2, pin_memory=True)
print(warned(lambda: [b[0].tolist() for b in l]))
print(warned(lambda: iter(l) and 1))
print(warned(lambda: DataLoader(ds, pin_memory=True) and 1))
