import numpy as np
import torch


def tried(f):
    try:
        return f()
    except Exception as e:
        return type(e).__name__


d = torch.tensor([1.0, 4.0])
x = torch.tensor([1.0, 4.0], requires_grad=True)
print(
    np.sqrt(d),
    np.abs(-d),
    np.square(d),
    np.sqrt(d.sum()),
    np.isnan(d),
    np.round(d / 3),
    np.matmul(np.eye(2), d),
    tried(lambda: np.exp(x)),
    np.allclose(d, d),
    np.array_equal(d, d),
    np.stack([d, d]),
    np.asarray(d),
)
