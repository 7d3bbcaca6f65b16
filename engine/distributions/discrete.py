"""Distributions of classes."""

from engine.creation import full
from engine.distributions import constraints
from engine.distributions.distribution import Distribution, together
from engine.drawing import bernoulli, multinomial
from engine.limits import finfo
from engine.nn.functional import binary_cross_entropy_with_logits, softmax
from engine.ops.reshaping import broadcast_tensors
from engine.ranges import arange
from engine.size import Size

_NAN = float("nan")


def bounded(probs):
    """Probabilities kept off 0 and 1."""
    eps = finfo(probs.dtype).eps
    return probs.clamp(min=eps, max=1 - eps)


def along(values, batch_shape, expand):
    """Values along a new first dimension before those of a batch."""
    values = values.view(-1, *[1] * len(batch_shape))
    return values.expand(-1, *batch_shape) if expand else values


class Categorical(Distribution):
    """One of several classes, the last dimension, with `probs` or `logits` up to a factor."""

    arg_constraints = {
        "probs": constraints.simplex,
        "logits": constraints.real_vector,
    }
    support = property(lambda self: constraints.integer_interval(0, self._num_events - 1))
    has_enumerate_support = True

    def __init__(self, probs=None, logits=None, validate_args=None):
        if (probs is None) == (logits is None):
            raise ValueError("Categorical takes either probs or logits")
        given = logits if probs is None else probs
        if given.dim() < 1:
            raise ValueError("Categorical takes parameters of at least one dimension")
        if probs is not None:
            self.__dict__["probs"] = probs / probs.sum(-1, keepdim=True)
        else:
            self.__dict__["logits"] = logits - logits.logsumexp(dim=-1, keepdim=True)
        self._num_events = given.size(-1)
        super().__init__(given.size()[:-1], (), validate_args)

    def __getattr__(self, name):
        if name == "logits":
            self.__dict__[name] = bounded(self.probs).log()
        elif name == "probs":
            self.__dict__[name] = softmax(self.logits, dim=-1)
        else:
            raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")
        return self.__dict__[name]

    param_shape = property(lambda self: Size((*self._batch_shape, self._num_events)))
    mode = property(lambda self: self.probs.argmax(-1))
    mean = variance = property(lambda self: full(self._batch_shape, _NAN, dtype=self.probs.dtype))

    def enumerate_support(self, expand=True):
        """All classes, along a new first dimension."""
        return along(arange(self._num_events), self._batch_shape, expand)

    def sample(self, sample_shape=()):
        count = 1
        for size in sample_shape:
            count *= size
        rows = self.probs.reshape(-1, self._num_events)
        return multinomial(rows.detach(), count, True).T.reshape(self._extended_shape(sample_shape))

    def log_prob(self, value):
        self._validate_sample(value)
        value = value.long().unsqueeze(-1)
        value, logits = broadcast_tensors(value, self.logits)
        return logits.gather(-1, value[..., :1]).squeeze(-1)

    def entropy(self):
        logits = self.logits.clamp(min=finfo(self.logits.dtype).min)
        return -(logits * self.probs).sum(-1)


class ByChance(Distribution):
    """What has `probs` or `logits` of single trials, and works out the other."""

    arg_constraints = {
        "probs": constraints.unit_interval,
        "logits": constraints.real,
    }

    def _set_chance(self, probs, logits, *others):
        """Set the one that is given, and return the others and it in one shape."""
        if (probs is None) == (logits is None):
            raise ValueError(f"{type(self).__name__} takes either probs or logits")
        name, given = ("probs", probs) if logits is None else ("logits", logits)
        row = together(*others, given)
        self.__dict__[name] = row[-1]
        return row

    def __getattr__(self, name):
        if name == "logits":
            probs = bounded(self.probs)
            self.__dict__[name] = probs.log() - (-probs).log1p()
        elif name == "probs":
            self.__dict__[name] = self.logits.sigmoid()
        else:
            raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")
        return self.__dict__[name]

    param_shape = property(lambda self: self._batch_shape)


class Bernoulli(ByChance):
    """1 with probability `probs`, or with log odds `logits`, else 0."""

    support = constraints.boolean
    has_enumerate_support = True

    def __init__(self, probs=None, logits=None, validate_args=None):
        (chance,) = self._set_chance(probs, logits)
        super().__init__(chance.size(), (), validate_args)

    mean = property(lambda self: self.probs)
    mode = property(
        lambda self: (self.probs >= 0.5).to(self.probs.dtype).masked_fill(self.probs == 0.5, _NAN)
    )
    variance = property(lambda self: self.probs * (1 - self.probs))

    def enumerate_support(self, expand=True):
        """0 and 1, along a new first dimension."""
        return along(arange(2, dtype=self.probs.dtype), self._batch_shape, expand)

    def sample(self, sample_shape=()):
        return bernoulli(self.probs.detach().expand(self._extended_shape(sample_shape)))

    def log_prob(self, value):
        self._validate_sample(value)
        logits, value = broadcast_tensors(self.logits, value)
        return -binary_cross_entropy_with_logits(logits, value, reduction="none")

    def entropy(self):
        return binary_cross_entropy_with_logits(self.logits, self.probs, reduction="none")
