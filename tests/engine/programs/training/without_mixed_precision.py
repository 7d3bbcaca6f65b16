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


x = torch.ones(2, 2)
with torch.autocast("cpu", enabled=False):
    print((x @ x).dtype, torch.is_autocast_enabled("cpu"), torch.is_autocast_enabled())


def c():
    with torch.autocast("cuda"):
        return (x @ x).dtype


print(warned(c))


def c():
    with torch.cuda.amp.autocast():
        return (x @ x).dtype


print(warned(c))


def c():
    with torch.autocast(device_type="cuda", dtype=torch.float16):
        return (x @ x).dtype


print(warned(c))
print(tried(lambda: torch.autocast("foo")))
print(tried(lambda: torch.autocast()))


@torch.autocast("cpu", enabled=False)
def f(x):
    return x @ x


print(f(x).dtype)
print(torch.get_autocast_dtype("cpu"), torch.get_autocast_dtype("cuda"))
with torch.amp.autocast("cpu", enabled=False):
    print(1)
