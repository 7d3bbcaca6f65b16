import torch

functions = torch._C._functions
x = torch.ones(2, requires_grad=True)
for node in (functions.DelayedError("not yet", 1), functions.UndefinedGrad()):
    y = node(x * 2)
    print(type(y.grad_fn).__name__, y.grad_fn.name(), y, y.grad_fn.next_functions[0][0].name())
try:
    functions.DelayedError("not yet", 2)(x)
except TypeError as error:
    print(type(error).__name__)


class Product(torch.autograd.Function):
    @staticmethod
    def forward(ctx, a, b):
        return a * b

    @staticmethod
    @torch.autograd.function.once_differentiable
    def backward(ctx, g):
        return g * 2, g * 3


a, b = (torch.ones(2, requires_grad=True) for _ in range(2))
for grad in torch.autograd.grad((Product.apply(a, b) * a).sum(), (a, b), create_graph=True):
    print(grad, grad.grad_fn.name(), grad.output_nr, len(grad.grad_fn.next_functions))


def written(x):
    y = torch.ones(3) * x
    return y.set_(torch.ones(3))


places = torch.tensor([0])
for function in (
    lambda x: torch.floor_divide(x, 2),
    lambda x: torch.heaviside(x, x),
    lambda x: torch.remainder(5, x),
    lambda x: torch.ones(3).scatter(0, places, x, reduce="add"),
    lambda x: torch.ones(3).copy_(x),
    written,
):
    x = torch.ones(3, requires_grad=True)
    y = function(x)
    try:
        functions.UndefinedGrad()(y).sum().backward()
        print(y.grad_fn.name(), x.grad)
    except RuntimeError as error:
        print(y.grad_fn.name(), type(error).__name__)
