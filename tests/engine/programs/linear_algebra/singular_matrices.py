import torch


def tried(f):
    try:
        return f()
    except Exception as e:
        return type(e).__name__


def rounded(t):
    return [[round(v, 3) + 0.0 for v in row] for row in t.tolist()]


for rows in ([[1.0, 1.0], [1.0, 1.0]], [[1.0, 2.0], [0.0, 0.0]], [[0.0, 2.0], [0.0, 3.0]]):
    a = torch.tensor(rows, requires_grad=True)
    print(rows, torch.det(a).item(), torch.logdet(a).item(), torch.linalg.slogdet(a)[1].item())
    for f in (torch.det, torch.logdet, lambda a: torch.linalg.slogdet(a)[1]):
        print(" ", tried(lambda: rounded(torch.autograd.grad(f(a), a)[0])))
        g = tried(lambda: torch.autograd.grad(f(a), a, create_graph=True)[0])
        print("  to be derived again:", g if isinstance(g, str) else rounded(g))
    print("  inverse:", tried(lambda: torch.linalg.inv(a)))
    print("  its product:", rounded(torch.autograd.grad((a @ a).sum(), a)[0]))
three = torch.tensor([[1.0, 2.0, 3.0], [4.0, 5.0, 6.0], [7.0, 8.0, 9.5]], requires_grad=True)
print(rounded(torch.autograd.grad(torch.det(three), three)[0]))
pair = torch.stack([three.detach(), torch.ones(3, 3)]).requires_grad_()
print([rounded(g) for g in torch.autograd.grad(torch.det(pair).sum(), pair)[0]])
