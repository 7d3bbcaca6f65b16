import torch
import torch.nn.functional as F


def tried(f):
    try:
        return f()
    except Exception as e:
        return type(e).__name__


z = torch.tensor([1 + 1j])
for n, f in dict(
    gt=lambda: z > z,
    ge=lambda: z >= 1,
    lt=lambda: z < z,
    le=lambda: torch.le(z, z),
    max=lambda: z.max(),
    min=lambda: z.min(0),
    amax=lambda: z.amax(),
    maximum=lambda: torch.maximum(z, z),
    sort=lambda: z.sort(),
    argmax=lambda: z.argmax(),
    clamp=lambda: z.clamp(0),
    floor=lambda: z.floor(),
    mod=lambda: z % 2,
    fl=lambda: z // 2,
    median=lambda: z.median(),
    cummax=lambda: z.cummax(0),
    topk=lambda: z.topk(1),
    relu=lambda: z.relu(),
    eq=lambda: z == z,
    flt=lambda: float(z),
    unique=lambda: z.unique(),
    kth=lambda: z.kthvalue(1),
    hist=lambda: z.histc(),
    round=lambda: z.round(),
    argsort=lambda: z.argsort(),
    aminmax=lambda: z.aminmax(),
    mse=lambda: F.mse_loss(z, z * 2),
    ln=lambda: F.layer_norm(z, (1,)),
    erf=lambda: z.erf(),
    l1=lambda: F.l1_loss(z, z * 2),
).items():
    print(n, tried(f))
a = torch.tensor([1, 2])
print(
    torch.equal(a, a.float()),
    torch.equal(a, torch.tensor([1.0, 2.5])),
    torch.equal(torch.ones(2), torch.ones(2).double()),
)
