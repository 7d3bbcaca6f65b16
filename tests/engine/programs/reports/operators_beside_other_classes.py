import operator as op

import torch

torch.manual_seed(0)


class Other:
    def __rmul__(self, other):
        return "rmul"

    def __radd__(self, other):
        return "radd"

    def __rsub__(self, other):
        return "rsub"

    def __rtruediv__(self, other):
        return "rtruediv"

    def __rpow__(self, other):
        return "rpow"

    def __rmatmul__(self, other):
        return "rmatmul"

    def __rand__(self, other):
        return "rand"

    def __eq__(self, other):
        return "eq"

    def __gt__(self, other):
        return "gt"

    def __mul__(self, other):
        return "mul"


def tried(f, *args):
    try:
        return str(f(*args))
    except Exception as e:
        return type(e).__name__


for f in (
    op.mul,
    op.add,
    op.sub,
    op.truediv,
    op.pow,
    op.matmul,
    op.and_,
    op.eq,
    op.lt,
    op.floordiv,
    op.mod,
    op.iadd,
    op.imul,
    op.ne,
    op.imatmul,
):
    for v in (Other(), "a", None, [1, 2], (1.0,), 2, 2.0, True):
        print(f.__name__, type(v).__name__, tried(f, torch.ones(2), v), tried(f, v, torch.ones(2)))
print(
    "ab" * torch.tensor(2),
    tried(torch.mul, torch.ones(2), "a"),
    tried(torch.matmul, torch.ones(2), 5),
    torch.ones(2, 2) @ torch.ones(2, 2),
)


class Value:
    """A number that records who made it."""

    def __init__(self, data, parents=()):
        self.data, self.grad, self.parents = (data, 0.0, parents)

    def __add__(self, other):
        other = other if isinstance(other, Value) else Value(other)
        return Value(self.data + other.data, (self, other))

    def __radd__(self, other):
        return self + other

    def __repr__(self):
        return f"Value({self.data})"


print(torch.tensor(2.0) + Value(3.0), Value(3.0) + torch.tensor(2.0))
