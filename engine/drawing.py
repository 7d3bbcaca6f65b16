"""Tensors of random numbers; the numbers themselves are made in `engine.sampling`."""

import numpy as np

from engine import sampling
from engine.creation import after, blank_like, maker, or_default, sizes
from engine.data import made
from engine.dtype import from_numpy as dtype_of
from engine.ops.arraylike import zeros_for
from engine.ops.declare import op
from engine.ops.inplace import inplace
from engine.ops.outs import write_out
from engine.random import Generator, default_generator
from engine.tensor import Tensor

__all__ = ["bernoulli", "multinomial", "normal", "rand", "rand_like", "randint"]
__all__ += ["randint_like", "randn", "randn_like", "randperm"]


def stream_of(generator):
    """The generator to draw from: the default one if none is given."""
    if generator is None:
        return default_generator
    if not isinstance(generator, Generator):
        raise TypeError(f"generator must be a torch.Generator, not {type(generator).__name__}")
    return generator


@maker
def rand(*args, size=None, generator=None, dtype):
    """Uniform numbers in [0, 1)."""
    array = np.empty(sizes(args, size), or_default(dtype))
    sampling.uniform(array, 0, 1, stream_of(generator))
    return array


@maker
def randn(*args, size=None, generator=None, dtype):
    """Standard normal numbers."""
    array = np.empty(sizes(args, size), or_default(dtype))
    sampling.normal(array, 0, 1, stream_of(generator))
    return array


@maker
def randint(*args, generator=None, dtype, **named):
    """Integers in [low, high); called as (high, size) or (low, high, size)."""
    low, high, size = _bounds_and_size(args, named)
    array = np.empty(sizes((size,)), np.int64 if dtype is None else dtype)
    sampling.random(array, low, high, stream_of(generator))
    return array


def _bounds_and_size(args, named):
    names = ["low", "high", "size"]
    if len(args) + len(named) == 2 and "low" not in named:
        names = names[1:]
    given = dict(zip(names, args, strict=False)) | named
    if len(given) != len(args) + len(named) or set(given) - {"low"} != {"high", "size"}:
        raise TypeError("randint() takes (high, size) or (low, high, size)")
    if not isinstance(given["size"], tuple | list):
        raise TypeError(f"the size must be a tuple, not {type(given['size']).__name__}")
    return _whole(given.get("low", 0)), _whole(given["high"]), given["size"]


def _whole(bound):
    if isinstance(bound, Tensor):
        bound = bound.item()
    if not isinstance(bound, int | np.integer):
        raise TypeError(f"a bound of integers must be an int, not {type(bound).__name__}")
    return _in_64_bits(int(bound))


def _in_64_bits(bound):
    if isinstance(bound, int) and not -(1 << 63) <= bound < 1 << 63:
        raise ValueError(f"a bound of integers must fit in 64 bits, not {bound}")
    return bound


@maker
def randperm(n, *, generator=None, dtype):
    """The integers below `n` in random order."""
    (count,) = sizes((n,))
    wanted = np.dtype(np.int64) if dtype is None else dtype
    if wanted.kind not in "iuf":
        raise NotImplementedError(f"randperm() cannot make {dtype_of(wanted)!r} tensors")
    if count > sampling.largest_integer(wanted):
        raise RuntimeError(f"{dtype_of(wanted)!r} does not hold every integer up to {count}")
    return sampling.randperm(count, stream_of(generator)).astype(wanted)


def _like(fill, *defaults):
    def like(input, *args, requires_grad=False, generator=None, **of):
        array = blank_like(input, **of)
        fill(array, *args, *defaults, stream_of(generator))
        return after(input, made(array, requires_grad))

    return like


rand_like = _like(sampling.uniform, 0, 1)
randn_like = _like(sampling.normal, 0, 1)


def randint_like(input, *args, low=0, high=None, **of):
    """Integers in [low, high) in the shape and dtype of `input`."""
    if high is not None:
        args = (*args, high)
    bounds = (low, *args) if len(args) == 1 else args
    return _like(sampling.random)(input, *map(_whole, bounds), **of)


# ---- from tensors of parameters: the gradient with respect to these is zero --------------------


def _normal(mean, std, generator):
    if np.any(std < 0):
        raise RuntimeError("normal() needs std >= 0 everywhere")
    tensors = [v for v in (mean, std) if isinstance(v, np.ndarray | np.generic)]
    array = np.empty(np.broadcast_shapes(*(v.shape for v in tensors)), tensors[0].dtype)
    sampling.normal(array, 0, 1, stream_of(generator))
    return array * np.asarray(std, array.dtype) + np.asarray(mean, array.dtype)


_NORMALS = {  # by whether mean and std are tensors
    (True, False): op("_normal_1", node="normal:1", mean=zeros_for)(_normal),
    (False, True): op("_normal_2", node="normal:2", std=zeros_for)(_normal),
    (True, True): op("_normal_3", node="normal:3", mean=zeros_for, std=zeros_for)(_normal),
}


