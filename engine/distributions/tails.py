"""Distributions with heavy tails."""

import math

from engine.creation import empty, full, full_like, ones, zeros
from engine.distributions import constraints
from engine.distributions.concentration import Chi2
from engine.distributions.continuous import LocationScale
from engine.distributions.distribution import Distribution, together
from engine.drawing import normal
from engine.ops.selecting import where


class Cauchy(LocationScale):
    """The quotient of two normal numbers, around `loc`."""

    mean = property(lambda self: full(self._batch_shape, math.nan, dtype=self.loc.dtype))
    variance = property(lambda self: full(self._batch_shape, math.inf, dtype=self.loc.dtype))

    def rsample(self, sample_shape=()):
        drawn = empty(self._extended_shape(sample_shape), dtype=self.loc.dtype).cauchy_()
        return self.loc + drawn * self.scale

    def log_prob(self, value):
        self._validate_sample(value)
        squares = ((value - self.loc) / self.scale) ** 2
        return -math.log(math.pi) - self.scale.log() - squares.log1p()

    def cdf(self, value):
        """The probability of less."""
        self._validate_sample(value)
        return ((value - self.loc) / self.scale).atan() / math.pi + 0.5

    def icdf(self, value):
        """The inverse of `cdf`."""
        return (math.pi * (value - 0.5)).tan() * self.scale + self.loc

    def entropy(self):
        return math.log(4 * math.pi) + self.scale.log()


class StudentT(Distribution):
    """Student's t of `df` degrees of freedom, around `loc`."""

    has_rsample = True
    arg_constraints = {"df": constraints.positive, **LocationScale.arg_constraints}
    support = constraints.real

    def __init__(self, df, loc=0.0, scale=1.0, validate_args=None):
        self.df, self.loc, self.scale = together(df, loc, scale)
        self._chi2 = Chi2(self.df)
        super().__init__(self.df.size(), (), validate_args)

    mean = property(lambda self: where(self.df > 1, self.loc, full_like(self.loc, math.nan)))
    mode = property(lambda self: self.loc)

    @property
    def variance(self):
        """The variance: infinite up to 2 degrees of freedom, unknown up to 1."""
        known = self.scale.pow(2) * self.df / (self.df - 2)
        found = where(self.df > 2, known, full_like(known, math.inf))
        return where(self.df > 1, found, full_like(known, math.nan))

    def rsample(self, sample_shape=()):
        shape, dtype = self._extended_shape(sample_shape), self.df.dtype
        drawn = normal(zeros(shape, dtype=dtype), ones(shape, dtype=dtype))
        spread = (self._chi2.rsample(sample_shape) / self.df).rsqrt()
        return self.loc + self.scale * (drawn * spread)

    def log_prob(self, value):
        self._validate_sample(value)
        y, half = (value - self.loc) / self.scale, 0.5 * self.df
        size = (
            self.scale.log()
            + 0.5 * self.df.log()
            + 0.5 * math.log(math.pi)
            + half.lgamma()
            - (0.5 * (self.df + 1.0)).lgamma()
        )
        return -0.5 * (self.df + 1.0) * (y**2.0 / self.df).log1p() - size

    def entropy(self):
        half, more = 0.5 * self.df, 0.5 * (self.df + 1)
        beta = half.lgamma() + math.lgamma(0.5) - more.lgamma()
        spread = more * (more.digamma() - half.digamma())
        return self.scale.log() + spread + 0.5 * self.df.log() + beta
