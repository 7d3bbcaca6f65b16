import warnings

import torch
import torch.nn.init as I


def warned(f):
    with warnings.catch_warnings(record=True) as seen:
        warnings.simplefilter("always")
        try:
            result = f()
        except Exception as e:
            result = type(e).__name__
    return result, [w.category.__name__ for w in seen]


torch.manual_seed(0)
w = torch.empty(2, 3)
for n in (
    "uniform",
    "normal",
    "eye",
    "xavier_uniform",
    "xavier_normal",
    "kaiming_uniform",
    "kaiming_normal",
    "orthogonal",
):
    print(n, warned(lambda: getattr(I, n)(w).shape))
print(warned(lambda: I.constant(w, 3.0)))
