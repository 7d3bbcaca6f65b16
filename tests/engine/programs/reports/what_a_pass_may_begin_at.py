import numpy as np
import torch


def tried(f):
    try:
        return f()
    except Exception as e:
        return type(e).__name__


x = torch.tensor([1.0, 2.0], requires_grad=True)
one = torch.tensor(1.0)
for begin in ([5.0], (None,), [x.sum(), 5.0], np.ones(1), {"a": x.sum()}, 5.0, [[x.sum()]]):
    print(
        tried(lambda: torch.autograd.grad(begin, x)),
        tried(lambda: torch.autograd.backward(begin)),
        tried(lambda: torch.autograd.grad(begin, x, [one] * len(begin))),
    )
for end in ([5.0], 5.0, (None,), [x, None], [[x]], {"a": x}, {x: 1}, {x}, np.ones(1)):
    print(
        tried(lambda: torch.autograd.grad(x.sum(), end)),
        tried(lambda: x.sum().backward(inputs=end)),
    )
y = x * 2
print(tried(lambda: torch.autograd.backward(y, grad_variables=torch.ones(2))), x.grad)
ones = torch.ones(2)
print(tried(lambda: torch.autograd.backward(x * 2, grad_tensors=ones, grad_variables=ones)))
for switch in (1, 0, None, "x", torch.tensor(True), np.bool_(True)):
    print(tried(lambda: torch.set_grad_enabled(switch)), torch.is_grad_enabled())


def listed(node):
    return [name for name in dir(node) if name.startswith(("_saved", "_raw"))]


print(listed(x.exp().grad_fn), listed((x * y).grad_fn), listed(x.view(2, 1).grad_fn))
for product in (x * 2, x * 2.5, x.double() / 3, x * True):
    print(listed(product.grad_fn), product.grad_fn._saved_other)
print(y.grad_fn.requires_grad, "register_hook" in dir(y.grad_fn), "run" in dir(y.grad_fn))
print(type(x.exp().grad_fn._raw_saved_result))
