"""Subclasses of Tensor: what results are, who is asked, parameters of one's own."""

import torch
import torch.nn.functional as F
from torch import nn


def attempt(text, **names):
    try:
        print(text, "->", eval(text, globals(), names))
    except Exception as error:
        print(text, "->", type(error).__name__)


def kinds(*values):
    return [type(v).__name__ for v in values]


class Mine(torch.Tensor):
    def doubled(self):
        return self * 2


x = torch.ones(2, requires_grad=True)
m = x.as_subclass(Mine)
print(m, m.is_leaf, m.grad_fn.name(), m._is_view(), isinstance(m, torch.Tensor))
print(
    kinds(m * 2, 2 * m, m + x, x + m, m.sum(), m.exp(), m.view(1, 2), m[0], m.detach(), m.clone())
)
print(kinds(torch.add(m, 1), torch.stack([m, m]), m > 0, m.t(), m.data, m.double(), F.relu(m), m.T))
print(
    kinds(torch.zeros_like(m), m.new_zeros(2), m @ m, *m.chunk(2), m.max(0)[0], m.shape, m.tolist())
)
print(type(m.max(0)).__name__, (m * 2).grad_fn.name(), m.doubled().doubled())
(m.doubled() ** 2).sum().backward()
print(x.grad, type(x.grad).__name__)
made = torch.Tensor._make_subclass(Mine, torch.ones(2), True)
print(made, made.is_leaf, made.requires_grad, kinds(made))
made.doubled().sum().backward()
print(made.grad, kinds(made.grad, torch.autograd.grad(made.sum(), made)[0], made.mul(3).mul_(2)))
print(Mine([1.0, 2.0]), kinds(Mine(2, 3)), kinds(nn.Linear(2, 2)(m)))
before = torch.ones(2)
before.as_subclass(Mine).add_(1)
print(before, before._version)

log = []


class Logged(torch.Tensor):
    @classmethod
    def __torch_function__(cls, func, types, args=(), kwargs=None):
        log.append((func.__name__, [t.__name__ for t in types]))
        return super().__torch_function__(func, types, args, kwargs or {})


l, p = torch.ones(2).as_subclass(Logged), torch.ones(2)
for text in """
l + 1
1 + l
1 - l
p - l
p * l
2 / l
l**2
-l
l @ p
l > 1
l == p
l[0]
l.T
l.shape
l.requires_grad
l.sum()
len(l)
l.device
repr(l)
torch.exp(l)
torch.stack([p, l])
F.linear(p, l[None])
l.add_(1)
l.size()
l.numel()
l.double()
torch.zeros_like(l)
torch.add(p, 1, out=l)
torch.equal(l, p)
torch.is_tensor(l)
l // 1
l % 2
~(l > 0)
l + m
torch.add(m, l)
""".strip().splitlines():
    log.clear()
    attempt(f"type({text}).__name__")
    print("  ", log)
with torch._C.DisableTorchFunctionSubclass():
    log.clear()
    print(kinds(l + 1), log)


class Tagged(torch.Tensor):
    @staticmethod
    def __new__(cls, data, tag, **options):
        return torch.Tensor._make_subclass(cls, torch.as_tensor(data), **options)

    def __init__(self, data, tag, **options):
        self.tag = tag

    @classmethod
    def __torch_function__(cls, func, types, args=(), kwargs=None):
        result = super().__torch_function__(func, types, args, kwargs)
        if isinstance(result, cls):
            result.tag = next(a.tag for a in args if isinstance(a, cls)) + "'"
        return result


t = Tagged([1.0, 2.0], "a", require_grad=True)
print(t.tag, (t * 2).tag, (t * 2 + 1).tag, (t * 2).sum())


class Refusing(torch.Tensor):
    @classmethod
    def __torch_function__(cls, func, types, args=(), kwargs=None):
        return NotImplemented if func is torch.exp else "said"


r = torch.ones(2).as_subclass(Refusing)
attempt("torch.exp(r)")
attempt("torch.sin(r)")
attempt("torch.ones(2) + r")


class Number:
    @classmethod
    def __torch_function__(cls, func, types, args=(), kwargs=None):
        return "mean" if func is torch.mean else NotImplemented


attempt("torch.mean(Number())")
attempt("torch.sum(Number())")
attempt("torch.overrides.is_tensor_like(Number()), torch.overrides.is_tensor_like(3)")
attempt(
    "torch.overrides.has_torch_function((Number(), 1)), torch.overrides.has_torch_function((1,))"
)


class Weight(nn.Parameter):
    pass


class Layer(nn.Module):
    def __init__(self):
        super().__init__()
        self.weight = Weight(torch.ones(2))


w = Layer().weight
print(
    kinds(w, w * 2, w.sum(), w.data), [(n, type(v).__name__) for n, v in Layer().named_parameters()]
)
(w * 3).sum().backward()
print(w.grad, w.requires_grad, isinstance(w, nn.Parameter))


class Own(torch.Tensor):
    def __add__(self, other):
        return "added"

    def __repr__(self):
        return "own"


o = torch.ones(2).as_subclass(Own)
print(o, o + 1, torch.ones(2) + o, o * 2)
