"""Maxima, minima, medians and other elements picked out of a dimension."""

import numpy as np

from engine.ops.arraylike import bare, constant
from engine.ops.compose import overloaded
from engine.ops.declare import op
from engine.ops.masking import masked_fill
from engine.ops.picking import picking_backward
from engine.ops.promote import refuse
from engine.ops.reduce import axes, restored
from engine.ops.selecting import maximum, minimum
from engine.ops.shape import normal_dim
from engine.ops.ties import corrected, kth_place, mode_place
from engine.return_types import struct
from engine.strides import row_major
from engine.tensor import Tensor, wrap


def _at_index(g, shape, dim, keepdim, indices):
    """The adjoint of picking: zeros with `g` at the picked places."""
    return picking_backward(
        restored(g, shape, dim, keepdim), shape, dim, restored(indices, shape, dim, keepdim)
    )


def _shared(g, self, result, dim, keepdim, nan_too=False):
    """`g` divided evenly among the elements that equal the result, or are NaN as it is."""
    x, r = bare(self), bare(restored(result, self.shape, dim, keepdim))
    mask = (x == r) | (np.isnan(x) & np.isnan(r)) if nan_too else x == r
    number = mask.sum(axis=axes(dim, x.ndim), keepdims=True)
    if nan_too:  # of all elements: a number in all places alike
        each, blank = g / number.item(), np.zeros_like(x)
        if isinstance(g, Tensor):
            return masked_fill(wrap(blank), wrap(mask), each)
        blank[mask] = each
        return blank if blank.ndim else blank[()]
    share = (mask / number).astype(x.dtype)
    if dim is None and not keepdim:
        share = share.reshape(x.shape)
    return restored(g, self.shape, dim, keepdim) * constant(share, g)


def _check(name, self, dim):
    """The dimension counted from the front; an empty one has no extreme."""
    dim = normal_dim(dim, self.ndim)
    if self.ndim and not self.shape[dim]:
        raise IndexError(f"{name}(): dimension {dim} is empty, so it has no such element")
    return dim


def _picked(self, indices, dim, keepdim):
    """The elements at `indices`, which have size 1 in `dim`; both without it, unless kept."""
    values = np.take_along_axis(self, indices, dim)
    if not keepdim:
        values, indices = np.squeeze(values, dim), np.squeeze(indices, dim)
    return row_major(values), row_major(indices)


# ---- maximum and minimum ------------------------------------------------------------------------

Max, Min = struct("max", "values", "indices"), struct("min", "values", "indices")


def _extreme(name, kind, reduce, where, pair):
    """The three forms: of all elements, along a dimension, of two tensors."""

    @op(
        name,
        node=name + ":1",
        self=lambda g, self, result: _shared(g, self, result, None, False, True),
    )
    def of_all(self):
        if not self.size:
            raise RuntimeError(f"{name}(): an empty tensor has no such element")
        refuse(name, "c", self)
        return reduce.reduce(self, axis=None)

    @op(
        name,
        self=lambda g, self_shape, dim, keepdim, result1: _at_index(
            g[0], self_shape, dim, keepdim, result1
        ),
    )
    def along(self, dim, keepdim=False):
        dim = _check(name, self, dim)
        refuse(name, "c", self, error=RuntimeError)
        if not self.ndim:
            return kind(self.copy(), np.int64(0))
        place = where(self, axis=dim, keepdims=keepdim)
        found = reduce.reduce(self, axis=dim, keepdims=keepdim)
        return kind(row_major(found), row_major(place))

    @overloaded(name)
    def choose(self, dim=None, keepdim=False, *, other=None, out=None):
        if other is not None or isinstance(dim, Tensor):
            return pair
        return of_all if dim is None else along

    return choose


max = _extreme("max", Max, np.maximum, np.argmax, maximum)
min = _extreme("min", Min, np.minimum, np.argmin, minimum)


def _amount(name, reduce):
    def forward(self, dim=None, keepdim=False):
        axis = axes(dim, self.ndim)
        if axis is None and not self.size:
            raise RuntimeError(f"{name}(): an empty tensor needs a dim")
        for d in axis or ():
            _check(name, self, d)
        if self.size:
            refuse(name, "c", self)
        return row_major(reduce(self, axis=axis, keepdims=keepdim))

    return op(
        name, self=lambda g, self, result, dim, keepdim: _shared(g, self, result, dim, keepdim)
    )(forward)


amax = _amount("amax", np.max)
amin = _amount("amin", np.min)

Aminmax = struct("aminmax", "min", "max")


@op(
    self=lambda g, self, result_max, result_min, dim, keepdim: (
        _shared(g[0], self, result_min, dim, keepdim)
        + _shared(g[1], self, result_max, dim, keepdim)
    )
)
def aminmax(self, *, dim=None, keepdim=False):
    """Minimum and maximum at once."""
    if not self.size and dim is None:
        raise RuntimeError("aminmax(): an empty tensor has no minimum or maximum")
    if dim is not None:
        _check("aminmax", self, dim)
    alone = dim is not None and not self.ndim
    refuse("aminmax", "c", self, error=RuntimeError if alone else NotImplementedError)
    axis = axes(dim, self.ndim)
    both = (f(self, axis=axis, keepdims=keepdim) for f in (np.min, np.max))
    return Aminmax(*map(row_major, both))


