"""Samplers: in which order items come, with PyTorch's own random numbers."""

import itertools

from engine.address import posing
from engine.creation import empty
from engine.data import as_tensor
from engine.drawing import randperm
from engine.dtype import float64, int64
from engine.random import Generator


class Sampler:
    """Indices: a subclass has `__iter__`."""

    def __init_subclass__(cls, **kwargs):
        super().__init_subclass__(**kwargs)
        posing(cls)

    def __class_getitem__(cls, item):
        return cls

    def __iter__(self):
        raise NotImplementedError(f"{type(self).__name__} has to define __iter__()")


class SequentialSampler(Sampler):
    """One after the other."""

    def __init__(self, data_source):
        self.data_source = data_source

    def __iter__(self):
        return iter(range(len(self.data_source)))

    def __len__(self):
        return len(self.data_source)


def fresh_seed(generator=None):
    """A number from the generator (the global one for None)."""
    return int(empty((), dtype=int64).random_(generator=generator).item())


class RandomSampler(Sampler):
    """In random order, which without a generator starts from the global one's next number."""

    def __init__(self, data_source, replacement=False, num_samples=None, generator=None):
        self.data_source, self.replacement = data_source, replacement
        self._num_samples, self.generator = num_samples, generator
        if not isinstance(replacement, bool):
            raise TypeError(f"replacement is a bool, not {replacement!r}")
        if not isinstance(self.num_samples, int) or self.num_samples <= 0:
            raise ValueError(f"num_samples is an int above 0, not {self.num_samples!r}")

    @property
    def num_samples(self):
        """Number of indices."""
        return len(self.data_source) if self._num_samples is None else self._num_samples

    def __iter__(self):
        count, generator = len(self.data_source), self.generator
        if generator is None:
            generator = Generator().manual_seed(fresh_seed())
        if self.replacement:
            for size in _portions(self.num_samples, 32):
                draw = empty((size,), dtype=int64).random_(0, count, generator=generator)
                yield from draw.tolist()
            return
        for size in _portions(self.num_samples, count):
            yield from randperm(count, generator=generator).tolist()[:size]

    def __len__(self):
        return self.num_samples


def _portions(total, size):
    """`total` in full portions and a last one, which may be empty but is drawn all the same."""
    if size == 0:
        return [0]
    return [*itertools.repeat(size, total // size), total % size]


class SubsetRandomSampler(Sampler):
    """The given indices in random order."""

    def __init__(self, indices, generator=None):
        self.indices, self.generator = indices, generator

    def __iter__(self):
        for i in randperm(len(self.indices), generator=self.generator).tolist():
            yield self.indices[i]

    def __len__(self):
        return len(self.indices)


class WeightedRandomSampler(Sampler):
    """Indices as often as their weights say."""

    def __init__(self, weights, num_samples, replacement=True, generator=None):
        if isinstance(num_samples, bool) or not isinstance(num_samples, int) or num_samples <= 0:
            raise ValueError(f"num_samples is an int above 0, not {num_samples!r}")
        if not isinstance(replacement, bool):
            raise ValueError(f"replacement is a bool, not {replacement!r}")
        self.weights = as_tensor(weights, dtype=float64)
        if self.weights.dim() != 1:
            raise ValueError(f"weights have one dimension, not {self.weights.dim()}")
        self.num_samples, self.replacement = num_samples, replacement
        self.generator = generator

    def __iter__(self):
        draw = self.weights.multinomial(
            self.num_samples, self.replacement, generator=self.generator
        )
        yield from draw.tolist()

    def __len__(self):
        return self.num_samples


class BatchSampler(Sampler):
    """Lists of `batch_size` indices of another sampler."""

    def __init__(self, sampler, batch_size, drop_last):
        if isinstance(batch_size, bool) or not isinstance(batch_size, int) or batch_size <= 0:
            raise ValueError(f"batch_size is an int above 0, not {batch_size!r}")
        if not isinstance(drop_last, bool):
            raise ValueError(f"drop_last is a bool, not {drop_last!r}")
        self.sampler, self.batch_size, self.drop_last = sampler, batch_size, drop_last

    def __iter__(self):
        indices = iter(self.sampler)
        while batch := list(itertools.islice(indices, self.batch_size)):
            if len(batch) == self.batch_size or not self.drop_last:
                yield batch

    def __len__(self):
        full, rest = divmod(len(self.sampler), self.batch_size)
        return full if self.drop_last or not rest else full + 1


posing(Sampler)

__all__ = [
    "BatchSampler",
    "RandomSampler",
    "Sampler",
    "SequentialSampler",
    "SubsetRandomSampler",
    "WeightedRandomSampler",
]
