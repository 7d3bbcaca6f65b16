import torch
import torch.nn as nn


def tried(f):
    try:
        return f()
    except Exception as e:
        return type(e).__name__


@torch.compile(backend="eager")
def f(x):
    return x * 2


x = torch.ones(2)
print(f.__name__)
g = torch.compile(lambda x: x + 1, fullgraph=True, backend="eager")
print(g(x))
m = nn.Linear(2, 1)
c = torch.compile(m, backend="eager")
print(
    type(c).__name__,
    list(c.state_dict()),
    [n for n, _ in c.named_parameters()],
    c._orig_mod is m,
    isinstance(c, nn.Module),
    c.weight is m.weight,
    c.in_features,
)
print(torch.equal(c(x), m(x)))
print(c)
c.eval()
print(m.training)
c.train()
print(torch.compiler.is_compiling())
s = torch.compile(nn.Sequential(m), backend="eager")
print(len(list(s.parameters())))
m.compile(backend="eager")
print(list(m.state_dict()))
print(tried(lambda: torch.compile(3)))
d = torch.compile(backend="eager")(lambda x: x * 3)
print(d(x))
