import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(0)


def tried(f):
    try:
        return f()
    except Exception as e:
        return type(e).__name__


x = torch.randn(2, 4, requires_grad=True) * 1
u, v = x.chunk(2, dim=1)
print(tried(lambda: v.mul_(2)))
a, b = x.split(2, 1)
print(tried(lambda: a.add_(1)))
c = x.unbind(0)
print(tried(lambda: c[0].zero_()))
y = x.clone()
y[:, 0] = y[:, 1] * 2
print(y.grad_fn.name())
y.sum().backward(retain_graph=True)
for r in y:
    print(tried(lambda: r.add_(1)))
z = x.clone()
s = z.sigmoid()
s[0, 0] = 0
print(tried(lambda: s.sum().backward()))
z = x.clone()
t = z * z
z[0] = 0
print(tried(lambda: t.sum().backward()))
z = x.clone()
t = z + z
z[0] = 0
print(tried(lambda: t.sum().backward(retain_graph=True)))
w = nn.Linear(4, 4)
h = w(x.detach())
r = F.relu(h, inplace=True)
print(h is r, tried(lambda: r.sum().backward()))
h = torch.tanh(w(x.detach()))
h += 1
print(tried(lambda: h.sum().backward()))
h = torch.exp(w(x.detach()))
h = h + 1
h += 1
print(tried(lambda: h.sum().backward()))
n = nn.Sequential(nn.Linear(4, 4), nn.Sigmoid(), nn.ReLU(True))
print(tried(lambda: n(x.detach()).sum().backward()))
n = nn.Sequential(nn.Linear(4, 4), nn.BatchNorm1d(4), nn.ReLU(True), nn.Dropout(0.5, inplace=True))
print(tried(lambda: n(x.detach()).sum().backward()))
st = torch.zeros(3, 2)
outs = []
W = torch.randn(2, 2, requires_grad=True)
hcur = torch.zeros(2)
for i in range(3):
    hcur = torch.tanh(W @ hcur + 1)
    st[i] = hcur
print(st.requires_grad, tried(lambda: st.sum().backward()), W.grad is not None)
hid = torch.zeros(3, 2)


def loop():
    for i in range(1, 3):
        hid[i] = torch.tanh(W @ hid[i - 1] + 1)
    hid.sum().backward()


print(tried(loop))
m = torch.zeros(3, requires_grad=True)
print(
    tried(lambda: m.fill_(1)),
    tried(lambda: m.__setitem__(0, 1.0)),
    tried(lambda: m.data.fill_(2)),
    m,
)
mm = torch.zeros(3)
mm[0] = W.sum()
mm[1] = mm[0] * 2
mm[2] = mm[1] ** 2
print(tried(lambda: mm.sum().backward()))
ix = torch.tensor([0, 0, 1])
e = torch.zeros(2, requires_grad=True) + 0
e[ix] += torch.ones(3)
print(e)
e.sum().backward()
q = torch.ones(2, 3, requires_grad=True)
tq = q.t()
print(tried(lambda: tq.mul_(2)))
d = q.detach()
d.mul_(5)
print(q)
with torch.no_grad():
    vw = q.view(6)
print(tried(lambda: vw.mul_(2)), vw.requires_grad)
with torch.no_grad():
    vw = (q * 1).view(6)
print(tried(lambda: vw.mul_(2)))
ex = torch.ones(1, requires_grad=True).expand(3)
print(tried(lambda: ex.add_(1)))
ex2 = torch.ones(1).expand(3)
print(tried(lambda: ex2.add_(1)))
k = torch.ones(3, requires_grad=True).clone()
kk = k[1:]
kk *= torch.tensor([2.0, 3.0])
print(k, k.grad_fn.name(), kk.grad_fn.name())
g = torch.ones(3, requires_grad=True)
o = g * 2
p = o.view(3)
o.detach_()
print(o.requires_grad, p.requires_grad)
print(tried(lambda: (g * 2).view(3).detach_()))
bb = torch.ones(2, 2, requires_grad=True)
cc = bb * 1
cc.resize_(4) if False else None
print(tried(lambda: cc.t_()), cc.grad_fn.name())
print(tried(lambda: cc.squeeze_().unsqueeze_(0).shape))
dd = torch.randn(3, requires_grad=True)
print(tried(lambda: dd.requires_grad_(False).add_(1).shape))
ff = torch.randn(3, requires_grad=True) * 1
print(tried(lambda: ff.requires_grad_(False)), tried(lambda: setattr(ff, "requires_grad", False)))
cp = torch.zeros(3)
src = torch.ones(3, requires_grad=True)
cp.copy_(src)
print(cp.grad_fn.name(), cp.is_leaf)
cp.sum().backward()
print(src.grad)
sw = torch.ones(2, requires_grad=True)
tmp = sw * 1
tmp.data = torch.zeros(2)
print(tmp, tried(lambda: (tmp * tmp).sum().backward()), sw.grad)
print(
    tried(lambda: setattr(sw, "data", torch.zeros(3))),
    sw.shape,
    tried(lambda: (sw * 2).sum().backward()),
)
