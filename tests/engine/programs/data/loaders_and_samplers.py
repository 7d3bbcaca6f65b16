import torch
from torch.utils.data import *
from torch.utils.data import default_collate


def tried(f):
    try:
        return f()
    except Exception as e:
        return type(e).__name__


x = torch.arange(20.0).reshape(10, 2)
y = torch.arange(10)
ds = TensorDataset(x, y)
print(len(ds), ds[3], ds[-1])
torch.manual_seed(0)
for epoch in range(2):
    for a, b in DataLoader(ds, batch_size=4, shuffle=True):
        print(a.tolist(), b)
print(torch.rand(2))
for a, b in DataLoader(ds, batch_size=3, drop_last=True):
    print(b)
print(torch.rand(2))
g = torch.Generator().manual_seed(7)
print([b.tolist() for _, b in DataLoader(ds, 4, shuffle=True, generator=g)])
print([b.tolist() for _, b in DataLoader(ds, 4, shuffle=True, generator=g)], torch.rand(1))
tr, te = random_split(ds, [7, 3])
print(list(tr.indices), list(te.indices), len(tr), tr[0])
tr, te = random_split(range(10), [0.65, 0.35], generator=torch.Generator().manual_seed(42))
print(list(tr), list(te))
print(tried(lambda: random_split(ds, [3, 3])))
print(list(RandomSampler(range(5), replacement=True, num_samples=40)))
print(list(RandomSampler(range(5), num_samples=12)))
print(
    list(WeightedRandomSampler([0.1, 0.2, 0.7], 8)),
    list(WeightedRandomSampler([0.1, 0.2, 0.7], 2, replacement=False)),
)
print(
    list(SubsetRandomSampler([5, 6, 7])),
    list(BatchSampler(SequentialSampler(range(7)), 3, False)),
    list(BatchSampler(range(7), 3, True)),
)
print(len(DataLoader(ds, 3)), len(DataLoader(ds, 3, drop_last=True)), len(DataLoader(ds, None)))
print(
    list(DataLoader(list(range(5)), 2)),
    list(DataLoader([1.5, 2.5], 2)),
    list(DataLoader(["a", "b", "c"], 2)),
)
print(
    default_collate([{"a": 1, "b": [1.0, 2]}, {"a": 2, "b": [3.0, 4]}]),
    default_collate([(1, 2), (3, 4)]),
    default_collate([[1, 2], [3, 4]]),
)
print(tried(lambda: default_collate([[1], [1, 2]])), tried(lambda: default_collate([object()])))
for w in (
    dict(batch_size=0),
    dict(shuffle=True, sampler=range(3)),
    dict(batch_sampler=[[1]], batch_size=2),
    dict(num_workers=-1),
    dict(batch_size=None, drop_last=True),
    dict(batch_size=2.5),
    dict(timeout=-1),
):
    print(w, tried(lambda: DataLoader(ds, **w)) if True else 0) if not isinstance(
        tried(lambda: DataLoader(ds, **w)), DataLoader
    ) else print("ok")


class It(IterableDataset):
    def __iter__(self):
        return iter(range(7))


print(
    [b.tolist() for b in DataLoader(It(), 3)],
    [b.tolist() for b in DataLoader(It(), 3, drop_last=True)],
    list(DataLoader(It(), None)),
    tried(lambda: DataLoader(It(), shuffle=True)),
    tried(lambda: len(DataLoader(It()))),
)


class D(Dataset):
    def __len__(self):
        return 4

    def __getitem__(self, i):
        return {"x": torch.tensor([i]), "n": i, "s": str(i)}


print(list(DataLoader(D(), 2)), list(DataLoader(D(), batch_size=None))[:1])
print(
    len(D() + D()),
    (D() + D())[5],
    tried(lambda: Dataset()[0]),
    tried(lambda: ConcatDataset([])),
    tried(lambda: TensorDataset(x, y[:3])),
)
print(
    list(DataLoader(D(), 4, collate_fn=lambda b: [i["n"] for i in b])),
    [b.tolist() for b in DataLoader(torch.arange(4), batch_sampler=[[0, 3], [1]])],
)
print(
    type(ds),
    type(DataLoader(ds)),
    type(DataLoader(ds).sampler),
    DataLoader(ds).batch_size,
    Subset(ds, [1, 2])[0],
)
dl = DataLoader(ds)
print(
    tried(lambda: setattr(dl, "batch_size", 3)),
    tried(lambda: RandomSampler(ds, replacement=1)),
    tried(lambda: RandomSampler(ds, num_samples=-1)),
    tried(lambda: WeightedRandomSampler([1.0], 0)),
    tried(lambda: (D() + D())[-9]),
)
it = iter(DataLoader(ds, 5))
print(next(it)[1], next(it)[1], tried(lambda: next(it)))
print(StackDataset(range(3), range(3))[1], StackDataset(a=range(3), b=range(3))[1])
