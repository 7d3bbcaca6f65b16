import warnings
from collections import OrderedDict

import torch
from torch.autograd import Function, Variable
from torch.autograd.graph import Node, get_gradient_edge, register_multi_grad_hook


def tried(f):
    try:
        return f()
    except Exception as e:
        return type(e).__name__


# a pass may start at the edge of a tensor that is not there any more
x = torch.tensor([1.0, 2.0], requires_grad=True)
middle = x.sin()
edge = get_gradient_edge(middle)
out = (middle * 3).sum()
del middle
(g,) = torch.autograd.grad(out, edge)
print(g, torch.autograd.grad(edge, x, grad_outputs=g, retain_graph=True))
print(tried(lambda: torch.autograd.grad(edge, x)))
print(tried(lambda: torch.autograd.grad(edge, x, grad_outputs=torch.ones(3))))
print(tried(lambda: torch.autograd.grad(edge, x, grad_outputs=torch.ones(2, dtype=torch.cfloat))))
single = get_gradient_edge((x * 2).sum())
print(torch.autograd.grad(single, x))

# nodes
y = x.exp()
print(isinstance(y.grad_fn, Node), issubclass(type(y.grad_fn), Node), Node in type(y.grad_fn).mro())
print(isinstance(y.grad_fn.next_functions[0][0], Node), isinstance(1, Node), isinstance(Node, Node))
a, b = x + 1, x + 2
c, order = a + b, []
for name, tensor, number in (("a", a, 100), ("b", b, 99), ("c", c, 98)):
    tensor.grad_fn._set_sequence_nr(number)
    tensor.register_hook(lambda g, name=name: order.append(name))
c.sum().backward()
print(order, a.grad_fn._sequence_nr(), x.grad)
print(
    tried(torch.autograd.SavedTensor),
    tried(lambda: y.grad_fn._raw_saved_result.register_hooks(1, 1)),
)
y.grad_fn._raw_saved_result.register_hooks(lambda t: t, lambda t: t)
print(tried(lambda: y.grad_fn._raw_saved_result.register_hooks(lambda t: t, lambda t: t)))

# attributes that cannot go
print(tried(lambda: delattr(x, "_grad_fn")), tried(lambda: delattr(x, "_backward_hooks")))
z = torch.ones(2, requires_grad=True)
z._backward_hooks = OrderedDict(double=lambda g: g * 2)
z.sum().backward()
print(z.grad)

# a view whose base was written to
for replayed in (False, True):
    with torch.autograd._force_original_view_tracking(replayed):
        base = x.clone()
        view = base.view(2, 1)[0]
        base.mul_(3)
        print(torch.autograd.is_view_replay_enabled(), view.grad_fn.name())
        print(torch.autograd.grad(view.sum(), x))
print(torch.autograd.is_view_replay_enabled())


# calls at the end of a pass may ask for more
class Asking(Function):
    @staticmethod
    def forward(ctx, x):
        return x.clone()

    @staticmethod
    def backward(ctx, g):
        Variable._execution_engine.queue_callback(first)
        return g


def first():
    print("first")
    Variable._execution_engine.queue_callback(lambda: print("second"))


Asking.apply(x).sum().backward()
print(tried(lambda: Variable._execution_engine.queue_callback(first)))


# a hook on several tensors forgets a pass that failed
class Failing(Function):
    fails = True

    @staticmethod
    def forward(ctx, x):
        return x.clone()

    @staticmethod
    def backward(ctx, g):
        if Failing.fails:
            raise ValueError
        return g


p, q = torch.ones(2, requires_grad=True), torch.ones(2, requires_grad=True)
handle = register_multi_grad_hook((p, q), lambda grads: print([g is not None for g in grads]))
out = (Failing.apply(p) * q).sum()
print(tried(lambda: out.backward(retain_graph=True)))
Failing.fails = False
out.backward()
handle.remove()

# Functions are not to be instantiated
with warnings.catch_warnings(record=True) as caught:
    warnings.simplefilter("always")
    instance = Asking()
print([w.category.__name__ for w in caught], tried(lambda: instance(x)), hasattr(Asking, "vmap"))

# results without derivative
print(torch.unique(x), torch.unique(x, dim=0), torch.unique_consecutive(x))
print(tried(lambda: torch.unique(x).sum().backward()))
parts = (x * 1).unsafe_split_with_sizes((1, 1))
parts[0].mul_(parts[1])
print(parts, torch.autograd.grad(parts[0].sum(), x))
shaped = torch.ones(2)
shaped.resize_(2)
print(shaped._version, shaped.resize_(1)._version, shaped.resize_as_(torch.ones(1))._version)
with torch.inference_mode():
    print(torch.ones(3, requires_grad=True).resize_(2))
