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


def wr(f, *s):
    x = torch.zeros(*(s or (2, 3)))
    r = warned(lambda: f(x))
    return x.tolist() if r[0] is None else r


def s(k, v):
    return lambda x: x.__setitem__(k, v)


i = torch.tensor([0, 0, 1])
for n, f in dict(
    a=s(0, 1.0),
    b=s((0, 1), 2),
    c=s((slice(None), 1), torch.tensor([5.0, 6.0])),
    d=s(i, torch.ones(3, 3)),
    e=s((i, i), torch.tensor([1.0, 2.0, 3.0])),
    f=s(slice(None), torch.arange(3.0)),
    g=s(0, torch.ones(2)),
    h=s(torch.tensor([[True, False, True], [False, False, True]]), torch.tensor([1.0, 2.0, 3.0])),
    k=s(torch.tensor([[True, False, True], [False, False, True]]), 7),
    l=s(torch.tensor([True, False]), torch.tensor([1.0, 2.0, 3.0])),
    m=s(5, 1),
    n=s(0, "a"),
    o=s(0, [1.0, 2.0, 3.0]),
    p=s((0, 0), torch.tensor([1.0])),
    q=s((0, 0), torch.tensor([1.0, 2.0])),
    r=s(Ellipsis, 3),
    t=s((slice(None), [0, 2]), 9),
    u=s(0, True),
    v=s(0, 1 + 2j),
    w=s(0, None),
    x=s(0, __import__("numpy").ones(3)),
    y=s(slice(0, 0), 5),
    z=s((slice(None), slice(1, None)), torch.ones(2, 1)),
    aa=s(torch.tensor([0, 1]), torch.tensor(4.0, dtype=torch.float64)),
    ab=s(torch.zeros(2, 3) > 1, torch.ones(0)),
    ac=s(torch.zeros(2, 3) > 1, 5),
).items():
    print(n, wr(f))
x = torch.zeros(3)
x[torch.tensor([0, 0])] += 1
print(x)
x.index_put_((torch.tensor([0, 0]),), torch.ones(2), accumulate=True)
print(x)
x.index_add_(0, torch.tensor([1, 1]), torch.ones(2))
print(x)
x.scatter_add_(0, torch.tensor([2, 2]), torch.ones(2))
print(x)
x[1:] = x[:-1]
print(x)
x = torch.arange(5)
print(tried(lambda: x.__setitem__(0, 1.7)), x)
x = torch.zeros(2, 2)
x[0] = x[1] = 3
print(x)
x[x == 3] = torch.nan
print(x)
