import torch

x = torch.arange(6.0, requires_grad=True)
for n, f in dict(
    a=lambda t: t[0],
    b=lambda t: t[[0, 0, 1]],
    c=lambda t: t[t > 2],
    d=lambda t: t.view(2, 3)[:, 1],
    e=lambda t: t[::2],
    f=lambda t: t.view(2, 3)[[0, 1], [1, 1]],
    g=lambda t: t.index_select(0, torch.tensor([1, 1])),
    h=lambda t: t.gather(0, torch.tensor([3, 3])),
    i=lambda t: t.take(torch.tensor([5])),
    j=lambda t: t.masked_select(t < 2),
    k=lambda t: t.unfold(0, 3, 1),
    l=lambda t: t.view(2, 3).diagonal(),
    m=lambda t: torch.take_along_dim(t, torch.tensor([0])),
    n=lambda t: t.scatter(0, torch.tensor([1]), t[:1]),
    o=lambda t: t.index_fill(0, torch.tensor([1]), 9.0),
    p=lambda t: t.index_copy(0, torch.tensor([1]), t[3:4]),
    q=lambda t: t.put(torch.tensor([0]), t[5:]),
    r=lambda t: t.masked_scatter(t > 3, t[:2].clone()),
    s=lambda t: t.repeat_interleave(2),
    u=lambda t: t.roll(2),
    v=lambda t: torch.cat([t[3:], t[:3]]),
    w=lambda t: t.as_strided((2, 2), (1, 1)),
    x=lambda t: t.narrow(0, 1, 2),
    y=lambda t: t.tensor_split(3)[1],
    z=lambda t: t.select(0, -1),
).items():
    y = f(x)
    w = torch.arange(1.0, y.numel() + 1).view(y.shape)
    print(n, y.grad_fn.name(), torch.autograd.grad((y * w).sum(), x)[0].tolist())
