import math

import torch
import torch.nn.functional as F


def tried(f):
    try:
        return f()
    except Exception as e:
        return type(e).__name__


for n, f in dict(
    sqrt=torch.sqrt,
    rsqrt=torch.rsqrt,
    log=torch.log,
    recip=torch.reciprocal,
    abs=torch.abs,
    sign=torch.sign,
    acos1=lambda t: (t + 1).acos(),
    asin1=lambda t: (t + 1).asin(),
    atanh1=lambda t: (t + 1).atanh(),
    acosh1=lambda t: (t + 1).acosh(),
    pow0=lambda t: t**0,
    pow_half=lambda t: t**0.5,
    pow1=lambda t: t**1.0,
    pow15=lambda t: t**1.5,
    powneg=lambda t: t ** (-1),
    xx=lambda t: t**t,
    xlogx=lambda t: t * t.log(),
    xlogy=lambda t: torch.xlogy(t, t),
    sinc=torch.sinc,
    relu=torch.relu,
    relu6=lambda t: F.relu6(t + 6),
    hardtanh=lambda t: F.hardtanh(t + 1),
    hs=F.hardsigmoid,
    hsw=lambda t: F.hardswish(t + 3),
    elu=F.elu,
    selu=F.selu,
    lrelu=F.leaky_relu,
    softshrink=lambda t: F.softshrink(t + 0.5),
    hardshrink=lambda t: F.hardshrink(t + 0.5),
    thr=lambda t: F.threshold(t, 0, 1),
    clamp=lambda t: t.clamp(0, 1),
    cmax=lambda t: t.clamp(max=0),
    mx=lambda t: torch.maximum(t, torch.zeros(())),
    mn=lambda t: torch.minimum(t, torch.zeros(())),
    fmax=lambda t: torch.fmax(t, torch.zeros(())),
    atan2=lambda t: torch.atan2(t, torch.zeros(())),
    hyp=lambda t: torch.hypot(t, torch.zeros(())),
    logit=torch.logit,
    log1p=lambda t: torch.log1p(t - 1),
    erfinv=lambda t: torch.erfinv(t + 1),
    lgamma=torch.lgamma,
    digamma=torch.digamma,
    floor=torch.floor,
    round=torch.round,
    frac=torch.frac,
    mod=lambda t: torch.remainder(t, 1),
    fmod=lambda t: torch.fmod(t, 1),
    heav=lambda t: torch.heaviside(t, torch.tensor(0.5)),
    cbrt=lambda t: t.sign() * t.abs() ** (1 / 3),
    expm1=torch.expm1,
    sl1=lambda t: F.smooth_l1_loss(t, torch.zeros(())),
    l1=lambda t: F.l1_loss(t, torch.zeros(())),
    hub=lambda t: F.huber_loss(t + 1, torch.zeros(())),
    bce=lambda t: F.binary_cross_entropy(t, torch.ones(())),
    bce0=lambda t: F.binary_cross_entropy(t, torch.zeros(())),
    kl=lambda t: F.kl_div(t, torch.zeros(()), reduction="sum"),
    silu=F.silu,
    gelu=F.gelu,
    sp=F.softplus,
    ls=F.logsigmoid,
    copysign=lambda t: torch.copysign(torch.ones(()), t),
    copysign2=lambda t: torch.copysign(t, torch.ones(())),
    lerp=lambda t: torch.lerp(t, t, 0.5),
    nan=lambda t: (t / 0).nan_to_num(),
    div=lambda t: t / t,
    dot0=lambda t: t * float("inf"),
    logaddexp=lambda t: torch.logaddexp(t - float("inf"), t - float("inf")),
    lse=lambda t: torch.logsumexp(t[None] - float("inf"), 0),
    sm=lambda t: torch.softmax(t[None] - float("inf"), 0)[0],
    lsm=lambda t: torch.log_softmax(t[None], 0)[0],
    cum=lambda t: torch.stack([t, t + 2]).cumprod(0).sum(),
    prod=lambda t: torch.stack([t, t]).prod(),
    tan=lambda t: torch.tan(t + math.pi / 2) * 0 + t,
).items():
    x = torch.tensor(0.0, requires_grad=True)
    y = tried(lambda: f(x))
    print(
        n,
        y if isinstance(y, str) else y.item(),
        tried(lambda: torch.autograd.grad(y, x)[0].item()) if not isinstance(y, str) else "",
    )
