import torch
from torch.utils.data import (
    BatchSampler,
    ConcatDataset,
    DataLoader,
    Dataset,
    IterableDataset,
    RandomSampler,
    SequentialSampler,
    Subset,
    SubsetRandomSampler,
    TensorDataset,
    WeightedRandomSampler,
    default_collate,
    random_split,
)


def tried(f):
    try:
        return f()
    except Exception as e:
        return type(e).__name__


class D(Dataset):
    def __len__(s):
        return 5

    def __getitem__(s, i):
        return (i, {"x": torch.tensor(float(i)), "n": str(i)}, (i, [i, i * 2.0]))


dl = DataLoader(D(), batch_size=2)
for b in dl:
    print(b)
print(
    len(dl), len(DataLoader(D(), 2, drop_last=True)), dl.batch_size, dl.dataset.__class__.__name__
)
torch.manual_seed(0)
print([b.tolist() for b in DataLoader(torch.arange(6), 2, shuffle=True)])
g = torch.Generator().manual_seed(3)
print([b.tolist() for b in DataLoader(torch.arange(6), 2, shuffle=True, generator=g)])
print(list(DataLoader([1, 2, 3], collate_fn=list, batch_size=2)))
print(tried(lambda: list(DataLoader([torch.ones(1), torch.ones(2)], batch_size=2))))
print(tried(lambda: DataLoader(D(), batch_size=2, sampler=SequentialSampler(D()), shuffle=True)))
print(tried(lambda: DataLoader(D(), batch_size=0)))
print(next(iter(DataLoader(TensorDataset(torch.arange(4), torch.ones(4)), 2))))
print(
    [list(b) for b in DataLoader(range(5), batch_size=None)]
    if False
    else list(DataLoader(range(3), batch_size=None))
)
torch.manual_seed(1)
a, b = random_split(range(5), [3, 2])
print(list(a), list(b), a.indices)
a, b = random_split(range(5), [0.6, 0.4], generator=torch.Generator().manual_seed(1))
print(len(a), len(b))
print(tried(lambda: random_split(range(5), [3, 3])))
print(list(ConcatDataset([range(2), range(3)])), Subset(range(5), [1, 3])[1])
torch.manual_seed(0)
print(
    list(WeightedRandomSampler([0.1, 0.9], 5)),
    list(RandomSampler(range(4))),
    list(SubsetRandomSampler([5, 6, 7])),
    list(BatchSampler(SequentialSampler(range(5)), 2, False)),
)
print(tried(lambda: TensorDataset(torch.ones(2), torch.ones(3))))


class It(IterableDataset):
    def __iter__(s):
        return iter(range(3))


print(
    list(DataLoader(It(), batch_size=2)),
    tried(lambda: DataLoader(It(), shuffle=True)),
    tried(lambda: len(DataLoader(It()))),
)
print(
    default_collate([{"a": 1}, {"a": 2}]),
    default_collate([(1, 2.0), (3, 4.0)]),
    default_collate(["a", "b"]),
    default_collate([True, False]),
    tried(lambda: default_collate([None, None])),
    default_collate([__import__("numpy").ones(2)] * 2),
    default_collate([1.5, 2.5]).dtype,
)
