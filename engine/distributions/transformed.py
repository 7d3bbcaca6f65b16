"""Distributions of what transforms make of others."""

import math

from engine.autograd.grad_mode import no_grad
from engine.creation import full_like, zeros_like
from engine.distributions import constraints
from engine.distributions.continuous import Normal, Uniform
from engine.distributions.discrete import Bernoulli, Categorical
from engine.distributions.discrete import bounded as clamped
from engine.distributions.distribution import Distribution, together
from engine.distributions.tails import Cauchy
from engine.distributions.transforms import (
    AbsTransform,
    AffineTransform,
    ComposeTransform,
    ExpTransform,
    SigmoidTransform,
    Transform,
)
from engine.drawing import rand
from engine.limits import finfo
from engine.ops.reshaping import broadcast_tensors
from engine.ops.selecting import where

_EULER = 0.57721566490153286060  # Euler's constant


class TransformedDistribution(Distribution):
    """What `transforms`, one after the other, make of the draws of `base_distribution`."""

    def __init__(self, base_distribution, transforms, validate_args=None):
        transforms = [transforms] if isinstance(transforms, Transform) else transforms
        if not isinstance(transforms, list) or not all(
            isinstance(t, Transform) for t in transforms
        ):
            raise ValueError(f"transforms must be Transforms, not {transforms}")
        self.base_dist, self.transforms = base_distribution, transforms
        base = base_distribution
        super().__init__(base.batch_shape, base.event_shape, validate_args)

    arg_constraints = {}
    has_rsample = property(lambda self: self.base_dist.has_rsample)

    @property
    def support(self):
        """What the last transform gives."""
        return self.transforms[-1].codomain if self.transforms else self.base_dist.support

    def sample(self, sample_shape=()):
        with no_grad():
            return self._after(self.base_dist.sample(sample_shape))

    def rsample(self, sample_shape=()):
        return self._after(self.base_dist.rsample(sample_shape))

    def _after(self, x):
        return ComposeTransform(self.transforms)(x)

    def log_prob(self, value):
        self._validate_sample(value)
        total, y = 0.0, value
        dims = tuple(range(-len(self.event_shape), 0))
        for transform in reversed(self.transforms):
            x = transform._undo(y)
            slope = transform.log_abs_det_jacobian(x, y)
            total, y = total - (slope.sum(dims) if dims else slope), x
        return total + self.base_dist.log_prob(y)

    def cdf(self, value):
        """The probability of less, if every transform rises."""
        for transform in reversed(self.transforms):
            value = transform._undo(value)
        return self.base_dist.cdf(value)

    def icdf(self, value):
        """The inverse of `cdf`."""
        return self._after(self.base_dist.icdf(value))


class LogNormal(TransformedDistribution):
    """exp of a normal number."""

    arg_constraints, support = Normal.arg_constraints, constraints.positive

    def __init__(self, loc, scale, validate_args=None):
        base = Normal(loc, scale, validate_args)
        super().__init__(base, ExpTransform(), validate_args)

    loc = property(lambda self: self.base_dist.loc)
    scale = property(lambda self: self.base_dist.scale)
    mean = property(lambda self: (self.loc + self.scale.pow(2) / 2).exp())
    mode = property(lambda self: (self.loc - self.scale.square()).exp())

    @property
    def variance(self):
        """The variance."""
        squares = self.scale.pow(2)
        return squares.expm1() * (2 * self.loc + squares).exp()

    def entropy(self):
        return self.base_dist.entropy() + self.loc


class _Half(TransformedDistribution):
    """The absolute value of a number whose distribution is symmetric around 0."""

    arg_constraints = {"scale": constraints.positive}
    support = constraints.nonnegative

    def __init__(self, base, validate_args):
        super().__init__(base, AbsTransform(), validate_args)

    scale = property(lambda self: self.base_dist.scale)
    mode = property(lambda self: zeros_like(self.scale))

    def log_prob(self, value):
        self._validate_sample(value)
        found = self.base_dist.log_prob(value) + math.log(2)
        return where(value >= 0, found, -math.inf)

    def cdf(self, value):
        self._validate_sample(value)
        return 2 * self.base_dist.cdf(value) - 1

    def icdf(self, value):
        return self.base_dist.icdf((value + 1) / 2)

    def entropy(self):
        return self.base_dist.entropy() - math.log(2)


class HalfNormal(_Half):
    """|x| of a normal x around 0."""

    def __init__(self, scale, validate_args=None):
        super().__init__(Normal(0, scale, validate_args), validate_args)

    mean = property(lambda self: self.scale * math.sqrt(2 / math.pi))
    variance = property(lambda self: self.scale.pow(2) * (1 - 2 / math.pi))


