import torch


def tried(f):
    try:
        return f()
    except Exception as e:
        return type(e).__name__


# a conjugate is written to by way of a copy, which expanded memory does not take back
a = torch.tensor([[2.5, 4.0], [2.0, -1.0]], dtype=torch.complex64)
row, negated = a.conj()[:1].expand(2, 2), a.conj().imag[:1].expand(2, 2)
i, yes = torch.tensor([0]), torch.tensor(True)
for write in (
    lambda x: x.tril_(),
    lambda x: x.zero_(),
    lambda x: x.fill_(2),
    lambda x: x.masked_fill_(yes, 2),
    lambda x: x.index_fill_(0, i, 2),
    lambda x: x.index_put_((i,), torch.tensor(2, dtype=x.dtype)),
    lambda x: x.copy_(x),
):
    print(*(type(tried(lambda x=x: write(x))).__name__ for x in (row, negated)), a.tolist())
print(a.conj().tril_(), a)

# factors are numbers
x = torch.tensor([2.0, 0.0, 1.0])
for factor in (
    2,
    torch.tensor(2),
    torch.tensor([2.0, 1.0, 0.0]),
    torch.ones((), requires_grad=True),
):
    print(
        tried(lambda: x.clone().addcmul_(x, x, value=factor)),
        tried(lambda: torch.addcdiv(x, x, x + 1, value=factor)),
        tried(lambda: x.clone().add_(x, alpha=factor)),
    )
print(tried(lambda: x.clone().clamp_(1j)), tried(lambda: x.clone().clamp_(max=1j)))
print(tried(lambda: x.clone().index_fill_(0, i, torch.tensor(2 + 0j))))
print(torch.copysign(torch.tensor([2, 0, 1], dtype=torch.uint8), -1))

# float16 is rounded once
half = torch.tensor([3.0, 0.3, -1.7], dtype=torch.float16)
for value in (-1, 3, 0.5):
    print(
        torch.addcmul(half, half, half.tanh(), value=value),
        torch.addcdiv(half, half, half.exp(), value=value),
    )
print(tried(lambda: torch.addcmul(half, half, half, value=1j)))
