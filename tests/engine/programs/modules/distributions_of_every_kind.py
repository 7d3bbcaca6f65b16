import torch
from torch.distributions import (
    Cauchy,
    Chi2,
    Dirichlet,
    Gamma,
    Geometric,
    Gumbel,
    HalfCauchy,
    HalfNormal,
    Independent,
    LogNormal,
    MixtureSameFamily,
    NegativeBinomial,
    OneHotCategoricalStraightThrough,
    RelaxedBernoulli,
    RelaxedOneHotCategorical,
    StudentT,
    Uniform,
    kl_divergence,
)
from torch.distributions.beta import Beta
from torch.distributions.binomial import Binomial
from torch.distributions.categorical import Categorical
from torch.distributions.multinomial import Multinomial
from torch.distributions.normal import Normal
from torch.distributions.poisson import Poisson
from torch.distributions.transformed_distribution import TransformedDistribution
from torch.distributions.transforms import (
    AffineTransform,
    ComposeTransform,
    ExpTransform,
    PowerTransform,
    SigmoidTransform,
    SoftplusTransform,
    TanhTransform,
)


def tried(f):
    try:
        return f()
    except Exception as e:
        return type(e).__name__


torch.manual_seed(0)
l, s, p = (torch.tensor([0.5, -1.0]), torch.tensor([1.0, 2.0]), torch.tensor([0.2, 0.7]))
ds = [
    Gamma(s, s),
    Gamma(2.0, 3.0),
    Chi2(torch.tensor([3.0])),
    Beta(s, s + 1),
    Beta(0.5, 0.5),
    Dirichlet(torch.tensor([[0.5, 1.0, 2.0]])),
    Poisson(s),
    Poisson(20.0),
    Binomial(10, p),
    Binomial(100, logits=l),
    Geometric(p),
    Geometric(logits=l),
    NegativeBinomial(3, p),
    Multinomial(5, torch.tensor([0.2, 0.3, 0.5])),
    Multinomial(4, torch.ones(2, 3)),
    Cauchy(l, s),
    StudentT(3.0, l, s),
    LogNormal(l, s),
    HalfNormal(s),
    HalfCauchy(s),
    Gumbel(l, s),
    TransformedDistribution(Normal(l, s), [AffineTransform(1, 2), ExpTransform()]),
    TransformedDistribution(Normal(l, s), TanhTransform(cache_size=1)),
    TransformedDistribution(Normal(l, s), [SigmoidTransform()]),
    TransformedDistribution(Normal(l, s), [SoftplusTransform()]),
    TransformedDistribution(Uniform(torch.zeros(2), torch.ones(2)), [PowerTransform(2.0)]),
    RelaxedBernoulli(torch.tensor(0.5), p),
    RelaxedOneHotCategorical(torch.tensor(0.5), logits=torch.tensor([0.1, 0.2, 0.3])),
    MixtureSameFamily(Categorical(torch.ones(2)), Normal(l, s)),
    MixtureSameFamily(
        Categorical(torch.ones(3, 2)),
        Independent(Normal(torch.zeros(3, 2, 2), torch.ones(3, 2, 2)), 1),
    ),
    OneHotCategoricalStraightThrough(p),
    TransformedDistribution(Independent(Normal(l, s), 1), [TanhTransform()]),
]
for d in ds:
    x = d.sample((2,))
    print(d, type(d), d.batch_shape, d.event_shape, d.has_rsample)
    print(x, d.log_prob(x), d.sample().shape)
    for name in ("mean", "variance", "mode", "stddev"):
        print(name, tried(lambda: getattr(d, name)))
    print("entropy", tried(d.entropy), "cdf", tried(lambda: d.cdf(x)))
    print(
        tried(lambda: d.log_prob(torch.full_like(x, -1.5))),
        tried(lambda: d.expand((3, *d.batch_shape)).sample().shape),
        tried(lambda: d.icdf(torch.tensor(0.3))),
    )
