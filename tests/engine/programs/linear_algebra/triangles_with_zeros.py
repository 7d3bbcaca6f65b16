import torch


def tried(f):
    try:
        return f()
    except Exception as e:
        return type(e).__name__


def gradients(f, *inputs):
    inputs = [torch.tensor(x, requires_grad=True) for x in inputs]
    result = f(*inputs)
    return result.detach(), torch.autograd.grad(result.sum(), inputs)


b = [[1.0, 2.0], [3.0, 0.0]]
zero = [[0.0, 0.0], [0.0, 0.0]]
for a in (zero, [[1.0, 2.0], [0.0, 0.0]], [[0.0, 2.0], [0.0, 3.0]]):
    for upper in (True, False):
        for left in (True, False):
            solve = torch.linalg.solve_triangular
            print(*tried(lambda: gradients(lambda x, y: solve(x, y, upper=upper, left=left), a, b)))
    print(torch.slogdet(torch.tensor(a)), torch.linalg.slogdet(torch.tensor(a)).sign)
print(tried(lambda: gradients(lambda x: torch.linalg.qr(x)[0], zero)))
print(tried(lambda: gradients(lambda x: torch.linalg.qr(x)[1], zero)))
