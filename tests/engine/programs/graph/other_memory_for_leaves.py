"""What a leaf that got other memory (`.data = `, `set_`) is to graphs of before, and its hooks."""

import torch


def attempt(label, f):
    try:
        print(label, "->", f())
    except Exception as error:
        print(label, "->", type(error).__name__)


def end(leaf):
    return leaf.view_as(leaf).grad_fn.next_functions[0][0]


def by_data(leaf):
    leaf.data = leaf.data.double()


def by_set(leaf):
    with torch.no_grad():
        leaf.set_(torch.full((2,), 3.0))


for change in (by_data, by_set):
    print(change.__name__)
    x = torch.ones(2, requires_grad=True)
    node, edge, y = end(x), torch.autograd.graph.get_gradient_edge(x), x * 2
    node.register_prehook(lambda grads: print("prehook of the old end"))
    node.register_hook(lambda *grads: print("hook of the old end"))
    x.register_hook(lambda g: print("hook", g))
    x.register_post_accumulate_grad_hook(lambda p: print("after", p is x, p.grad))
    change(x)
    print(end(x) is node, node.variable is x, end(x).variable is x, x.is_leaf, x._version)
    attempt("grad", lambda: torch.autograd.grad(y.sum(), x, retain_graph=True))
    attempt("unused", lambda: torch.autograd.grad(y.sum(), x, allow_unused=True, retain_graph=True))
    attempt("edge", lambda: torch.autograd.grad(y.sum(), edge, retain_graph=True))
    attempt("old", lambda: y.sum().backward())
    attempt("new", lambda: (x * 3).sum().backward())
    attempt("grad of new", lambda: torch.autograd.grad((x * x).sum(), x))
    attempt("inputs", lambda: (x * 5).sum().backward(inputs=[x]))
    print(x.grad)
    change(x)
    attempt("newer", lambda: (x * 7).sum().backward())
    z = x.clone()
    change(x)
    attempt("both", lambda: (z + x).sum().backward())

x = torch.ones(2, requires_grad=True)
squares = x * x
by_set(x)
attempt("saved", lambda: squares.sum().backward())
attempt("leaf", lambda: x.set_(torch.ones(2)))

t, source = torch.zeros(3), torch.ones(2)
print(t.set_(source) is t, t, t._version, source._version)
t.add_(1)
print(source, t._version, source._version)
attempt("dtype", lambda: torch.zeros(2).set_(torch.zeros(2, dtype=torch.float64)))
attempt("nothing", lambda: (t.set_(), t.shape, t._version))
six = torch.arange(6.0)
attempt("part of storage", lambda: t.set_(six.untyped_storage(), 1, (2,), (2,)))
attempt("part", lambda: t.set_(six, 1, (2, 2)))
attempt("all", lambda: t.set_(six.untyped_storage()))
attempt("number", lambda: t.set_(3))
base = torch.zeros(4)
view = base[:2]
print(view.set_(torch.ones(2)), view._base is base, base, view._version, base._version)
for recorded in (True, False):
    result = torch.ones(2, requires_grad=True) * 2
    with torch.set_grad_enabled(recorded):
        result.set_(torch.full((2,), 5.0))
    print(result, result.grad_fn.name())
    attempt("backward", lambda: result.sum().backward())
