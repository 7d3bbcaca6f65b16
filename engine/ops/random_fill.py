"""In-place methods that fill a tensor with random numbers."""

from engine import sampling
from engine.autograd.views import check_inplace, check_overlap, rebase_history
from engine.ops.declare import OPS
from engine.random import default_generator
from engine.tensor import Tensor, bump_version, own


def _filling(name, sample, defaults):
    """The method `name`: check that the write is allowed, then let `sample` fill the memory."""

    def fill(self, *args, generator=None, **kwargs):
        check_inplace(self, self._requires)
        check_overlap(self)
        values = _arguments(name, defaults, args, kwargs)
        node = None
        if self._requires and self.grad_fn is not None:
            node = OPS["zero"].op.record([self], [self])
        sample(own(self), *values, generator or default_generator)
        bump_version(self)
        if node is not None:
            rebase_history(self, node)
        return self

    fill.__name__ = fill.__qualname__ = name
    return fill


def _arguments(name, defaults, args, kwargs):
    values = dict(defaults)
    if len(args) > len(values):
        raise TypeError(f"{name}() takes at most {len(values)} arguments, not {len(args)}")
    values.update(zip(values, args, strict=False))
    for key, value in kwargs.items():
        if key not in values:
            raise TypeError(f"{name}() got an unexpected keyword argument {key!r}")
        values[key] = value
    return [v._data if isinstance(v, Tensor) else v for v in values.values()]


def _integers(array, low, high, stream):
    if high is None and low is not None:
        low, high = 0, low
    sampling.random(array, low, high, stream)


uniform_ = _filling("uniform_", sampling.uniform, {"from": 0.0, "to": 1.0})
normal_ = _filling("normal_", sampling.normal, {"mean": 0.0, "std": 1.0})
log_normal_ = _filling("log_normal_", sampling.log_normal, {"mean": 1.0, "std": 2.0})
cauchy_ = _filling("cauchy_", sampling.cauchy, {"median": 0.0, "sigma": 1.0})
exponential_ = _filling("exponential_", sampling.exponential, {"lambd": 1.0})
geometric_ = _filling("geometric_", sampling.geometric, {"p": 0.5})
bernoulli_ = _filling("bernoulli_", sampling.bernoulli, {"p": 0.5})
random_ = _filling("random_", _integers, {"from": None, "to": None})
