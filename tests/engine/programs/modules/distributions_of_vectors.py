import torch
from torch import distributions as D


def tried(f):
    try:
        return f()
    except Exception as e:
        return type(e).__name__


D.Distribution.set_default_validate_args(True)
mean, cov = torch.tensor([1.0, -1.0]), torch.tensor([[2.0, 0.5], [0.5, 1.0]])
loc = torch.tensor([0.0, 1.0], requires_grad=True)
scale = torch.tensor([1.0, 2.0], requires_grad=True)
made = dict(
    exponential=lambda: D.Exponential(scale),
    exponential_of_number=lambda: D.Exponential(2.0),
    laplace=lambda: D.Laplace(loc, scale),
    independent=lambda: D.Independent(D.Normal(loc, scale), 1),
    vectors=lambda: D.MultivariateNormal(loc, cov),
    by_precision=lambda: D.MultivariateNormal(mean, precision_matrix=cov),
    by_factor=lambda: D.MultivariateNormal(mean, scale_tril=torch.linalg.cholesky(cov)),
    one_hot=lambda: D.OneHotCategorical(torch.tensor([0.2, 0.3, 0.5])),
    one_hot_rows=lambda: D.OneHotCategorical(logits=torch.tensor([[0.0, 1.0], [2.0, 0.0]])),
    categorical=lambda: D.Categorical(torch.tensor([0.2, 0.8])),
)
for name, make in made.items():
    d = make()
    print(name, d, d.batch_shape, d.event_shape, d.has_rsample)
    print(" ", d.mean, d.mode, d.variance, d.stddev, d.entropy())
    torch.manual_seed(0)
    draws = d.sample((2,))
    print(" ", draws, d.log_prob(draws), tried(d.rsample))
torch.manual_seed(1)
draw = D.MultivariateNormal(loc, torch.diag(scale)).rsample()
print(torch.autograd.grad(draw.sum(), (loc, scale)))
draw = D.Laplace(loc, scale).rsample()
print(torch.autograd.grad(draw.sum(), (loc, scale)))
print(D.Exponential(2.0).cdf(torch.tensor(1.0)), D.Exponential(2.0).icdf(torch.tensor(0.5)))
print(D.Laplace(0.0, 1.0).cdf(torch.tensor([-1.0, 0.0, 1.0])))
v = D.MultivariateNormal(mean, cov)
print(v.precision_matrix, v.scale_tril, v.covariance_matrix)
for p, q in (
    (D.Exponential(1.0), D.Exponential(2.0)),
    (D.Laplace(0.0, 1.0), D.Laplace(1.0, 2.0)),
    (D.Independent(D.Normal(mean, 1.0), 1), D.Independent(D.Normal(0.0, mean.exp()), 1)),
    (v, D.MultivariateNormal(torch.zeros(2), torch.eye(2))),
    (made["one_hot"](), D.OneHotCategorical(torch.ones(3))),
    (v, D.Normal(0.0, 1.0)),
):
    print(tried(lambda: D.kl_divergence(p, q)))
for f in (
    lambda: D.Exponential(-1.0),
    lambda: D.Exponential(1.0).log_prob(torch.tensor(-1.0)),
    lambda: D.MultivariateNormal(mean, -cov),
    lambda: D.MultivariateNormal(mean),
    lambda: D.MultivariateNormal(torch.tensor(0.0), cov),
    lambda: D.OneHotCategorical(torch.ones(2)).log_prob(torch.ones(2)),
    lambda: D.Independent(D.Normal(0.0, 1.0), 1),
):
    print(tried(f))
for name in ("exponential", "laplace", "vectors", "categorical"):
    d = made[name]()
    wide = d.expand((3, 2) if d.batch_shape else (3,))
    print(wide, wide.batch_shape, wide.mean.shape, wide.log_prob(d.sample()).shape)
    print(tried(lambda: d.perplexity()))
print(D.Categorical(torch.ones(2, 3)).enumerate_support(), D.Bernoulli(0.5).mode)
print(D.Bernoulli(torch.tensor([0.2, 0.7])).enumerate_support(expand=False))
print(D.Uniform(1.0, 3.0).cdf(torch.tensor(1.5)), D.Uniform(1.0, 3.0).icdf(torch.tensor(0.25)))
