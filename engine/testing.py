"""`torch.testing`: values that must be close to each other."""

import warnings
from collections.abc import Mapping, Sequence

import numpy as np

from engine.absent import refusing
from engine.data import tensor
from engine.tensor import Tensor

_TOLERANCES = {
    "float16": (1e-3, 1e-5),
    "float32": (1.3e-6, 1e-5),
    "float64": (1e-7, 1e-7),
    "complex64": (1.3e-6, 1e-5),
    "complex128": (1e-7, 1e-7),
}
_FORMERLY = {"float16": (1e-3, 1e-3), "float32": (1e-4, 1e-5), "float64": (1e-5, 1e-8)}
_NUMBERS = (bool, int, float, complex)


def assert_close(
    actual,
    expected,
    *,
    allow_subclasses=True,
    rtol=None,
    atol=None,
    equal_nan=False,
    check_device=True,
    check_dtype=True,
    check_layout=True,
    check_stride=False,
    msg=None,
):
    """Raise an AssertionError unless both are alike, to `atol` and `rtol` times the expected."""
    if (rtol is None) != (atol is None):
        raise ValueError("assert_close() takes both rtol and atol, or neither")
    tolerance = None if rtol is None else (rtol, atol)
    try:
        _compare(actual, expected, (tolerance, equal_nan, check_dtype, check_stride), "")
    except AssertionError as error:
        if msg is None:
            raise
        raise AssertionError(msg(str(error)) if callable(msg) else msg) from None


def assert_allclose(actual, expected, rtol=None, atol=None, equal_nan=True, msg=""):
    """`assert_close` as it was: it makes tensors of what is none, and looks at no dtypes."""
    warnings.warn("assert_allclose() is outdated: use assert_close()", FutureWarning, stacklevel=2)
    actual = actual if isinstance(actual, Tensor) else tensor(actual)
    expected = expected if isinstance(expected, Tensor) else tensor(expected, dtype=actual.dtype)
    if rtol is None and atol is None:
        pairs = [_FORMERLY.get(t._data.dtype.name, (0.0, 0.0)) for t in (actual, expected)]
        rtol, atol = map(max, zip(*pairs, strict=True))
    of = {"rtol": rtol, "atol": atol, "equal_nan": equal_nan, "check_dtype": False}
    assert_close(actual, expected, **of, msg=msg or None)


def _compare(actual, expected, options, where):
    if isinstance(actual, _NUMBERS) and isinstance(expected, _NUMBERS):
        _compare_numbers(actual, expected, options, where)
    elif isinstance(actual, Mapping) and isinstance(expected, Mapping):
        if actual.keys() != expected.keys():
            raise AssertionError(f"the keys differ{where}: {list(actual)} and {list(expected)}")
        for key in actual:
            _compare(actual[key], expected[key], options, f"{where} at {key!r}")
    elif _is_sequence(actual) and _is_sequence(expected):
        if len(actual) != len(expected):
            raise AssertionError(f"the lengths differ{where}: {len(actual)} and {len(expected)}")
        for place, (one, other) in enumerate(zip(actual, expected, strict=True)):
            _compare(one, other, options, f"{where} at {place}")
    elif actual is None and expected is None:
        return
    elif _is_array(actual) and _is_array(expected) and type(actual) is type(expected):
        _compare_tensors(actual, expected, options, where)
    else:
        kinds = f"{type(actual).__name__} and {type(expected).__name__}"
        raise TypeError(f"nothing is known of how to compare {kinds}{where}")


def _is_sequence(value):
    return isinstance(value, Sequence) and not isinstance(value, str)


def _is_array(value):
    return isinstance(value, Tensor | np.ndarray | np.generic)


def _compare_numbers(actual, expected, options, where):
    if options[2] and type(actual) is not type(expected):
        raise AssertionError(f"the types of {actual!r} and {expected!r} differ{where}")
    rtol, atol = options[0] or (0, 0)
    if options[0] is None and isinstance(actual, float | complex):
        rtol, atol = _TOLERANCES["float64"]
    if not np.isclose(actual, expected, rtol, atol, options[1]):
        raise AssertionError(f"{actual!r} is not close to {expected!r}{where}")


def _compare_tensors(actual, expected, options, where):
    tolerance, equal_nan, check_dtype, check_stride = options
    one, other = (np.asarray(v._data if isinstance(v, Tensor) else v) for v in (actual, expected))
    if one.shape != other.shape:
        raise AssertionError(f"the shapes differ{where}: {one.shape} and {other.shape}")
    if check_dtype and one.dtype != other.dtype:
        raise AssertionError(f"the dtypes differ{where}: {actual.dtype} and {expected.dtype}")
    if check_stride and actual.stride() != expected.stride():
        raise AssertionError(f"the strides differ{where}")
    if tolerance is None:
        both = [_TOLERANCES.get(str(array.dtype), (0.0, 0.0)) for array in (one, other)]
        tolerance = [max(pair) for pair in zip(*both, strict=True)]
    close = np.isclose(one, other, *tolerance, equal_nan)
    if not close.all():
        raise AssertionError(
            f"{np.count_nonzero(~close)} of {close.size} elements are not close{where}, the first "
            f"at {[int(i[0]) for i in np.nonzero(np.atleast_1d(~close))]}"
        )


__all__ = ["assert_allclose", "assert_close"]

__getattr__ = refusing(__name__)
