import inspect

import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(0)


def add_to_class(Class):

    def wrapper(obj):
        setattr(Class, obj.__name__, obj)

    return wrapper


class Hyper:
    def save_hyperparameters(self, ignore=()):
        frame = inspect.currentframe().f_back
        _, _, _, lv = inspect.getargvalues(frame)
        self.hparams = {
            k: v for k, v in lv.items() if k not in {*ignore, "self"} and (not k.startswith("_"))
        }
        for k, v in self.hparams.items():
            setattr(self, k, v)


class Mod(nn.Module, Hyper):
    def __init__(self):
        super().__init__()

    def loss(self, a, b):
        raise NotImplementedError

    def training_step(self, b):
        return self.loss(self(*b[:-1]), b[-1])


class LinScratch(Mod):
    def __init__(self, num_inputs, lr, sigma=0.01):
        super().__init__()
        self.save_hyperparameters()
        self.w = torch.normal(0, sigma, (num_inputs, 1), requires_grad=True)
        self.b = torch.zeros(1, requires_grad=True)


@add_to_class(LinScratch)
def forward(self, X):
    return torch.matmul(X, self.w) + self.b


@add_to_class(LinScratch)
def loss(self, yh, y):
    return ((yh - y) ** 2 / 2).mean()


class SGD(Hyper):
    def __init__(self, params, lr):
        self.save_hyperparameters()

    def step(self):
        for p in self.params:
            p -= self.lr * p.grad

    def zero_grad(self):
        for p in self.params:
            if p.grad is not None:
                p.grad.zero_()


m = LinScratch(2, 0.03)
o = SGD([m.w, m.b], m.lr)
X = torch.randn(20, 2)
y = torch.matmul(X, torch.tensor([2, -3.4]).reshape((-1, 1))) + 4.2 + torch.randn(20, 1) * 0.01
for e in range(4):
    l = m.training_step((X, y))
    o.zero_grad()
    with torch.no_grad():
        l.backward()
        o.step()
    print(f"{l.item():.4f}")
print(m.hparams, list(m.parameters()))
lz = nn.LazyLinear(3)
print(lz, lz.weight)
lz(X)
print(lz, lz.weight.shape)
net = nn.Sequential(
    nn.LazyConv2d(4, kernel_size=3), nn.LazyBatchNorm2d(), nn.ReLU(), nn.Flatten(), nn.LazyLinear(2)
)
net(torch.rand(1, 1, 6, 6))
print(net)


def sm(X):
    e = torch.exp(X)
    return e / e.sum(1, keepdims=True)


def ce(yh, y):
    return -torch.log(yh[list(range(len(yh))), y]).mean()


W = torch.normal(0, 0.01, size=(4, 3), requires_grad=True)
b = torch.zeros(3, requires_grad=True)
A = torch.randn(6, 4)
t = torch.tensor([0, 1, 2, 0, 1, 2])
l = ce(sm(torch.matmul(A.reshape((-1, W.shape[0])), W) + b), t)
l.backward()
print(f"{l.item():.4f}", W.grad.norm() > 0)
pr = (A @ W).argmax(axis=1).type(t.dtype)
print((pr == t.reshape(-1)).type(torch.float32).mean())


def l2(w):
    return (w**2).sum() / 2


def drop(X, p):
    if p == 1:
        return torch.zeros_like(X)
    return (torch.rand(X.shape) > p).float() * X / (1.0 - p)


print(drop(torch.arange(8.0).reshape(2, 4), 0.5), l2(W).grad_fn.name())
h = torch.zeros(6, 5)
Wx, Wh = (torch.randn(4, 5) * 0.01, torch.randn(5, 5) * 0.01)
s = [torch.tanh(torch.matmul(A, Wx) + torch.matmul(h, Wh))]
print(s[0].shape)


def corr(X, K):
    h, w = K.shape
    Y = torch.zeros((X.shape[0] - h + 1, X.shape[1] - w + 1))
    for i in range(Y.shape[0]):
        for j in range(Y.shape[1]):
            Y[i, j] = (X[i : i + h, j : j + w] * K).sum()
    return Y


