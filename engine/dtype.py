"""Element types: PyTorch's names for NumPy's, their limits, and the rules by which they mix."""

import builtins

import numpy as np

from engine.errors import unsupported

__all__ = [  # what PyTorch has at its top
    *("bool", "uint8", "uint16", "uint32", "uint64", "int8", "int16", "int32", "int64"),
    *("float16", "bfloat16", "float32", "float64", "complex32", "complex64", "complex128"),
    *("short", "int", "long", "half", "float", "double", "chalf", "cfloat", "cdouble"),
    *("dtype", "can_cast", "promote_types", "get_default_dtype", "set_default_dtype"),
]

BOOL, INTEGER, FLOAT, COMPLEX = range(4)  # categories, from the weakest to the strongest


class dtype:
    """One element type; there is exactly one object for each, also after pickling or copying.

    `numpy` is NumPy's dtype of the same elements. Types that NumPy lacks exist by name, so that
    programs which only mention them work; asking for their `numpy` raises `UnsupportedError`.
    """

    __slots__ = (
        "category",
        "is_complex",
        "is_floating_point",
        "is_signed",
        "itemsize",
        "name",
        "numpy",
    )
    __module__ = "torch"  # the address that PyTorch prints

    def __new__(cls, *args, **kwargs):
        raise TypeError("dtype objects cannot be made; use one that exists, such as torch.float32")

    def __getattr__(self, attribute):
        if attribute == "numpy":  # reached only where the slot was left empty
            raise unsupported(f"elements of type {self!r}", "use torch.float32")
        raise AttributeError(f"'torch.dtype' object has no attribute {attribute!r}")

    def __repr__(self):
        return f"torch.{self.name}"

    def __reduce__(self):
        return named, (self.name,)

    def __copy__(self):
        return self

    def __deepcopy__(self, memo):
        return self

    def to_complex(self):
        """The complex type whose parts have this type."""
        if self.is_complex:
            return self
        if self not in _COMPLEX_OF:
            raise RuntimeError(f"{self!r} has no complex counterpart; only float types do")
        return _COMPLEX_OF[self]

    def to_real(self):
        """The type of a complex number's parts; real types stay as they are."""
        return _REAL_OF.get(self, self)


_BY_NAME = {}


class _ByNumpy(dict):
    def __missing__(self, key):
        raise TypeError(f"a tensor cannot hold elements of NumPy's type {key}")


_BY_NUMPY = _ByNumpy()


def _define(name, category, itemsize, has_numpy=True):
    self = object.__new__(dtype)
    self.name, self.category, self.itemsize = name, category, itemsize
    self.is_floating_point = category == FLOAT
    self.is_complex = category == COMPLEX
    self.is_signed = category != BOOL and not name.startswith("uint")
    if has_numpy:
        self.numpy = np.dtype(name)
        _BY_NUMPY[self.numpy] = self
    _BY_NAME[name] = self
    return self


bool = _define("bool", BOOL, 1)
uint8 = _define("uint8", INTEGER, 1)
uint16 = _define("uint16", INTEGER, 2)
uint32 = _define("uint32", INTEGER, 4)
uint64 = _define("uint64", INTEGER, 8)
int8 = _define("int8", INTEGER, 1)
int16 = short = _define("int16", INTEGER, 2)
int32 = int = _define("int32", INTEGER, 4)
int64 = long = _define("int64", INTEGER, 8)
float16 = half = _define("float16", FLOAT, 2)
bfloat16 = _define("bfloat16", FLOAT, 2, has_numpy=False)
float32 = float = _define("float32", FLOAT, 4)
float64 = double = _define("float64", FLOAT, 8)
complex32 = chalf = _define("complex32", COMPLEX, 4, has_numpy=False)
complex64 = cfloat = _define("complex64", COMPLEX, 8)
complex128 = cdouble = _define("complex128", COMPLEX, 16)

_COMPLEX_OF = {
    float16: complex32,
    bfloat16: complex64,
    float32: complex64,
    float64: complex128,
}
_REAL_OF = {complex32: float16, complex64: float32, complex128: float64}
_OF_PYTHON = {
    builtins.bool: bool,
    builtins.int: int64,
    builtins.float: float64,
    builtins.complex: complex128,
}

from_numpy = _BY_NUMPY.__getitem__  # the dtype of an ndarray's dtype; TypeError if there is none


