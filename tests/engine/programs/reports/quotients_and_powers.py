import torch


def tried(f):
    try:
        return f()
    except Exception as e:
        return type(e).__name__


x, y = torch.tensor([5.0, -7.0]), torch.tensor([2.0, 2.0], requires_grad=True)
for mode in (None, "floor", "trunc"):
    print(torch.div(x, 2, rounding_mode=mode), torch.divide(x, y, rounding_mode=mode))
    print(x.div(y.detach(), rounding_mode=mode), x.clone().div_(2, rounding_mode=mode))
    print(torch.div(x, 2, rounding_mode=mode, out=torch.empty(2)))
print(tried(lambda: torch.div(x, 2, rounding_mode="up")))

n = torch.tensor([1, 2])
print(torch.float_power(2.0, n), torch.float_power(2, x), torch.float_power(2j, n))
print(torch.float_power(2, y), torch.float_power(y, 2), n.float_power(2j))
print(torch.float_power(2, n, out=torch.empty(2, dtype=torch.float64)))
print(tried(lambda: torch.float_power(2, n, out=torch.empty(2))))
print(tried(lambda: torch.ones(2).float_power_(2)), torch.ones(2).double().float_power_(2))
