"""Generators of random numbers, the default one and its functions; their numbers are PyTorch's."""

import secrets
from contextlib import contextmanager

import numpy as np

from engine.device import CPU, device
from engine.stream import DEFAULT_SEED, Stream
from engine.tensor import Tensor, own, wrap


class Generator(Stream):
    """A stream of random numbers of its own, on the CPU."""

    __module__ = "torch._C"

    def __init__(self, device=CPU):
        super().__init__(DEFAULT_SEED)
        self._check_device(device)

    @staticmethod
    def _check_device(wanted):
        if device(wanted).type != "cpu":
            raise RuntimeError(f"there is no generator on {wanted}; the engine has only the CPU")

    @property
    def device(self):
        """Where the numbers are made."""
        return CPU

    def manual_seed(self, seed):
        """Begin anew from `seed`, of which the lower 32 bits decide."""
        if not -(1 << 63) <= seed < 1 << 64:
            raise ValueError(f"a seed has 64 bits, {seed} has more")
        self.restart(seed)
        return self

    def seed(self):
        """Begin anew from a seed that nobody can foresee; returns it."""
        self.restart(secrets.randbits(64))
        return self.first_seed

    def initial_seed(self):
        """The seed that the stream began from."""
        return self.first_seed

    def get_state(self):
        """The state as a tensor of bytes."""
        return wrap(self.state())

    def set_state(self, new_state):
        """Go to a state that `get_state` gave."""
        if not isinstance(new_state, Tensor) or new_state._data.dtype != np.uint8:
            raise TypeError("the state of a generator is a tensor of torch.uint8")
        self.restore(own(new_state))
        return self

    def clone_state(self):
        """Another generator in the same state."""
        twin = Generator()
        twin.restore(self.state())
        return twin

    def __deepcopy__(self, memo):
        return self.clone_state()

    __copy__ = clone_state

    def __reduce__(self):
        return _unpickled, (self.state(),)


def _unpickled(state):
    generator = Generator()
    generator.restore(state)
    return generator


default_generator = Generator()


def manual_seed(seed):
    """Begin the default generator anew from `seed`; returns it."""
    return default_generator.manual_seed(int(seed))


def seed():
    """Begin the default generator anew from a seed that nobody can foresee; returns it."""
    return default_generator.seed()


def initial_seed():
    """The seed that the default generator began from."""
    return default_generator.initial_seed()


def get_rng_state():
    """The default generator's state as a tensor of bytes."""
    return default_generator.get_state()


def set_rng_state(new_state):
    """Bring the default generator to a state that `get_rng_state` gave."""
    default_generator.set_state(new_state)


@contextmanager
def fork_rng(devices=None, enabled=True, **names_of_devices):
    """Give the default generator, at the end, the state back that it has now."""
    state = default_generator.state()
    try:
        yield
    finally:
        if enabled:
            default_generator.restore(state)
