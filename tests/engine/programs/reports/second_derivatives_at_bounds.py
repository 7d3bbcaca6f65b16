import torch
import torch.nn.functional as F

inf, nan = float("inf"), float("nan")


def twice(f, *values):
    x = [torch.tensor(v, requires_grad=True) for v in values]
    first = torch.autograd.grad(f(*x).sum(), x, create_graph=True)
    second = torch.autograd.grad(sum(g.sum() for g in first), x)
    print(*[g.detach() for g in first], *second)


places = [0.0, -0.0, -1.0, inf, -inf, nan, 2.0]
for f in (F.elu, F.selu, F.celu, F.hardtanh, F.relu, F.leaky_relu, lambda x: F.elu_(x * 1)):
    twice(f, places)

for target in ([0.0, 1.0], [1.0, 0.0], [0.5, 0.25]):
    for reduction in ("mean", "sum"):
        twice(
            lambda x: F.binary_cross_entropy(x, torch.tensor(target), reduction=reduction),
            [0.0, 1.0],
        )
weight = torch.tensor([2.0, 0.0])
twice(lambda x, t: F.binary_cross_entropy(x, t, weight), [0.3, 0.9], [0.0, 0.7])

twice(lambda x: 0**x, [0.0, 1.0, -1.0, inf, nan])
twice(lambda x: 2**x, [0.0, 1.0, -1.0, inf, nan])
twice(lambda x, y: x**y, [0.0, 0.0, 0.0, -1.0, 2.0], [0.0, 1.0, 2.0, 2.0, 3.0])


def tried(f):
    try:
        print(f())
    except Exception as error:
        print(type(error).__name__)


x = torch.tensor([[1.0, 2.0], [3.0, 5.0]], requires_grad=True)
y = torch.tensor([[0.0, 2.0], [2.0, 1.0]], requires_grad=True)
g, h = torch.autograd.grad(torch.cdist(x, y).square().sum(), [x, y], create_graph=True)
print([(t.grad_fn.name(), round(t.sum().item())) for t in (g, h)])
tried(lambda: g.sum().backward())
tried(lambda: torch.autograd.grad(h.sum() + y.sum(), y))
tried(lambda: torch.autograd.functional.hessian(lambda a: torch.cdist(a, y, p=1).sum(), x))
(g,) = torch.autograd.grad(F.pdist(x).sum(), x, create_graph=True)
print(g)
tried(lambda: g.sum().backward())
(g,) = torch.autograd.grad(F.hardsigmoid(x).sum(), x, create_graph=True)
print(g)
tried(lambda: g.sum().backward())
