"""What may be written to in memory whose conjugate is seen, too, and what an out= may be."""

import torch


def told(call):
    try:
        return call()
    except Exception as error:
        return type(error).__name__


a = torch.tensor([[0.5]], dtype=torch.complex128)
b = a.mH
print(told(lambda: a.expand(2, 1).fill_(1.5)), b)
print(told(lambda: b.expand(2, 1).fill_(2 + 1j)), a)

a = torch.tensor([[0.5 + 1j, 2]], dtype=torch.complex128)
b = a.conj()
mask = torch.tensor([[True, False], [True, False]])
print(told(lambda: a.expand(2, 2).masked_fill_(mask[:1], 1j)), b)
print(told(lambda: a.expand(2, 2).zero_()), told(lambda: b.expand(2, 2).zero_()))
print(told(lambda: a.expand(2, 2).add_(1)), told(lambda: b.imag.expand(2, 2).zero_()))
print(told(lambda: b.real.expand(2, 2).fill_(3)), a, b)
print(told(lambda: a.mul_(b)), told(lambda: b.mul_(a)))

a = torch.tensor([1j, 2, 3.0, 4])
b = a.conj()
first = torch.tensor([0])
print(told(lambda: a[1:].mul_(a[:-1])), told(lambda: b[1:].mul_(b[:-1])))
print(told(lambda: a.index_copy_(0, first, a[1:2])), told(lambda: a.index_copy_(0, first, b[1:2])))