def normal(mean=0.0, std=1.0, size=None, *, generator=None, **of):
    """Normal numbers of one mean and deviation for all (with `size`), or of one for each."""
    tensors = (isinstance(mean, Tensor), isinstance(std, Tensor))
    if any(tensors):
        if tensors == (True, False) and of.get("out") is not None:
            mean = _broadcast_to_meet(mean, of["out"])
        return _NORMALS[tensors](mean, std, generator, **of)
    if not isinstance(size, tuple | list):
        raise TypeError("normal() of two numbers needs a size, which is a tuple")
    return _normals(mean, std, size, generator=generator, **of)


def _broadcast_to_meet(mean, out):
    """The mean in the shape in which it meets `out`: that many numbers are drawn, as in PyTorch."""
    try:
        return mean.expand(np.broadcast_shapes(mean.shape, out.shape))
    except ValueError as error:
        raise RuntimeError(f"normal(): out= does not fit the mean: {error}") from None


@maker
def _normals(mean, std, size, *, generator, dtype):
    array = np.empty(sizes((size,)), or_default(dtype))
    sampling.normal(array, mean, std, stream_of(generator))
    return array


@op("_bernoulli", node="bernoulli", self=zeros_for)
def _coins(self, generator=None):
    array = np.empty(self.shape, self.dtype)
    sampling.bernoulli(array, np.asarray(self), stream_of(generator))
    return array


def bernoulli(input, p=None, *, generator=None, out=None):
    """Ones whose probabilities are the elements of `input` (or `p` for all), and zeros."""
    if p is None:
        return _coins(input, generator, out=out)
    array = np.empty(input._data.shape, input._data.dtype)
    sampling.bernoulli(array, p, stream_of(generator))
    return made(array) if out is None else write_out(out, made(array), "bernoulli")


def multinomial(input, num_samples, replacement=False, *, generator=None, out=None):
    """Indices drawn with the weights along the last dim of `input`."""
    if not (isinstance(input, Tensor) and isinstance(num_samples, int)):
        raise TypeError("multinomial() takes a tensor of weights and how many are to be drawn")
    weights = np.asarray(input._data)
    drawn = made(sampling.multinomial(weights, num_samples, replacement, stream_of(generator)))
    return drawn if out is None else write_out(out, drawn, "multinomial")


# ---- in place -----------------------------------------------------------------------------------


def _over(array, fill, generator, *parameters):
    """The array, overwritten where it lies, since its layout decides the order of the draws."""
    array = array if isinstance(array, np.ndarray) else np.array(array)
    fill(array, *parameters, stream_of(generator))
    return array


def _uniform(self, from_=0, to=1, *, generator=None):
    return _over(self, sampling.uniform, generator, from_, to)


def _normal_over(self, mean=0, std=1, *, generator=None):
    return _over(self, sampling.normal, generator, mean, std)


def _log_normal(self, mean=1, std=2, *, generator=None):
    return _over(self, sampling.log_normal, generator, mean, std)


def _cauchy(self, median=0, sigma=1, *, generator=None):
    return _over(self, sampling.cauchy, generator, median, sigma)


def _exponential(self, lambd=1, *, generator=None):
    return _over(self, sampling.exponential, generator, lambd)


def _geometric(self, p, *, generator=None):
    return _over(self, sampling.geometric, generator, p)


def _bernoulli(self, p=0.5, *, generator=None):
    p = np.asarray(p) if isinstance(p, np.generic) else p
    return _over(self, sampling.bernoulli, generator, p)


def _random(self, from_=None, to=None, *, generator=None):
    return _over(self, sampling.random, generator, from_, to)


def _method(name, forward, overload=0):
    declared = op(f"_{name}_{overload}_", node=f"{name}:{overload}", self=zeros_for)(forward)
    declared.op.draws, declared.op.numbers = True, []
    return inplace(declared.op, f"{name}_")


_COINS = {True: _method("bernoulli", _bernoulli, 1), False: _method("bernoulli", _bernoulli, 2)}
_RANDOMS = [_method("random", _random, overload) for overload in (2, 1, 0)]


def _bernoulli_(self, p=0.5, *, generator=None):
    """Overwrite with ones of probability `p` (a number, or a tensor of one for each) and zeros."""
    return _COINS[isinstance(p, Tensor)](self, p, generator=generator)


def _random_(self, *args, generator=None):
    """Overwrite with integers: all that the dtype holds, or those below `to`, or from `from`."""
    args = tuple(map(_in_64_bits, args))
    low_and_high = (0, *args) if len(args) == 1 else args
    return _RANDOMS[len(args)](self, *low_and_high, generator=generator)


METHODS = {
    "uniform_": _method("uniform", _uniform),
    "normal_": _method("normal", _normal_over),
    "log_normal_": _method("log_normal", _log_normal),
    "cauchy_": _method("cauchy", _cauchy),
    "exponential_": _method("exponential", _exponential),
    "geometric_": _method("geometric", _geometric),
    "bernoulli_": _bernoulli_,
    "random_": _random_,
    "bernoulli": bernoulli,
    "multinomial": multinomial,
}
