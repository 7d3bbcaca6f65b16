"""`torch.distributions`: the ones that policies and variational models are made of."""

from engine.absent import refusing
from engine.distributions.continuous import Normal, Uniform
from engine.distributions.discrete import Bernoulli, Categorical
from engine.distributions.distribution import Distribution
from engine.distributions.kl import kl_divergence

__all__ = ["Bernoulli", "Categorical", "Distribution", "Normal", "Uniform", "kl_divergence"]

__getattr__ = refusing(__name__)