def named(name):
    """The dtype called `name`, without `torch.`."""
    return _BY_NAME[name]


def names_dtype(value):
    """Whether it is a dtype, or a number type of Python that stands for one."""
    return value.__class__ is dtype or (isinstance(value, type) and value in _OF_PYTHON)


def as_dtype(value):
    """What a `dtype=` argument means: a dtype itself, or one of Python's number types."""
    if value.__class__ is dtype:
        return value
    if isinstance(value, type) and value in _OF_PYTHON:
        return _OF_PYTHON[value]
    raise TypeError(f"dtype must be a torch.dtype such as torch.float32, not {value!r}")


_default = float32


def get_default_dtype():
    """The float type of tensors made from Python floats."""
    return _default


def set_default_dtype(d):
    """Make `d`, a float type, that of tensors made from Python floats."""
    global _default
    if not isinstance(d, dtype) or not d.is_floating_point:
        raise TypeError(f"the default dtype must be a floating-point dtype, not {d!r}")
    d.numpy  # noqa: B018 (refuses a type that NumPy lacks)
    _default = d


def narrower(array, wanted):
    """The array, or as singles what is of doubles and is to become halves: PyTorch rounds twice."""
    halved = wanted.char == "e" and array.dtype.char == "d"
    return array.astype(np.float32) if halved else array


def can_cast(from_, to):
    """Whether values may go from one dtype to the other without falling to a weaker category."""
    return as_dtype(from_).category <= as_dtype(to).category


def promote_types(type1, type2):
    """The smallest dtype, at least as strong as both, that holds the values of both."""
    type1, type2 = as_dtype(type1), as_dtype(type2)
    if type1 is type2:
        return type1
    low, high = sorted((type1, type2), key=lambda d: (d.category, d.itemsize))
    if {low, high} == {uint8, int8}:
        return int16
    if high.category != FLOAT and not _NO_MIXING.isdisjoint((low, high)):
        raise RuntimeError(f"{type1!r} and {type2!r} have no common dtype; convert one of them")
    if high.category == COMPLEX and low.category == FLOAT:
        return max(high, _COMPLEX_OF[low], key=lambda d: d.itemsize)
    if {low, high} == {bfloat16, float16}:
        return float32
    return high


_NO_MIXING = frozenset((uint16, uint32, uint64))


class _Promoted(dict):
    """Filled as pairs of NumPy dtypes are asked for."""

    def __missing__(self, pair):
        first, second = pair
        found = self[pair] = promote_types(from_numpy(first), from_numpy(second)).numpy
        return found


promoted = _Promoted().__getitem__  # `promote_types` for a pair (tuple) of NumPy dtypes


def result_type_of(values):
    """NumPy's dtype of the result of an operation on `values`: ndarrays and Python numbers.

    Arrays with dimensions decide; 0-dim arrays, and after them Python numbers, only matter where
    they are of a stronger category.
    """
    dimensioned = zero_dim = number = None
    for value in values:
        if isinstance(value, np.ndarray):
            if value.ndim:
                dimensioned = _joined(dimensioned, value.dtype)
            else:
                zero_dim = _joined(zero_dim, value.dtype)
        else:
            number = _joined(number, dtype_of_number(value))
    result = _overruled(_overruled(number, zero_dim), dimensioned)
    if result is None:
        raise ValueError("the type of a result needs at least one value")
    return result


def dtype_of_number(value):
    """NumPy's dtype that a Python number has when it becomes a tensor."""
    if isinstance(value, builtins.bool | np.bool_):
        return bool.numpy
    if isinstance(value, builtins.int | np.integer):
        return int64.numpy
    if isinstance(value, builtins.float | np.floating):
        return _default.numpy
    if isinstance(value, builtins.complex | np.complexfloating):
        return _default.to_complex().numpy
    raise TypeError(f"a number was expected, not {type(value).__name__}")


def _joined(one, other):
    return other if one is None or one is other else promoted((one, other))


def _overruled(weak, strong):
    if weak is None or strong is None:
        return weak if strong is None else strong
    weak_type, strong_type = from_numpy(weak), from_numpy(strong)
    if weak_type.category <= strong_type.category:
        return strong
    if weak_type.is_complex and strong_type.is_floating_point:
        return strong_type.to_complex().numpy
    return promoted((weak, strong)) if strong_type is bool else weak
