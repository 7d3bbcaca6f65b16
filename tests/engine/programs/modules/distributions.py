import torch
from torch.distributions import Bernoulli, Categorical, Normal, Uniform, kl_divergence


def tried(f):
    try:
        return f()
    except Exception as e:
        return type(e).__name__


n = Normal(torch.tensor([0.0, 1.0]), torch.tensor([1.0, 2.0]))
print(n, n.log_prob(torch.tensor([0.0, 0.0])), n.entropy(), n.mean, n.variance, n.stddev)
torch.manual_seed(0)
print(n.sample(), n.sample((2,)), n.rsample())
c = Categorical(logits=torch.tensor([0.0, 1.0, 2.0]))
print(c.log_prob(torch.tensor(1)), c.entropy(), c.sample((5,)))
print(Categorical(torch.tensor([0.2, 0.8])).logits)
print(kl_divergence(n, Normal(0.0, 1.0)))
mu = torch.tensor(0.0, requires_grad=True)
s = Normal(mu, 1.0).rsample()
s.backward()
print(mu.grad)
print(Normal(mu, 1.0).sample().requires_grad)
print(
    Bernoulli(0.3).log_prob(torch.tensor(1.0)),
    Uniform(0.0, 2.0).log_prob(torch.tensor(1.0)),
    tried(lambda: Normal(0.0, -1.0, validate_args=True)),
    tried(lambda: Categorical(torch.tensor([-1.0, 1.0]), validate_args=True)),
)
