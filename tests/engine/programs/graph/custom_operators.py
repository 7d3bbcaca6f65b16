"""Operators of torch.library: what is recorded, what is refused, and who calls what when."""

import torch
from torch import Tensor


def told(call):
    try:
        return call()
    except Exception as error:
        return type(error).__name__


@torch.library.custom_op("shop::sine", mutates_args=())
def sine(x: Tensor) -> Tensor:
    print("inside", torch.is_grad_enabled(), x.requires_grad, x.grad_fn)
    return torch.sin(x)


print(sine)
x = torch.tensor([0.5, 1.5], requires_grad=True)
y = sine(x)
print(y, y.grad_fn.name(), y.grad_fn.next_functions[0][0].variable is x)
print(told(y.sum().backward), x.grad)


def setup_context(ctx, inputs, output):
    print("setup", torch.is_grad_enabled(), inputs[0] is x, ctx.needs_input_grad, output.grad_fn)
    ctx.save_for_backward(*inputs)


def backward(ctx, grad):
    print("backward", torch.is_grad_enabled(), ctx.needs_input_grad)
    return grad * ctx.saved_tensors[0].cos()


sine.register_autograd(backward, setup_context=setup_context)
sine(x).sum().backward()
print(x.grad)
(g,) = torch.autograd.grad(torch.ops.shop.sine(x).sum(), x, create_graph=True)
print(g, torch.autograd.grad(g.sum(), x))
print(torch.ops.shop.sine.default(x.detach()).grad_fn)
with torch.no_grad():
    print(sine(x).requires_grad)
double = torch.tensor([0.5, 1.5], dtype=torch.float64, requires_grad=True)
print(torch.autograd.gradcheck(sine, (double,)))


@torch.library.custom_op("shop::two", mutates_args=())
def two(x: Tensor, k: float = 2.0, *, flag: bool = True) -> tuple[Tensor, Tensor]:
    return x * k, x + 1


def setup_two(ctx, inputs, keyword_only_inputs, output):
    print(inputs, keyword_only_inputs, output)


torch.library.register_autograd("shop::two", lambda ctx, a, b: (a, None), setup_context=setup_two)
a, b = two(x, k=3)
print(a.grad_fn is b.grad_fn, told(a.sum().backward), x.grad)
for call in (
    lambda: two(torch.ones(2)),
    lambda: two(torch.ones(2), flag=False),
    lambda: two(torch.ones(2), k="s"),
    lambda: two(1.0),
    lambda: two(),
    lambda: two(torch.ones(2), 1.0, True),
    lambda: two(torch.ones(2), other=1),
):
    print(told(call))


def bare(x):
    return x


def half(x: Tensor):
    return x


def same(x: Tensor) -> Tensor:
    return x


def view(x: Tensor) -> Tensor:
    return x.view(-1)


for name, made in (("bare", bare), ("shop::bare", bare), ("shop::half", half)):
    print(name, told(lambda n=name, f=made: torch.library.custom_op(n, f, mutates_args=())))
for made in (same, view):
    op = torch.library.custom_op("shop::it", made, mutates_args=())
    print(made.__name__, told(lambda op=op: op(torch.ones(2))), told(lambda op=op: op(x)))


@torch.library.custom_op("shop::increase", mutates_args={"x"})
def increase(x: Tensor) -> None:
    x.add_(1)


t = torch.zeros(2)
print(increase(t), t, t._version)
print(told(lambda: increase(x)), x)
y = x * 1
print(increase(y), y, y._version)
print(told(lambda: increase.register_autograd(backward)))


@torch.library.custom_op("shop::each", mutates_args=())
def each(xs: list[Tensor], n: int) -> list[Tensor]:
    return [x * n for x in xs]


print(each([torch.ones(2), torch.zeros(1)], 3))


@each.register_fake
def _(xs, n):
    return [torch.empty_like(x) for x in xs]


@torch.library.custom_op("shop::scale", mutates_args=(), device_types="cuda")
def scale(x: Tensor, by: float) -> Tensor:
    return x * by


@scale.register_kernel("cpu")
def _(x, by):
    print("on the CPU")
    return x * by


print(scale(torch.ones(2), 2.0))
print(told(lambda: torch.ops.shop.nothing), told(lambda: torch.ops.nowhere.nothing))
