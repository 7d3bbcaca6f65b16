import warnings

import torch

x, y = torch.ones(2), torch.full((2,), 3.0)
with warnings.catch_warnings(record=True) as seen:
    warnings.simplefilter("always")
    print(torch.ones(2).add_(0.5, y), torch.ones(2).sub_(2, y))
    print(torch.ones(2).mul_(0.9).add_(0.1, y))
    print(torch.ones(2).addcmul_(0.5, x, y), torch.ones(2).addcdiv_(-0.5, x, y))
    print(torch.addcmul(x, 2, y, y), x.addcdiv(2, x, y))
    print([w.category.__name__ for w in seen])

p = torch.ones(2, requires_grad=True)
q = p * 1
q.addcmul_(2, p, p)
q.sum().backward()
print(p.grad, q.grad_fn.name())


def tried(f):
    try:
        return f()
    except Exception as e:
        return type(e).__name__


print(tried(lambda: x.add_(x, y)))
print(tried(lambda: x.addcmul_(x, x, y)))
print(tried(lambda: torch.addcmul(x, 2, y, y, y)))
print(tried(lambda: x.mul_(2, y)))
