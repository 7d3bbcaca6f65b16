import copy
import pickle
from collections import OrderedDict

import torch
from torch import nn


def tried(f):
    try:
        return f()
    except Exception as e:
        return type(e).__name__


torch.manual_seed(0)
s = nn.Sequential(nn.Linear(1, 2), nn.ReLU(), nn.Linear(2, 1))
print(s, len(s), s[0], s[-1], s[1:], s[::2])
print(tried(lambda: s[3]), tried(lambda: s["0"]))
s[1] = nn.Tanh()
print(s[1])
del s[1]
print(s)
s.append(nn.ReLU()).extend([nn.Tanh()])
print(s)
s.insert(0, nn.Identity())
print(s)
print(s.pop(0), len(s))
print([type(m).__name__ for m in s])
n = nn.Sequential(OrderedDict([("fc", nn.Linear(1, 1)), ("act", nn.ReLU())]))
print(n, n.fc, n[0], n[:1])
print(s + n)
s += n
print(len(s))
print(
    len(n * 2),
    tried(lambda: n + 3),
    tried(lambda: n * 0),
    tried(lambda: n * 1.5),
    tried(lambda: nn.Sequential({"a": nn.ReLU()})),
    tried(lambda: nn.Sequential(3)),
)
l = nn.ModuleList([nn.Linear(1, 1) for _ in range(3)] + [nn.ReLU(), nn.Linear(1, 1)])
print(l, len(l), l[0], l[1:3], tried(lambda: l(1)), tried(lambda: l[9]))
l.append(nn.Tanh())
l.insert(1, nn.ReLU())
l += [nn.ReLU()]
print(l)
del l[0]
print(l, l.pop(0))
print([*l, nn.ReLU()])
l[0] = nn.GELU()
print(l[0], list(l.state_dict()), [n for n, _ in l.named_children()])
del l[0:2]
print(l, tried(lambda: l.extend(3)), tried(lambda: nn.ModuleList([3])))
d = nn.ModuleDict({"b": nn.ReLU(), "a": nn.Linear(1, 1)})
print(d, list(d), "a" in d, len(d), d["a"], tried(lambda: d["q"]))
d["c"] = nn.Tanh()
d.update([("e", nn.ELU())])
print(list(d.keys()), d.pop("b"), list(d.items()), list(d.values()))
del d["a"]
print(d)
d.clear()
print(
    d,
    tried(lambda: d.update(3)),
    tried(lambda: d.update([1])),
    tried(lambda: d.update([(1, 2, 3)])),
    tried(lambda: d(1)),
    tried(lambda: d.__setitem__("keys", nn.ReLU())),
)
p = nn.ParameterList([torch.ones(1), nn.Parameter(torch.zeros(2))])
print(p, len(p), p[0], type(p[0]).__name__, p[-1], tried(lambda: p[5]))
p.append(torch.ones(2, 2))
p += [nn.Parameter(torch.ones(1))]
p[0] = nn.Parameter(torch.full((1,), 5.0))
print(
    p,
    p[1:3],
    list(p.state_dict()),
    [n for n, _ in p.named_parameters()],
    tried(lambda: p(1)),
    tried(lambda: p.extend(torch.ones(2))),
)
print(tried(lambda: nn.ParameterList(3)), nn.ParameterList([1, "a"]), [tuple(q.shape) for q in p])
q = nn.ParameterDict({"x": torch.ones(1), "w": nn.Parameter(torch.zeros(2))})
print(q, q["x"], list(q), "x" in q, len(q))
q["n"] = torch.ones(3)
q.update({"z": torch.ones(1)})
print(
    q,
    q.pop("x"),
    q.get("nope"),
    q.get("n"),
    q.setdefault("d", torch.ones(1)),
    q.popitem()[0],
    list(q.keys()),
    [k for k, _ in q.items()],
    len(list(q.values())),
)
print(q | {"k": torch.ones(1)}, list(reversed(q)), q.copy().keys(), q.fromkeys(["a", "b"], 1))
del q["n"]
q.clear()
print(q, tried(lambda: q(1)), tried(lambda: q[1]), tried(lambda: q["q"]))
for m in (nn.Sequential, nn.ModuleList, nn.ModuleDict, nn.ParameterList, nn.ParameterDict):
    print(m(), issubclass(m, nn.Module))


class Deep(nn.Module):
    def __init__(self):
        super().__init__()
        self.blocks = nn.ModuleList([nn.Sequential(nn.Linear(1, 1), nn.ReLU()) for _ in range(2)])
        self.heads = nn.ModuleDict({"a": nn.ModuleList([nn.Linear(1, 1)])})
        self.ps = nn.ParameterList([torch.ones(1)])

    def extra_repr(self):
        return "depth=2\nwidth=1"


print(Deep())
print(Deep().state_dict().keys())
r = (
    pickle.loads(pickle.dumps(nn.Sequential(nn.Linear(1, 1), nn.BatchNorm1d(1))))
    if 0
    else copy.deepcopy(nn.Sequential(nn.Linear(1, 1), nn.BatchNorm1d(1)))
)
print(r)


class Id(nn.Module):
    def forward(self, *, x=3):
        return x


print(Id()(), tried(lambda: Id()(1)), nn.Identity(3, a=4)(5))
print(
    nn.Flatten()(torch.ones(2, 3, 4)).shape,
    nn.Unflatten(1, (2, 2))(torch.ones(1, 4)).shape,
    nn.Unflatten(1, (2, 2)),
    nn.Flatten(0),
)
print(
    tried(lambda: nn.Linear(1, 1)(torch.ones(2))),
    nn.Bilinear(2, 3, 1),
    nn.Linear(0, 2).weight.shape,
)
