"""Distributions of real numbers."""

import math

from engine.creation import empty, ones, zeros
from engine.distributions import constraints
from engine.distributions.distribution import Distribution, together
from engine.drawing import normal, rand
from engine.limits import finfo


class LocationScale(Distribution):
    """Real numbers around `loc`, as far from there as `scale` says."""

    has_rsample = True
    arg_constraints = {"loc": constraints.real, "scale": constraints.positive}
    support = constraints.real

    def __init__(self, loc, scale, validate_args=None):
        self.loc, self.scale = together(loc, scale)
        super().__init__(self.loc.size(), (), validate_args)

    mean = mode = property(lambda self: self.loc)


class Normal(LocationScale):
    """Mean `loc`, standard deviation `scale`."""

    stddev = property(lambda self: self.scale)
    variance = property(lambda self: self.stddev.pow(2))

    def sample(self, sample_shape=()):
        shape = self._extended_shape(sample_shape)
        return normal(self.loc.detach().expand(shape), self.scale.detach().expand(shape))

    def rsample(self, sample_shape=()):
        shape = self._extended_shape(sample_shape)
        dtype = self.loc.dtype
        drawn = normal(zeros(shape, dtype=dtype), ones(shape, dtype=dtype))
        return self.loc + drawn * self.scale

    def log_prob(self, value):
        self._validate_sample(value)
        log_scale = self.scale.log()
        squares = -((value - self.loc) ** 2) / (2 * self.variance)
        return squares - log_scale - math.log(math.sqrt(2 * math.pi))

    def cdf(self, value):
        """The probability of less."""
        self._validate_sample(value)
        return 0.5 * (1 + ((value - self.loc) * self.scale.reciprocal() / math.sqrt(2)).erf())

    def icdf(self, value):
        """The inverse of `cdf`."""
        return self.loc + self.scale * (2 * value - 1).erfinv() * math.sqrt(2)

    def entropy(self):
        return 0.5 + 0.5 * math.log(2 * math.pi) + self.scale.log()


class Uniform(Distribution):
    """Between `low` and `high`, all alike."""

    has_rsample = True

    def __init__(self, low, high, validate_args=None):
        self.low, self.high = together(low, high)
        super().__init__(self.low.size(), (), validate_args)

    @property
    def arg_constraints(self):
        """What holds of the bounds."""
        return {
            "low": constraints.less_than(self.high),
            "high": constraints.greater_than(self.low),
        }

    support = property(lambda self: constraints.interval(self.low, self.high))

    mean = property(lambda self: (self.high + self.low) / 2)
    mode = property(lambda self: float("nan") * self.high)
    variance = property(lambda self: (self.high - self.low).pow(2) / 12)

    def rsample(self, sample_shape=()):
        drawn = rand(self._extended_shape(sample_shape), dtype=self.low.dtype)
        return self.low + drawn * (self.high - self.low)

    def log_prob(self, value):
        self._validate_sample(value)
        inside = self.low.le(value).type_as(self.low) * self.high.gt(value).type_as(self.low)
        return inside.log() - (self.high - self.low).log()

    def cdf(self, value):
        """The probability of less."""
        self._validate_sample(value)
        return ((value - self.low) / (self.high - self.low)).clamp(min=0, max=1)

    def icdf(self, value):
        """The inverse of `cdf`."""
        return value * (self.high - self.low) + self.low

    def entropy(self):
        return (self.high - self.low).log()


class Exponential(Distribution):
    """Waiting times for what happens at `rate`."""

    has_rsample = True
    arg_constraints = {"rate": constraints.positive}
    support = constraints.nonnegative

    def __init__(self, rate, validate_args=None):
        (self.rate,) = together(rate)
        super().__init__(self.rate.size(), (), validate_args)

    mean = stddev = property(lambda self: self.rate.reciprocal())
    mode = property(lambda self: zeros(self.rate.shape, dtype=self.rate.dtype))
    variance = property(lambda self: self.rate.pow(-2))

    def rsample(self, sample_shape=()):
        drawn = empty(self._extended_shape(sample_shape), dtype=self.rate.dtype).exponential_()
        return drawn / self.rate

    def log_prob(self, value):
        self._validate_sample(value)
        return self.rate.log() - self.rate * value

    def cdf(self, value):
        """The probability of less."""
        self._validate_sample(value)
        return 1 - (-self.rate * value).exp()

    def icdf(self, value):
        """The inverse of `cdf`."""
        return -(-value).log1p() / self.rate

    def entropy(self):
        return 1.0 - self.rate.log()


class Laplace(LocationScale):
    """Exponential on both sides of `loc`."""

    variance = property(lambda self: 2 * self.scale.pow(2))
    stddev = property(lambda self: (2**0.5) * self.scale)

    def rsample(self, sample_shape=()):
        dtype = self.loc.dtype
        drawn = empty(self._extended_shape(sample_shape), dtype=dtype).uniform_(
            finfo(dtype).eps - 1, 1
        )
        return self.loc - self.scale * drawn.sign() * (-drawn.abs()).log1p()

    def log_prob(self, value):
        self._validate_sample(value)
        return -(2 * self.scale).log() - (value - self.loc).abs() / self.scale

    def cdf(self, value):
        """The probability of less."""
        self._validate_sample(value)
        apart = value - self.loc
        return 0.5 - 0.5 * apart.sign() * (-apart.abs() / self.scale).expm1()

    def icdf(self, value):
        """The inverse of `cdf`."""
        apart = value - 0.5
        return self.loc - self.scale * apart.sign() * (-2 * apart.abs()).log1p()

    def entropy(self):
        return 1 + (2 * self.scale).log()
