"""Datasets: what has items."""

import bisect
import itertools
import math
import warnings
from collections.abc import Iterable

from engine.address import posing
from engine.drawing import randperm


class Dataset:
    """Items by index: a subclass has `__getitem__`, and `__len__` where a sampler needs it."""

    def __init_subclass__(cls, **kwargs):
        super().__init_subclass__(**kwargs)
        posing(cls)

    def __class_getitem__(cls, item):
        return cls

    def __getitem__(self, index):
        raise NotImplementedError(f"{type(self).__name__} has to define __getitem__()")

    def __add__(self, other):
        return ConcatDataset([self, other])


class IterableDataset(Dataset, Iterable):
    """Items one after the other: a subclass has `__iter__`."""

    def __add__(self, other):
        return ChainDataset([self, other])


class TensorDataset(Dataset):
    """Rows of tensors that have the same first size."""

    def __init__(self, *tensors):
        if any(t.size(0) != tensors[0].size(0) for t in tensors):
            raise AssertionError("the tensors differ in their first size")
        self.tensors = tensors

    def __getitem__(self, index):
        return tuple(tensor[index] for tensor in self.tensors)

    def __len__(self):
        return self.tensors[0].size(0)


class StackDataset(Dataset):
    """Several datasets of one length side by side, as tuples or, if they are named, as dicts."""

    def __init__(self, *args, **kwargs):
        if bool(args) == bool(kwargs):
            raise ValueError("StackDataset takes datasets either by position or by name")
        self.datasets = args or kwargs
        lengths = {len(dataset) for dataset in self._each()}
        if len(lengths) != 1:
            raise ValueError(f"the datasets differ in length: {sorted(lengths)}")
        self._length = lengths.pop()

    def _each(self):
        return self.datasets.values() if isinstance(self.datasets, dict) else self.datasets

    def __getitem__(self, index):
        if isinstance(self.datasets, dict):
            return {name: dataset[index] for name, dataset in self.datasets.items()}
        return tuple(dataset[index] for dataset in self.datasets)

    def __getitems__(self, indices):
        """A list of items; a dataset that can gives its parts of them all at once."""
        columns = [_all_at(dataset, indices) for dataset in self._each()]
        rows = zip(*columns, strict=True)
        if isinstance(self.datasets, dict):
            return [dict(zip(self.datasets, row, strict=True)) for row in rows]
        return list(rows)

    def __len__(self):
        return self._length


def _all_at(dataset, indices):
    """The items of a dataset at the indices, asked for at once if it can."""
    if not callable(getattr(dataset, "__getitems__", None)):
        return [dataset[i] for i in indices]
    items = dataset.__getitems__(indices)
    if len(items) != len(indices):
        raise ValueError(f"a dataset gave {len(items)} items for {len(indices)} indices")
    return items


class ConcatDataset(Dataset):
    """Several datasets, one after the other."""

    def __init__(self, datasets):
        super().__init__()
        self.datasets = list(datasets)
        if not self.datasets:
            raise AssertionError("there is nothing to join")
        if any(isinstance(dataset, IterableDataset) for dataset in self.datasets):
            raise AssertionError("a ConcatDataset needs datasets with an index")
        self.cumulative_sizes = list(itertools.accumulate(map(len, self.datasets)))

    def __len__(self):
        return self.cumulative_sizes[-1]

    def __getitem__(self, idx):
        if idx < 0:
            if -idx > len(self):
                raise ValueError(f"index {idx} is out of range for {len(self)} items")
            idx += len(self)
        number = bisect.bisect_right(self.cumulative_sizes, idx)
        before = self.cumulative_sizes[number - 1] if number else 0
        return self.datasets[number][idx - before]


class ChainDataset(IterableDataset):
    """Several iterable datasets, one after the other."""

    def __init__(self, datasets):
        super().__init__()
        self.datasets = datasets

    def __iter__(self):
        for dataset in self.datasets:
            if not isinstance(dataset, IterableDataset):
                raise AssertionError("a ChainDataset needs iterable datasets")
            yield from dataset

    def __len__(self):
        return sum(len(dataset) for dataset in self.datasets)


class Subset(Dataset):
    """The items of a dataset at the given indices."""

    def __init__(self, dataset, indices):
        self.dataset, self.indices = dataset, indices

    def __getitem__(self, idx):
        if isinstance(idx, list):
            return self.dataset[[self.indices[i] for i in idx]]
        return self.dataset[self.indices[idx]]

    def __getitems__(self, indices):
        """A list of items, all at once if the dataset can."""
        chosen = [self.indices[i] for i in indices]
        if callable(getattr(self.dataset, "__getitems__", None)):
            return self.dataset.__getitems__(chosen)
        return [self.dataset[i] for i in chosen]

    def __len__(self):
        return len(self.indices)


def random_split(dataset, lengths, generator=None):
    """Disjoint random subsets of the given lengths, or of the given fractions of the whole."""
    count = len(dataset)
    if math.isclose(sum(lengths), 1) and sum(lengths) <= 1:
        lengths = _from_fractions(lengths, count)
    if sum(lengths) != count:
        raise ValueError(f"the lengths add up to {sum(lengths)}, the dataset has {count} items")
    order = randperm(count, generator=generator).tolist()
    ends = itertools.accumulate(lengths)
    return [Subset(dataset, order[end - n : end]) for end, n in zip(ends, lengths, strict=True)]


def _from_fractions(fractions, count):
    lengths = []
    for i, fraction in enumerate(fractions):
        if fraction < 0 or fraction > 1:
            raise ValueError(f"fraction {i} is not between 0 and 1")
        lengths.append(math.floor(count * fraction))
    for i in range(count - sum(lengths)):
        lengths[i % len(lengths)] += 1
    for i, length in enumerate(lengths):
        if length == 0:
            warnings.warn(f"part {i} has no items", UserWarning, stacklevel=3)
    return lengths


posing(Dataset)

__all__ = [
    "ChainDataset",
    "ConcatDataset",
    "Dataset",
    "IterableDataset",
    "StackDataset",
    "Subset",
    "TensorDataset",
    "random_split",
]
