"""Arrays print as PyTorch prints tensors."""

from typing import Any

import numpy as np
import pytest

from engine import printing
from tests.engine.fidelity import recorded

INTEGERS = ["uint8", "int8", "int16", "int32", "int64", "uint16", "uint32", "uint64"]
DTYPES = ["bool", *INTEGERS, "float16", "float32", "float64", "complex64", "complex128"]
SPECIAL = (0.0, -0.0, np.nan, np.inf, -np.inf)
AT_THE_BORDERS = (1e8, 1.0001e8, 1e-4, 9.9e-5, 1000.0, 1.0, 0.1, 100.0, 1001.0, 99999.0, 0.5, 0.0)
OPTIONS: list[dict[str, Any]] = [
    {},
    {"precision": 2},
    {"precision": 8, "linewidth": 120},
    {"linewidth": 40},
    {"threshold": 5, "edgeitems": 1},
    {"threshold": 20, "edgeitems": 2, "precision": 1},
    {"profile": "short"},
    {"profile": "full"},
    {"sci_mode": True},
    {"sci_mode": False, "precision": 6},
]


def sample(seed: int) -> np.ndarray[Any, Any]:
    """An array of some dtype, shape and magnitude; the same in every version of NumPy."""
    random = np.random.RandomState(seed)
    dims = random.choice([0, 1, 1, 1, 2, 2, 3, 4])
    if seed % 10 == 0:
        shape = tuple(random.choice([0, 1, 2, 7], dims))
    elif seed % 23 == 0:
        shape = tuple(random.choice([1, 2, 6, 7, 20, 1100], min(dims, 2)))
    else:
        shape = tuple(random.randint(1, [1, 30, 7, 4, 3][dims], dims))
    dtype = np.dtype(DTYPES[random.randint(len(DTYPES))])
    with np.errstate(all="ignore"):
        if dtype.kind == "b":
            return np.asarray(random.random_sample(shape) < 0.5)
        if dtype.kind in "iu":
            low = 0 if dtype.kind == "u" else -100
            return np.asarray(random.randint(low, 128, shape) ** random.randint(1, 9)).astype(dtype)
        real, imag = _floats(random, shape), _floats(random, shape)
        return np.asarray(real if dtype.kind == "f" else real + 1j * imag).astype(dtype)


def _floats(random: np.random.RandomState, shape: tuple[int, ...]) -> np.ndarray[Any, Any]:
    values = np.asarray(random.standard_normal(shape))
    scale = 10.0 ** random.uniform(-12, 12)
    kind = random.randint(6)
    if kind == 1:
        values = np.round(values * max(scale, 1))
    elif kind == 2:
        values = values * scale
    elif kind == 3:
        values = values * 10.0 ** random.uniform(-4, 4, shape)
    elif kind == 4:
        values = np.round(values, random.randint(4))
    elif kind == 5:
        values = random.choice(AT_THE_BORDERS, shape)
    for special in SPECIAL:
        if random.randint(8) == 0:
            values = np.where(random.random_sample(shape) < random.random_sample(), special, values)
    return np.asarray(values)


def _seeds(number: int) -> range:
    return range(400) if number == 0 else range(number * 1000, number * 1000 + 40)


def record(torch: Any) -> list[list[str]]:
    texts = []
    for number, options in enumerate(OPTIONS):
        torch.set_printoptions(profile="default")
        torch.set_printoptions(**options)
        texts.append([repr(torch.from_numpy(sample(seed))) for seed in _seeds(number)])
    torch.set_printoptions(profile="default")
    return texts


@pytest.fixture(autouse=True)
def _default_options() -> Any:
    yield
    printing.set_printoptions(profile="default")


@pytest.mark.parametrize("number", range(len(OPTIONS)))
def test_arrays_of_every_kind_print_as_in_pytorch(number: int) -> None:
    expected = recorded("printing")[number]
    printing.set_printoptions(**OPTIONS[number])

    assert expected == [printing.format_array(sample(seed)) for seed in _seeds(number)]


def test_a_remark_that_does_not_fit_goes_on_its_own_line() -> None:
    row = np.arange(100.0, 112.0, dtype=np.float32)

    text = printing.format_array(row, suffixes=["grad_fn=<MulBackward0>"])

    assert text.endswith("110., 111.],\n       grad_fn=<MulBackward0>)")


def test_remarks_follow_on_the_same_line_while_they_fit() -> None:
    text = printing.format_array(np.zeros(2), suffixes=["requires_grad=True"])

    assert text == "tensor([0., 0.], dtype=torch.float64, requires_grad=True)"


def test_an_unknown_profile_changes_nothing_as_in_pytorch() -> None:
    before = printing.get_printoptions()
    printing.set_printoptions(profile="huge")

    assert printing.get_printoptions() == before


@pytest.mark.torch
def test_further_arrays_print_as_in_pytorch_itself() -> None:
    import torch

    arrays = [sample(seed) for seed in range(10_000, 12_000)]

    for array in arrays:
        assert printing.format_array(array) == repr(torch.from_numpy(array))
