import warnings

import torch

warnings.simplefilter("ignore")


def tried(f, *args, **options):
    try:
        return f(*args, **options)
    except Exception as e:
        return type(e).__name__


for name in ("hann_window", "hamming_window", "blackman_window", "bartlett_window"):
    window = getattr(torch, name)
    for n in (0, 1, 2, 5):
        print(name, n, window(n), window(n, periodic=False, dtype=torch.float64))
    print(tried(window, -1), tried(window, 3, dtype=torch.int64), window(2, requires_grad=True))
print(torch.hamming_window(4, True, 0.5, 0.5))
print(
    torch.range(0, 3),
    torch.range(3, 0, -1.5),
    tried(torch.range, 3, 0),
    tried(torch.range, 0, 3, 0),
)
x = torch.tensor([1.0, 2.0, 3.0], requires_grad=True)
for n in (None, 0, 1, 2, 4):
    print(n, tried(torch.vander, x, n), torch.vander(torch.tensor([1, 2, 3]), n, increasing=True))
print(tried(lambda: torch.autograd.grad(torch.vander(x).sum(), x)), tried(torch.vander, x[None]))
print(torch.unravel_index(torch.tensor([[5, 0], [1, 2]]), (2, 3)))
print(torch.unravel_index(torch.tensor(7), 10), tried(torch.unravel_index, x, (2, 3)))
for name in ("eig", "symeig", "solve", "lstsq", "matrix_rank"):
    print(name, tried(getattr(torch, name), torch.eye(2), torch.eye(2)))
