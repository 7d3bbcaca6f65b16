"""Distributions of counts."""

import math

from engine.counting import binomial, poisson
from engine.creation import ones_like, zeros
from engine.distributions import constraints
from engine.distributions.concentration import Gamma
from engine.distributions.discrete import ByChance, Categorical, along
from engine.distributions.distribution import Distribution, together
from engine.limits import finfo
from engine.nn.functional import binary_cross_entropy_with_logits, logsigmoid
from engine.ops.reshaping import broadcast_tensors
from engine.ranges import arange


class Poisson(Distribution):
    """How often something happens that happens at `rate`."""

    arg_constraints = {"rate": constraints.nonnegative}
    support = constraints.nonnegative_integer

    def __init__(self, rate, validate_args=None):
        (self.rate,) = together(rate)
        super().__init__(self.rate.size(), (), validate_args)

    mean = variance = property(lambda self: self.rate)
    mode = property(lambda self: self.rate.floor())

    def sample(self, sample_shape=()):
        return poisson(self.rate.detach().expand(self._extended_shape(sample_shape)))

    def log_prob(self, value):
        self._validate_sample(value)
        rate, value = broadcast_tensors(self.rate, value)
        return value.xlogy(rate) - rate - (value + 1).lgamma()


class Binomial(ByChance):
    """Successes of `total_count` trials."""

    arg_constraints = {
        "total_count": constraints.nonnegative_integer,
        **ByChance.arg_constraints,
    }
    support = property(lambda self: constraints.integer_interval(0, self.total_count))
    has_enumerate_support = True

    def __init__(self, total_count=1, probs=None, logits=None, validate_args=None):
        count, chance = self._set_chance(probs, logits, total_count)
        self.total_count = count.type_as(chance)
        super().__init__(count.size(), (), validate_args)

    mean = property(lambda self: self.total_count * self.probs)
    variance = property(lambda self: self.total_count * self.probs * (1 - self.probs))

    @property
    def mode(self):
        """The most probable count."""
        most = ((self.total_count + 1) * self.probs).floor()
        return most.clamp(max=self.total_count)

    def sample(self, sample_shape=()):
        shape = self._extended_shape(sample_shape)
        return binomial(self.total_count.expand(shape), self.probs.detach().expand(shape))

    def log_prob(self, value):
        self._validate_sample(value)
        count, logits = self.total_count, self.logits
        positive = (logits.clamp(min=0) + logits - logits.clamp(max=0)) / 2
        normaliser = count * positive + count * (-logits.abs()).exp().log1p() - (count + 1).lgamma()
        ways = (value + 1).lgamma(), (count - value + 1).lgamma()
        return value * logits - ways[0] - ways[1] - normaliser

    def entropy(self):
        total = int(self.total_count.max())
        if total != self.total_count.min():
            raise NotImplementedError("entropy() of Binomials of different total_count")
        found = self.log_prob(self.enumerate_support(False))
        return -(found.exp() * found).sum(0)

    def enumerate_support(self, expand=True):
        """All counts, along a new first dimension."""
        counts = arange(1 + int(self.total_count.max()), dtype=self.probs.dtype)
        return along(counts, self._batch_shape, expand)


class Geometric(ByChance):
    """Failures before the first success."""

    support = constraints.nonnegative_integer

    def __init__(self, probs=None, logits=None, validate_args=None):
        (chance,) = self._set_chance(probs, logits)
        super().__init__(chance.size(), (), validate_args)
        if self._validate_args and logits is None and not bool((self.probs > 0).all()):
            raise ValueError("Geometric: probs must be above 0")

    mean = property(lambda self: 1.0 / self.probs - 1.0)
    mode = property(lambda self: self.probs * 0)
    variance = property(lambda self: (1.0 / self.probs - 1.0) / self.probs)

    def sample(self, sample_shape=()):
        probs = self.probs.detach()
        tiny = finfo(probs.dtype).tiny
        drawn = zeros(self._extended_shape(sample_shape), dtype=probs.dtype).uniform_(tiny, 1)
        return (drawn.log() / (-probs).log1p()).floor()

    def log_prob(self, value):
        self._validate_sample(value)
        value, probs = broadcast_tensors(value, self.probs)
        probs = probs.masked_fill((probs == 1) & (value == 0), 0)
        return value * (-probs).log1p() + self.probs.log()

    def entropy(self):
        found = binary_cross_entropy_with_logits(self.logits, self.probs, reduction="none")
        return found / self.probs


