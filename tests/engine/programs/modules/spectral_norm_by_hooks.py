import warnings

import torch
import torch.nn as nn
from torch.nn.utils import spectral_norm


def warned(f):
    with warnings.catch_warnings(record=True) as seen:
        warnings.simplefilter("always")
        try:
            result = f()
        except Exception as e:
            result = type(e).__name__
    return result, [w.category.__name__ for w in seen]


torch.manual_seed(0)
m, w = warned(lambda: spectral_norm(nn.Linear(3, 2)))
print(w)
print([n for n, _ in m.named_parameters()], [n for n, _ in m.named_buffers()])
y = m(torch.ones(1, 3))
print(y)
y.sum().backward()
print(m.weight_orig.grad)
m.eval()
print(m(torch.ones(1, 3)))
print(torch.linalg.matrix_norm(m.weight, 2))
print(m.state_dict().keys())
