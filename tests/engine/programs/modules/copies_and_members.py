import copy
import io
import pickle

import torch
import torch.nn as nn

torch.manual_seed(0)


def tried(f):
    try:
        return f()
    except Exception as e:
        return type(e).__name__


m = nn.utils.weight_norm(nn.Linear(2, 3))
print(tried(lambda: type(copy.deepcopy(m)).__name__))
m2 = nn.utils.parametrizations.weight_norm(nn.Linear(2, 3))
c2 = copy.deepcopy(m2)
print(type(c2).__name__, c2.weight.equal(m2.weight))
print(tried(lambda: pickle.dumps(m2)))
x = torch.ones(2, requires_grad=True)
y = x * 2
print(tried(lambda: copy.deepcopy(y)), copy.copy(y).grad_fn is y.grad_fn, copy.deepcopy(y.detach()))
x.grad = torch.ones(2)
cx = copy.deepcopy(x)
print(cx.grad, cx.grad is x.grad, cx.requires_grad)
x.foo = "bar"
x.register_hook(lambda g: g * 2)
cx = copy.deepcopy(x)
print(hasattr(cx, "foo"), cx._backward_hooks)
print(copy.copy(x).grad is x.grad)
p = nn.Parameter(torch.ones(2), requires_grad=False)
print(copy.deepcopy(p), type(copy.deepcopy(p)).__name__)
d = {}
a = torch.ones(3)
b = a[:2]
aa, bb = copy.deepcopy([a, b])
aa[0] = 9
print(bb)
b1 = io.BytesIO()
torch.save([a, b], b1)
b1.seek(0)
q, r = torch.load(b1)
q[0] = 7
print(r)
big = torch.arange(100.0)
b1 = io.BytesIO()
torch.save(big[:2], b1)
print(len(b1.getvalue()) > 400)
b1.seek(0)
print(torch.load(b1).untyped_storage().nbytes())
b1 = io.BytesIO()
torch.save(big[:2].clone(), b1)
b1.seek(0)
print(torch.load(b1).untyped_storage().nbytes())


class M(nn.Module):
    def __init__(s):
        super().__init__()
        s.l = nn.Linear(2, 2)
        s.register_buffer("b", torch.ones(1))
        s.register_buffer("t", torch.ones(1), persistent=False)
        s.x = torch.ones(1)
        s.n = None
        s.register_parameter("np", None)
        s.lst = [nn.Linear(1, 1)]

    def forward(s, x):
        return s.l(x)


m = M()
print(list(m.state_dict()), [n for n, _ in m.named_buffers()], [n for n, _ in m.named_modules()])
sd = m.state_dict()
sd["b"].fill_(5)
print(m.b)
print(
    sd["l.weight"].requires_grad,
    m.state_dict(keep_vars=True)["l.weight"].requires_grad,
    sd["l.weight"].data_ptr() == m.l.weight.data_ptr(),
)
print(tried(lambda: m.load_state_dict({})))
print(m.load_state_dict({}, strict=False))
print(m.load_state_dict({"l.weight": torch.ones(2, 2), "zz": torch.ones(1)}, strict=False))
print(tried(lambda: m.load_state_dict({"l.weight": torch.ones(3, 2)}, strict=False)))
print(m.l.weight)
w = m.l.weight
m.load_state_dict({**sd, "l.weight": torch.zeros(2, 2, dtype=torch.double)})
print(m.l.weight is w, m.l.weight.dtype)
m.load_state_dict({**sd, "l.weight": torch.zeros(2, 2, dtype=torch.double)}, assign=True)
print(m.l.weight is w, m.l.weight.dtype, type(m.l.weight).__name__)
o = torch.optim.SGD([w], lr=1.0)
dp = nn.DataParallel(nn.Linear(1, 1))
print(list(dp.state_dict()))
from collections import OrderedDict

nsd = OrderedDict(((k[7:], v) for k, v in dp.state_dict().items()))
print(nn.Linear(1, 1).load_state_dict(nsd))
print(tried(lambda: nn.Linear(1, 1).load_state_dict(dp.state_dict())))
t = nn.Linear(2, 2)
u = nn.Linear(2, 2)
u.weight = t.weight
sq = nn.Sequential(t, u)
print(
    len(list(sq.parameters())),
    len(sq.state_dict()),
    [n for n, _ in sq.named_parameters()],
    [n for n, _ in sq.named_parameters(remove_duplicate=False)],
)
cs = copy.deepcopy(sq)
print(cs[0].weight is cs[1].weight)
b1 = io.BytesIO()
torch.save(sq.state_dict(), b1)
b1.seek(0)
ld = torch.load(b1)
print(ld["0.weight"].data_ptr() == ld["1.weight"].data_ptr())
print(
    tried(lambda: setattr(m, "l", 5)),
    tried(lambda: setattr(m.l, "weight", torch.ones(2, 2))),
    tried(lambda: setattr(m, "b", nn.Parameter(torch.ones(1)))),
    tried(lambda: setattr(m, "np", nn.Parameter(torch.ones(1)))),
)
print([n for n, _ in m.named_parameters()])
m.l = None
print(m, m.l)
del m.b
print(tried(lambda: m.b), tried(lambda: delattr(m, "zzz")))


class N(nn.Module):
    def __init__(s):
        s.l = nn.Linear(1, 1)
        super().__init__()


print(tried(N))


class N2(nn.Module):
    def __init__(s):
        s.p = nn.Parameter(torch.ones(1))
        super().__init__()


print(tried(N2))


class N3(nn.Module):
    def __init__(s):
        super().__init__()
        s.register_buffer("a.b", torch.ones(1))


print(tried(N3))
z = nn.Module()
z.add_module("k", nn.Linear(1, 1))
print(
    tried(lambda: z.add_module("k", 5)),
    tried(lambda: z.register_parameter("k", nn.Parameter(torch.ones(1)))),
    tried(lambda: z.register_buffer("", torch.ones(1))),
    tried(lambda: z.register_parameter("o", torch.ones(1))),
    tried(lambda: z.get_submodule("k.x")),
    z.get_parameter("k.weight").shape,
    tried(lambda: z(1)),
)
b1 = io.BytesIO()
torch.save(nn.Linear(1, 1), b1)
b1.seek(0)
print(tried(lambda: torch.load(b1)))
b1.seek(0)
print(type(torch.load(b1, weights_only=False)).__name__)
torch.save(
    {"a": [1, 2.5, "s", None, True, (1, 2), {3}], "b": torch.float64, "c": torch.Size([1])},
    (b2 := io.BytesIO()),
)
b2.seek(0)
print(tried(lambda: torch.load(b2)))
