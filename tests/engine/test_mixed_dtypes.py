"""Operands of several dtypes: the result is promoted, and each gradient has its leaf's dtype."""

import operator
from typing import Any

import pytest

import engine as torch

OPERATIONS = {
    "add": operator.add,
    "sub": operator.sub,
    "mul": operator.mul,
    "truediv": operator.truediv,
    "pow": operator.pow,
    "mod": operator.mod,
    "maximum": torch.maximum,
    "atan2": torch.atan2,
    "hypot": lambda x, y: torch.hypot(x, y.float()),
    "addcmul": lambda x, y: torch.addcmul(x, x, y),
    "where": lambda x, y: torch.where(x > 0, x, y),
    "xlogy": torch.xlogy,
    "fmod": torch.fmod,
}
OTHERS = {
    "integers": torch.tensor([1, 2, 3]),
    "an integer": torch.tensor(2),
    "doubles": torch.tensor([1.0, 2.0, 3.0], dtype=torch.float64),
    "a double": torch.tensor(2.0, dtype=torch.float64),
    "halves": torch.tensor([1.0, 2.0, 3.0], dtype=torch.float16),
}


@pytest.mark.parametrize("name", OPERATIONS)
@pytest.mark.parametrize("other", OTHERS)
@pytest.mark.parametrize("again", [False, True])
def test_a_gradient_has_the_dtype_and_shape_of_its_leaf(name: str, other: Any, again: bool) -> None:
    leaf = torch.tensor([1.0, 2.0, 3.0], requires_grad=True)

    result = OPERATIONS[name](leaf, OTHERS[other])
    (gradient,) = torch.autograd.grad(result.sum(), leaf, create_graph=again)

    assert (gradient.dtype, gradient.shape) == (torch.float32, leaf.shape)


@pytest.mark.parametrize("name", ["add", "sub", "mul", "truediv", "pow"])
def test_both_leaves_of_different_dtypes_get_gradients_of_their_own(name: str) -> None:
    single = torch.tensor([1.0, 2.0, 3.0], requires_grad=True)
    double = torch.tensor(2.0, dtype=torch.float64, requires_grad=True)

    OPERATIONS[name](double, single).sum().backward()

    assert (single.grad.dtype, double.grad.dtype) == (torch.float32, torch.float64)
