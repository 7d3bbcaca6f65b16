"""The stream of random bits behind PyTorch's CPU generator, and the uniform numbers made of it."""

import numpy as np

from engine import gaussian

_LOW_24, _LOW_53 = np.uint64((1 << 24) - 1), np.uint64((1 << 53) - 1)
_TO_UNIT_32 = np.float32(2**-24)

DEFAULT_SEED = 67280421310721
_STATE = np.dtype(  # the bytes of a generator's state, as PyTorch lays them out
    [
        ("seed", "u8"),
        ("left", "i4"),
        ("seeded", "i4"),
        ("next", "u8"),
        ("words", "u8", 624),
        ("unused", "f8"),
        ("normal", "f8"),
        ("unused too", "f8"),
        ("has normal", "i8"),
        ("unused float", "i8"),
    ]
)


class Stream:
    """The Mersenne Twister, and the second normal number of a pair until it is asked for."""

    def __init__(self, seed=DEFAULT_SEED):
        self._twister = np.random.MT19937()
        self._seeder = np.random.RandomState(self._twister)
        self.restart(seed)

    def restart(self, seed):
        """Begin the stream of `seed`, taken as 64 bits of which the lower 32 decide."""
        self.first_seed = seed % (1 << 64)
        self.kept_normal = None
        self._seeder.seed(seed & 0xFFFFFFFF)

    def bits32(self, count):
        """The next `count` draws of 32 bits, as uint64."""
        return self._twister.random_raw(count)

    def bits64(self, count):
        """The next `count` draws of 64 bits, each made of two of 32, as uint64."""
        high, low = self.bits32(2 * count).reshape(-1, 2).T
        return high << np.uint64(32) | low

    def unit32(self, count):
        """Uniform float32 numbers in [0, 1), multiples of 2 ** -24."""
        return np.multiply(self.bits32(count) & _LOW_24, _TO_UNIT_32, dtype=np.float32)

    def unit64(self, count):
        """Uniform float64 numbers in [0, 1), multiples of 2 ** -53."""
        return (self.bits64(count) & _LOW_53) * 2.0**-53

    def normals(self, count):
        """Standard normal float64 numbers, made in pairs."""
        numbers = [] if self.kept_normal is None or not count else [self.kept_normal]
        if numbers:
            self.kept_normal = None
        missing = count - len(numbers)
        uniform = iter(self.unit64(missing + missing % 2).tolist())
        for first in uniform:
            numbers.extend(gaussian.pair(first, next(uniform)))
        if len(numbers) > count:
            self.kept_normal = numbers.pop()
        return np.array(numbers)

    def state(self):
        """The state as bytes, which `restore` takes back."""
        words, position = self._twister.state["state"].values()
        untouched = position == 624 and words[0] == self.first_seed & 0xFFFFFFFF
        state = np.zeros((), _STATE)
        state["seed"], state["seeded"], state["words"] = self.first_seed, 1, words
        state["left"], state["next"] = 625 - position, 0 if untouched else position
        if self.kept_normal is not None:
            state["normal"], state["has normal"] = self.kept_normal, 1
        return np.frombuffer(state.tobytes(), np.uint8).copy()

    def restore(self, raw):
        """Go to a state that `state` gave."""
        if raw.size != _STATE.itemsize:
            raise RuntimeError(
                f"a generator's state has {_STATE.itemsize} bytes, but {raw.size} were given"
            )
        state = np.frombuffer(raw.tobytes(), _STATE)[0]
        self.first_seed = int(state["seed"])
        self.kept_normal = float(state["normal"]) if state["has normal"] else None
        position = 624 if state["left"] == 1 else int(state["next"])
        words = {"key": state["words"].astype(np.uint32), "pos": position}
        self._twister.state = {"bit_generator": "MT19937", "state": words}
