"""Faults of single derivatives."""

from typing import Any

import numpy as np

from engine.ops import (
    activation,
    clamping,
    class_loss,
    embedding,
    extremes,
    index_ops,
    loss,
    norms,
    picking,
    pointwise,
    power,
    reduce,
    rounding,
    selecting,
)
from engine.ops.arraylike import bare, constant
from engine.ops.declare import OPS
from engine.ops.node import OpNode
from engine.ops.sum_to import sum_to
from engine.tensor import Tensor
from tests.questions.mutants.fault import fault
from tests.questions.mutants.surgery import change, every_run, formula, replace


def _where(mask: Any, value: float, other: Any) -> Any:
    filled = np.full(bare(other).shape, value, bare(other).dtype)
    return selecting.where(constant(mask, other), constant(filled, other), other)


@fault
def broadcast_is_not_summed() -> None:
    """The gradient of a broadcast operand is not summed to the operand's shape."""
    replace(sum_to, lambda original, value, shape: value)


@fault
def broadcast_is_averaged() -> None:
    """The gradient of a broadcast operand is averaged, not summed."""

    def by(original: Any, value: Any, shape: Any) -> Any:
        result = original(value, shape)
        return result * (np.prod(result.shape) / np.prod(value.shape)).item()

    replace(sum_to, by)


@fault
def sum_is_not_spread() -> None:
    """The gradient of a sum keeps the shape of the result."""
    replace(reduce.spread, lambda original, g, *rest: g)


@fault
def mean_is_not_divided() -> None:
    """The gradient of a mean is that of a sum."""
    formula(OPS["mean"], "self", lambda original, g, *rest: reduce.spread(g, *rest))


@fault
def relu_passes_at_zero() -> None:
    """The gradient of relu at 0 is 1."""
    formula(
        OPS["relu"],
        "self",
        lambda original, g, result: selecting.masked(g, bare(result) >= 0),
    )


@fault
def relu_is_halved_at_zero() -> None:
    """The gradient of relu at 0 is 0.5."""

    def by(original: Any, g: Any, result: Any) -> Any:
        return original(g, result) + g * constant((bare(result) == 0) * np.float32(0.5), g)

    formula(OPS["relu"], "self", by)


@fault
def leaky_relu_passes_at_zero() -> None:
    """The gradient of leaky_relu at 0 is 1."""
    change(activation._by_sign, "> 0", ">= 0")


@fault
def abs_rises_at_zero() -> None:
    """The gradient of abs at 0 is 1."""

    def by(original: Any, g: Any, x: Any) -> Any:
        return original(g, x) + g * constant((bare(x) == 0) * np.float32(1), g)

    formula(OPS["abs"], "self", by)


@fault
def first_maximum_wins() -> None:
    """max() and amax() give all of the gradient to the first of equal elements."""

    def by(original: Any, g: Any, x: Any, result: Any, dim: Any, keepdim: bool) -> Any:
        share = bare(original(g, x, result, dim, keepdim))
        first = np.zeros(share.size, share.dtype)
        first[np.flatnonzero(share)[:1]] = 1
        return g * constant(first.reshape(share.shape), g)

    replace(extremes._shared, by)


@fault
def first_of_two_wins() -> None:
    """maximum() gives all of the gradient to the first of two equal numbers."""

    def by(original: Any, g: Any, mine: Any, its: Any, beats: Any) -> Any:
        return original(g, mine, its, beats) * constant(
            np.where(bare(mine) == bare(its), 2, 1).astype(bare(g).dtype), g
        )

    replace(selecting._winner, by)


@fault
def maximum_is_shared_along_a_dim() -> None:
    """max(dim) gives its gradient to the last place of the dimension."""

    def by(original: Any, g: Any, shape: Any, dim: int, keepdim: bool, indices: Any) -> Any:
        last = constant(np.full(bare(indices).shape, shape[dim] - 1), indices)
        return original(g, shape, dim, keepdim, last)

    replace(extremes._at_index, by)


@fault
def clamp_stops_at_its_border() -> None:
    """The gradient of clamp is 0 at its borders."""
    change(clamping._inside, ">=", ">")
    change(clamping._inside, "<=", "<")


@fault
def sqrt_is_flat_at_zero() -> None:
    """The gradient of sqrt at 0 is 0."""

    def by(original: Any, g: Any, result: Any) -> Any:
        return _where(bare(result) == 0, 0.0, original(g, result))

    formula(OPS["sqrt"], "self", by)


