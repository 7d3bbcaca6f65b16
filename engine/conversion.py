"""Tensors as other dtypes, and as things that are no tensors."""

import numpy as np

from engine import dtype as dtypes
from engine.autograd.mapped import refuse as refuse_mapped
from engine.autograd.mode import mode
from engine.device import check_device, device
from engine.layout import preserve_format
from engine.mirror import is_conjugate, is_negated
from engine.ops.declare import op
from engine.ops.promote import cast, fit_for
from engine.ordering import laid_out, suggested
from engine.shared import Borrowed, Storage, share
from engine.tensor import Tensor, own, wrap
from engine.warn import warn_of_lost_history


@op("_to_copy", node="to_copy", self=lambda g, self_dtype: _back(g, self_dtype))
def to_copy(self, dtype, memory_format=None):
    """A copy in another dtype (NumPy's), in the order of the format."""
    return laid_out(fit_for(self, dtype), memory_format, dtype)


def _back(g, dtype):
    """The gradient of what was of that dtype: of real numbers the real part."""
    real = getattr(g, "_data", g).dtype.kind == "c" and dtype.kind != "c"
    return as_numpy_dtype(g.real if real else g, dtype)


def as_numpy_dtype(value, dtype):
    """An array or tensor in the dtype (NumPy's) `dtype`."""
    if isinstance(value, Tensor):
        return value if value._data.dtype == dtype else to_copy(value, dtype)
    return value if value.dtype == dtype else cast(value, dtype)


def to(self, *args, dtype=None, device=None, non_blocking=False, copy=False, memory_format=None):
    """The tensor in another dtype; itself if it is so already. The only device is the CPU."""
    flags = [arg for arg in args if isinstance(arg, bool)]  # non_blocking and copy
    copy = copy or flags[1:] == [True]
    for arg in args:
        if isinstance(arg, Tensor):
            dtype = arg.dtype
        elif dtypes.names_dtype(arg):
            dtype = arg
        elif isinstance(arg, bool):
            pass
        elif arg is not None:
            device = arg
    check_device(device)
    wanted = self._data.dtype if dtype is None else dtypes.as_dtype(dtype).numpy
    if copy or wanted != self._data.dtype:
        return to_copy(self, wanted, memory_format)
    lies_so = memory_format in (None, preserve_format) or suggested(own(self)) is memory_format
    return self if lies_so else to_copy(self, wanted, memory_format)


def _cast(dtype):
    def cast(self, memory_format=None):
        return to(self, dtype, memory_format=memory_format)

    cast.__doc__ = f"The tensor as {dtype!r}."
    return cast


CASTS = {
    "float": _cast(dtypes.float32),
    "double": _cast(dtypes.float64),
    "half": _cast(dtypes.float16),
    "bfloat16": _cast(dtypes.bfloat16),
    "int": _cast(dtypes.int32),
    "long": _cast(dtypes.int64),
    "short": _cast(dtypes.int16),
    "char": _cast(dtypes.int8),
    "byte": _cast(dtypes.uint8),
    "bool": _cast(dtypes.bool),
    "cfloat": _cast(dtypes.complex64),
    "cdouble": _cast(dtypes.complex128),
}
_LEGACY = {
    dtypes.float32: "FloatTensor",
    dtypes.float64: "DoubleTensor",
    dtypes.float16: "HalfTensor",
    dtypes.int32: "IntTensor",
    dtypes.int64: "LongTensor",
    dtypes.int16: "ShortTensor",
    dtypes.int8: "CharTensor",
    dtypes.uint8: "ByteTensor",
    dtypes.bool: "BoolTensor",
}


def type_(self, dtype=None, non_blocking=False):
    """The name of the tensor's type, or the tensor as another dtype."""
    if dtype is None:
        return f"torch.{_LEGACY[self.dtype]}"
    return to(self, dtype if isinstance(dtype, dtypes.dtype) else legacy_dtype(dtype))


