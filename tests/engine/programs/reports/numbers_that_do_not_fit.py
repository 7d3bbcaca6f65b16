import torch
import torch.nn.functional as F


def tried(f):
    try:
        return f()
    except Exception as e:
        return type(e).__name__


def assigned(dtype, index, value):
    x = torch.zeros(2, dtype=dtype)
    x[index] = value
    return x.tolist()


every = slice(None)
mask = torch.tensor([True, False])
for dtype in (torch.uint8, torch.int8, torch.int32, torch.int64, torch.float16, torch.float32):
    for value in (256, -1, -129, 70000, 2**31, 1e10, 1e39, -0.5, float("inf")):
        print(
            dtype,
            value,
            *(tried(lambda i=i: assigned(dtype, i, value)) for i in (1, every, mask)),
            tried(lambda: torch.zeros(1, dtype=dtype).fill_(value).tolist()),
            tried(lambda: torch.full((1,), value, dtype=dtype).tolist()),
            tried(lambda: F.pad(torch.zeros(1, dtype=dtype), (0, 1), value=value).tolist()),
        )
for pad, value in (((1.0, 1), 0), ((1, 1), 1j), ((1, 1), "a"), ((1, 1), torch.tensor(3.0))):
    print(tried(lambda: F.pad(torch.ones(2), pad, value=value)))
print(tried(lambda: F.pad(torch.ones(2).long(), (1, 1), value=1.7)))
for count in (0, 1, 2):
    half = torch.zeros(count, dtype=torch.float16)
    print(
        count,
        tried(lambda: torch.full((count,), 70000, dtype=torch.float16)),
        tried(lambda: torch.full_like(half, 70000.0)),
        tried(lambda: half.fill_(70000)),
    )