class NegativeBinomial(ByChance):
    """Successes before `total_count` failures."""

    arg_constraints = {
        "total_count": constraints.greater_than_eq(0),
        "probs": constraints.half_open_interval(0.0, 1.0),
        "logits": constraints.real,
    }
    support = constraints.nonnegative_integer

    def __init__(self, total_count, probs=None, logits=None, validate_args=None):
        count, chance = self._set_chance(probs, logits, total_count)
        self.total_count = count.type_as(chance)
        super().__init__(count.size(), (), validate_args)

    mean = property(lambda self: self.total_count * self.logits.exp())
    variance = property(lambda self: self.mean / (-self.logits).sigmoid())
    mode = property(lambda self: ((self.total_count - 1) * self.logits.exp()).floor().clamp(min=0))

    def sample(self, sample_shape=()):
        rates = Gamma(self.total_count, (-self.logits.detach()).exp(), validate_args=False)
        return poisson(rates.sample(sample_shape))

    def log_prob(self, value):
        self._validate_sample(value)
        count, logits = self.total_count, self.logits
        weight = count * logsigmoid(-logits) + value * logsigmoid(logits)
        ways = -(count + value).lgamma() + (1.0 + value).lgamma() + count.lgamma()
        return weight - ways.masked_fill(count + value == 0.0, 0.0)


class Multinomial(Distribution):
    """How often each class comes up in `total_count` draws."""

    arg_constraints = Categorical.arg_constraints
    support = property(lambda self: constraints.multinomial(self.total_count))

    def __init__(self, total_count=1, probs=None, logits=None, validate_args=None):
        if not isinstance(total_count, int):
            raise NotImplementedError("Multinomial takes an int for total_count")
        self.total_count = total_count
        self._categorical = Categorical(probs, logits, validate_args)
        size = self._categorical._num_events
        super().__init__(self._categorical.batch_shape, (size,), validate_args)

    probs = property(lambda self: self._categorical.probs)
    logits = property(lambda self: self._categorical.logits)
    param_shape = property(lambda self: self._categorical.param_shape)
    mean = property(lambda self: self.probs * self.total_count)
    variance = property(lambda self: self.total_count * self.probs * (1 - self.probs))

    def sample(self, sample_shape=()):
        drawn = self._categorical.sample((self.total_count, *sample_shape)).movedim(0, -1)
        counts = zeros(self._extended_shape(sample_shape), dtype=drawn.dtype)
        return counts.scatter_add_(-1, drawn, ones_like(drawn)).type_as(self.probs)

    def log_prob(self, value):
        self._validate_sample(value)
        if self._validate_args and not bool((value.sum(-1) == self.total_count).all()):
            raise ValueError(f"the value must be counts of sum {self.total_count}, not {value}")
        logits, value = broadcast_tensors(self.logits, value)
        logits = logits.masked_fill((value == 0) & (logits == -float("inf")), 0)
        ways = (value.sum(-1) + 1).lgamma() - (value + 1).lgamma().sum(-1)
        return ways + (logits * value).sum(-1)

    def entropy(self):
        count, trials = self.total_count, Binomial(self.total_count, self.probs)
        first = count * self._categorical.entropy() - math.lgamma(count + 1)
        support = trials.enumerate_support(expand=False)[1:]
        return first + (trials.log_prob(support).exp() * (support + 1).lgamma()).sum([0, -1])
