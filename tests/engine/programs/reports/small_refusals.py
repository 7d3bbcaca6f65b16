import warnings

import torch
import torch.nn.functional as F


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


p = torch.ones(2, requires_grad=True)
p.register_post_accumulate_grad_hook(lambda t: 5)
print(tried(lambda: (p * 2).sum().backward()), p.grad)
print(tried(lambda: torch.optim.Adam([p], betas=(0.9,))))
print(warned(lambda: F.dropout2d(torch.ones(3, 4), 0.5, False).shape))
print(warned(lambda: F.dropout3d(torch.ones(3, 4, 1), 0.5, False).shape))
print(warned(lambda: F.dropout2d(torch.ones(3, 4, 1), 0.5, False).shape))