@fault
def nan_is_dropped() -> None:
    """A NaN in a gradient, as of 0 times infinity, becomes 0."""

    def by(original: Any, self: OpNode, grad: Any, record: bool, edges: Any) -> Any:
        found = original(self, grad, record, edges)
        return [
            v if v is None or not np.isnan(bare(v)).any() else _where(np.isnan(bare(v)), 0.0, v)
            for v in found
        ]

    every_run(OpNode, by)


@fault
def where_passes_everything() -> None:
    """where() gives both branches the whole gradient."""
    for name in ("self", "other"):
        formula(selecting._select, name, lambda original, g, condition: g)


@fault
def power_forgets_the_exponent() -> None:
    """The derivative of x**n is x**(n - 1)."""

    def by(original: Any, g: Any, base: Any, exponent: Any) -> Any:
        return original(g, base, exponent) / (exponent or 1)

    formula(power._pow_number, "self", by)


@fault
def exp_is_linear() -> None:
    """The derivative of exp is 1."""
    formula(OPS["exp"], "self", lambda original, g, result: g)


@fault
def sigmoid_forgets_a_factor() -> None:
    """The derivative of sigmoid is the sigmoid."""
    formula(OPS["sigmoid"], "self", lambda original, g, result: g * result)


@fault
def tanh_is_linear() -> None:
    """The derivative of tanh is 1."""
    formula(OPS["tanh"], "self", lambda original, g, result: g)


@fault
def difference_forgets_its_sign() -> None:
    """The second operand of a difference gets the gradient with the wrong sign."""
    formula(OPS["sub"], "other", lambda original, g, *rest: -original(g, *rest))


@fault
def product_forgets_its_second_factor() -> None:
    """The second factor of a product gets no gradient."""
    formula(OPS["mul"], "other", lambda original, g, *rest: original(g, *rest) * 0)


@fault
def rounding_passes_gradients() -> None:
    """round() passes the gradient on as if it were the identity."""
    formula(rounding._round_whole, "self", lambda original, g: g)


@fault
def sign_passes_gradients() -> None:
    """sign() passes the gradient on as if it were the identity."""
    formula(OPS["sign"], "self", lambda original, g: g)


@fault
def repeated_indices_overwrite() -> None:
    """Indexing by [0, 0] gives element 0 the gradient of one use."""
    change(index_ops.index_backward.op.forward, "np.add.at(result, place, g)", "result[place] = g")


@fault
def gathered_twice_counts_once() -> None:
    """gather() gives an element that was picked twice the gradient of one pick."""
    change(
        picking.gather_backward.op.forward,
        "put(result,",
        "put and operator.setitem(result,",
    )


@fault
def repeated_rows_overwrite() -> None:
    """An embedding row that is used twice gets the gradient of one use."""
    change(
        embedding.embedding_backward.op.forward,
        "np.add.at(result, flat, rows)",
        "result[flat] = rows",
    )


@fault
def mse_is_not_averaged() -> None:
    """The gradient of mse_loss is that of its sum."""
    replace(loss.shared, lambda original, g, *rest: g)


@fault
def cross_entropy_is_not_averaged() -> None:
    """The gradient of cross_entropy is that of its sum."""
    change(class_loss._nll_gradient, 'g / total_weight if reduction == "mean" else g', "g")


@fault
def norm_is_nan_at_zero() -> None:
    """The gradient of a 2-norm at 0 is NaN."""
    change(norms.norm_derivative, "g * masked(x / norm, ~nought)", "g * (x / norm)")


@fault
def matmul_forgets_to_transpose() -> None:
    """The gradient of a square matrix in a matrix product comes transposed."""
    for operation in (OPS["mm"],):
        for name in operation.op.formulas:
            formula(operation, name, _transposed)


def _transposed(original: Any, *args: Any) -> Any:
    result = original(*args)
    square = result.ndim == 2 and result.shape[0] == result.shape[1]
    return (
        result.transpose(0, 1)
        if square and isinstance(result, Tensor)
        else (result.T if square else result)
    )


@fault
def quotient_forgets_its_divisor() -> None:
    """The divisor of a quotient gets the gradient with the wrong sign."""
    formula(pointwise.true_divide, "other", lambda original, g, *rest: -original(g, *rest))
