"""`torch.distributions`: the ones that policies and variational models are made of."""

from engine.absent import refusing
from engine.distributions.continuous import Exponential, Laplace, Normal, Uniform
from engine.distributions.discrete import Bernoulli, Categorical
from engine.distributions.distribution import Distribution
from engine.distributions.joint import Independent, MultivariateNormal, OneHotCategorical
from engine.distributions.kl import kl_divergence

__all__ = [
    "Bernoulli",
    "Categorical",
    "Distribution",
    "Exponential",
    "Independent",
    "Laplace",
    "MultivariateNormal",
    "Normal",
    "OneHotCategorical",
    "Uniform",
    "kl_divergence",
]

__getattr__ = refusing(__name__)
