"""`torch.distributions`: the ones that policies and variational models are made of."""

import sys
from types import ModuleType

from engine.absent import refusing
from engine.distributions import constraints as constraints
from engine.distributions.concentration import Beta, Chi2, Dirichlet, Gamma
from engine.distributions.continuous import Exponential, Laplace, Normal, Uniform
from engine.distributions.counts import Binomial, Geometric, Multinomial, NegativeBinomial, Poisson
from engine.distributions.discrete import Bernoulli, Categorical
from engine.distributions.distribution import Distribution
from engine.distributions.joint import Independent, MultivariateNormal, OneHotCategorical
from engine.distributions.kl import kl_divergence, register_kl
from engine.distributions.mixtures import MixtureSameFamily, OneHotCategoricalStraightThrough
from engine.distributions.tails import Cauchy, StudentT
from engine.distributions.transformed import (
    Gumbel,
    HalfCauchy,
    HalfNormal,
    LogNormal,
    RelaxedBernoulli,
    RelaxedOneHotCategorical,
    TransformedDistribution,
)
from engine.distributions.transforms import (
    AbsTransform,
    AffineTransform,
    ComposeTransform,
    ExpTransform,
    PowerTransform,
    SigmoidTransform,
    SoftplusTransform,
    TanhTransform,
    Transform,
)

__all__ = [
    "AbsTransform",
    "AffineTransform",
    "Bernoulli",
    "Beta",
    "Binomial",
    "Categorical",
    "Cauchy",
    "Chi2",
    "ComposeTransform",
    "Dirichlet",
    "Distribution",
    "ExpTransform",
    "Exponential",
    "Gamma",
    "Geometric",
    "Gumbel",
    "HalfCauchy",
    "HalfNormal",
    "Independent",
    "Laplace",
    "LogNormal",
    "MixtureSameFamily",
    "Multinomial",
    "MultivariateNormal",
    "NegativeBinomial",
    "Normal",
    "OneHotCategorical",
    "OneHotCategoricalStraightThrough",
    "Poisson",
    "PowerTransform",
    "RelaxedBernoulli",
    "RelaxedOneHotCategorical",
    "SigmoidTransform",
    "SoftplusTransform",
    "StudentT",
    "TanhTransform",
    "Transform",
    "TransformedDistribution",
    "Uniform",
    "kl_divergence",
    "register_kl",
]


def _add_home(cls):
    """PyTorch has a module for each distribution, or for a few: `torch.distributions.normal`."""
    home = cls.__module__.removeprefix("torch.distributions.")
    name = f"{__name__}.{home}"
    if name not in sys.modules:
        sys.modules[name] = globals()[home] = ModuleType(name, cls.__doc__)
    setattr(sys.modules[name], cls.__name__, cls)


for _name in __all__:
    _found = globals()[_name]
    if isinstance(_found, type) and issubclass(_found, Distribution):
        _add_home(_found)

__getattr__ = refusing(__name__)
