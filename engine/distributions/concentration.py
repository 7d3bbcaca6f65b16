"""Distributions with parameters of concentration: of positive numbers and of shares."""

from engine.counting import standard_dirichlet, standard_gamma
from engine.data import as_tensor
from engine.distributions import constraints
from engine.distributions.distribution import Distribution, together
from engine.limits import finfo
from engine.nn.functional import one_hot
from engine.ops.declare import OPS
from engine.ops.elementary import xlogy
from engine.ops.joining import stack


class Gamma(Distribution):
    """Sums of waiting times: `concentration` of them, for what happens at `rate`."""

    has_rsample = True
    arg_constraints = {
        "concentration": constraints.positive,
        "rate": constraints.positive,
    }
    support = constraints.nonnegative

    def __init__(self, concentration, rate, validate_args=None):
        self.concentration, self.rate = together(concentration, rate)
        super().__init__(self.concentration.size(), (), validate_args)

    mean = property(lambda self: self.concentration / self.rate)
    mode = property(lambda self: ((self.concentration - 1) / self.rate).clamp(min=0))
    variance = property(lambda self: self.concentration / self.rate.pow(2))

    def rsample(self, sample_shape=()):
        shape = self._extended_shape(sample_shape)
        drawn = standard_gamma(self.concentration.expand(shape)) / self.rate.expand(shape)
        drawn.detach().clamp_(min=finfo(drawn.dtype).tiny)
        return drawn

    def log_prob(self, value):
        value = as_tensor(value, dtype=self.rate.dtype)
        self._validate_sample(value)
        return (
            xlogy(self.concentration, self.rate)
            + xlogy(self.concentration - 1, value)
            - self.rate * value
            - self.concentration.lgamma()
        )

    def cdf(self, value):
        self._validate_sample(value)
        return OPS["igamma"](self.concentration, self.rate * value)

    def entropy(self):
        shape = self.concentration
        return shape - self.rate.log() + shape.lgamma() + (1.0 - shape) * shape.digamma()


class Chi2(Gamma):
    """Sums of `df` squares of standard normal numbers."""

    arg_constraints = {"df": constraints.positive}

    def __init__(self, df, validate_args=None):
        super().__init__(0.5 * df, 0.5, validate_args)

    df = property(lambda self: self.concentration * 2)


class Dirichlet(Distribution):
    """Positive numbers of sum 1."""

    has_rsample = True
    arg_constraints = {"concentration": constraints.independent(constraints.positive, 1)}
    support = constraints.simplex

    def __init__(self, concentration, validate_args=None):
        if concentration.dim() < 1:
            raise ValueError("Dirichlet takes a concentration of at least one dimension")
        self.concentration = concentration
        shape = concentration.shape
        super().__init__(shape[:-1], shape[-1:], validate_args)

    _total = property(lambda self: self.concentration.sum(-1, True))
    mean = property(lambda self: self.concentration / self._total)

    @property
    def variance(self):
        """The variance of each number."""
        total, shape = self._total, self.concentration
        return shape * (total - shape) / (total.pow(2) * (total + 1))

    @property
    def mode(self):
        """Where the density is highest."""
        less = (self.concentration - 1).clamp(min=0.0)
        mode = less / less.sum(-1, True)
        flat = (self.concentration < 1).all(dim=-1)
        mode[flat] = one_hot(mode[flat].argmax(dim=-1), less.shape[-1]).to(mode)
        return mode

    def rsample(self, sample_shape=()):
        return standard_dirichlet(self.concentration.expand(self._extended_shape(sample_shape)))

    def log_prob(self, value):
        self._validate_sample(value)
        shape = self.concentration
        return xlogy(shape - 1.0, value).sum(-1) + shape.sum(-1).lgamma() - shape.lgamma().sum(-1)

    def entropy(self):
        shape = self.concentration
        count, total = shape.size(-1), shape.sum(-1)
        return (
            shape.lgamma().sum(-1)
            - total.lgamma()
            - (count - total) * total.digamma()
            - ((shape - 1.0) * shape.digamma()).sum(-1)
        )


class Beta(Distribution):
    """Between 0 and 1: the first of two numbers of a `Dirichlet`."""

    has_rsample = True
    arg_constraints = {
        "concentration1": constraints.positive,
        "concentration0": constraints.positive,
    }
    support = constraints.unit_interval

    def __init__(self, concentration1, concentration0, validate_args=None):
        pair = together(concentration1, concentration0)
        self._dirichlet = Dirichlet(stack(list(pair), -1), validate_args)
        super().__init__(self._dirichlet.batch_shape, (), validate_args)

    concentration1 = property(lambda self: self._dirichlet.concentration[..., 0])
    concentration0 = property(lambda self: self._dirichlet.concentration[..., 1])
    mean = property(lambda self: self.concentration1 / (self.concentration1 + self.concentration0))
    mode = property(lambda self: self._dirichlet.mode[..., 0])

    @property
    def variance(self):
        """The variance."""
        total = self.concentration1 + self.concentration0
        return self.concentration1 * self.concentration0 / (total.pow(2) * (total + 1))

    def rsample(self, sample_shape=()):
        return self._dirichlet.rsample(sample_shape).select(-1, 0)

    def log_prob(self, value):
        self._validate_sample(value)
        return self._dirichlet.log_prob(stack([value, 1.0 - value], -1))

    def entropy(self):
        return self._dirichlet.entropy()
