import warnings

import torch


def tried(f):
    with warnings.catch_warnings(record=True) as seen:
        warnings.simplefilter("always")
        try:
            return f(), [w.category.__name__ for w in seen]
        except Exception as e:
            return type(e).__name__


for count in (
    lambda out: torch.arange(4, out=out),
    lambda out: torch.linspace(0, 3, 4, out=out),
    lambda out: torch.logspace(0, 3, 4, base=2, out=out),
):
    x = torch.zeros(2, 3)
    print(tried(lambda: count(x[:, 1:])), x)
    print(tried(lambda: count(torch.zeros(2))), tried(lambda: count(torch.empty(0))))
print(tried(lambda: torch.linspace(0, 3j, 3, dtype=torch.float32)))
print(torch.vander(torch.tensor([1 + 1j, 2])), torch.vander(torch.tensor([True, False])))
print(torch.corrcoef(torch.tensor([[1 + 1j, 2], [2, 1j]])))
print(torch.multinomial(torch.ones(0, 3), 2, replacement=True))
print(torch.tensor(1 << 70, dtype=torch.float32), tried(lambda: torch.tensor(1 << 70)))
print(tried(lambda: torch.empty((2**40, 2**40))))
print(torch.topk(torch.ones(2, 2), 0))
for method in ("sum", "sort", "max", "squeeze", "softmax", "cumsum", "unbind", "argmax"):
    print(method, tried(lambda: getattr(torch.ones(2, 2), method)(True)))
print(tried(lambda: torch.gradient(torch.ones(2, 2), spacing=[1.0])))
print(tried(lambda: torch.unique(torch.zeros(3, 0), dim=0)))
print(tried(lambda: torch.unique(torch.zeros(0, 3), dim=0)))
print(torch.ones(3).map2_(torch.ones(3), torch.arange(3.0), lambda a, b, c: a + b * c))
print(tried(lambda: torch.ones(2).apply_(lambda x: "a")))
print(tried(lambda: torch.ones(2).map_(torch.ones(3), lambda a, b: a)))
print(torch.ones(2).new(size=(3,)).shape)
