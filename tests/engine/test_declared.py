"""Every declared operation has the derivatives that finite differences find.

What is declared is found here by itself, if it takes nothing but tensors of any shape: its name
only needs a line here if it wants more of them. PyTorch's own samples of all its operators are in
test_operators.py.
"""

from __future__ import annotations

import warnings
from typing import Any

import numpy as np
import pytest

import engine as torch
from engine.autograd import gradcheck, gradgradcheck
from engine.ops.declare import OPS, Op
from engine.ops.op import MISSING

SHAPES = {  # of the inputs, where matrices will not do
    "addbmm": [(3, 3), (2, 3, 3), (2, 3, 3)],
    "addmv": [(3,), (3, 3), (3,)],
    "addr": [(3, 3), (3,), (3,)],
    "baddbmm": [(2, 3, 3), (2, 3, 3), (2, 3, 3)],
    "bmm": [(2, 3, 3), (2, 3, 3)],
    "diagonal_scatter": [(3, 3), (3,)],
    "dot": [(3,), (3,)],
    "glu": [(3, 4)],
    "mv": [(3, 3), (3,)],
    "vdot": [(3,), (3,)],
    "view_as_complex": [(3, 2)],
}
ABOVE_ONE = {"acosh"}
ONCE = {"hardsigmoid", "pdist"}  # without a second derivative, as in PyTorch
WITHOUT = {"floor_divide", "heaviside", "igamma", "igammac", "_unique"}  # without any
DRAWN = {name for name in OPS if name.startswith("_") and name.endswith("_")} | {
    "_bernoulli",
    "_binomial",
    "_poisson",
}
SYMMETRIC = {  # functions of one triangle, for which PyTorch's derivative is symmetric
    *("cholesky", "linalg_cholesky", "cholesky_inverse", "cholesky_solve", "linalg_eigh"),
    "linalg_cholesky_ex",
}
COMPLEX = {"_as_real", "linalg_eig"}
LEFT_OUT = WITHOUT | DRAWN | SYMMETRIC | COMPLEX


def _takes_tensors_alone(operation: Op) -> bool:
    pairs = zip(operation.parameters, operation.defaults, strict=True)
    return {name for name, default in pairs if default is MISSING} <= set(operation.formulas)


def _declared() -> dict[str, Any]:
    """Functions of operations by name, each operation once."""
    found = {}
    for name, function in OPS.items():
        operation = getattr(function, "op", None)
        if operation is None or not operation.formulas or name in LEFT_OUT:
            continue
        if _takes_tensors_alone(operation) and function not in found.values():
            found[name] = function
    return found


DECLARED = _declared()


def _inputs(name: str, operation: Op) -> list[Any]:
    count = 2 if operation.variadic else len(operation.formulas)
    draw = np.random.default_rng(len(name))
    low = 1.2 if name in ABOVE_ONE else 0.2
    shapes = SHAPES.get(name, [(3, 3)] * count)
    return [torch.tensor(draw.uniform(low, low + 0.6, s), requires_grad=True) for s in shapes]


@pytest.mark.filterwarnings("ignore:triangular_solve")
@pytest.mark.parametrize("name", DECLARED)
def test_derivatives_are_those_of_finite_differences(name: str) -> None:
    operation, function = DECLARED[name].op, DECLARED[name]
    inputs = _inputs(name, operation)

    def call(*tensors: Any) -> Any:
        return function(list(tensors)) if operation.variadic else function(*tensors)

    results = call(*inputs)
    results = results if isinstance(results, list | tuple) else [results]
    assert all(r.isfinite().all() for r in results)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        assert gradcheck(call, inputs)
        assert name in ONCE or gradgradcheck(call, inputs)


def test_what_is_said_of_operations_is_of_some_that_there_are() -> None:
    assert LEFT_OUT | ABOVE_ONE | ONCE | SHAPES.keys() <= OPS.keys()
