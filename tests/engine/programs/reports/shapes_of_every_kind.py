import warnings

import torch


def tried(f):
    try:
        return f()
    except Exception as e:
        return type(e).__name__


def warned(f):
    with warnings.catch_warnings(record=True) as seen:
        warnings.simplefilter("always")
        try:
            result = f()
        except Exception as e:
            result = type(e).__name__
    return result, [w.category.__name__ for w in seen]


x = torch.arange(6.0).view(2, 3)
for n, f in dict(
    a=lambda: x.view(3, 2),
    b=lambda: x.view(-1),
    c=lambda: x.reshape(3, -1),
    d=lambda: x.t(),
    e=lambda: x.T.view(-1),
    f=lambda: x.t().reshape(-1),
    g=lambda: x.t().contiguous().view(-1),
    h=lambda: x.permute(1, 0).shape,
    i=lambda: x.transpose(0, -1).stride(),
    j=lambda: x.unsqueeze(-1).shape,
    k=lambda: x[None].squeeze().shape,
    l=lambda: x[None].squeeze(0).shape,
    m=lambda: x.squeeze(0).shape,
    n=lambda: x.expand(4, 2, 3).shape,
    o=lambda: x.expand(2, -1).shape,
    p=lambda: x.expand(3, 3),
    q=lambda: x.repeat(2, 1),
    r=lambda: x.repeat(2).shape if False else x.repeat(1, 1, 2).shape,
    s=lambda: x.flatten(),
    t=lambda: x.flatten(1).shape,
    u=lambda: x.unflatten(1, (3, 1)).shape,
    v=lambda: torch.cat([x, x], 1),
    w=lambda: torch.cat([x, x[:, :2]]),
    y=lambda: torch.stack([x, x], -1).shape,
    z=lambda: x.split(2, 1),
    aa=lambda: x.chunk(2, 1),
    ab=lambda: x.chunk(5),
    ac=lambda: x.unbind(1),
    ad=lambda: x.tile(2).shape,
    ae=lambda: x.roll(1, 1),
    af=lambda: x.flip(1),
    ag=lambda: x.rot90(),
    ah=lambda: x.tril(),
    ai=lambda: x.diag(),
    aj=lambda: torch.diag(torch.ones(2)),
    ak=lambda: torch.diagonal(x),
    al=lambda: torch.block_diag(x, torch.ones(1, 1)).shape,
    am=lambda: torch.meshgrid(torch.arange(2), torch.arange(3), indexing="ij")[0],
    an=lambda: warned(lambda: torch.meshgrid(torch.arange(2), torch.arange(2))),
    ao=lambda: torch.broadcast_tensors(torch.ones(2, 1), torch.ones(3))[0].shape,
    ap=lambda: torch.broadcast_shapes((2, 1), (3,)),
    aq=lambda: x.movedim(0, 1).shape,
    ar=lambda: x.swapaxes(0, 1).shape,
    at=lambda: torch.hstack([x, x]).shape,
    au=lambda: torch.vstack([x, x]).shape,
    av=lambda: torch.dstack([x, x]).shape,
    aw=lambda: torch.atleast_2d(torch.tensor(1.0)),
    ax=lambda: x.view(2, 3, 1, 1).squeeze((2, 3)).shape,
    ay=lambda: x.view(torch.int32),
    az=lambda: x.view_as(torch.ones(3, 2)),
    ba=lambda: x.resize_(3, 2) if False else x.clone().resize_(2, 2),
    bb=lambda: x.as_strided((2, 2), (1, 1)),
    bc=lambda: x.unfold(1, 2, 1),
    bd=lambda: torch.cartesian_prod(torch.arange(2), torch.arange(2)),
    be=lambda: torch.combinations(torch.arange(3)),
    bf=lambda: torch.repeat_interleave(torch.arange(2), torch.tensor([1, 2])),
    bg=lambda: x.narrow(1, 1, 2),
    bh=lambda: x.select(0, 1),
    bi=lambda: torch.cat([torch.zeros(0), torch.ones(2)]),
    bj=lambda: torch.cat([]),
    bk=lambda: torch.stack([torch.ones(2), torch.ones(3)]),
    bl=lambda: x.t().is_contiguous(),
    bm=lambda: x.mT.shape,
    bn=lambda: torch.ones(3).T,
    bo=lambda: warned(lambda: torch.ones(2, 2, 2).T.shape),
    bp=lambda: x.reshape(4, 2),
    bq=lambda: x.numel(),
    br=lambda: x.transpose(0, 2),
    bs=lambda: torch.einsum("ij->ji", x).shape,
    bt=lambda: x.expand_as(torch.ones(2, 2, 3)).shape,
).items():
    print(n, tried(f))
