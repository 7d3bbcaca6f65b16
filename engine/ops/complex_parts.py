"""Complex numbers and their parts: made of two real tensors, seen as one, conjugated."""

import weakref

import numpy as np
from numpy.lib.stride_tricks import as_strided

from engine.autograd.views import DEFAULT
from engine.errors import unsupported
from engine.ops.arraylike import bare, constant, zeros_for
from engine.ops.compose import composed
from engine.ops.declare import ARRAYS, OPS, Op, op
from engine.ops.inplace import inplace
from engine.ops.parts import select
from engine.ops.selecting import nulled
from engine.shared import Borrowed, Storage, share
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
    if one.dtype != other.dtype:
        raise RuntimeError(f"{name}() takes tensors of one dtype, not {one.dtype}, {other.dtype}")


# ---- as pairs of real numbers -------------------------------------------------------------------


@op("view_as_real", view=DEFAULT, self=lambda g: view_as_complex(_packed(g)))
def view_as_real(self):
    """The same memory as real numbers: a last dimension of two, the parts."""
    if self.dtype.kind != "c":
        raise RuntimeError(f"view_as_real() takes complex tensors, not {self.dtype}")
    parts = np.asarray(self).real
    return as_strided(parts, (*self.shape, 2), (*self.strides, parts.itemsize))


@op("view_as_complex", view=DEFAULT, self=lambda g: view_as_real(g))
def view_as_complex(self):
    """The same memory as complex numbers: the last dimension, of two, are the parts."""
    if self.dtype == np.float16:
        raise unsupported("view_as_complex() of float16: NumPy has no such complex numbers")
    if self.dtype not in _PARTS:
        raise RuntimeError(f"view_as_complex() takes float32 or float64, not {self.dtype}")
    if not self.ndim or self.shape[-1] != 2:
        raise RuntimeError("view_as_complex() takes a last dimension of size 2")
    if not self.size:
        return np.empty(self.shape[:-1], _PARTS[self.dtype])
    if self.strides[-1] != self.itemsize or any(s % (2 * self.itemsize) for s in self.strides[:-1]):
        raise RuntimeError("view_as_complex() takes parts that lie side by side in memory")
    return self.view(_PARTS[self.dtype])[..., 0]


def _packed(g):
    return g.contiguous() if isinstance(g, Tensor) else np.ascontiguousarray(g)


@composed
def real(self):
    """The real part, as a view: a real tensor itself."""
    if self._data.dtype.kind != "c":
        return self
    return select(view_as_real(self), -1, 0)


@composed
def imag(self):
    """The imaginary part, as a view; real tensors have none."""
    if self._data.dtype.kind != "c":
        raise RuntimeError("imag() of a real tensor")
    return select(view_as_real(self), -1, 1)


# ---- of two real tensors ------------------------------------------------------------------------


@op("complex", real=lambda g, real, imag: g.real, imag=lambda g, real, imag: g.imag)
def _complex(real, imag):
    _check_parts("complex", real, imag)
    return _joined(real, imag)


def _joined(real, imag):
    """By parts: a product with 1j would make NaN of infinity."""
    result = np.empty(np.broadcast_shapes(real.shape, imag.shape), _PARTS[real.dtype])
    result.real, result.imag = real, imag
    return result


@op(
    "polar",
    abs=lambda g, result: (g.conj() * OPS["sgn"](result)).real,
    angle=lambda g, result: (g.conj() * (result * 1j)).real,
)
def _polar(abs, angle):
    _check_parts("polar", abs, angle)
    return _joined(abs * np.cos(angle), abs * np.sin(angle))


# ---- conjugated ---------------------------------------------------------------------------------

_conj = op("_conj", node="conj", self=lambda g: g.conj())(lambda self: np.conj(self))


@composed
def conj(self):
    """The conjugate: a real tensor itself.

    PyTorch's shares memory with the tensor and this is a copy, so neither may be written to while
    the other is there.
    """
    if self._data.dtype.kind != "c":
        return self
    result = _conj(self)
    _pair(self, result)
    _pair(result, self)
    return result


_partners = {}  # identity of a storage → weak references to the tensors it has to agree with


class _Paired(Storage):
    """Memory that cannot be written to while a conjugate of it is there."""

    __slots__ = ()

    @property
    def version(self):
        return Storage.version.__get__(self)

    @version.setter
    def version(self, value):
        if any(r() is not None for r in _partners[id(self)]):
            raise unsupported(
                "writing to a complex tensor and its conj(), which share memory in PyTorch",
                "clone one of them",
            )
        Storage.version.__set__(self, value)


class _PairedAndBorrowed(_Paired, Borrowed):
    __slots__ = ()


def _pair(tensor, other):
    storage = share(tensor)
    if not isinstance(storage, _Paired):
        borrowed = isinstance(storage, Borrowed)
        storage.__class__ = _PairedAndBorrowed if borrowed else _Paired
        _partners[id(storage)] = []
    for key in [k for k, row in _partners.items() if all(r() is None for r in row)]:
        _partners[key].clear()
    _partners[id(storage)].append(weakref.ref(other))


@composed
def resolve_conj(self):
    """The tensor itself: the engine never leaves a conjugation to be done later."""
    return self


@composed
def resolve_neg(self):
    """The tensor itself: the engine never leaves a negation to be done later."""
    return self


def is_conj(input):
    """False: the engine never leaves a conjugation to be done later."""
    return False


OPS["is_conj"] = OPS["is_neg"] = is_conj

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


def _angle_slope(g, x):
    if bare(x).dtype.kind != "c":
        return zeros_for(g)
    slope = x * constant(np.asarray(1j, bare(x).dtype), x) / (x * x.conj()).real
    return nulled(g * slope, bare(x) == 0)


@op("angle", self=lambda g, self: _angle_slope(g, self))
def angle(self):
    """The angle of a complex number; of a real one 0 or pi."""
    if self.dtype.kind == "c":
        return np.angle(self)
    x = self.astype(np.float32) if self.dtype.kind in "iub" else self
    return np.where(np.isnan(x), x, np.where(x < 0, x.dtype.type(np.pi), x.dtype.type(0)))
