import copy
import io
from collections import OrderedDict

import torch
from torch import nn


def tried(f):
    try:
        return f()
    except Exception as e:
        return type(e).__name__


torch.manual_seed(0)


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.a = nn.Linear(2, 2)
        self.b = nn.BatchNorm1d(2)
        self.shared = self.a
        self.w = nn.Parameter(torch.ones(2))
        self.none = None
        self.register_parameter("np", None)
        self.register_buffer("buf", torch.zeros(1))
        self.register_buffer("tmp", torch.ones(2), persistent=False)
        self.register_buffer("nb", None)
        self.l = nn.ModuleList([nn.Linear(2, 1), nn.ReLU()])
        self.d = nn.ModuleDict({"x": nn.Linear(1, 1, bias=False)})

    def forward(self, x):
        return x


m = Net()
print(m)
print(
    [n for n, _ in m.named_parameters()],
    [n for n, _ in m.named_parameters(remove_duplicate=False)],
    [n for n, _ in m.named_parameters(recurse=False)],
    [n for n, _ in m.named_parameters(prefix="p")],
)
print(
    [n for n, _ in m.named_modules()],
    [n for n, _ in m.named_modules(remove_duplicate=False)],
    [n for n, _ in m.named_children()],
    [n for n, _ in m.named_buffers()],
    [n for n, _ in m.named_buffers(prefix="q", recurse=False)],
)
print(
    len(list(m.parameters())),
    len(list(m.modules())),
    len(list(m.children())),
    len(list(m.buffers())),
)
sd = m.state_dict()
print(
    list(sd),
    type(sd).__name__,
    sd["w"],
    sd["w"].requires_grad,
    sd["buf"],
    sd["w"] is m.w,
    sd["w"].data_ptr() == m.w.data_ptr(),
)
print(m.state_dict(keep_vars=True)["w"] is m.w, list(m.state_dict(prefix="z."))[:2])
n = Net()
print(n.load_state_dict(sd))
print(torch.equal(n.a.weight, m.a.weight), n.a.weight is m.a.weight, n.a.weight._version)
bad = OrderedDict(sd)
del bad["w"]
bad["extra"] = torch.ones(1)
bad["a.nope"] = torch.ones(1)
print(tried(lambda: n.load_state_dict(bad)), n.load_state_dict(bad, strict=False))
bad = OrderedDict(sd)
bad["w"] = torch.ones(3)
print(
    tried(lambda: n.load_state_dict(bad)),
    tried(lambda: n.load_state_dict(bad, strict=False)),
    tried(lambda: n.load_state_dict(3)),
    tried(lambda: n.load_state_dict({"w": 3}, strict=False)),
)
w = n.w
n.load_state_dict(sd, assign=True)
print(n.w is w, type(n.w).__name__, n.w.requires_grad, n.buf is sd["buf"])
m.w.requires_grad_(False)
n.load_state_dict(m.state_dict())
print(n.w.requires_grad)
m.w.requires_grad_()
f = io.BytesIO()
torch.save(m.state_dict(), f)
f.seek(0)
print(list(torch.load(f))[:3])
print(
    m.w,
    m.buf,
    nn.Parameter(torch.tensor(1.0)),
    repr(nn.Parameter(torch.zeros(2, 2), requires_grad=False)),
)
print(
    tried(lambda: setattr(m, "w", torch.ones(2))),
    tried(lambda: setattr(m, "a", 3)),
    tried(lambda: setattr(m, "buf", 3)),
)
m.buf = torch.full((1,), 7.0)
print(m.buf, "buf" in m._buffers)
m.buf = None
print("buf" in m.state_dict())
m.w = None
print(dict(m.named_parameters(recurse=False)))
del m.tmp
print(hasattr(m, "tmp"), tried(lambda: m.nothing))
m.w = nn.Parameter(torch.ones(1))
print(m.w)
print(
    tried(lambda: m.register_buffer("a", torch.ones(1))),
    tried(lambda: m.register_buffer("x.y", torch.ones(1))),
    tried(lambda: m.register_buffer("", torch.ones(1))),
    tried(lambda: m.register_buffer("q", 3)),
    tried(lambda: m.register_buffer(3, None)),
    tried(lambda: m.register_parameter("q", torch.ones(1))),
    tried(lambda: m.register_parameter("forward", None)),
    tried(lambda: m.add_module("q", 3)),
    tried(lambda: m.add_module("q.r", nn.ReLU())),
    tried(lambda: m.register_parameter("q", nn.Parameter(torch.ones(1)) * 2)),
)
print(
    m.get_submodule("l.0"),
    m.get_parameter("l.0.weight").shape,
    m.get_buffer("b.running_mean"),
    tried(lambda: m.get_submodule("l.9")),
    tried(lambda: m.get_parameter("a")),
    tried(lambda: m.get_buffer("w")),
    m.get_submodule("") is m,
)


