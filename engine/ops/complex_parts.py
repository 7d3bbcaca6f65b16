"""Complex numbers and their parts: made of two real tensors, seen as one, conjugated."""

import numpy as np
from numpy.lib.stride_tricks import as_strided

from engine.autograd.view_nodes import rereading
from engine.autograd.views import DEFAULT
from engine.errors import unsupported
from engine.mirror import is_conjugate, is_negated, prepare, reflect
from engine.ops.arraylike import bare, constant, zeros_for
from engine.ops.compose import composed
from engine.ops.declare import ARRAYS, OPS, Op, op
from engine.ops.inplace import inplace
from engine.ops.parts import select
from engine.ops.promote import one_dtype
from engine.ops.selecting import nulled
from engine.strides import arranged, offset_of
from engine.tensor import Tensor

_PARTS = {np.dtype(np.float32): np.complex64, np.dtype(np.float64): np.complex128}


def _check_parts(name, one, other):
    for place, part in enumerate((one, other), 1):
        if not isinstance(part, ARRAYS):
            raise TypeError(f"{name}(): argument {place} must be a tensor, not a number")
    if one.dtype == np.float16:
        raise unsupported(f"{name}() of float16: NumPy has no such complex numbers")
    if one.dtype not in _PARTS:
        raise RuntimeError(f"{name}() takes float32 or float64 tensors, not {one.dtype}")
    one_dtype(name, one, other)


# ---- as pairs of real numbers -------------------------------------------------------------------


@op("_as_real", node="view_as_real", view=DEFAULT, self=lambda g: view_as_complex(_packed(g)))
def _as_real(self):
    if self.dtype.kind != "c":
        raise RuntimeError(f"view_as_real() takes complex tensors, not {self.dtype}")
    parts = np.asarray(self).real
    return as_strided(parts, (*self.shape, 2), (*self.strides, parts.itemsize))


@composed
def view_as_real(self):
    """The same memory as real numbers: a last dimension of two, the parts."""
    if isinstance(self, Tensor) and is_conjugate(self):
        raise RuntimeError("view_as_real() of a conjugate; call resolve_conj() first")
    return _as_real(self)


@op("view_as_complex", view=DEFAULT, self=lambda g: view_as_real(g))
def view_as_complex(self):
    """The same memory as complex numbers: the last dimension, of two, are the parts."""
    if self.dtype == np.float16:
        raise unsupported("view_as_complex() of float16: NumPy has no such complex numbers")
    if self.dtype not in _PARTS:
        raise RuntimeError(f"view_as_complex() takes float32 or float64, not {self.dtype}")
    if not self.ndim or self.shape[-1] != 2:
        raise RuntimeError("view_as_complex() takes a last dimension of size 2")
    if not self.size:  # for which NumPy keeps no strides
        raise unsupported("view_as_complex() of a tensor without elements")
    rows = zip(self.shape[:-1], self.strides[:-1], strict=True)
    apart = any(n > 1 and s % (2 * self.itemsize) for n, s in rows)
    if self.strides[-1] != self.itemsize or apart or offset_of(self) % 2:
        raise RuntimeError("view_as_complex() takes parts that lie side by side in memory")
    return self.view(_PARTS[self.dtype])[..., 0]


def _packed(g):
    return g.contiguous() if isinstance(g, Tensor) else np.ascontiguousarray(g)


@composed
def real(self):
    """The real part, as a view: a real tensor itself."""
    if self._data.dtype.kind != "c":
        return self
    return select(_as_real(conj(self) if is_conjugate(self) else self), -1, 0)


@composed
def imag(self):
    """The imaginary part, as a view; real tensors have none."""
    if self._data.dtype.kind != "c":
        raise RuntimeError("imag() of a real tensor")
    if is_conjugate(self):
        return select(_in_mirror(_as_real(conj(self))), -1, 1)
    return select(_as_real(self), -1, 1)


# ---- of two real tensors ------------------------------------------------------------------------


@op("complex", real=lambda g, real: g.real, imag=lambda g, imag: g.imag)
def _complex(real, imag):
    _check_parts("complex", real, imag)
    return _joined(real, imag)


def _joined(real, imag):
    """By parts: a product with 1j would make NaN of infinity."""
    result = np.empty(np.broadcast_shapes(real.shape, imag.shape), _PARTS[real.dtype])
    result.real, result.imag = real, imag
    return arranged(result, real, imag)


@op(
    "polar",
    abs=lambda g, result: (g.conj() * OPS["sgn"](result)).real,
    angle=lambda g, result: (g.conj() * (result * 1j)).real,
)
def _polar(abs, angle):
    _check_parts("polar", abs, angle)
    return _joined(abs * np.cos(angle), abs * np.sin(angle))


# ---- conjugated ---------------------------------------------------------------------------------

_conj = op("_conj", node="conj", view=DEFAULT, self=lambda g: g.conj())(lambda self: np.conj(self))
_negated = op("_neg_view", node="neg_view", view=DEFAULT, self=lambda g: -g)(lambda self: -self)


@composed
def conj(self):
    """The conjugate, over the same memory: a real tensor itself."""
    if isinstance(self, ARRAYS):
        return np.conj(self)
    if self._data.dtype.kind != "c":
        return self
    prepare(self)
    return reflect(_conj(self), self)


def _in_mirror(parts):
    """Real and imaginary parts as they are in the mirror; imaginary ones are negated there."""
    return reflect(_negated(parts), parts)


_conj.op.function, _negated.op.function = conj, _in_mirror  # the steps from a base to the views
rereading.update({conj, _in_mirror, _as_real, view_as_complex})


@composed
def resolve_conj(self):
    """The tensor itself, or a copy of what shares its memory with its conjugate."""
    return self.clone() if is_conjugate(self) else self


@composed
def resolve_neg(self):
    """The tensor itself, or a copy of the imaginary parts of a conjugate."""
    return self.clone() if is_negated(self) else self


def is_conj(input):
    """Whether it is the conjugate of what lies in the memory that it shares."""
    return is_conjugate(input)


def is_neg(input):
    """Whether it is of imaginary parts of a conjugate, which lie there with another sign."""
    return is_negated(input)


OPS["is_conj"], OPS["is_neg"] = is_conj, is_neg

_physical = Op(
    "conj_physical",
    lambda self: self.conj(),
    {"self": lambda g: g.conj()},
    node="conj_physical:1",
)
_conj_physical = op("_conj_physical", node="conj_physical", self=lambda g: g.conj())(
    lambda self: np.conj(self)
)


@composed
def conj_physical(self):
    """The conjugate, computed at once: a real tensor itself."""
    return _conj_physical(self) if self._data.dtype.kind == "c" else self


conj_physical.inplace = inplace(_physical, "conj_physical_")

# ---- the angle ----------------------------------------------------------------------------------


def _angle_slope(g, self):
    if bare(self).dtype.kind != "c":
        return zeros_for(g)
    slope = self * constant(np.asarray(1j, bare(self).dtype), self) / (self * self.conj()).real
    return nulled(g * slope, bare(self) == 0)


@op("angle", self=_angle_slope)
def angle(self):
    """The angle of a complex number; of a real one 0 or pi."""
    if self.dtype.kind == "c":
        return np.angle(self)
    x = self.astype(np.float32) if self.dtype.kind in "iub" else self
    return np.where(np.isnan(x), x, np.where(x < 0, x.dtype.type(np.pi), x.dtype.type(0)))
