import torch


def tried(f):
    try:
        return f()
    except Exception as e:
        return type(e).__name__


a = torch.ones(2, requires_grad=True)
b = a * 2
edge = torch.autograd.graph.get_gradient_edge(b)
ones = torch.ones(2)
for value in (0, True, 1.5, "x", "", None, (), (b.grad_fn, 0), [None], b.grad_fn, edge):
    print(
        type(value).__name__,
        tried(lambda: torch.autograd.grad(b, value, ones, retain_graph=True)),
        tried(lambda: torch.autograd.grad(b, [value], ones, True, allow_unused=True)),
        tried(lambda: b.backward(ones, True, inputs=value)),
        tried(lambda: b.backward(ones, True, inputs=[value])),
        tried(lambda: torch.autograd.backward(value, ones, True)),
        tried(lambda: torch.autograd.grad([value], a, ones, True)),
        tried(lambda: torch.autograd.grad(b, a, [value], True)),
    )

# what has no derivative is visited before everything else that is ready
late = a // 2


class Loud(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        return x * 1

    @staticmethod
    def backward(ctx, g):
        print("heard")
        return g


loud = Loud.apply(a)
print(tried(lambda: torch.autograd.grad([late.sum(), loud.sum()], a)))
print(late.grad_fn.name(), late.grad_fn._sequence_nr() == 2**64 - 1)
x = torch.tensor(2.0, requires_grad=True)
print(tried(lambda: torch.autograd.grad([x // x, x // 2], x)))


class Once(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        return x * 2

    @staticmethod
    @torch.autograd.function.once_differentiable
    def backward(ctx, g):
        return g * 2


g = torch.ones((), requires_grad=True)
(first,) = torch.autograd.grad(Once.apply(x), x, g, create_graph=True)
print(first.grad_fn.name(), first.grad_fn._sequence_nr() == 2**64 - 1)
print(tried(lambda: first.backward()))

# what is saved is packed before a write finds that it cannot be
with torch.autograd.graph.saved_tensors_hooks(lambda t: print("packed", t.shape), lambda t: t):
    c = torch.ones(1, 3, requires_grad=True) * 1
    print(tried(lambda: c.expand(2, 3).scatter_(0, torch.tensor([[0]]), 2)))
    print(tried(lambda: c.expand(2, 3).index_fill_(0, torch.tensor([0]), 2)))
    print(tried(lambda: c.pow_(torch.full((2, 3), 2.0))))
    print(tried(lambda: c.mul_(torch.ones(2, 3))))

# several first gradients at once
y = torch.ones(2, requires_grad=True)
s, d = y.sum(), y * 2
two, three = torch.ones(2), torch.ones(3, 2)
for outputs, gradients in (
    (s, None),
    ([s, s], [None, two]),
    ([s, d], [two, None]),
    ([s, d], [two, three]),
    ([s, d], [two]),
    (s, [1.0]),
    (s, torch.ones(0)),
    (s, torch.ones(())),
    (s, two),
):
    print(tried(lambda: torch.autograd.grad(outputs, y, gradients, True, is_grads_batched=True)))

# a .grad that nothing can be added to, but that can be overwritten
y.grad = torch.ones(1).expand(2)
print(tried(lambda: s.backward()), y.grad)
print(torch.zeros(2, out=torch.ones(1).expand(2)))