for bad in (
    lambda: Gamma(-1.0, 1.0),
    lambda: Beta(0.0, 1.0),
    lambda: Poisson(-1.0),
    lambda: Binomial(3, 1.5),
    lambda: Geometric(0.0),
    lambda: Dirichlet(torch.tensor(1.0)),
    lambda: LogNormal(0.0, -1.0),
    lambda: Cauchy(0.0, 0.0),
    lambda: MixtureSameFamily(Categorical(torch.ones(3)), Normal(l, s)),
    lambda: TransformedDistribution(Normal(0.0, 1.0), [5]),
    lambda: Binomial(3),
    lambda: Multinomial(2),
    lambda: HalfNormal(-1.0),
    lambda: StudentT(-1.0),
):
    print(tried(lambda: type(bad()).__name__))
w = torch.tensor([0.1, 0.2], requires_grad=True)
for make in (
    lambda: Gumbel(w, 1.0),
    lambda: LogNormal(w, 1.0),
    lambda: RelaxedBernoulli(torch.tensor(0.5), logits=w),
    lambda: RelaxedOneHotCategorical(torch.tensor(0.5), logits=w),
    lambda: OneHotCategoricalStraightThrough(logits=w),
    lambda: TransformedDistribution(Normal(w, 1.0), TanhTransform(cache_size=1)),
    lambda: HalfNormal(w.exp()),
    lambda: Cauchy(w, 1.0),
    lambda: StudentT(3.0, w, 1.0),
):
    d = make()
    w.grad = None
    x = d.rsample((3,))
    (x.sum() + d.log_prob(x.detach()).sum()).backward()
    print(type(d).__name__, x.requires_grad, w.grad)
for make in (
    lambda: Beta(w.exp(), w.exp() + 1),
    lambda: Dirichlet(w.exp()),
    lambda: Poisson(w.exp()),
    lambda: Binomial(5, logits=w),
    lambda: Geometric(logits=w),
    lambda: Multinomial(3, logits=w),
):
    d = make()
    w.grad = None
    x = d.sample((3,))
    d.log_prob(x).sum().backward()
    print(type(d).__name__, x.requires_grad, w.grad)
print(tried(lambda: Poisson(s).rsample()), tried(lambda: Binomial(3, p).rsample()))
t = TanhTransform(cache_size=1)
x = torch.tensor([9.0, 12.0])
y = t(x)
print(
    t.inv(y),
    TanhTransform().inv(y),
    t.log_abs_det_jacobian(x, y),
    t,
    t.inv,
    ComposeTransform([AffineTransform(0, 2), ExpTransform()]),
    ComposeTransform([AffineTransform(0, 2), ExpTransform()]).inv(torch.ones(1)),
    ExpTransform().inv(torch.tensor([2.0])),
    AffineTransform(torch.ones(2), 3.0).log_abs_det_jacobian(l, l),
)
r = torch.tensor([0.5, 3.0, 30.0], requires_grad=True)
q = torch.poisson(r)
print(
    q,
    torch.binomial(torch.tensor([10.0, 20.0]), torch.tensor([0.3, 0.9])),
    tried(lambda: torch.poisson(torch.tensor([-1.0]))),
    q.grad_fn.name(),
)
q.sum().backward()
print(r.grad)
print(
    kl_divergence(Normal(0.0, 1.0), Normal(1.0, 2.0)),
    tried(lambda: kl_divergence(Beta(1.5, 2.0), Beta(2.0, 1.2))),
    tried(lambda: kl_divergence(Gamma(1.0, 2.0), Gamma(2.0, 1.0))),
    tried(lambda: kl_divergence(Dirichlet(torch.ones(2)), Dirichlet(torch.tensor([1.0, 2.0])))),
    tried(lambda: kl_divergence(Poisson(1.0), Poisson(2.0))),
    tried(lambda: kl_divergence(Binomial(3, p), Binomial(3, p + 0.1))),
    tried(lambda: kl_divergence(Geometric(p), Geometric(p + 0.1))),
    tried(lambda: kl_divergence(LogNormal(0.0, 1.0), LogNormal(1.0, 1.0))),
    tried(lambda: kl_divergence(Uniform(0.0, 1.0), Uniform(0.0, 2.0))),
    tried(lambda: kl_divergence(Cauchy(0.0, 1.0), Cauchy(0.0, 2.0))),
    tried(lambda: kl_divergence(Normal(0.0, 1.0), Poisson(2.0))),
)
