"""Every distribution gives PyTorch's own numbers, and leaves the stream where PyTorch leaves it."""

import hashlib
from typing import Any

import numpy as np
import pytest

from engine import sampling
from engine.stream import Stream
from tests.engine.fidelity import recorded

FLOATS = ["float16", "float32", "float64"]
COMPLEX = ["complex64", "complex128"]
INTEGERS = ["int8", "uint8", "int16", "int32", "int64"]
SIZES = [range(16), range(16, 35), [47, 48, 63, 100], [1000], [10007]]


def _calls() -> dict[str, tuple[str, str, tuple[Any, ...]]]:
    """Name: the method, the dtype, and the arguments."""
    calls: dict[str, tuple[str, str, tuple[Any, ...]]] = {}
    real: dict[str, list[tuple[float, ...]]] = {
        "uniform": [(0, 1), (-0.37, 0.71), (2.5, 1000)],
        "normal": [(0, 1), (0.3, 1.7), (-50, 0.01)],
        "log_normal": [(0.5, 1.3)],
        "cauchy": [(0.3, 1.7)],
        "exponential": [(1,), (3.3,)],
    }
    for name, several in real.items():
        for dtype in FLOATS + COMPLEX * (name in ("uniform", "normal")):
            calls |= {f"{name}{args} {dtype}": (name, dtype, args) for args in several}
    for dtype in [*FLOATS, *INTEGERS]:
        calls[f"geometric {dtype}"] = ("geometric", dtype, (0.3,))
    for dtype in [*FLOATS, *INTEGERS, "bool"]:
        calls[f"bernoulli {dtype}"] = ("bernoulli", dtype, (0.3,))
        calls[f"random {dtype}"] = ("random", dtype, (None, None))
        calls[f"random to 2 {dtype}"] = ("random", dtype, (0, 2))
    for low, high in [(-5, 1 << 28), (3, (1 << 28) + 3), (-(1 << 63), None), (5, None)]:
        calls[f"random {low} {high}"] = ("random", "int64", (low, high))
    for low, high in [(-70000, 70001), ((1 << 24) + 1, (1 << 24) + 9), (5, None)]:
        calls[f"random {low} {high} float"] = ("random", "float32", (low, high))
    return calls


CALLS = _calls()


class OnEngine:
    """One stream of the engine, to be compared with `OnTorch`."""

    def __init__(self, seed: int) -> None:
        self.stream = Stream(seed)

    def call(self, name: str, shape: tuple[int, ...], transposed: bool = False) -> bytes:
        method, dtype, args = CALLS[name]
        array = np.zeros(shape[::-1], dtype).T if transposed else np.zeros(shape, dtype)
        getattr(sampling, method)(array, *args, self.stream)
        return array.tobytes()

    def bernoulli(self, p: np.ndarray[Any, Any]) -> bytes:
        array = np.zeros(p.shape, np.float32)
        sampling.bernoulli(array, p, self.stream)
        return array.tobytes()

    def randperm(self, count: int) -> list[int]:
        return sampling.randperm(count, self.stream).tolist()

    def multinomial(self, weights: np.ndarray[Any, Any], count: int, again: bool) -> Any:
        return sampling.multinomial(weights, count, again, self.stream).tolist()

    def place(self) -> int:
        """A number that tells where the stream is."""
        return int(self.stream.bits32(1)[0] % 1000003)

    def state(self) -> bytes:
        return self.stream.state().tobytes()


class OnTorch:
    """The same on PyTorch."""

    def __init__(self, torch: Any, seed: int) -> None:
        self.torch, self.stream = torch, torch.Generator().manual_seed(seed)

    def call(self, name: str, shape: tuple[int, ...], transposed: bool = False) -> bytes:
        method, dtype, args = CALLS[name]
        given = [value for value in args if value is not None] if args[:1] == (None,) else args
        shape = shape[::-1] if transposed else shape
        tensor = self.torch.zeros(shape, dtype=getattr(self.torch, dtype))
        tensor = tensor.t() if transposed else tensor
        getattr(tensor, method + "_")(*given, generator=self.stream)
        return tensor.numpy().tobytes()

    def bernoulli(self, p: np.ndarray[Any, Any]) -> bytes:
        tensor = self.torch.zeros(p.shape)
        return tensor.bernoulli_(self.torch.from_numpy(p), generator=self.stream).numpy().tobytes()

    def randperm(self, count: int) -> list[int]:
        return self.torch.randperm(count, generator=self.stream).tolist()

    def multinomial(self, weights: np.ndarray[Any, Any], count: int, again: bool) -> Any:
        weights = self.torch.from_numpy(weights)
        return self.torch.multinomial(weights, count, again, generator=self.stream).tolist()

    def place(self) -> int:
        return int(self.torch.randint(1000003, (), generator=self.stream))

    def state(self) -> bytes:
        return self.stream.get_state().numpy().tobytes()


def _short(values: Any) -> str:
    raw = values if isinstance(values, bytes) else repr(values).encode()
    return hashlib.sha256(raw).hexdigest()[:12]


