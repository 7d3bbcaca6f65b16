"""Mixtures of distributions, and one-hot vectors with a gradient."""

from engine.autograd.grad_mode import no_grad
from engine.distributions import constraints
from engine.distributions.discrete import Categorical
from engine.distributions.distribution import Distribution
from engine.distributions.joint import OneHotCategorical
from engine.nn.functional import log_softmax


class MixtureSameFamily(Distribution):
    """One of several components of a kind, the last batch dimension, chosen by a `Categorical`."""

    def __init__(self, mixture_distribution, component_distribution, validate_args=None):
        mixture, components = mixture_distribution, component_distribution
        if not isinstance(mixture, Categorical) or not isinstance(components, Distribution):
            raise ValueError("MixtureSameFamily takes a Categorical and a distribution")
        if mixture.logits.shape[-1] != components.batch_shape[-1]:
            raise ValueError(
                f"MixtureSameFamily: {mixture.logits.shape[-1]} weights for "
                f"{components.batch_shape[-1]} components"
            )
        self._mixture, self._components = mixture, components
        shape = components.event_shape
        super().__init__(components.batch_shape[:-1], shape, validate_args)

    arg_constraints = {}
    support = property(
        lambda self: constraints.MixtureSameFamilyConstraint(self._components.support)
    )
    mixture_distribution = property(lambda self: self._mixture)
    component_distribution = property(lambda self: self._components)
    _place = property(lambda self: -1 - len(self._event_shape))

    def _weights(self):
        probs = self._mixture.probs
        return probs.reshape(*probs.shape, *[1] * len(self._event_shape))

    @property
    def mean(self):
        """The mean."""
        return (self._weights() * self._components.mean).sum(self._place)

    @property
    def variance(self):
        """The mean of the components' variances, and the variance of their means."""
        weights, components = self._weights(), self._components
        within = (weights * components.variance).sum(self._place)
        apart = components.mean - self.mean.unsqueeze(self._place)
        return within + (weights * apart.pow(2.0)).sum(self._place)

    def log_prob(self, value):
        self._validate_sample(value)
        found = self._components.log_prob(value.unsqueeze(self._place))
        return (found + log_softmax(self._mixture.logits, dim=-1)).logsumexp(dim=-1)

    def cdf(self, value):
        found = self._components.cdf(value.unsqueeze(self._place))
        return (found * self._mixture.probs).sum(-1)

    def sample(self, sample_shape=()):
        with no_grad():
            chosen = self._mixture.sample(sample_shape)
            drawn = self._components.sample(sample_shape)
            extra = len(self._event_shape)
            place = drawn.dim() - 1 - extra
            chosen = chosen.reshape(*chosen.shape, *[1] * (extra + 1))
            chosen = chosen.expand(*chosen.shape[: place + 1], *self._event_shape)
            return drawn.gather(place, chosen).squeeze(place)

    def __repr__(self):
        return f"MixtureSameFamily(\n  {self._mixture},\n  {self._components})"


class OneHotCategoricalStraightThrough(OneHotCategorical):
    """One-hot vectors through which gradients pass to the probabilities."""

    has_rsample = True

    def rsample(self, sample_shape=()):
        probs = self.probs
        return self.sample(sample_shape) + (probs - probs.detach())
