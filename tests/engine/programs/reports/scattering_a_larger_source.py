import torch


def tried(f):
    try:
        return f()
    except Exception as e:
        return type(e).__name__


x = torch.ones(2, 3, requires_grad=True)
i = torch.tensor([[1], [0]])
for n, f in dict(
    scatter=lambda: torch.zeros(2, 3).scatter(1, i, x),
    add=lambda: torch.zeros(2, 3).scatter_add(1, i, x),
    same=lambda: torch.zeros(2, 3).scatter(1, i, x[:, :1]),
    gather=lambda: x.gather(1, i),
    reduce=lambda: torch.zeros(2, 3).scatter_reduce(1, i, x, "sum"),
).items():
    print(n, tried(f), tried(lambda: torch.autograd.grad(f().sum(), x)[0]))
p = torch.tensor([2.0, 3.0], requires_grad=True)
e = torch.tensor([2.0, 1.0])
y = p**e
y.add_(1)
print(tried(lambda: y.sum().backward()))
