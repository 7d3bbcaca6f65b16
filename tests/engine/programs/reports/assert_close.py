import torch
from torch.testing import assert_close


def tried(f):
    try:
        return f()
    except Exception as e:
        return type(e).__name__


print(tried(lambda: assert_close(torch.ones(2), torch.ones(2))))
print(tried(lambda: assert_close(torch.ones(2), torch.ones(2) + 0.001)))
print(tried(lambda: assert_close(torch.ones(2), torch.ones(2) + 0.001, rtol=0.01, atol=0)))
print(tried(lambda: assert_close(torch.ones(2), torch.ones(3))))
print(tried(lambda: assert_close(torch.ones(2), torch.ones(2).double())))
print(tried(lambda: assert_close(torch.ones(2), torch.ones(2).double(), check_dtype=False)))
print(tried(lambda: assert_close(1.0, 1.0)))
print(tried(lambda: assert_close([1.0, torch.ones(1)], [1.0, torch.ones(1)])))
print(tried(lambda: assert_close({"a": 1}, {"a": 2})))
print(tried(lambda: assert_close(torch.tensor([float("nan")]), torch.tensor([float("nan")]))))
print(
    tried(
        lambda: assert_close(
            torch.tensor([float("nan")]), torch.tensor([float("nan")]), equal_nan=True
        )
    )
)
print(tried(lambda: assert_close(1, "a")))
print(tried(lambda: assert_close(torch.ones(2), torch.ones(2), rtol=1.0)))
print(tried(lambda: 1))
print(tried(lambda: assert_close(torch.tensor([1, 2]), torch.tensor([1, 2]))))
print(tried(lambda: assert_close(torch.tensor([1, 2]), torch.tensor([1, 3]))))
print(tried(lambda: assert_close(3, 3.0)))
