import warnings

import torch
import torch.nn as nn
from torch.nn.utils import remove_weight_norm, weight_norm


def tried(f):
    try:
        return f()
    except Exception as e:
        return type(e).__name__


def warned(f):
    with warnings.catch_warnings(record=True) as seen:
        warnings.simplefilter("always")
        try:
            result = f()
        except Exception as e:
            result = type(e).__name__
    return result, [w.category.__name__ for w in seen]


torch.manual_seed(0)


def c():
    return weight_norm(nn.Linear(3, 2))


m, w = warned(c)
print(w)
print([(n, tuple(p.shape)) for n, p in m.named_parameters()])
print(m.weight)
print(m(torch.ones(1, 3)))
m(torch.ones(1, 3)).sum().backward()
print(m.weight_g.grad, m.weight_v.grad)
print(m.state_dict().keys())
remove_weight_norm(m)
print([n for n, _ in m.named_parameters()])
print(m.weight.requires_grad, type(m.weight).__name__)
print(tried(lambda: remove_weight_norm(m)))
with torch.no_grad():
    m2 = weight_norm(nn.Linear(3, 2), dim=None)
    print(m2.weight_g)
