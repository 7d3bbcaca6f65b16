"""Jacobians column by column in forward mode: `functional.jacobian` with a strategy."""

import numpy as np

from engine.autograd.forward_ad import dual_level, make_dual, unpack_dual
from engine.tensor import Tensor, wrap

_REVERSE, _FORWARD = "reverse-mode", "forward-mode"


def check_strategy(strategy, create_graph, strict, vectorize):
    """Refuse options that exclude each other; whether the Jacobian is wanted by columns."""
    if strategy not in (_REVERSE, _FORWARD):
        raise AssertionError(f"a strategy is {_REVERSE!r} or {_FORWARD!r}, not {strategy!r}")
    if strategy == _FORWARD and create_graph:
        raise NotImplementedError(f"{_FORWARD} has no create_graph=True")
    if strict and (vectorize or strategy == _FORWARD):
        raise RuntimeError(f"strict=True needs {_REVERSE} and vectorize=False")
    if strategy == _FORWARD and not vectorize:
        raise NotImplementedError(f"{_FORWARD} needs vectorize=True")
    return strategy == _FORWARD


def check_outputs(outputs):
    """Refuse outputs that rows, one pass for each element, cannot be computed from."""
    if not outputs:
        raise IndexError("jacobian() of no outputs has no rows")
    for output in outputs:
        if not output.numel():
            raise RuntimeError("jacobian() of an empty output has no rows; pass vectorize=True")
        if output.requires_grad and output.is_complex():
            raise RuntimeError("jacobian() of a complex output; pass vectorize=True")


def columns(func, inputs):
    """Whether `func` returns a tuple, and a row of blocks for each output.

    The inputs are taken as they are, so blocks have a history where an input requires grad.
    """
    blocks = []
    if not any(x.numel() for x in inputs):
        return _empty(func(*inputs), inputs)
    with dual_level():
        for place, x in enumerate(inputs):
            found = [_pushed(func, inputs, place, unit) for unit in _units(x)]
            many = found[0][0] if found else False
            blocks.append([_block(parts, x) for parts in zip(*(f[1] for f in found), strict=True)])
    return many, tuple(zip(*blocks, strict=True))


def _empty(result, inputs):
    """The same if no input has any element."""
    many = isinstance(result, tuple)
    outputs = result if many else (result,)
    if any(output.numel() for output in outputs):
        raise RuntimeError("jacobian() by columns is not defined for inputs without elements")
    return many, tuple(
        tuple(output.new_zeros((*output.shape, *x.shape)) for x in inputs) for output in outputs
    )


def _units(x):
    for i in range(x.numel()):
        unit = np.zeros(x._data.shape, x._data.dtype)
        unit.reshape(-1)[i] = 1
        yield wrap(unit)


def _pushed(func, inputs, place, unit):
    """Whether there are several outputs, and the tangent of each."""
    zeros = [wrap(np.zeros(x._data.shape, x._data.dtype)) for x in inputs]
    zeros[place] = unit
    result = func(*map(make_dual, inputs, zeros))
    many = isinstance(result, tuple)
    row = result if many else (result,)
    for output in row:
        if not isinstance(output, Tensor):
            raise TypeError(f"jacobian: an output is a tensor, not {type(output).__name__}")
    return many, [_tangent(output) for output in row]


def _tangent(output):
    primal, tangent = unpack_dual(output)
    return wrap(np.zeros(primal._data.shape, primal._data.dtype)) if tangent is None else tangent


def _block(parts, x):
    from engine.ops.joining import stack

    shape = (*parts[0].shape, *x.shape)
    return stack(list(parts)).movedim(0, -1).reshape(shape)
