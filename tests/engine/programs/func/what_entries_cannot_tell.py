import torch
from torch.func import vmap


def tried(f, *args, **options):
    try:
        return vmap(f, **options)(*args)
    except Exception as e:
        return type(e).__name__


def with_number(x):
    y = x.clone()
    y[x > 0] = 5
    return y


def with_tensor(x):
    y = x.clone()
    y[x > 0] = x[0]
    return y


x, mask = torch.ones(2, 2), torch.tensor([True, False])
for f in (
    lambda x: x.nonzero(),
    lambda x: torch.where(x),
    lambda x: x[x > 0],
    lambda x: x.masked_select(x > 0),
    lambda x: x.unique(),
    lambda x: torch.unique_consecutive(x),
    lambda x: x if torch.equal(x, x) else -x,
    lambda x: x if torch.allclose(x, x) else -x,
    with_number,
    with_tensor,
    lambda x: x.masked_fill(x > 0, 2),
    lambda x: torch.where(x > 0, x, -x),
    lambda x: x.masked_select(mask),
    lambda x: x[mask],
):
    print(tried(f, x))
print(tried(lambda x, m: x[m], x, mask.expand(2, 2), in_dims=(None, 0)))
print(tried(lambda x: x, torch.ones(2), out_dims=None))
print(tried(lambda x: torch.ones(2), x, out_dims=None))
print(tried(lambda x: (x, torch.ones(2)), torch.ones(2), out_dims=(0, None)))
print(tried(lambda x: (x, x), torch.ones(2), out_dims=(0, None)))
print(tried(lambda x: (x, x), torch.ones(2), out_dims=(0,)))
