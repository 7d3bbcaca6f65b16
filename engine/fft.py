"""`torch.fft`: discrete Fourier transforms."""

import numpy as np

from engine import dtype as dtypes
from engine.absent import refusing
from engine.data import tensor
from engine.errors import unsupported
from engine.ops.declare import write_out
from engine.ops.fourier import NONE, ROOT, WHOLE, fft_c2c, fft_c2r, fft_r2c, resized
from engine.ops.names import OPS
from engine.ops.promote import to_float
from engine.ops.shape import normal_dim
from engine.tensor import Tensor

_SCALES = {
    True: {None: NONE, "backward": NONE, "ortho": ROOT, "forward": WHOLE},
    False: {None: WHOLE, "backward": WHOLE, "ortho": ROOT, "forward": NONE},
}


def _scale(norm, forward):
    if norm not in _SCALES[forward]:
        raise RuntimeError(f"norm is 'backward', 'ortho' or 'forward', not {norm!r}")
    return _SCALES[forward][norm]


def _floats(x, name):
    """The tensor in a float dtype."""
    if x._data.dtype == np.float16:
        raise unsupported(f"fft.{name}() of float16")
    return x if x._data.dtype.kind in "fc" else x.to(dtypes.from_numpy(to_float(x._data).dtype))


def _complex(x, name):
    x = _floats(x, name)
    return x if x._data.dtype.kind == "c" else x.to(x.dtype.to_complex())


def _places(x, s, dim, name):
    """The dimensions to transform, and the sizes to bring them to."""
    if not isinstance(x, Tensor):
        raise TypeError(f"fft.{name}(): expected a tensor, not {type(x).__name__}")
    if dim is None:
        count = x.ndim if s is None else len(s)
        if count > x.ndim:
            raise RuntimeError(f"fft.{name}(): {count} sizes for {x.ndim} dimensions")
        dim = range(x.ndim - count, x.ndim)
    dim = tuple(normal_dim(d, x.ndim) for d in ((dim,) if isinstance(dim, int) else dim))
    if len(set(dim)) < len(dim):
        raise RuntimeError(f"fft.{name}(): a dimension is named twice")
    sizes = [None] * len(dim) if s is None else [None if n == -1 else n for n in s]
    if len(sizes) != len(dim):
        raise RuntimeError(f"fft.{name}(): {len(sizes)} sizes for {len(dim)} dimensions")
    return dim, sizes


def _check_sizes(x, sizes, dim, name):
    for size, d in zip(sizes, dim, strict=True):
        if (x.shape[d] if size is None else size) < 1:
            raise RuntimeError(f"fft.{name}(): there must be at least one element to transform")


def _over(name, x, s, dim, norm, forward):
    """A transform that gives complex numbers of the same shape."""
    dim, sizes = _places(x, s, dim, name)
    _check_sizes(x, sizes, dim, name)
    x = resized(_complex(x, name), sizes, dim)
    return fft_c2c(x, dim, _scale(norm, forward), forward)


def _from_real(name, x, s, dim, norm, forward):
    """The half that is enough of the transform of real numbers."""
    dim, sizes = _places(x, s, dim, name)
    if x._data.dtype.kind == "c":
        raise RuntimeError(f"fft.{name}() takes real tensors")
    if not dim:
        raise RuntimeError(f"fft.{name}() needs a dimension to transform")
    _check_sizes(x, sizes, dim, name)
    x, scale = resized(_floats(x, name), sizes, dim), _scale(norm, forward)
    if forward:
        return fft_r2c(x, dim, scale, True)
    half = OPS["conj"](fft_r2c(x, dim[-1:], scale, True))
    return fft_c2c(half, dim[:-1], scale, False) if dim[1:] else half


