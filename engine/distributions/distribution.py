"""What all distributions share."""

import re
import warnings

from engine.address import pickling
from engine.autograd.grad_mode import no_grad
from engine.creation import full
from engine.distributions.constraints import is_dependent
from engine.ops.reshaping import broadcast_tensors
from engine.size import Size
from engine.tensor import Tensor


def home_of(name):
    """The module of PyTorch that has the class of that name."""
    name = name.removesuffix("StraightThrough")
    known = {"StudentT": "studentT", "RelaxedOneHotCategorical": "relaxed_categorical"}
    return known.get(name) or re.sub("(?<=[a-z])(?=[A-Z])", "_", name).lower()


class Distribution:
    """Draws of a shape `batch_shape + event_shape`, and the logarithm of their density."""

    has_rsample = has_enumerate_support = False
    _validate_args = True

    def __init__(self, batch_shape=(), event_shape=(), validate_args=None):
        self._batch_shape, self._event_shape = Size(batch_shape), Size(event_shape)
        if validate_args is not None:
            self._validate_args = validate_args
        if self._validate_args:
            self._check_arguments()

    def __init_subclass__(cls, **kwargs):
        super().__init_subclass__(**kwargs)
        if cls.__module__.startswith("engine."):
            cls.__module__ = "torch.distributions." + home_of(cls.__name__)

    @staticmethod
    def set_default_validate_args(value):
        """Whether arguments are checked where nothing else is said."""
        if value not in (True, False):
            raise ValueError(f"arguments are checked or not: True or False, not {value!r}")
        Distribution._validate_args = value

    @property
    def arg_constraints(self):
        """What holds of each argument."""
        raise NotImplementedError(f"{type(self).__name__} has no arg_constraints")

    @property
    def support(self):
        """What holds of each draw."""
        raise NotImplementedError(f"{type(self).__name__} has no support")

    def _check_arguments(self):
        try:
            constraints = self.arg_constraints
        except NotImplementedError:
            constraints = {}
            warnings.warn(f"{type(self)} has no arg_constraints", UserWarning, stacklevel=4)
        for name, constraint in constraints.items():
            value = self.__dict__.get(name)
            if not isinstance(value, Tensor) or is_dependent(constraint):
                continue
            if not bool(constraint.check(value).all()):
                raise ValueError(
                    f"{type(self).__name__}: {name} must satisfy {constraint!r}, unlike {value}"
                )

    @property
    def batch_shape(self):
        """The shape of the parameters."""
        return self._batch_shape

    @property
    def event_shape(self):
        """The shape of a single draw."""
        return self._event_shape

    def _extended_shape(self, sample_shape):
        return Size((*sample_shape, *self._batch_shape, *self._event_shape))

    def expand(self, batch_shape):
        """The same distribution for a larger batch."""
        made, before = object.__new__(type(self)), len(self._batch_shape)
        made.__dict__.update(self.__dict__)
        for name, value in self.__dict__.items():
            if isinstance(value, Distribution) or name in (*self.arg_constraints, "_factor"):
                shape = value.batch_shape if isinstance(value, Distribution) else value.shape
                made.__dict__[name] = value.expand((*batch_shape, *shape[before:]))
        made._batch_shape = Size(batch_shape)
        return made

    def perplexity(self):
        """exp of the entropy."""
        return self.entropy().exp()

    def sample(self, sample_shape=()):
        """Draws without a gradient."""
        with no_grad():
            return self.rsample(sample_shape)

    def sample_n(self, n):
        """The older form of `sample`."""
        warnings.warn("sample_n(n) is deprecated; use sample((n,))", FutureWarning, stacklevel=2)
        return self.sample((n,))

    def rsample(self, sample_shape=()):
        """Draws through which gradients pass to the parameters."""
        raise NotImplementedError(f"{type(self).__name__} has no rsample()")

    def log_prob(self, value):
        """The logarithm of the density."""
        raise NotImplementedError(f"{type(self).__name__} has no log_prob()")

    def entropy(self):
        """The entropy."""
        raise NotImplementedError(f"{type(self).__name__} has no entropy()")

    def cdf(self, value):
        """The probability of less."""
        raise NotImplementedError(f"{type(self).__name__} has no cdf()")

    def icdf(self, value):
        """The inverse of `cdf`."""
        raise NotImplementedError(f"{type(self).__name__} has no icdf()")

    def enumerate_support(self, expand=True):
        """All values, along a new first dimension."""
        raise NotImplementedError(f"{type(self).__name__} has no enumerate_support()")

    @property
    def mean(self):
        """The mean."""
        raise NotImplementedError(f"{type(self).__name__} has no mean")

    @property
    def mode(self):
        """The most probable value."""
        raise NotImplementedError(f"{type(self).__name__} has no mode")

    @property
    def variance(self):
        """The variance."""
        raise NotImplementedError(f"{type(self).__name__} has no variance")

    @property
    def stddev(self):
        """The standard deviation."""
        return self.variance.sqrt()

    def _validate_sample(self, value):
        if not self._validate_args:
            return
        if not isinstance(value, Tensor):
            raise ValueError(f"the value must be a tensor, not {type(value).__name__}")
        self._check_shape(value.size())
        try:
            support = self.support
        except NotImplementedError:
            warnings.warn(f"{type(self)} has no support", UserWarning, stacklevel=3)
            return
        if not bool(support.check(value).all()):
            raise ValueError(f"the value must satisfy {support!r}, unlike {value}")

    def _check_shape(self, shape):
        event, expected = self._event_shape, self._batch_shape + self._event_shape
        pairs = zip(reversed(shape), reversed(expected), strict=False)
        fits = all(1 in pair or pair[0] == pair[1] for pair in pairs)
        if shape[len(shape) - len(event) :] != event or not fits:
            raise ValueError(f"values of shape {shape} do not broadcast with shape {expected}")

    def __repr__(self):
        named = [n for n in self.arg_constraints if n in self.__dict__]
        parts = [
            f"{n}: {v if v.numel() == 1 else v.size()}"
            for n, v in ((n, self.__dict__[n]) for n in named)
        ]
        return f"{type(self).__name__}({', '.join(parts)})"


pickling(Distribution)


def together(*values):
    """Parameters, tensors or numbers, as tensors of one shape."""
    tensors = [v for v in values if isinstance(v, Tensor)]
    dtype = tensors[0].dtype if tensors else None
    made = [v if isinstance(v, Tensor) else full((), float(v), dtype=dtype) for v in values]
    return broadcast_tensors(*made)
