"""Elementwise arithmetic of three operands."""

import operator

import numpy as np

from engine.limits import checked
from engine.ops import rounded
from engine.ops.compose import overloaded
from engine.ops.declare import ARRAYS, op
from engine.ops.pointwise import ARRAYLIKE, scaled
from engine.ops.promote import in_single, one_dtype, promote_all, refuse
from engine.strides import arranged


@op(
    self=lambda g: g,
    tensor1=lambda g, tensor2, value: g * tensor2 * value,
    tensor2=lambda g, tensor1, value: g * tensor1 * value,
)
def addcmul(self, tensor1, tensor2, *, value=1):
    """`self + value * tensor1 * tensor2`."""
    _refuse_numbers("addcmul", tensor1, tensor2)
    self, tensor1, tensor2 = promote_all(self, tensor1, tensor2)
    refuse("addcmul", "b", self)
    add = _plus_product if self.dtype.kind == "f" else _plus
    return add(self, tensor1, tensor2, _factor(value, self), operator.mul)


@in_single
def _plus_product(self, tensor1, tensor2, factor, _):
    """The same rounded once, where that is seen."""
    result = rounded.less_product(self, -(factor * tensor1), tensor2)
    return arranged(result, self, tensor1, tensor2)


@in_single
def _plus(self, tensor1, tensor2, factor, function):
    return arranged(self + function(factor * tensor1, tensor2), self, tensor1, tensor2)


@op(
    self=lambda g, tensor2: g,
    tensor1=lambda g, tensor2, value: g * (value / tensor2),
    tensor2=lambda g, tensor1, tensor2, value: -g * (value * tensor1 / tensor2 / tensor2),
)
def addcdiv(self, tensor1, tensor2, *, value=1):
    """`self + value * tensor1 / tensor2`; integers are refused."""
    _refuse_numbers("addcdiv", tensor1, tensor2)
    if all(v.dtype.kind in "iub" for v in (tensor1, tensor2)):
        raise RuntimeError("addcdiv() does not divide integers; convert them to a float type")
    self, tensor1, tensor2 = promote_all(self, tensor1, tensor2)
    return _plus(self, tensor1, tensor2, _factor(value, self), operator.truediv)


def _refuse_numbers(name, *operands):
    for operand in operands:
        if not isinstance(operand, ARRAYS):
            raise TypeError(f"{name}() takes tensors, not {type(operand).__name__}")


def _factor(value, like):
    """The number as one of that dtype; but floats keep their digits."""
    number = checked(value, like.dtype)
    return number if like.dtype.kind in "iu" else value


def _of_one_dtype(start, end, weight):
    alone = isinstance(weight, ARRAYS) and not weight.ndim  # and so of any dtype
    one_dtype("lerp", start, end, weight if isinstance(weight, ARRAYS) and not alone else None)
    if alone:
        start, end, weight = promote_all(start, end, weight)
    if start.dtype.kind not in "fc":
        raise NotImplementedError(f"lerp() of {start.dtype}")
    return start, end, weight


@in_single
def on_the_way(start, end, weight):
    """What lies between start and end, reckoned from the nearer one."""
    way = end - start
    weight = start.dtype.type(weight) if isinstance(weight, float) else weight
    near = rounded.less_product(start, -way, weight)
    far = rounded.less_product(end, way, 1 - weight)
    return arranged(np.where(np.abs(weight) < 0.5, near, far), start, end, weight)


def _between(self, end, weight):
    return on_the_way(*_of_one_dtype(self, end, weight))


_lerp_number = op(
    "lerp", self=lambda g, weight: scaled(g, 1 - weight), end=lambda g, weight: scaled(g, weight)
)(_between)
_lerp_tensor = op(
    "lerp",
    node="lerp:1",
    self=lambda g, weight: g * (1 - weight),
    end=lambda g, weight: g * weight,
    weight=lambda g, self, end, weight: g * (end - self),
)(_between)


@overloaded("lerp")
def lerp(self, end, weight, *, out=None):
    """From `self` (weight 0) to `end` (weight 1) on a straight line."""
    return _lerp_tensor if isinstance(weight, ARRAYLIKE) else _lerp_number
