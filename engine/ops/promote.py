"""Which dtype the operands of an operation meet in."""

from functools import wraps

import numpy as np

from engine import dtype as dtypes
from engine.limits import checked
from engine.warn import warn_once


def cast(array, dtype):
    """The array as another dtype, in the same order in memory; expanded arrays become dense."""
    strides = getattr(array, "strides", ())
    return dtypes.narrower(array, np.dtype(dtype)).astype(dtype, order="C" if 0 in strides else "K")


def fit_for(array, dtype):
    """The array, or where it is complex and the dtype is not, its real part, with a warning."""
    if array.dtype.kind != "c" or dtype.kind in "cb":
        return array
    warn_once("complex numbers lose their imaginary part when they become real ones", 5)
    return array.real


def promote(x, y):
    """Two arrays in their common dtype; where they are 0-dim they only matter by category."""
    if x.dtype == y.dtype:
        return x, y
    wanted = dtypes.result_type_of((np.asarray(x), np.asarray(y)))
    if x.dtype != wanted:
        x = cast(x, wanted)
    if y.dtype != wanted:
        y = cast(y, wanted)
    return x, y


def promote_all(*operands):
    """Arrays and Python numbers as arrays of their common dtype."""
    arrays = [np.asarray(v) if isinstance(v, np.ndarray | np.generic) else v for v in operands]
    wanted = dtypes.result_type_of(arrays)
    if wanted.kind in "iu":
        arrays = [checked(v, wanted) if type(v) is int else v for v in arrays]
    return [
        cast(v, wanted)
        if isinstance(v, np.ndarray) and v.dtype != wanted
        else np.asarray(v, wanted)
        for v in arrays
    ]


def operand(x, number):
    """`x` in the dtype that it takes beside a Python number, and the number as a plain value."""
    kind = x.dtype.kind
    if type(number) is int and not -(1 << 63) <= number < 1 << 64:
        raise OverflowError(f"{number} does not fit in 64 bits")
    if kind in "iub" and not isinstance(number, bool):
        if isinstance(number, float):
            return cast(x, dtypes.get_default_dtype().numpy), number
        if isinstance(number, complex):
            return cast(x, dtypes.get_default_dtype().to_complex().numpy), number
        if kind == "b":
            return cast(x, np.int64), number
        info = np.iinfo(x.dtype)
        if not info.min <= number <= info.max:
            number = np.array(number & ((1 << info.bits) - 1), np.uint64).astype(x.dtype)
    elif kind == "f" and isinstance(number, complex):
        return cast(x, dtypes.from_numpy(x.dtype).to_complex().numpy), number
    return x, number


def to_float(array):
    """Integers and bools in the default float type; other dtypes as they are."""
    if array.dtype.kind in "iub":
        return cast(array, dtypes.get_default_dtype().numpy)
    return array


def in_single(function):
    """The function, which computes float16 in float32, as PyTorch's kernels do."""

    @wraps(function)
    def computed(x, *rest, **options):
        if x.dtype != np.float16:
            return function(x, *rest, **options)
        if any(isinstance(v, complex) for v in rest):
            raise RuntimeError("float16 does not go with complex numbers")
        rest = [cast(v, np.float32) if getattr(v, "dtype", None) == np.float16 else v for v in rest]
        found = function(cast(x, np.float32), *rest, **options)
        several = isinstance(found, tuple)
        row = [v.astype(np.float16) for v in (found if several else (found,))]
        return tuple(row) if several else row[0]

    return computed


def derived_in_single(formula):
    """The same for a derivative, whose first argument are the gradients of several results."""

    @wraps(formula)
    def derived(g, *rest):
        if g[0].dtype != np.float16:
            return formula(g, *rest)
        rest = [cast(v, np.float32) if getattr(v, "dtype", None) == np.float16 else v for v in rest]
        return formula((cast(g[0], np.float32), *g[1:]), *rest).astype(np.float16)

    return derived


def refuse(name, kinds, *values, error=NotImplementedError):
    """Refuse arrays whose dtype is of one of the NumPy kinds, such as "b" or "iub"."""
    for value in values:
        dtype = getattr(value, "dtype", None)
        if dtype is not None and dtype.kind in kinds:
            raise error(f"{name}() is not defined for {dtypes.from_numpy(dtype)!r}")


def of_reals(name, function, error=NotImplementedError):
    """The function of two operands, refused for complex numbers, which have no order."""

    def checked(x, y):
        if (x if isinstance(x, np.ndarray | np.generic) else y).dtype.kind == "c":
            raise error(f"{name}() is not defined for complex numbers")
        return function(x, y)

    return checked


def one_dtype(name, first, *others):
    """Refuse tensors or arrays (None aside) of several dtypes: PyTorch promotes none there."""
    for other in others:
        if other is not None and other.dtype != first.dtype:
            raise RuntimeError(
                f"{name}() takes tensors of one dtype, not {first.dtype} and {other.dtype}; "
                "convert one of them, for instance with .to(dtype)"
            )


def unconverted(name, g, *saved):
    """The gradient; refused where what was saved (None aside) got another dtype by its `.data`.

    Halves go with singles.
    """
    for value in saved if g.dtype != np.float16 else ():
        if value is not None and value.dtype != g.dtype:
            raise RuntimeError(f"{name}() takes one dtype, not {g.dtype} and {value.dtype}")
    return g


def refuse_half(name, array):
    """Refuse float16, of which PyTorch has no such function."""
    if array.dtype == np.float16:
        raise NotImplementedError(f"{name}() is not defined for torch.float16")
