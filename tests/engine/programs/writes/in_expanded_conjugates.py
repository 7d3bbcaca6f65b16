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
for factor in (2, torch.tensor(2), torch.tensor([2.0, 1.0, 0.0])):
    print(
        tried(lambda: x.clone().addcmul_(x, x, value=factor)),
        tried(lambda: torch.addcdiv(x, x, x + 1, value=factor)),
        tried(lambda: x.clone().add_(x, alpha=factor)),
    )
print(tried(lambda: x.clone().clamp_(1j)), tried(lambda: x.clone().clamp_(max=1j)))
print(tried(lambda: x.clone().index_fill_(0, i, torch.tensor(2 + 0j))))
print(torch.copysign(torch.tensor([2, 0, 1], dtype=torch.uint8), -1))
