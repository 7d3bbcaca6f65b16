"""Parts of complex numbers, as far as real tensors have them too."""

import numpy as np

from engine.errors import unsupported
from engine.ops.arraylike import zeros_for
from engine.ops.compose import composed
from engine.ops.declare import OPS, Op, unary
from engine.ops.inplace import inplace


def _needs_complex(name):
    """A function that only complex tensors have; the engine does not differentiate those."""

    def function(self, *args, **kwargs):
        raise unsupported(f"{name}()", "complex numbers are only stored and printed")

    function.__name__ = name
    return function


for _name in ("complex", "polar", "view_as_complex", "view_as_real"):
    OPS[_name] = _needs_complex(_name)


@composed
def real(self):
    """The real part: a real tensor itself."""
    return unary_of_complex(self, "real")


@composed
def imag(self):
    """The imaginary part, which real tensors do not have."""
    if self._data.dtype.kind != "c":
        raise RuntimeError("imag() of a real tensor")
    return unary_of_complex(self, "imag")


@composed
def conj(self):
    """The conjugate: a real tensor itself."""
    return unary_of_complex(self, "conj")


def unary_of_complex(self, name):
    """The tensor itself if it is real."""
    if self._data.dtype.kind == "c":
        raise unsupported(f"{name}() of complex numbers")
    return self


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


@composed
def conj_physical(self):
    """The conjugate, computed at once: a real tensor itself."""
    return unary_of_complex(self, "conj_physical")


conj_physical.inplace = inplace(
    Op("conj_physical", lambda self: np.conj(self), {"self": lambda g: g}, node="conj_physical:1"),
    "conj_physical_",
)
angle = unary(
    "angle",
    lambda x: np.where(np.isnan(x), x, np.where(x < 0, x.dtype.type(np.pi), x.dtype.type(0))),
    lambda g, self: zeros_for(g),
)