class NoInit(nn.Module):
    def __init__(self):
        self.l = nn.Linear(1, 1)


print(tried(NoInit))


class NoInit2(nn.Module):
    def __init__(self):
        self.p = nn.Parameter(torch.ones(1))


print(
    tried(NoInit2),
    tried(lambda: nn.Module()(1)),
    tried(lambda: nn.Module(3)),
    tried(lambda: nn.Linear(2)),
)
seen = []
m.apply(lambda mod: seen.append(type(mod).__name__))
print(seen)
m.eval()
print(m.training, m.a.training)
m.train()
print(m.b.training, tried(lambda: m.train(1)), m.a.eval() is m.a)


class Frozen(nn.BatchNorm1d):
    def train(self, mode=True):
        return super().train(False)


q = nn.Sequential(Frozen(2), nn.Dropout())
q.train()
print(q[0].training, q[1].training)
m.requires_grad_(False)
print(any(p.requires_grad for p in m.parameters()))
m.requires_grad_()
m.double()
print(
    m.a.weight.dtype, m.b.running_mean.dtype, m.b.num_batches_tracked.dtype, m.b.num_batches_tracked
)
m.to(torch.float16)
print(m.a.weight.dtype)
m.to("cpu", torch.float32)
print(m.a.weight.dtype, tried(lambda: m.to(torch.int32)), tried(lambda: m.cuda()))
m.half()
m.float()
l = nn.Linear(1, 1)
p = l.weight
l(torch.ones(1, 1)).sum().backward()
l.double()
print(l.weight is p, l.weight.grad, l.weight.is_leaf)
l.zero_grad()
print(l.weight.grad)
l(torch.ones(1, 1).double()).sum().backward()
g = l.weight.grad
l.zero_grad(set_to_none=False)
print(l.weight.grad, g is l.weight.grad)
c = copy.deepcopy(m)
print(c.a is c.shared, c.a.weight is m.a.weight, torch.equal(c.a.weight, m.a.weight), c)
t = nn.Linear(2, 2)
u = nn.Linear(2, 2)
u.weight = t.weight
s = nn.Sequential(t, u)
print(len(list(s.parameters())), list(s.state_dict()))
cc = copy.deepcopy(s)
print(cc[0].weight is cc[1].weight)
print(
    isinstance(m.l, nn.Sequential),
    [k for k in vars(nn.ReLU()) if not k.startswith("_")],
    type(m),
    type(m.a),
    type(m.a.weight),
    type(nn.ReLU),
    nn.Linear.__module__,
)
b = nn.Buffer(torch.ones(2))
m.bb = b
print(list(m._buffers)[-1], m.bb is b, "bb" in m.state_dict(), type(m.bb).__name__, m.bb)
print(sorted(set(dir(m)) & {"a", "w", "buf", "forward"}), m.extra_repr() == "", m._get_name())
m.register_state_dict_post_hook(lambda mod, sd, prefix, meta: sd.__setitem__(prefix + "added", 1))
print(m.state_dict()["added"])


class Ex(nn.Module):
    def get_extra_state(self):
        return {"k": 1}

    def set_extra_state(self, s):
        print("set", s)


e = Ex()
print(dict(e.state_dict()))
e.load_state_dict(e.state_dict())
print(tried(lambda: e.load_state_dict({})))
h = m.register_load_state_dict_post_hook(lambda mod, keys: print(keys))
m.load_state_dict({}, strict=False)

net = nn.Sequential(nn.utils.parametrizations.spectral_norm(nn.Linear(4, 3)), nn.BatchNorm1d(3))
net[1].register_buffer("nothing", None)
for name in ("0.weight", "1.weight", "1.absent", "1.nothing", "1.running_mean"):
    for get in (net.get_parameter, net.get_buffer):
        try:
            print(name, get(name))
        except AttributeError as error:
            print(name, type(error).__name__)
    print(net[0].parametrizations.weight[0]._u)