def _to_real(name, x, s, dim, norm, forward):
    """Real numbers from the half that is enough of their transform."""
    dim, sizes = _places(x, s, dim, name)
    if not dim:
        raise RuntimeError(f"fft.{name}() needs a dimension to transform")
    length = 2 * (x.shape[dim[-1]] - 1) if sizes[-1] is None else sizes[-1]
    sizes = [*sizes[:-1], length // 2 + 1]
    _check_sizes(x, [*sizes[:-1], length], dim, name)
    x = resized(_complex(x, name), sizes, dim)
    return fft_c2r(OPS["conj"](x) if forward else x, dim, _scale(norm, forward), length)


def _one(name, x, s, dim, norm, forward):
    """A transform along one dimension, of real numbers without making them complex first."""
    places, sizes = _places(x, s, dim, name)
    if x._data.dtype.kind == "c":
        return _over(name, x, sizes, places, norm, forward)
    _check_sizes(x, sizes, places, name)
    x = resized(_floats(x, name), sizes, places)
    result = fft_r2c(x, places, _scale(norm, forward), False)
    return result if forward else OPS["conj"](result)


def _single(name, over, forward, doc):
    def function(input, n=None, dim=-1, norm=None, *, out=None):
        s = None if n is None else [n]
        return _written(out, over(name, input, s, dim, norm, forward), input)

    return _named(function, name, doc)


def _several(name, over, forward, dim, doc):
    def function(input, s=None, dim=dim, norm=None, *, out=None):
        if name.startswith("ihfft") and out is not None:
            raise unsupported(f"out= of fft.{name}(), which PyTorch leaves as it was at times")
        return _written(out, over(name, input, s, dim, norm, forward), input)

    return _named(function, name, doc)


def _written(out, result, x):
    return result if out is None else write_out(out, result, operands=(x,))


def _named(function, name, doc):
    function.__name__ = function.__qualname__ = name
    function.__doc__ = doc
    return function


fft = _single("fft", _one, True, "The transform along one dimension, of `n` elements.")
ifft = _single("ifft", _one, False, "The inverse of `fft`.")
rfft = _single("rfft", _from_real, True, "The half that is enough of the transform of reals.")
irfft = _single("irfft", _to_real, False, "The inverse of `rfft`: `n` real numbers.")
hfft = _single("hfft", _to_real, True, "The transform, real, of the half of a Hermitian signal.")
ihfft = _single("ihfft", _from_real, False, "The inverse of `hfft`.")
for _end, _dim in (("2", (-2, -1)), ("n", None)):
    for _name, _over_them, _forward in (
        ("fft", _over, True),
        ("ifft", _over, False),
        ("rfft", _from_real, True),
        ("irfft", _to_real, False),
        ("hfft", _to_real, True),
        ("ihfft", _from_real, False),
    ):
        globals()[_name + _end] = _several(
            _name + _end, _over_them, _forward, _dim, f"`{_name}` over several dimensions."
        )


def fftfreq(n, d=1.0, *, out=None, dtype=None, layout=None, device=None, requires_grad=False):
    """The frequencies of the elements of `fft`, for samples that are `d` apart."""
    whole = np.arange(n)
    whole[(n + 1) // 2 :] -= n
    return _frequencies(whole, n * d, dtype, requires_grad)


def rfftfreq(n, d=1.0, *, out=None, dtype=None, layout=None, device=None, requires_grad=False):
    """The frequencies of the elements of `rfft`."""
    return _frequencies(np.arange(n // 2 + 1), n * d, dtype, requires_grad)


def _frequencies(whole, length, dtype, requires_grad):
    dtype = dtype or dtypes.get_default_dtype()
    values = whole.astype(dtype.numpy) * (1.0 / length)
    return tensor(values, dtype=dtype, requires_grad=requires_grad)


def _shifted(x, dim, backwards):
    dim = range(x.ndim) if dim is None else (dim,) if isinstance(dim, int) else dim
    sizes = [x.shape[d] for d in dim]
    return OPS["roll"](x, [(n + 1) // 2 if backwards else n // 2 for n in sizes], list(dim))


def fftshift(input, dim=None):
    """Frequencies in ascending order, with zero in the middle."""
    return _shifted(input, dim, False)


def ifftshift(input, dim=None):
    """The inverse of `fftshift`."""
    return _shifted(input, dim, True)


__getattr__ = refusing(__name__)
