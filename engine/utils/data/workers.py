"""Workers of a loader: each with random numbers of its own, all of them in this process.

They take turns as PyTorch's processes do, so batches come in the same order and have the same
numbers. A worker has a shallow copy of the dataset: what it assigns is not seen elsewhere.
"""

import contextlib
import copy
import random

import numpy as np

from engine.address import posing
from engine.random import default_generator

_current = None  # what is told of the worker at work


class WorkerInfo:
    """What a worker can know of itself."""

    def __init__(self, **known):
        self.__dict__.update(known)

    def __repr__(self):
        known = ", ".join(f"{name}={value}" for name, value in vars(self).items())
        return f"WorkerInfo({known})"


posing(WorkerInfo)


def get_worker_info():
    """What is known of the worker at work; None outside of workers."""
    return _current


class Worker:
    """One of a loader's workers."""

    def __init__(self, loader, number, base_seed):
        self.dataset = copy.copy(loader.dataset)
        seed = base_seed + number
        self.info = WorkerInfo(
            id=number, num_workers=loader.num_workers, seed=seed, dataset=self.dataset
        )
        with _kept_states():
            random.seed(seed)
            default_generator.manual_seed(seed)
            np.random.seed(_numpy_seed(number, base_seed))
            self._states = _states()
        if loader.worker_init_fn is not None:
            with self:
                loader.worker_init_fn(number)

    def __enter__(self):
        global _current
        self._outside, _current = (_states(), _current), self.info
        _restore(self._states)

    def __exit__(self, *_):
        global _current
        self._states = _states()
        states, _current = self._outside
        _restore(states)


def _numpy_seed(number, base_seed):
    entropy = [number, base_seed & 0xFFFFFFFF, base_seed >> 32, 0]
    return np.random.SeedSequence(entropy).generate_state(4)


def _states():
    return random.getstate(), default_generator.state(), np.random.get_state()


def _restore(states):
    random.setstate(states[0])
    default_generator.restore(states[1])
    np.random.set_state(states[2])


@contextlib.contextmanager
def _kept_states():
    states = _states()
    try:
        yield
    finally:
        _restore(states)


__all__ = ["Worker", "WorkerInfo", "get_worker_info"]
