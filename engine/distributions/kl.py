"""Kullback-Leibler divergences between distributions."""

import math

from engine.creation import full_like
from engine.distributions.concentration import Beta, Dirichlet, Gamma
from engine.distributions.continuous import Exponential, Laplace, Normal, Uniform
from engine.distributions.counts import Binomial, Geometric, Poisson
from engine.distributions.discrete import Bernoulli, Categorical
from engine.distributions.joint import Independent, MultivariateNormal, OneHotCategorical
from engine.distributions.tails import Cauchy
from engine.distributions.transformed import Gumbel, HalfNormal, LogNormal
from engine.nn.functional import softplus
from engine.ops.solving import solve_triangular


def kl_divergence(p, q):
    """How far `q` is from `p`."""
    for kinds, formula in [*_REGISTERED.items(), *_FORMULAS.items()]:
        if isinstance(p, kinds[0]) and isinstance(q, kinds[1]):
            return formula(p, q)
    raise NotImplementedError(
        f"kl_divergence() is not known for {type(p).__name__} and {type(q).__name__}"
    )


_REGISTERED = {}


def register_kl(type_p, type_q):
    """Decorate a formula of one's own for two kinds of distributions."""
    return lambda formula: _REGISTERED.setdefault((type_p, type_q), formula)


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


def _of_exponentials(p, q):
    ratio = q.rate / p.rate
    return -ratio.log() + ratio - 1


def _of_laplaces(p, q):
    ratio = p.scale / q.scale
    apart = (p.loc - q.loc).abs()
    return -ratio.log() + apart / q.scale + ratio * (-apart / p.scale).exp() - 1


def _of_independents(p, q):
    if p.reinterpreted_batch_ndims != q.reinterpreted_batch_ndims:
        raise NotImplementedError("kl_divergence() of draws of different dimensions")
    return p._summed(kl_divergence(p.base_dist, q.base_dist))


def _of_normal_vectors(p, q):
    logs = q._log_determinant() - p._log_determinant()
    spread = solve_triangular(q.scale_tril, p.scale_tril, upper=False).pow(2).sum((-2, -1))
    apart = solve_triangular(q.scale_tril, (q.loc - p.loc).unsqueeze(-1), upper=False)
    return logs + 0.5 * (spread + apart.pow(2).sum((-2, -1)) - p.event_shape[0])


def _of_gammas(p, q):
    first = q.concentration * (p.rate / q.rate).log()
    second = q.concentration.lgamma() - p.concentration.lgamma()
    third = (p.concentration - q.concentration) * p.concentration.digamma()
    return first + second + third + (q.rate - p.rate) * (p.concentration / p.rate)


def _of_dirichlets(p, q):
    ours, theirs = p.concentration, q.concentration
    total = ours.sum(-1)
    first = total.lgamma() - theirs.sum(-1).lgamma()
    second = (ours.lgamma() - theirs.lgamma()).sum(-1)
    third = ours - theirs
    return first - second + (third * (ours.digamma() - total.digamma().unsqueeze(-1))).sum(-1)


def _of_betas(p, q):
    total, other = (d.concentration1 + d.concentration0 for d in (p, q))
    first = q.concentration1.lgamma() + q.concentration0.lgamma() + total.lgamma()
    second = p.concentration1.lgamma() + p.concentration0.lgamma() + other.lgamma()
    third = (p.concentration1 - q.concentration1) * p.concentration1.digamma()
    fourth = (p.concentration0 - q.concentration0) * p.concentration0.digamma()
    return first - second + third + fourth + (other - total) * total.digamma()


def _of_poissons(p, q):
    return p.rate * (p.rate.log() - q.rate.log()) - (p.rate - q.rate)


def _of_binomials(p, q):
    if (p.total_count < q.total_count).any():
        raise NotImplementedError("kl_divergence() of a Binomial and one of more trials")
    kl = p.total_count * (p.probs * (p.logits - q.logits) + (-p.probs).log1p() - (-q.probs).log1p())
    return kl.masked_fill(p.total_count > q.total_count, float("inf"))


def _of_geometrics(p, q):
    return -p.entropy() - (-q.probs).log1p() / p.probs - q.logits


def _of_uniforms(p, q):
    result = ((q.high - q.low) / (p.high - p.low)).log()
    return result.masked_fill((q.low > p.low) | (q.high < p.high), float("inf"))


def _of_cauchys(p, q):
    first = ((p.scale + q.scale).pow(2) + (p.loc - q.loc).pow(2)).log()
    return first - (4 * p.scale * q.scale).log()


def _from_normal_to_laplace(p, q):
    apart = p.loc - q.loc
    near = p.scale * math.sqrt(2 / math.pi) * (-0.5 * (apart / p.scale).pow(2)).exp()
    distance = near + apart * (apart / (math.sqrt(2) * p.scale)).erf()
    return distance / q.scale + (2 * q.scale).log() - p.entropy()


def _to_normal(p, q):
    squares = p.variance + (p.mean - q.loc).pow(2)
    return squares / (2 * q.variance) + (q.scale * math.sqrt(2 * math.pi)).log() - p.entropy()


def _to_exponential(p, q):
    return q.rate * p.mean - q.rate.log() - p.entropy()


def _from_uniform_to_exponential(p, q):
    return _to_exponential(p, q).masked_fill(p.low < 0, float("inf"))


def _from_beta_to_uniform(p, q):
    result = (q.high - q.low).log() - p.entropy()
    return result.masked_fill((q.low > 0) | (q.high < 1), float("inf"))


def _to_less(p, q):
    """Where `p` draws what `q` does not."""
    return full_like(p.mean, float("inf"))


_FORMULAS = {
    (Beta, Beta): _of_betas,
    (Binomial, Binomial): _of_binomials,
    (Cauchy, Cauchy): _of_cauchys,
    (Dirichlet, Dirichlet): _of_dirichlets,
    (Gamma, Gamma): _of_gammas,
    (Geometric, Geometric): _of_geometrics,
    (LogNormal, LogNormal): lambda p, q: kl_divergence(p.base_dist, q.base_dist),
    (Poisson, Poisson): _of_poissons,
    (Uniform, Uniform): _of_uniforms,
    (Beta, Exponential): _to_exponential,
    (Beta, Uniform): _from_beta_to_uniform,
    (Gamma, Exponential): _to_exponential,
    (HalfNormal, HalfNormal): lambda p, q: kl_divergence(p.base_dist, q.base_dist),
    (Normal, Laplace): _from_normal_to_laplace,
    (Uniform, Exponential): _from_uniform_to_exponential,
    (Normal, Normal): _of_normals,
    (Categorical, Categorical): _of_categoricals,
    (Bernoulli, Bernoulli): _of_bernoullis,
    (Exponential, Exponential): _of_exponentials,
    (Laplace, Laplace): _of_laplaces,
    (Independent, Independent): _of_independents,
    (MultivariateNormal, MultivariateNormal): _of_normal_vectors,
    (OneHotCategorical, OneHotCategorical): lambda p, q: kl_divergence(
        p._categorical, q._categorical
    ),
}
_REAL, _BOUNDED = (Normal, Laplace, Gumbel), (Beta, Exponential, Gamma, Uniform)
_FORMULAS |= {(p, q): _to_less for p in _REAL for q in _BOUNDED}
_FORMULAS |= {(p, q): _to_less for p in (Exponential, Gamma) for q in (Beta, Uniform)}
_FORMULAS |= {(p, Normal): _to_normal for p in (*_BOUNDED, Laplace, Gumbel)}
