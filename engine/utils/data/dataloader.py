"""The loader: batches of a dataset's items."""

import contextlib
import warnings
from collections import deque

from engine.address import posing
from engine.utils.data.collate import default_collate, default_convert
from engine.utils.data.dataset import IterableDataset
from engine.utils.data.sampler import (
    BatchSampler,
    RandomSampler,
    Sampler,
    SequentialSampler,
    fresh_seed,
)
from engine.utils.data.workers import Worker


class _InfiniteConstantSampler(Sampler):
    """For iterable datasets, which have no index."""

    def __iter__(self):
        while True:
            yield None


class DataLoader:
    """Iterates over a dataset in batches; its workers take turns in this process."""

    def __init__(
        self,
        dataset,
        batch_size=1,
        shuffle=None,
        sampler=None,
        batch_sampler=None,
        num_workers=0,
        collate_fn=None,
        pin_memory=False,
        drop_last=False,
        timeout=0,
        worker_init_fn=None,
        multiprocessing_context=None,
        generator=None,
        *,
        prefetch_factor=None,
        persistent_workers=False,
        pin_memory_device="",
        in_order=True,
    ):
        _check_workers(num_workers, timeout, prefetch_factor, persistent_workers)
        self.dataset, self.num_workers, self.timeout = dataset, num_workers, timeout
        self.prefetch_factor = 2 if num_workers and prefetch_factor is None else prefetch_factor
        self.pin_memory, self.pin_memory_device = pin_memory, pin_memory_device
        self.worker_init_fn, self.in_order = worker_init_fn, in_order
        self.multiprocessing_context = multiprocessing_context
        self.persistent_workers = persistent_workers
        iterable = isinstance(dataset, IterableDataset)
        if iterable:
            _check_iterable(shuffle, sampler, batch_sampler)
        if sampler is not None and shuffle:
            raise ValueError("a sampler and shuffle exclude each other")
        if batch_sampler is not None:
            if batch_size != 1 or shuffle or sampler is not None or drop_last:
                raise ValueError(
                    "a batch_sampler excludes batch_size, shuffle, sampler and drop_last"
                )
            batch_size, drop_last = None, False
        elif batch_size is None and drop_last:
            raise ValueError("batch_size=None makes no batches, so drop_last means nothing")
        if sampler is None:
            sampler = _sampler(dataset, shuffle, generator, iterable)
        if batch_size is not None and batch_sampler is None:
            batch_sampler = BatchSampler(sampler, batch_size, drop_last)
        self.batch_size, self.drop_last = batch_size, drop_last
        self.sampler, self.batch_sampler, self.generator = sampler, batch_sampler, generator
        if collate_fn is None:
            collate_fn = default_convert if batch_sampler is None else default_collate
        self.collate_fn = collate_fn
        self._initialized = True

    _told = None  # how many batches it said it would make of an iterable dataset

    def __class_getitem__(cls, item):
        return cls

    def __setattr__(self, name, value):
        fixed = ("batch_size", "batch_sampler", "sampler", "drop_last", "dataset")
        if name in fixed and self.__dict__.get("_initialized"):
            raise ValueError(f"{name} cannot be changed; make another DataLoader")
        super().__setattr__(name, value)

    def __iter__(self):
        if self.pin_memory:
            warnings.warn(
                "pin_memory=True does nothing: there is no accelerator", UserWarning, stacklevel=2
            )
        return _Iterator(self)

    def __len__(self):
        if not isinstance(self.dataset, IterableDataset):
            return len(self.sampler if self.batch_sampler is None else self.batch_sampler)
        self._told = len(self.dataset)
        if self.batch_size is None:
            return self._told
        full, rest = divmod(self._told, self.batch_size)
        return full if self.drop_last or not rest else full + 1


class _Iterator:
    """One pass over a loader: batches by this process itself, or by workers who take turns."""

    def __init__(self, loader):
        if loader.timeout and not loader.num_workers:
            raise AssertionError("timeout needs workers: num_workers is 0")
        self._loader = loader
        by_batch = loader.batch_sampler is not None
        self._indices = iter(loader.batch_sampler if by_batch else loader.sampler)
        self._base_seed = fresh_seed(loader.generator)
        self._turns = deque(self._workers() if loader.num_workers else [contextlib.nullcontext()])
        self._items = {}
        if isinstance(loader.dataset, IterableDataset):
            for worker in self._turns:
                with worker:
                    self._items[worker] = iter(getattr(worker, "dataset", loader.dataset))
        self._read, self._told = 0, loader._told

    def _workers(self):
        """New workers, or those of the pass before if they persist."""
        loader = self._loader
        kept = loader.__dict__.get("_persisting")
        if kept is None:
            kept = [Worker(loader, number, self._base_seed) for number in range(loader.num_workers)]
            if loader.persistent_workers:
                loader._persisting = kept
        return kept

    def __iter__(self):
        return self

    def __len__(self):
        return len(self._loader)

    def __next__(self):
        while self._turns:
            index = next(self._indices)
            try:
                batch = self._batch(self._turns[0], index)
            except _EndError:
                self._turns.popleft()
                continue
            self._turns.rotate(-1)
            self._read += 1
            self._check_length()
            return batch
        raise StopIteration

    def _check_length(self):
        if self._told is not None and self._read > self._told:
            warnings.warn(
                f"this is batch {self._read} of a dataset that said it has {self._told} items",
                UserWarning,
                stacklevel=3,
            )

    def _batch(self, worker, index):
        with worker:
            if self._items:
                item = self._take(self._items[worker], index)
            else:
                item = self._fetch(getattr(worker, "dataset", self._loader.dataset), index)
            return self._loader.collate_fn(item)

    def _fetch(self, dataset, index):
        if self._loader.batch_sampler is None:
            return dataset[index]
        if callable(getattr(dataset, "__getitems__", None)):
            return dataset.__getitems__(index)
        return [dataset[i] for i in index]

    def _take(self, items, index):
        """The next item of an iterable dataset, or the next as many as there are indices."""
        if self._loader.batch_sampler is None:
            for item in items:
                return item
            raise _EndError
        batch = [item for _, item in zip(index, items, strict=False)]
        if not batch or (self._loader.drop_last and len(batch) < len(index)):
            raise _EndError
        return batch


class _EndError(Exception):
    """A worker has no more items."""


def _sampler(dataset, shuffle, generator, iterable):
    if iterable:
        return _InfiniteConstantSampler()
    return RandomSampler(dataset, generator=generator) if shuffle else SequentialSampler(dataset)


def _check_workers(num_workers, timeout, prefetch_factor, persistent_workers):
    if num_workers < 0:
        raise ValueError(f"num_workers cannot be negative, as {num_workers} is")
    if timeout < 0:
        raise ValueError(f"timeout cannot be negative, as {timeout} is")
    if prefetch_factor is not None and (num_workers == 0 or prefetch_factor < 0):
        raise ValueError("prefetch_factor is a number of at least 0, for loaders with workers")
    if persistent_workers and num_workers == 0:
        raise ValueError("persistent_workers needs workers")


def _check_iterable(shuffle, sampler, batch_sampler):
    if shuffle not in (None, False):
        raise ValueError(f"an iterable dataset has its own order; shuffle cannot be {shuffle!r}")
    if sampler is not None or batch_sampler is not None:
        raise ValueError("an iterable dataset has its own order; it takes no sampler")


posing(DataLoader)

__all__ = ["DataLoader"]
