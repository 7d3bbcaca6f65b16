import torch
import torch.nn.functional as F


def tried(f):
    try:
        return f()
    except Exception as e:
        return type(e).__name__


x = torch.tensor([1.0, 2.0], requires_grad=True)
y = x**2
print(y.grad_fn._saved_self, y.grad_fn._saved_exponent)
print(
    x.view(2, 1).grad_fn._saved_self_sym_sizes,
    x.sum().grad_fn._saved_self_sym_sizes,
    F.softmax(x, 0).grad_fn._saved_dim,
    tried(lambda: y.grad_fn._saved_foo),
)