def legacy_dtype(kind):
    """The dtype of a class such as `torch.FloatTensor`, or of its name."""
    if isinstance(kind, str):
        named = {f"torch.{v}": k for k, v in _LEGACY.items()}
        if kind not in named:
            raise ValueError(f"{kind!r} names no type of tensors, such as torch.FloatTensor")
        return named[kind]
    if not hasattr(kind, "dtype"):
        wrong = ValueError if isinstance(kind, type) else TypeError
        raise wrong(f"expected a class such as torch.FloatTensor, or its name, not {kind!r}")
    return kind.dtype


def type_as(self, other):
    """The tensor in the dtype of `other`."""
    return to(self, other.dtype)


def cpu(self, memory_format=None):
    """The tensor itself: the CPU is where it is."""
    return self


def cuda(self, device_=None, non_blocking=False):
    """Refused: there is no GPU here."""
    check_device(device("cuda") if device_ is None else device_)
    return self


def get_device(self):
    """-1, as for every tensor on the CPU."""
    return -1


def item(self):
    """The one element as a Python number."""
    if self._data.size != 1:
        raise RuntimeError(f"item() needs a tensor of one element, not {self._data.size}")
    if self._mapped:
        refuse_mapped(self, "item()")
    return self._data.item()


def tolist(self):
    """The elements as nested lists of Python numbers, or one number."""
    if self._mapped:
        refuse_mapped(self, "tolist()")
    return self._data.tolist()


def numpy(self, *, force=False):
    """The same memory as an ndarray; refused for tensors that require grad, unless `force`."""
    if self._requires and mode.grad and not force:
        raise RuntimeError(
            "numpy() of a tensor that requires grad would lose its history; call detach() first"
        )
    if self._mapped:
        refuse_mapped(self, "numpy()")
    storage = self._storage
    if storage is not None and storage.mirrored:
        return _mirrored(self, force)
    if not self._inference and type(share(self)) is Storage:
        self._storage.__class__ = Borrowed
    return own(self).view()


def _mirrored(tensor, force):
    """The memory of a tensor that is seen conjugated: nobody would notice writes to an ndarray."""
    lazy = is_conjugate(tensor) or is_negated(tensor)
    if lazy and not force:
        raise RuntimeError("numpy() of a conjugate; call resolve_conj() or resolve_neg() first")
    array = own(tensor).copy() if lazy else own(tensor).view()
    array.flags.writeable = lazy
    return array


def __array__(self, dtype=None, copy=None):
    array = numpy(self)
    return array if dtype is None else array.astype(dtype)


def __array_wrap__(self, array, context=None, return_scalar=False):
    """What a NumPy function made of the tensor, as a tensor; bools as PyTorch has them here."""
    array = np.asarray(array)
    return wrap(array.astype(np.uint8) if array.dtype == np.bool_ else array)


def __bool__(self):
    if self._data.size != 1:
        raise RuntimeError(
            f"the truth of a tensor of {self._data.size} elements is ambiguous; use any() or all()"
        )
    if self._mapped:
        refuse_mapped(self, "the truth")
    return bool(self._data)


def _number(self):
    if self._data.size != 1:
        raise ValueError(f"only a tensor of one element is a number, not of {self._data.size}")
    return item(self)


def _real(self):
    number = _number(self)
    if not isinstance(number, complex):
        return number
    if number.imag:
        raise RuntimeError("a complex number is not a real number; use real or abs()")
    return number.real


def __float__(self):
    if self._requires and mode.enabled:
        warn_of_lost_history(stacklevel=2)
    return float(_real(self))


def __int__(self):
    return int(_real(self))


def __complex__(self):
    if self._requires and mode.enabled:
        warn_of_lost_history(stacklevel=2)
    return complex(_number(self))


def __index__(self):
    if self._data.size != 1 or self._data.dtype.kind not in "iub":
        raise TypeError("only an integer tensor of one element can be used as an index")
    return int(item(self))