X = torch.ones((6, 8))
X[:, 2:6] = 0
K = torch.tensor([[1.0, -1.0]])
Y = corr(X, K)
print(Y)
c = nn.LazyConv2d(1, kernel_size=(1, 2), bias=False)
X = X.reshape((1, 1, 6, 8))
Y = Y.reshape((1, 1, 6, 7))
for i in range(4):
    l = (c(X) - Y) ** 2
    c.zero_grad()
    l.sum().backward()
    c.weight.data[:] -= 0.03 * c.weight.grad
    print(f"{l.sum():.3f}")


def msm(X, vl):
    if vl is None:
        return F.softmax(X, dim=-1)
    sh = X.shape
    vl = torch.repeat_interleave(vl, sh[1]) if vl.dim() == 1 else vl.reshape(-1)
    Z = X.reshape(-1, sh[-1]).clone()
    mask = torch.arange(Z.size(1), dtype=torch.float32)[None, :] < vl[:, None]
    Z[~mask] = -1000000.0
    return F.softmax(Z.reshape(sh), dim=-1)


print(
    msm(torch.rand(2, 2, 4), torch.tensor([2, 3])),
    msm(torch.rand(2, 2, 4), torch.tensor([[1, 3], [2, 4]])),
)
x = torch.arange(4.0)
x.requires_grad_(True)
print(x.grad)
y = 2 * torch.dot(x, x)
print(y)
y.backward()
print(x.grad == 4 * x)
x.grad.zero_()
y = x.sum()
y.backward()
print(x.grad)
x.grad.zero_()
y = x * x
y.backward(gradient=torch.ones(len(y)))
print(x.grad)
x.grad.zero_()
u = (x * x).detach()
z = u * x
z.sum().backward()
print(x.grad == u)


def f(a):
    b = a * 2
    while b.norm() < 1000:
        b = b * 2
    return b if b.sum() > 0 else 100 * b


a = torch.randn(size=(), requires_grad=True)
d = f(a)
d.backward()
print(a.grad == d / a)
before = id(y)
y = y + x
print(id(y) == before)
Z = torch.zeros_like(y.detach())
i = id(Z)
Z[:] = x.detach() + y.detach()
print(id(Z) == i)
print(
    torch.cumsum(torch.arange(6).reshape(2, 3), axis=0),
    torch.arange(6.0).reshape(2, 3).sum(axis=[0, 1]),
    torch.arange(12).reshape(3, -1)[-1],
    torch.mv(torch.ones(2, 3), torch.ones(3)),
    torch.abs(torch.tensor([3.0, -4])).sum(),
    torch.norm(torch.ones((4, 9))),
)


class Cent(nn.Module):
    def forward(self, X):
        return X - X.mean()


print(nn.Sequential(nn.LazyLinear(4), Cent())(torch.rand(4, 8)).mean().abs() < 1e-06)
sh = nn.LazyLinear(4)
n = nn.Sequential(nn.LazyLinear(4), nn.ReLU(), sh, nn.ReLU(), sh)
n(torch.rand(2, 5))
print(n[2].weight.data[0] == n[4].weight.data[0], len(list(n.named_parameters())))
n[2].weight.data[0, 0] = 100
print(n[4].weight.data[0, 0])


def cens(m):
    if isinstance(m, nn.Linear):
        nn.init.constant_(m.weight, 1)
        nn.init.zeros_(m.bias)


n.apply(cens)
print(n[0].weight.data[0], n[0].bias.data[0], n.state_dict().keys())
for make in (
    lambda: nn.LazyConv1d(4, 3),
    lambda: nn.LazyConv2d(4, 3, bias=False),
    lambda: nn.LazyConv3d(2, 1),
    lambda: nn.LazyConvTranspose1d(2, 3),
    lambda: nn.LazyConvTranspose2d(4, 3, groups=2),
    lambda: nn.LazyLinear(3, bias=False),
    lambda: nn.LazyBatchNorm1d(),
    lambda: nn.LazyInstanceNorm2d(affine=True),
):
    torch.manual_seed(0)
    layer = make()
    print(type(layer).__name__, torch.rand(1))
    dims = {"1": 3, "2": 4, "3": 5}.get(type(layer).__name__[-2], 2)
    layer(torch.ones(*(2, 2, 4, 4, 4)[:dims]))
    print(torch.rand(1), layer.weight.detach().flatten()[:3] if layer.weight is not None else None)
