import torch

for write in (
    "a[None] = a[0, :1]",
    "a[:] = a[-1:, -1:]",
    "a[0] = a[0, 0:1]",
    "a[0, 0:1] = a[0, 0:1]",
    "a[0:1, 0:1] = a[0, 0:1]",
    "a[0, 0] = a[0:1, 0:1]",
    "a[0, 0:1] = a[0:1, 0:1]",
    "a[0] = a[1, 0:1]",
    "a[0] = a[0, 1:2]",
    "a[...] = a[0:1, 0:1]",
    "a[0, :] = a[0:1, 0:1]",
    "a[0:1] = a[0:1, 0:1]",
    "a[:, 0] = a[:1, :1]",
    "a[:, 0] = a[1:, :1]",
    "a[:] = a[0]",
    "a[:] = a[1]",
    "a[:] = a[:, :1]",
    "a[:] = a.t()",
    "a[0] = a[:, 0]",
    "a.flatten()[:] = a[0, :1]",
    "a.view(-1)[:] = a[0, :1]",
    "a.view(-1)[:] = a[0:1, 0:1]",
    "a.view(-1)[1:] = a[0, :1]",
    "a.view(-1)[None] = a[0, :1]",
):
    a = torch.arange(4.0).reshape(2, 2)
    try:
        exec(write)
        print(write, a.tolist())
    except RuntimeError:
        print(write, "RuntimeError")
