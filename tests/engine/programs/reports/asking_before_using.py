import warnings

import torch
import torch.distributed as dist
import torch.nn as nn
import torch.nn.functional as F
from torch.distributions import (
    Bernoulli,
    Binomial,
    Categorical,
    HalfNormal,
    Independent,
    Laplace,
    LogNormal,
    Multinomial,
    MultivariateNormal,
    NegativeBinomial,
    Normal,
    OneHotCategorical,
    Poisson,
)
from torch.utils._pytree import tree_flatten, tree_leaves, tree_map, tree_map_only, tree_unflatten


def told(f):
    with warnings.catch_warnings(record=True) as seen:
        warnings.simplefilter("always")
        try:
            result = f()
        except Exception as e:
            result = type(e).__name__
    return result, [w.category.__name__ for w in seen]


# a process of no group
rank = dist.get_rank() if dist.is_available() and dist.is_initialized() else 0
print(rank, dist.is_available(), dist.is_initialized(), dist.is_torchelastic_launched())
for f in (dist.get_rank, dist.get_world_size, dist.barrier, lambda: dist.all_reduce(torch.ones(1))):
    print(told(f))
print(torch.cuda.is_bf16_supported(), told(torch.cuda.Stream), told(torch.cuda.Event))

# number types of Python for dtypes
x = torch.ones(2)
print(x.to(float), x.to("cpu", int), x.to(dtype=bool), x.double().view(int))
layer = nn.Linear(1, 1)
print(layer.to(float).weight.dtype, layer.to("cpu", torch.half).weight.dtype)
print(torch.promote_types(int, float), torch.can_cast(float, int), torch.finfo(float).eps)
print(torch.iinfo(int).max)
for f in (
    lambda: layer.to(int),
    lambda: layer.to("cpu", 3),
    lambda: torch.iinfo(float),
    lambda: torch.promote_types(3, int),
    lambda: x.type(float),
    lambda: x.type(3),
):
    print(told(f))

# choices for the whole process
torch.use_deterministic_algorithms(False, warn_only=True)
print(torch.is_deterministic_algorithms_warn_only_enabled())
torch.use_deterministic_algorithms(False)
torch.set_warn_always(True)
print(told(lambda: torch.set_default_tensor_type(torch.FloatTensor)))
print(told(lambda: torch.set_float32_matmul_precision("low")))
torch.set_warn_always(False)
print(told(lambda: torch.save({}, "/no/such/folder/net.pt")))

# masks of attention by dtype
for dtype in (torch.float32, torch.float64, torch.float16):
    for mask in (torch.bool, torch.float32, torch.float64, torch.float16, torch.int64):
        for q in (torch.ones(1, 1, 2, 2, dtype=dtype), torch.ones(2, 2, dtype=dtype)):
            m = torch.ones(2, 2).to(mask)
            print(told(lambda q=q, m=m: F.scaled_dot_product_attention(q, q, q, m))[0])

# values outside what is possible
print(Categorical(torch.ones(2, 3)).param_shape, Bernoulli(torch.tensor([0.5])).param_shape)
print(Binomial(3, torch.tensor([0.5, 0.1])).param_shape)
nan, inf = torch.tensor(float("nan")), torch.tensor(float("inf"))
pair = Normal(torch.zeros(2), torch.ones(2))
for f in (
    lambda: Normal(0.0, 1.0).log_prob(nan),
    lambda: Normal(0.0, 1.0, validate_args=False).log_prob(nan),
    lambda: Normal(0.0, 1.0).cdf(nan),
    lambda: Normal(0.0, 1.0).log_prob(inf),
    lambda: Poisson(1.0).log_prob(inf),
    lambda: LogNormal(0.0, 1.0).cdf(torch.tensor(-1.0)),
    lambda: HalfNormal(1.0).cdf(torch.tensor(-1.0)),
    lambda: pair.log_prob(torch.ones(3)),
    lambda: pair.log_prob(torch.ones(3, 1)),
    lambda: Independent(pair, 1).log_prob(torch.ones(3)),
    lambda: MultivariateNormal(torch.zeros(2), torch.eye(2)).log_prob(torch.ones(3)),
    lambda: MultivariateNormal(torch.zeros(2), torch.eye(2)).log_prob(torch.ones(1)),
    lambda: Categorical(torch.ones(2, 3)).log_prob(torch.tensor(1)),
    lambda: Categorical(torch.ones(2, 3)).log_prob(torch.tensor([1, 1, 1])),
):
    print(told(f)[0])

# what else distributions answer
print(Laplace(0.0, 1.0).icdf(torch.tensor([0.0, 0.2, 0.5, 0.9, 1.0])))
print(OneHotCategorical(torch.ones(2, 3)).enumerate_support())
print(OneHotCategorical(torch.ones(2, 3)).enumerate_support(expand=False).shape)
print(Multinomial(2, torch.ones(3)).param_shape, OneHotCategorical(torch.ones(3)).param_shape)
for f in (
    lambda: Binomial(-1, torch.tensor(0.5)),
    lambda: Binomial(1.5, torch.tensor(0.5)),
    lambda: NegativeBinomial(-1, torch.tensor(0.5)),
    lambda: Binomial(-1, torch.tensor(0.5), validate_args=False).total_count,
):
    print(told(f)[0])

# functions of leaves
tree = {"a": torch.ones(1), "b": [1, (2.5,)]}
leaves, structure = tree_flatten(tree)
print(tree_map(lambda leaf: leaf * 2, tree), leaves, tree_leaves([None, [1]]))
print(tree_unflatten([1, 2, 3], structure), tree_map(max, [1, 5], [3, 4]))
print(tree_map_only(int, str, tree))
