import copy

import torch
import torch.nn as nn
import torch.nn.utils.parametrize as P


def tried(f):
    try:
        return f()
    except Exception as e:
        return type(e).__name__


class Sym(nn.Module):
    def forward(s, x):
        return x.triu() + x.triu(1).t()

    def right_inverse(s, a):
        return a.triu()


m = nn.Linear(3, 3)
w0 = m.weight
P.register_parametrization(m, "weight", Sym())
print(P.is_parametrized(m), P.is_parametrized(m, "weight"), P.is_parametrized(m, "bias"))
print(torch.equal(m.weight, m.weight.t()))
print([n for n, _ in m.named_parameters()])
print(m)
print(type(m).__name__, isinstance(m, nn.Linear))
print(list(m.state_dict()))
m(torch.ones(1, 3)).sum().backward()
print(m.parametrizations.weight.original.grad is not None)
m.weight = torch.eye(3)
print(m.weight)
with P.cached():
    a = m.weight
    print(a is m.weight)
print(m.weight is m.weight)
P.remove_parametrizations(m, "weight", leave_parametrized=True)
print([n for n, _ in m.named_parameters()], type(m).__name__, m.weight)


class Dbl(nn.Module):
    def forward(s, x):
        return x * 2


m = nn.Linear(2, 2)
P.register_parametrization(m, "weight", Dbl())
P.register_parametrization(m, "weight", Dbl())
print(torch.equal(m.weight, m.parametrizations.weight.original * 4))
print(tried(lambda: setattr(m, "weight", torch.ones(2, 2))))
P.remove_parametrizations(m, "weight", leave_parametrized=False)
print(tried(lambda: P.register_parametrization(m, "foo", Dbl())))
print(tried(lambda: P.remove_parametrizations(m, "weight")))


class Bad(nn.Module):
    def forward(s, x):
        return x.sum()


print(tried(lambda: P.register_parametrization(nn.Linear(2, 2), "weight", Bad())))
print(copy.deepcopy(m).weight.shape)
