import torch
import torch.nn as nn
from torch.func import functional_call, grad, hessian, jacfwd, jacrev, jvp, linearize, vjp, vmap


def tried(f):
    try:
        return f()
    except Exception as e:
        return type(e).__name__


torch.manual_seed(0)
x = torch.arange(6.0).view(3, 2)
print(tried(lambda: vmap(lambda x: x + torch.rand(2))(x)))
r = vmap(lambda x: torch.rand(1), randomness="same")(x)
print(r.shape, r.unique().numel())
print(tried(lambda: vmap(lambda x: x.item())(x[:, 0])))
print(tried(lambda: vmap(lambda x: x if x.sum() > 0 else -x)(x)))
print(tried(lambda: vmap(lambda x: torch.where(x > 0, x, -x))(x)))
print(tried(lambda: vmap(lambda x: x.nonzero())(x)))
print(tried(lambda: vmap(lambda x: x[x > 1])(x)))
print(
    vmap(lambda x: x.sum())(x),
    vmap(lambda x: x.sum(), in_dims=1)(x),
    vmap(lambda x, y: x @ y, in_dims=(0, None))(x, torch.ones(2)),
)
print(
    tried(lambda: vmap(lambda x: x)(5)),
    tried(lambda: vmap(lambda x, y: x)(x, torch.ones(4))),
    tried(lambda: vmap(lambda x: 5)(x)),
    tried(lambda: vmap(lambda x: x, in_dims=3)(x)),
    tried(lambda: vmap(lambda x: x, in_dims=None)(x)),
)
print(
    vmap(lambda x: (x, x.sum()), out_dims=(1, 0))(x)[0].shape,
    vmap(lambda d: d["a"] * 2)({"a": x}),
    vmap(vmap(lambda a: a * 2))(x).shape,
    vmap(lambda x: torch.ones(2))(x).shape,
    vmap(lambda x: x, chunk_size=2)(x).shape,
)
y = torch.zeros(2)


def inp(x):
    y.add_(x)
    return y


print(tried(lambda: vmap(inp)(x)))
z = torch.zeros(3, 2)


def inp2(z, x):
    z.add_(x)
    return z


vmap(inp2)(z, x)
print(z)
print(
    tried(lambda: vmap(lambda x: torch.zeros(2).add_(x))(x)),
    vmap(lambda x: torch.zeros_like(x).add_(x))(x).equal(x),
    vmap(lambda x: x.new_zeros(2).copy_(x))(x).equal(x),
)
print(
    tried(lambda: grad(lambda x: x * 2)(x)),
    grad(lambda x: (x**2).sum())(x),
    grad(grad(lambda x: x**3))(torch.tensor(2.0)),
    tried(lambda: grad(lambda x: 5)(x)),
    grad(lambda x, y: (x * y).sum(), argnums=(0, 1))(x, x)[1].equal(x),
)
w = torch.tensor(2.0, requires_grad=True)
print(grad(lambda x: x * w)(torch.tensor(3.0)), w.grad)


def side(x):
    l = (x**2).sum()
    l.backward()
    return l


print(tried(lambda: grad(side)(x)), tried(lambda: grad(lambda x: (x.detach() * x).sum())(x)))
with torch.no_grad():
    print(grad(lambda x: x**2)(torch.tensor(3.0)))


def ng(x):
    with torch.no_grad():
        c = x**2
    return x - c


print(grad(ng)(torch.tensor(3.0)))
print(
    jacrev(lambda x: x**2)(torch.arange(3.0)),
    jacfwd(lambda x: x.sin())(torch.tensor(1.0)),
    hessian(lambda x: (x**3).sum())(torch.arange(2.0)),
    jacrev(lambda x: {"a": x * 2, "b": (x, x.sum())})(torch.ones(2)),
)
o, f = vjp(lambda x: (x, x**2), torch.ones(2))
print(o, f((torch.ones(2), torch.ones(2))), tried(lambda: f(torch.ones(2))))
print(
    jvp(lambda x, y: x * y, (torch.ones(2), torch.ones(2)), (torch.ones(2), torch.zeros(2))),
    tried(lambda: jvp(lambda x: x, torch.ones(2), torch.ones(2))),
    linearize(lambda x: x.sin(), torch.zeros(2))[1](torch.ones(2)),
)
torch.manual_seed(0)
m = nn.Linear(2, 1)
p = dict(m.named_parameters())
print(
    functional_call(m, p, x).shape,
    tried(lambda: functional_call(m, {"zz": x}, x)),
    tried(lambda: functional_call(m, {"weight": torch.ones(1, 2)}, (x,)).requires_grad),
    tried(lambda: functional_call(m, p, x, strict=True).shape),
)
print(tried(lambda: functional_call(m, {"weight": p["weight"]}, x, strict=True)))
torch.manual_seed(3)
bn = nn.BatchNorm1d(2)
print(
    tried(
        lambda: (
            vmap(lambda x: functional_call(bn, dict(bn.named_parameters()), (x,)))(
                torch.randn(3, 4, 2)
            ).shape
        )
    )
)
bn2 = nn.BatchNorm1d(2, track_running_stats=False)
print(tried(lambda: vmap(bn2)(torch.randn(3, 4, 2)).shape))
d = nn.Dropout(0.5)
print(tried(lambda: vmap(d)(x)), tried(lambda: vmap(d, randomness="same")(torch.ones(2, 4))))


class F2(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        return x * 2

    @staticmethod
    def backward(ctx, g):
        return g * 2


print(tried(lambda: grad(lambda x: F2.apply(x).sum())(x)))


class F3(torch.autograd.Function):
    generate_vmap_rule = True

    @staticmethod
    def forward(x):
        return x**2

    @staticmethod
    def setup_context(ctx, i, o):
        ctx.save_for_backward(i[0])

    @staticmethod
    def backward(ctx, g):
        return g * 2 * ctx.saved_tensors[0]


print(vmap(grad(F3.apply))(torch.arange(3.0)), vmap(F3.apply)(x))
print(
    vmap(lambda x: x.view(-1).std())(x),
    vmap(torch.linalg.inv)(torch.eye(2).expand(3, 2, 2) * 2)[0],
    vmap(lambda i: torch.arange(5)[i])(torch.tensor([1, 2])),
    vmap(lambda x: x.sort().values)(x).equal(x),
    tried(lambda: vmap(lambda x: torch.stack([x, x]).max(0).values)(x)),
)
