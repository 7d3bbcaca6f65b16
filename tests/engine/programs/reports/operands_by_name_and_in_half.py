import torch


def tried(f):
    try:
        return f()
    except Exception as e:
        return type(e).__name__


x, y = torch.tensor([1.0, 2.0]), torch.tensor([3.0, 1.0])
TWO = """
    add sub mul div eq lt maximum minimum fmax atan2 hypot remainder fmod logical_and rsub copysign
    logaddexp nextafter floor_divide
"""
for name in TWO.split():
    print(name, getattr(torch, name)(input=x, other=y))
for name in ["exp", "neg", "relu", "sigmoid", "abs", "sqrt", "floor", "sign", "isnan"]:
    print(name, getattr(torch, name)(input=x))
print(torch.add(input=x, other=y, alpha=2), torch.mul(input=x, other=2))
print(torch.where(condition=x > 1, input=x, other=y), x.add(other=1))
print(tried(lambda: torch.add(x, y, input=x)), tried(lambda: torch.add(input=x)))

h = torch.tensor([0.5, 20.0, 60000.0], dtype=torch.float16)
print(h / 1e5, h * 70000, h * 1e-7, h + 70000, 70000 - h, h - 59999.5)
print(torch.tensor(2.0, dtype=torch.float16) / 70000, h == 0.1, h > 70000)
print(torch.lerp(h, -h, 0.5), h.mul_(1e-6), h.div_(1e-5))

print(tried(lambda: torch.heaviside(x, torch.tensor([1, 2]))))
print(tried(lambda: torch.heaviside(x * 1j, x * 1j)))
print(tried(lambda: torch.nansum(x * 1j)))
print(torch.special.zeta(torch.tensor(2.0), 3.0).dtype)
