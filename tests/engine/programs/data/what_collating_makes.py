from collections import namedtuple

import torch
from torch.utils.data import DataLoader, TensorDataset, default_collate, default_convert


def tried(f):
    try:
        return f()
    except Exception as e:
        return type(e).__name__


Point = namedtuple("Point", "x y")
data = TensorDataset(torch.arange(4.0), torch.arange(4))
print(list(DataLoader(data, batch_size=None)))
print(list(DataLoader([(1, "x"), (2, "y")], batch_size=2)))
print(default_collate([Point(1, 2.0), Point(3, 4.0)]), default_collate([{"a": (1, "b")}] * 2))
print(default_convert((1, [2], Point(1, "a"))), default_convert({"a": (torch.ones(1),)}))
print(default_collate([[1, (2, 3)], [4, (5, 6)]]), default_collate(("a", "b")))
print(tried(lambda: list(DataLoader(data, timeout=5))))
