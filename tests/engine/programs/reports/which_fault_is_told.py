import torch


def tried(f):
    try:
        return f()
    except Exception as e:
        return type(e).__name__


KINDS = (torch.bool, torch.int64, torch.float32, torch.complex64)

print("nothing to compute, so no dtype is wrong:")
for kind in KINDS:
    empty, row = torch.zeros((0,), dtype=kind), torch.zeros((2,), dtype=kind)
    for name in ("median", "kthvalue", "mode", "amax", "aminmax", "cummax", "softmax", "topk"):
        arguments = (1, 0) if name in ("kthvalue", "topk") else (0,)
        given = {"dim": 0} if name == "aminmax" else {}
        arguments = () if given else arguments
        print(
            name,
            *(tried(lambda x=x: getattr(x, name)(*arguments, **given)) for x in (empty, row)),
            sep=" | ",
        )
    print(tried(empty.median), tried(empty.nanmedian), tried(torch.zeros((), dtype=kind).median))

print("the dimension before the index:")
x, one = torch.zeros(2, 3), torch.ones(1, 3)
for dim in (0, 5):
    for index in ([0], [[0]], [0.5], [[0.5]], []):
        i = torch.tensor(index)
        print(
            dim,
            index,
            tried(lambda: x.gather(dim, i).shape),
            tried(lambda: x.index_select(dim, i).shape),
            tried(lambda: x.index_add(dim, i, one).shape),
            tried(lambda: x.index_copy(dim, i, one).shape),
            tried(lambda: x.index_fill(dim, i, 1).shape),
            tried(lambda: x.index_fill(dim, i, one).shape),
        )

print("special functions are of real numbers:")
c = torch.tensor([0.3 + 0j])
for name in ("erfinv", "lgamma", "digamma", "i0", "logit", "special.i1e", "special.entr"):
    f = torch
    for part in name.split("."):
        f = getattr(f, part)
    print(name, tried(lambda f=f: f(c)))
print(tried(lambda: torch.nn.functional.relu6(c)), tried(lambda: torch.bincount(c)))

print("lists and tensors in a list:")
t = torch.tensor([1.0, 2.0])
print(torch.tensor([[3, 4], t]), torch.tensor([range(2), t, (5.0, 6.0)]))
for data in ([t, [3, 4]], [[3], t], [[3], 4], [3, [4]], [t[:1], [3]], [[t, [1, 2]], [[1, 2], t]]):
    print(
        tried(lambda data=data: torch.tensor(data)), tried(lambda data=data: torch.as_tensor(data))
    )

print("no derivatives of what has no order:")
for shape in ((), (0,)):
    z = torch.zeros(shape, dtype=torch.complex64, requires_grad=True)
    print(tried(lambda: z.mode(0)), tried(lambda: z.cummax(0)), tried(lambda: z.kthvalue(1)))
    print(tried(lambda: z.detach().cummin(0)))