def _place(name, function):
    def forward(self, dim=None, keepdim=False):
        if self.dtype.kind in "bc":
            raise RuntimeError(f"{name}() of {self.dtype}")
        if dim is None:
            if not self.size:
                raise IndexError(f"{name}(): an empty tensor needs a dim")
            place = np.int64(function(self))
            return place.reshape((1,) * self.ndim) if keepdim else place
        dim = _check(name, self, dim)
        return np.int64(0) if not self.ndim else function(self, axis=dim, keepdims=keepdim)

    return op(name)(forward)


argmax = _place("argmax", np.argmax)
argmin = _place("argmin", np.argmin)


# ---- by rank ------------------------------------------------------------------------------------


def _by_rank(self, dim, keepdim, ranks):
    order = np.argsort(self, axis=dim, kind="stable")
    return _picked(self, np.take_along_axis(order, ranks, dim), dim, keepdim)


def _median_ranks(self, dim, ignore_nan):
    """The lower middle of each line, or the NaN in it unless these are ignored."""
    nans = np.isnan(self).sum(axis=dim, keepdims=True) if self.dtype.kind == "f" else 0
    size = self.shape[dim]
    number = np.zeros_like(np.sum(self, axis=dim, keepdims=True), np.int64) + size
    if ignore_nan:
        return np.maximum((number - nans - 1) // 2, 0)
    return np.where(nans > 0, number - nans, (number - 1) // 2)


def _median(name, ignore_nan):
    kind = struct(name, "values", "indices")

    @op(name, self=lambda g, self, result: _shared(g, self, result, None, False, True))
    def of_all(self):
        flat = self.reshape(-1)
        if not flat.size:
            with np.errstate(invalid="ignore"):  # whatever an integer makes of NaN
                return np.array(np.nan).astype(self.dtype)[()]
        refuse(name, "bc", self)
        return _by_rank(flat, 0, False, _median_ranks(flat, 0, ignore_nan))[0]

    @op(
        name,
        node=name + ":1",
        self=lambda g, self_shape, dim, keepdim, result1: _at_index(
            g[0], self_shape, dim, keepdim, result1
        ),
    )
    def along(self, dim, keepdim=False):
        dim = _check(name, self, dim)
        refuse(name, "bc", self)
        if not self.ndim:
            return kind(self.copy(), np.int64(0))
        return kind(*_by_rank(self, dim, keepdim, _median_ranks(self, dim, ignore_nan)))

    @overloaded(name)
    def choose(self, dim=None, keepdim=False, *, out=None):
        return of_all if dim is None else along

    return choose


median = _median("median", ignore_nan=False)
nanmedian = _median("nanmedian", ignore_nan=True)

Kthvalue = struct("kthvalue", "values", "indices")


@op(
    self=lambda g, self_shape, dim, keepdim, result1: _at_index(
        g[0], self_shape, dim, keepdim, result1
    )
)
def kthvalue(self, k, dim=-1, keepdim=False):
    """The k-th smallest element along `dim`, counted from 1."""
    dim = normal_dim(dim, self.ndim)
    size = self.shape[dim] if self.ndim else 1
    if not size:
        raise IndexError(f"kthvalue(): dimension {dim} is empty")
    if not 1 <= k <= size:
        raise RuntimeError(f"kthvalue(): there is no element {k} among {size}")
    if not self.ndim:
        return Kthvalue(self.copy(), np.int64(0))
    refuse("kthvalue", "bc", self)
    lines = np.moveaxis(self, dim, -1)
    order = np.argsort(lines, axis=-1, kind="stable")
    ordered = np.take_along_axis(lines, order, -1)
    chosen = order[..., k - 1 : k]
    chosen = corrected(chosen, lines, ordered, lambda line: kth_place(line, k - 1))
    return Kthvalue(*_picked(self, np.moveaxis(chosen, -1, dim), dim, keepdim))


Mode = struct("mode", "values", "indices")


@op(
    self=lambda g, self_shape, dim, keepdim, result1: _at_index(
        g[0], self_shape, dim, keepdim, result1
    )
)
def mode(self, dim=-1, keepdim=False):
    """The most frequent element along `dim`, the smallest of several, and its last place."""
    dim = _check("mode", self, dim)
    if not self.ndim:
        return Mode(self.copy(), np.int64(0))
    if self.size:
        refuse("mode", "c", self)
    lines = np.moveaxis(self, dim, -1)
    places = np.empty((*lines.shape[:-1], 1), np.int64)
    for at in np.ndindex(lines.shape[:-1]):
        places[at] = mode_place(lines[at])
    return Mode(*_picked(self, np.moveaxis(places, -1, dim), dim, keepdim))
