"""What warns once does not again, and what is empty warns only where it may have been used up."""

import warnings

import numpy as np
import torch
from torch.nn.utils import clip_grad_norm_
from torch.utils.data import DataLoader, IterableDataset


def count(call):
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        call()
    return len(caught)


rows = [np.ones(1), np.zeros(1)]
bytes_ = torch.ones(2, dtype=torch.uint8)
for call in (lambda: torch.tensor(rows), lambda: torch.where(bytes_, 1.0, 2.0)):
    count(call)
    print(count(call))

leaf = torch.ones(1, requires_grad=True)
for parameters in ([], iter([]), filter(None, []), (p for p in ()), [leaf]):
    print(type(parameters).__name__, count(lambda: clip_grad_norm_(parameters, 1.0)))
try:
    clip_grad_norm_([leaf], "one")
except ValueError as error:
    print(type(error).__name__)


class Growing(IterableDataset):
    said = 3

    def __len__(self):
        return self.said

    def __iter__(self):
        return iter(range(5))


for size in (1, 2, None):
    loader = DataLoader(Growing(), batch_size=size)
    print(count(lambda: list(loader)), len(loader), count(lambda: list(loader)))
