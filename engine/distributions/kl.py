"""Kullback-Leibler divergences between distributions of one kind."""

from engine.distributions.continuous import Normal
from engine.distributions.discrete import Bernoulli, Categorical
from engine.nn.functional import softplus


def kl_divergence(p, q):
    """How far `q` is from `p`."""
    for kind, formula in _FORMULAS.items():
        if isinstance(p, kind) and isinstance(q, kind):
            return formula(p, q)
    raise NotImplementedError(
        f"kl_divergence() is not known for {type(p).__name__} and {type(q).__name__}"
    )


def _of_normals(p, q):
    ratio = (p.scale / q.scale).pow(2)
    distance = ((p.loc - q.loc) / q.scale).pow(2)
    return 0.5 * (ratio + distance - 1 - ratio.log())


def _of_categoricals(p, q):
    t = p.probs * (p.logits - q.logits)
    t = t.masked_fill((q.probs == 0).expand_as(t), float("inf"))
    t = t.masked_fill((p.probs == 0).expand_as(t), 0.0)
    return t.sum(-1)


def _of_bernoullis(p, q):
    first = p.probs * (softplus(-q.logits) - softplus(-p.logits))
    first = first.masked_fill(q.probs == 0, float("inf")).masked_fill(p.probs == 0, 0.0)
    other = (1 - p.probs) * (softplus(q.logits) - softplus(p.logits))
    other = other.masked_fill(q.probs == 1, float("inf")).masked_fill(p.probs == 1, 0.0)
    return first + other


_FORMULAS = {Normal: _of_normals, Categorical: _of_categoricals, Bernoulli: _of_bernoullis}
