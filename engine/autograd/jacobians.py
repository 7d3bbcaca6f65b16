"""Jacobians by finite differences and by backward, as blocks of real numbers.

Rows correspond to real numbers of the input, columns to those of the output.
"""

import numpy as np

from engine.autograd import gradients
from engine.autograd.reals import count, directions, reals, units
from engine.tensor import Tensor, own, wrap


class GradcheckError(RuntimeError):
    """A derivative disagrees with finite differences."""

    __module__ = "torch.autograd.gradcheck"


def row(values):
    """One or several values as a tuple."""
    return tuple(values) if isinstance(values, tuple | list) else (values,)


def numerical(function, inputs, x, outputs, eps):
    """The Jacobian of every output with respect to `x`, by central differences."""
    columns = [np.zeros((count(x._data), count(o._data))) for o in outputs]
    data = own(x)
    steps = [(p, d) for p in np.ndindex(data.shape) for d in directions(data)]
    for k, (place, direction) in enumerate(steps):
        before = data[place]
        sides = []
        for step in (eps * direction, -eps * direction):
            data[place] = before + step
            found = [o for o in row(function(*inputs)) if isinstance(o, Tensor)]
            sides.append([reals(np.array(o._data)) for o in found])
            _check_alike(found, outputs)
        data[place] = before
        for column, up, down in zip(columns, *sides, strict=False):
            column[k] = (up - down) / (2 * eps)
    return columns


def _check_alike(found, outputs):
    for one, other in zip(found, outputs, strict=False):
        if one._data.shape != other._data.shape or one._data.dtype != other._data.dtype:
            raise AssertionError(
                "the function must return outputs of the same shape and dtype for every input"
            )


def analytical(output, wanted):
    """The Jacobian of one output with respect to each input, row by row of the output."""
    blocks = [np.zeros((count(x._data), count(output._data))) for x in wanted]
    for k, start in enumerate(units(output._data)):
        grads = gradients.grad(output, wanted, wrap(start), retain_graph=True, allow_unused=True)
        for block, grad, x in zip(blocks, grads, wanted, strict=True):
            if grad is None:
                continue
            if grad._data.dtype != x._data.dtype:
                raise GradcheckError("a gradient has another dtype than its input")
            block[:, k] = reals(np.asarray(grad._data))
    return blocks
