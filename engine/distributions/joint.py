"""Distributions of vectors."""

import math

from engine.creation import ones, zeros
from engine.distributions import constraints
from engine.distributions.discrete import Categorical
from engine.distributions.distribution import Distribution
from engine.drawing import normal
from engine.nn.functional import one_hot
from engine.ops.factors import linalg_cholesky
from engine.ops.inverting import cholesky_inverse
from engine.ops.solving import solve_triangular


class MultivariateNormal(Distribution):
    """Mean `loc` and a covariance, given as it is, as its inverse or as its Cholesky factor."""

    has_rsample = True
    arg_constraints = {
        "loc": constraints.real_vector,
        "covariance_matrix": constraints.positive_definite,
        "precision_matrix": constraints.positive_definite,
        "scale_tril": constraints.lower_cholesky,
    }
    support = constraints.real_vector

    def __init__(
        self,
        loc,
        covariance_matrix=None,
        precision_matrix=None,
        scale_tril=None,
        validate_args=None,
    ):
        given = {
            "covariance_matrix": covariance_matrix,
            "precision_matrix": precision_matrix,
            "scale_tril": scale_tril,
        }
        given = {name: value for name, value in given.items() if value is not None}
        if loc.dim() < 1 or len(given) != 1:
            raise ValueError(
                "MultivariateNormal takes a vector and one of covariance_matrix, precision_matrix "
                "and scale_tril"
            )
        ((name, matrix),) = given.items()
        batch = (matrix[..., 0] + loc).shape[:-1]
        size = loc.size(-1)
        self.loc = loc.expand((*batch, size))
        self.__dict__[name] = matrix = matrix.expand((*batch, size, size))
        super().__init__(batch, (size,), validate_args)
        self._factor = matrix if name == "scale_tril" else linalg_cholesky(matrix)
        if name == "precision_matrix":
            self._factor = linalg_cholesky(cholesky_inverse(self._factor))

    def __getattr__(self, name):
        if name == "scale_tril":
            return self._factor
        if name == "covariance_matrix":
            return self._factor @ self._factor.mT
        if name == "precision_matrix":
            return cholesky_inverse(self._factor)
        raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")

    mean = mode = property(lambda self: self.loc)
    variance = property(lambda self: self._factor.pow(2).sum(-1))

    def rsample(self, sample_shape=()):
        shape, dtype = self._extended_shape(sample_shape), self.loc.dtype
        drawn = normal(zeros(shape, dtype=dtype), ones(shape, dtype=dtype))
        return self.loc + (self._factor @ drawn.unsqueeze(-1)).squeeze(-1)

    def _log_determinant(self):
        return self._factor.diagonal(dim1=-2, dim2=-1).log().sum(-1)

    def log_prob(self, value):
        self._validate_sample(value)
        apart = (value - self.loc).unsqueeze(-1)
        factor = self._factor.expand((*apart.shape[:-2], *self._factor.shape[-2:]))
        squares = solve_triangular(factor, apart, upper=False).pow(2).sum((-2, -1))
        size = self._event_shape[0]
        return -0.5 * (size * math.log(2 * math.pi) + squares) - self._log_determinant()

    def entropy(self):
        return 0.5 * self._event_shape[0] * (1 + math.log(2 * math.pi)) + self._log_determinant()


class Independent(Distribution):
    """The last dimensions of a batch of distributions as those of one draw."""

    def __init__(self, base_distribution, reinterpreted_batch_ndims, validate_args=None):
        base, count = base_distribution, reinterpreted_batch_ndims
        if count > len(base.batch_shape):
            raise ValueError(f"Independent: {count} of {len(base.batch_shape)} dimensions")
        shape = (*base.batch_shape, *base.event_shape)
        place = len(base.batch_shape) - count
        self.base_dist, self.reinterpreted_batch_ndims = base, count
        super().__init__(shape[:place], shape[place:], validate_args)

    arg_constraints = {}
    has_rsample = property(lambda self: self.base_dist.has_rsample)
    has_enumerate_support = property(
        lambda self: not self.reinterpreted_batch_ndims and self.base_dist.has_enumerate_support
    )
    mean = property(lambda self: self.base_dist.mean)
    mode = property(lambda self: self.base_dist.mode)
    variance = property(lambda self: self.base_dist.variance)

    def sample(self, sample_shape=()):
        return self.base_dist.sample(sample_shape)

    def rsample(self, sample_shape=()):
        return self.base_dist.rsample(sample_shape)

    def log_prob(self, value):
        return self._summed(self.base_dist.log_prob(value))

    def entropy(self):
        return self._summed(self.base_dist.entropy())

    @property
    def support(self):
        """What the base draws, of several dimensions together."""
        count, base = self.reinterpreted_batch_ndims, self.base_dist.support
        return constraints.independent(base, count) if count else base

    def _summed(self, value):
        count = self.reinterpreted_batch_ndims
        return value.sum(tuple(range(-count, 0))) if count else value

    def __repr__(self):
        return f"Independent({self.base_dist}, {self.reinterpreted_batch_ndims})"


class OneHotCategorical(Distribution):
    """A class as a vector of zeros and a one."""

    arg_constraints, support = Categorical.arg_constraints, constraints.one_hot
    has_enumerate_support = True

    def __init__(self, probs=None, logits=None, validate_args=None):
        self._categorical = Categorical(probs, logits, validate_args)
        size = self._categorical.logits.size(-1)
        super().__init__(self._categorical.batch_shape, (size,), validate_args)

    probs = mean = property(lambda self: self._categorical.probs)
    logits = property(lambda self: self._categorical.logits)
    variance = property(lambda self: self.probs * (1 - self.probs))
    mode = property(lambda self: self._rows(self.probs.argmax(-1)))

    param_shape = property(lambda self: self._categorical.param_shape)

    def enumerate_support(self, expand=True):
        """A vector for each class, along a new first dimension."""
        return self._rows(self._categorical.enumerate_support(expand))

    def _rows(self, classes):
        return one_hot(classes, self._event_shape[0]).to(self.probs.dtype)

    def sample(self, sample_shape=()):
        return self._rows(self._categorical.sample(sample_shape))

    def log_prob(self, value):
        self._validate_sample(value)
        return self._categorical.log_prob(value.max(-1)[1])

    def entropy(self):
        return self._categorical.entropy()