class HalfCauchy(_Half):
    """|x| of a Cauchy-distributed x around 0."""

    def __init__(self, scale, validate_args=None):
        super().__init__(Cauchy(0, scale, validate_args), validate_args)

    mean = property(lambda self: full_like(self.scale, math.inf))
    variance = property(lambda self: self.base_dist.variance)


class Gumbel(TransformedDistribution):
    """The largest of many: loc - scale * log(-log(u)), u uniform."""

    arg_constraints, support = Normal.arg_constraints, constraints.real

    def __init__(self, loc, scale, validate_args=None):
        self.loc, self.scale = together(loc, scale)
        limits = finfo(self.loc.dtype)
        base = Uniform(
            full_like(self.loc, limits.tiny), full_like(self.loc, 1 - limits.eps), validate_args
        )
        steps = [ExpTransform().inv, AffineTransform(0, -1.0), ExpTransform().inv]
        steps.append(AffineTransform(self.loc, -self.scale))
        super().__init__(base, steps, validate_args)

    mean = property(lambda self: self.loc + self.scale * _EULER)
    mode = property(lambda self: self.loc)
    stddev = property(lambda self: (math.pi / math.sqrt(6)) * self.scale)
    variance = property(lambda self: self.stddev.pow(2))

    def log_prob(self, value):
        self._validate_sample(value)
        y = (self.loc - value) / self.scale
        return (y - y.exp()) - self.scale.log()

    def entropy(self):
        return self.scale.log() + (1 + _EULER)


class LogitRelaxedBernoulli(Bernoulli):
    """The log odds of a `RelaxedBernoulli`."""

    support = constraints.real

    has_rsample = True
    sample = Distribution.sample

    def __init__(self, temperature, probs=None, logits=None, validate_args=None):
        super().__init__(probs, logits, validate_args)
        self.temperature = temperature

    def rsample(self, sample_shape=()):
        shape = self._extended_shape(sample_shape)
        probs = clamped(self.probs.expand(shape))
        drawn = clamped(rand(shape, dtype=probs.dtype))
        odds = drawn.log() - (-drawn).log1p() + probs.log() - (-probs).log1p()
        return odds / self.temperature

    def log_prob(self, value):
        self._validate_sample(value)
        logits, value = broadcast_tensors(self.logits, value)
        apart = logits - value.mul(self.temperature)
        return self.temperature.log() + apart - 2 * apart.exp().log1p()


class RelaxedBernoulli(TransformedDistribution):
    """Between 0 and 1, the nearer to one of them the lower the temperature; it has gradients."""

    arg_constraints, support = Bernoulli.arg_constraints, constraints.unit_interval

    def __init__(self, temperature, probs=None, logits=None, validate_args=None):
        base = LogitRelaxedBernoulli(temperature, probs, logits)
        super().__init__(base, SigmoidTransform(), validate_args)

    temperature = property(lambda self: self.base_dist.temperature)
    logits = property(lambda self: self.base_dist.logits)
    probs = property(lambda self: self.base_dist.probs)


class ExpRelaxedCategorical(Categorical):
    """The logarithms of a `RelaxedOneHotCategorical`."""

    support = constraints.real_vector

    has_rsample = True
    sample = Distribution.sample

    def __init__(self, temperature, probs=None, logits=None, validate_args=None):
        super().__init__(probs, logits, validate_args)
        self.temperature = temperature
        self._event_shape = self.logits.shape[-1:]

    def rsample(self, sample_shape=()):
        drawn = clamped(rand(self._extended_shape(sample_shape), dtype=self.logits.dtype))
        scores = (self.logits - (-drawn.log()).log()) / self.temperature
        return scores - scores.logsumexp(dim=-1, keepdim=True)

    def log_prob(self, value):
        self._validate_sample(value)
        count = self._num_events
        logits, value = broadcast_tensors(self.logits, value)
        scale = full_like(self.temperature, float(count)).lgamma()
        scale = scale - self.temperature.log().mul(-(count - 1))
        score = logits - value.mul(self.temperature)
        return (score - score.logsumexp(dim=-1, keepdim=True)).sum(-1) + scale


class RelaxedOneHotCategorical(TransformedDistribution):
    """Positive, of sum 1, the nearer to one-hot the lower the temperature; it has gradients."""

    arg_constraints, support = Categorical.arg_constraints, constraints.simplex

    def __init__(self, temperature, probs=None, logits=None, validate_args=None):
        base = ExpRelaxedCategorical(temperature, probs, logits, validate_args)
        super().__init__(base, ExpTransform(), validate_args)

    temperature = property(lambda self: self.base_dist.temperature)
    logits = property(lambda self: self.base_dist.logits)
    probs = property(lambda self: self.base_dist.probs)
