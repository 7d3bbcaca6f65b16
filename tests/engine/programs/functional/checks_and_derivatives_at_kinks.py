import torch
from torch.autograd import gradcheck, gradgradcheck
from torch.autograd.functional import hessian, hvp, jacobian, jvp, vhp, vjp

torch.manual_seed(0)


def tried(f):
    try:
        return f()
    except Exception as e:
        return type(e).__name__


D = torch.double
x = torch.rand(3, dtype=D, requires_grad=True)
print(
    gradcheck(torch.sin, (x,)),
    tried(lambda: gradcheck(torch.sin, (x.float(),))),
    tried(lambda: gradcheck(torch.sin, (x.detach(),))),
    gradcheck(lambda x: x.detach() * 2, (x,), raise_exception=False),
    tried(lambda: gradcheck(lambda x: x.detach() * x, (x,))),
    gradcheck(lambda x: x.detach() * x, (x,), raise_exception=False),
    gradcheck(torch.abs, (torch.zeros(1, dtype=D, requires_grad=True),), raise_exception=False),
    tried(lambda: gradcheck(lambda x: x.round(), x)),
    gradcheck(lambda x, k: x * k, (x, 3)),
    tried(lambda: gradcheck(lambda x: torch.rand(3, dtype=D) * x, (x,))),
    gradcheck(torch.sin, (x,), fast_mode=True),
    gradgradcheck(torch.sin, (x,)),
    tried(lambda: gradcheck(torch.sin, (torch.ones(1, dtype=D, requires_grad=True).expand(3),))),
    gradcheck(lambda x: x.sum(), x, atol=1e-08),
    tried(lambda: gradcheck(lambda x: x.sin().float(), x)),
    gradcheck(torch.nn.functional.relu, (x - 5,)),
    gradcheck(lambda x: torch.nn.functional.dropout(x, 0.5), (x,), raise_exception=False),
    gradgradcheck(lambda x: x * 2, (x,)),
    gradcheck(torch.linalg.inv, torch.eye(2, dtype=D, requires_grad=True) * 2),
    gradcheck(lambda x: x.clone().mul_(x), (x,)),
)
print(
    jacobian(lambda x: x**2, torch.arange(3.0)),
    hessian(lambda x: (x**3).sum(), torch.arange(2.0)),
    jacobian(lambda x, y: (x * y, x), (torch.ones(2), torch.ones(2))),
    tried(lambda: hessian(lambda x: x, torch.ones(2))),
    jacobian(lambda x: x.sum(), torch.ones(2), create_graph=True),
    tried(lambda: jacobian(lambda x: torch.ones(2), torch.ones(2), strict=True)),
    jacobian(lambda x: torch.ones(2), torch.ones(2)),
    jacobian(lambda x: x * 2, torch.ones(2), vectorize=True),
    jacobian(lambda x: x * 2, torch.ones(2), vectorize=True, strategy="forward-mode"),
    tried(lambda: jacobian(lambda x: x.tolist(), torch.ones(2))),
    tried(lambda: jacobian(lambda x: x, 5)),
)
print(
    vjp(lambda x: x**2, torch.arange(3.0), torch.ones(3)),
    vjp(lambda x: x.sum(), torch.ones(3)),
    tried(lambda: vjp(lambda x: x, torch.ones(3))),
    jvp(lambda x: x**2, torch.arange(3.0), torch.ones(3)),
    hvp(lambda x: (x**3).sum(), torch.arange(3.0), torch.ones(3)),
    vhp(lambda x: (x**3).sum(), torch.arange(3.0), torch.ones(3)),
    tried(lambda: jvp(lambda x: x, torch.ones(2), torch.ones(3))),
)
x = torch.ones(2, requires_grad=True)
j = jacobian(lambda x: x**2, x, create_graph=True)
j.sum().backward()
print(x.grad, j)
m = torch.nn.Linear(2, 2)
print(jacobian(m, torch.ones(2)).shape, m.weight.grad, jacobian(m, torch.ones(3, 2)).shape)
with torch.autograd.detect_anomaly():
    a = torch.tensor([0.0], requires_grad=True)
    print(tried(lambda: (a.sqrt() * 0).backward()), tried(lambda: (a / 0).backward()), a.grad)
with torch.autograd.detect_anomaly(check_nan=False):
    a.grad = None
    (a.sqrt() * 0).backward()
    print(a.grad)
with torch.autograd.set_detect_anomaly(True):
    print(torch.is_anomaly_enabled(), torch.is_anomaly_check_nan_enabled())


class Bad(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        return x.clone()

    @staticmethod
    def backward(ctx, g):
        return g * float("nan")


with torch.autograd.detect_anomaly():
    print(tried(lambda: Bad.apply(a).backward()))
Bad.apply(a).backward()
print(a.grad)
print(
    [torch.where(torch.tensor([True, False]), v, torch.sqrt(v)) for v in [torch.tensor([0.0, 4.0])]]
)
w = torch.tensor([0.0, 4.0], requires_grad=True)
torch.where(w > 0, w.sqrt(), 0 * w).sum().backward()
print(w.grad)
w.grad = None
torch.where(w > 0, w.clamp(min=1e-09).sqrt(), w * 0).sum().backward()
print(w.grad)
for f in (
    lambda v: v.norm(),
    lambda v: (v**2).sum().sqrt(),
    lambda v: v.abs().sum(),
    lambda v: v.pow(0.5).sum(),
    lambda v: v.prod(),
    lambda v: v.std(),
    lambda v: torch.atan2(v, v).sum(),
    lambda v: (v / v).sum(),
    lambda v: v.log().sum(),
    lambda v: torch.xlogy(v, v).sum(),
    lambda v: torch.relu(v).sum(),
    lambda v: torch.nn.functional.relu6(v).sum(),
    lambda v: v.sign().sum(),
    lambda v: v.max(),
    lambda v: v.amax(),
    lambda v: v.median(),
    lambda v: v.min(0).values,
    lambda v: torch.logsumexp(v, 0),
    lambda v: v.softmax(0).max(),
    lambda v: v.cumprod(0).sum(),
    lambda v: torch.sinc(v).sum(),
    lambda v: torch.special.entr(v).sum(),
    lambda v: v.cosh().sum(),
    lambda v: torch.cdist(v[None], v[None]).sum(),
    lambda v: torch.nn.functional.cosine_similarity(v, v, 0),
    lambda v: torch.nn.functional.normalize(v, dim=0).sum(),
    lambda v: torch.nn.functional.pairwise_distance(v[None], v[None]).sum(),
    lambda v: torch.dist(v, v),
    lambda v: torch.nn.functional.smooth_l1_loss(v, v),
    lambda v: torch.nn.functional.huber_loss(v, v),
    lambda v: torch.nn.functional.l1_loss(v, v),
    lambda v: v.clamp(0, 1).sum(),
    lambda v: torch.maximum(v, torch.zeros(2)).sum(),
    lambda v: torch.fmod(v, 1).sum(),
    lambda v: v.frac().sum(),
    lambda v: torch.nn.functional.hardtanh(v, 0, 1).sum(),
    lambda v: torch.nn.functional.leaky_relu(v).sum(),
    lambda v: torch.nn.functional.softshrink(v, 0).sum(),
    lambda v: torch.hypot(v, v).sum(),
    lambda v: v.var(),
    lambda v: v.var(unbiased=False),
    lambda v: v.renorm(1, 0, 0.0).sum(),
):
    z = torch.zeros(2, requires_grad=True)
    r = tried(lambda: f(z).backward())
    print(r, z.grad)
