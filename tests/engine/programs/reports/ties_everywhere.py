import torch
import torch.nn.functional as F


def tried(f):
    try:
        return f()
    except Exception as e:
        return type(e).__name__


for n, f in dict(
    max=lambda t: t.max(),
    maxd=lambda t: t.max(0).values,
    amax=lambda t: t.amax(),
    amaxd=lambda t: t.amax(0),
    median=lambda t: t.median(),
    nanmedian=lambda t: t.nanmedian(),
    mediand=lambda t: t.median(0).values,
    mode=lambda t: t.mode(0).values,
    kth=lambda t: t.kthvalue(2).values,
    sort=lambda t: t.sort().values[0],
    topk=lambda t: t.topk(2).values.sum(),
    cummax=lambda t: t.cummax(0).values.sum(),
    maxpool=lambda t: F.max_pool1d(t[None, None], 2).sum(),
    amaxpool=lambda t: F.adaptive_max_pool1d(t[None, None], 1).sum(),
    maximum=lambda t: torch.maximum(t, t.flip(0)).sum(),
    quantile=lambda t: t.quantile(0.5),
    aminmax=lambda t: t.aminmax().max,
    norminf=lambda t: t.norm(float("inf")),
    argsort=lambda t: t[t.argsort()][0],
    unique=lambda t: t.unique().sum() if not t.requires_grad else t.sum(),
    clampt=lambda t: t.clamp(min=t.detach()).sum(),
    sortd=lambda t: t.sort(descending=True, stable=True).values[0],
    minmax=lambda t: t.max() - t.min(),
    fmin=lambda t: torch.fmin(t, t.detach()).sum(),
    msort=lambda t: t.msort()[1],
).items():
    x = torch.tensor([2.0, 2.0, 1.0, 2.0], requires_grad=True)
    print(n, tried(lambda: torch.autograd.grad(f(x), x)[0].tolist()))