def _each_call(begin: Any) -> dict[str, Any]:
    """Digests of the numbers, and the places after them, for each distribution and some sizes."""
    results: dict[str, Any] = {}
    for name in CALLS:
        for sizes in SIZES:
            digests = []
            for size in sizes:
                on = begin(size)
                digests.append((_short(on.call(name, (size,))), on.place()))
            results.setdefault(name, []).append(_short(digests))
        results[name].append(_short(begin(5).call(name, (11, 3), transposed=True)))
    return results


def _mixed(begin: Any) -> list[str]:
    """Different calls after one seed, and the state in the end."""
    results = []
    for seed in range(60):
        choose, on = np.random.RandomState(seed), begin(seed)
        names = [sorted(CALLS)[place] for place in choose.randint(len(CALLS), size=6)]
        numbers = [on.call(name, (choose.randint(1, 20),)) for name in names]
        results.append(_short([*numbers, on.state()]))
    return results


def _choices(begin: Any) -> dict[str, Any]:
    """Permutations, draws by weight, and coins of given probabilities."""
    choose, results = np.random.RandomState(0), {"fresh state": _short(begin(5).state())}
    for count in (0, 1, 2, 3, 10, 100, 30001):
        results[f"randperm {count}"] = _short(begin(count).randperm(count))
    for dtype in FLOATS:
        p = choose.random_sample((7, 9)).astype(dtype)
        results[f"coins {dtype}"] = _short(begin(1).bernoulli(p))
        results[f"coins turned {dtype}"] = _short(begin(1).bernoulli(p.T))
        for count, again in ((1, False), (1, True), (4, False), (50, True)):
            drawn = [begin(2).multinomial(weights, count, again) for weights in (p, p[0])]
            results[f"multinomial {dtype} {count} {again}"] = _short(drawn)
    return results


def _all(begin: Any) -> dict[str, Any]:
    return {**_each_call(begin), "mixed": _mixed(begin), **_choices(begin)}


def record(torch: Any) -> dict[str, Any]:
    return _all(lambda seed: OnTorch(torch, seed))


@pytest.mark.filterwarnings("ignore:random_:UserWarning")
@pytest.mark.parametrize("part", [_each_call, _choices])
def test_the_numbers_are_pytorchs(part: Any) -> None:
    said = part(OnEngine)

    assert {name: recorded("sampling")[name] for name in said} == said


@pytest.mark.filterwarnings("ignore:random_:UserWarning")
def test_mixed_calls_leave_the_stream_where_pytorch_leaves_it() -> None:
    assert recorded("sampling")["mixed"] == _mixed(OnEngine)


def test_a_restored_stream_goes_on_from_there() -> None:
    stream, other = Stream(3), Stream(9)
    stream.normals(5)

    other.restore(stream.state())

    assert stream.normals(4).tolist() == other.normals(4).tolist()
    assert (other.first_seed, stream.unit32(3).tolist()) == (3, other.unit32(3).tolist())


def test_a_state_of_another_size_is_refused() -> None:
    with pytest.raises(RuntimeError, match="5056"):
        Stream().restore(np.zeros(3, np.uint8))


def test_only_the_lower_32_bits_of_a_seed_decide() -> None:
    assert Stream(5).unit32(3).tolist() == Stream(5 + (1 << 40)).unit32(3).tolist()


def test_a_range_that_a_float_dtype_cannot_hold_warns() -> None:
    with pytest.warns(UserWarning, match="every integer"):
        sampling.random(np.zeros(3, np.float32), 0, 1 << 25, Stream())


WRONG: list[tuple[str, str, tuple[Any, ...], type[Exception]]] = [
    ("uniform", "float32", (1, 0), RuntimeError),
    ("uniform", "float16", (0, 1e6), RuntimeError),
    ("uniform", "int64", (0, 1), NotImplementedError),
    ("normal", "float32", (0, -1), RuntimeError),
    ("normal", "int64", (0, 1), NotImplementedError),
    ("log_normal", "float32", (0, 0), RuntimeError),
    ("cauchy", "float32", (0, -1), RuntimeError),
    ("cauchy", "int64", (0, 1), RuntimeError),
    ("exponential", "float32", (0,), RuntimeError),
    ("exponential", "int64", (1,), RuntimeError),
    ("geometric", "float32", (1,), RuntimeError),
    ("geometric", "bool", (0.5,), NotImplementedError),
    ("bernoulli", "float32", (1.5,), RuntimeError),
    ("bernoulli", "complex64", (0.5,), NotImplementedError),
    ("random", "uint8", (0, 300), RuntimeError),
    ("random", "float32", (5, 2), RuntimeError),
    ("random", "uint16", (None, None), NotImplementedError),
]


@pytest.mark.parametrize(("name", "dtype", "args", "error"), WRONG)
def test_wrong_parameters_and_dtypes_are_refused(
    name: str, dtype: str, args: tuple[Any, ...], error: type[Exception]
) -> None:
    with pytest.raises(error, match=name):
        getattr(sampling, name)(np.zeros(3, dtype), *args, Stream())


@pytest.mark.parametrize(("weights", "count"), [([0.0, 0.0], 1), ([-1.0, 2.0], 1), ([1.0, 1.0], 3)])
def test_wrong_weights_are_refused(weights: list[float], count: int) -> None:
    with pytest.raises(RuntimeError, match="multinomial"):
        sampling.multinomial(np.array(weights), count, False, Stream())
