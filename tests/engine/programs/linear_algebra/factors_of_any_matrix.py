import torch
from torch import linalg


def tried(f):
    try:
        return f()
    except Exception as e:
        return type(e).__name__


def rounded(t):
    if not t.is_floating_point() and not t.is_complex():
        return t.tolist()
    values = torch.view_as_real(t.resolve_conj()) if t.is_complex() else t
    return [round(v + 1e-9, 3) + 0.0 for v in values.flatten().tolist()]


rows = [[2.0, 1.0, 0.0], [0.5, 3.0, 1.0], [4.0, -1.0, 1.0]]
square = torch.tensor(rows, dtype=torch.float64)
turning = torch.tensor([[0.0, -1.0], [1.0, 0.0]], dtype=torch.float64)
functions = dict(
    values=lambda a: (linalg.eigvals(a).abs() ** 2).sum(),
    real=lambda a: linalg.eigvals(a).real.max(),
    vectors=lambda a: (linalg.eig(a)[1].abs() ** 4).sum(),
    phase=lambda a: linalg.eig(a)[1].real.sum(),
    factors=lambda a: sum((v.abs() ** 2).sum() for v in linalg.lu(a)[1:]),
    compact=lambda a: (linalg.lu_factor(a)[0].abs() ** 2).sum(),
)
for matrix in (square, turning, torch.complex(square, square.T), torch.stack([square, square + 1])):
    a = matrix.clone().requires_grad_()
    print(*map(rounded, linalg.lu(a)), *map(rounded, linalg.lu_factor(a)))
    print(
        rounded(linalg.eigvals(a)), linalg.eig(a)[0].grad_fn.name(), linalg.lu(a)[1].grad_fn.name()
    )
    for name, f in functions.items():

        def passes():
            (g,) = torch.autograd.grad(f(a), a, create_graph=True)
            return rounded(g), rounded(torch.autograd.grad((g.abs() ** 2).sum(), a)[0])

        if name != "compact" or not a.is_complex():
            print(name, tried(passes))
print(linalg.eig(torch.tensor([[2.0, 0.0], [0.0, 3.0]])))
print(*map(rounded, linalg.lu(square[:2])), *map(rounded, linalg.lu(square[:, :2])))
print(linalg.lu_factor_ex(torch.ones(2, 2)), tried(lambda: linalg.lu_factor(torch.ones(2, 2))))
print(tried(lambda: linalg.eigvals(torch.ones(2, 3))), tried(lambda: linalg.lu(torch.ones(2))))
