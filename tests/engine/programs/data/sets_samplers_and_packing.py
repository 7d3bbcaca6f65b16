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
    get_worker_info,
    random_split,
)


def tried(f):
    try:
        return f()
    except Exception as e:
        return type(e).__name__


torch.manual_seed(0)


class D(Dataset):
    def __init__(s, n):
        s.n = n

    def __len__(s):
        return s.n

    def __getitem__(s, i):
        return {"x": torch.tensor([i, i + 0.5]), "y": i, "s": str(i), "t": (i, [i, i])}


for b in DataLoader(D(5), batch_size=2):
    print(b)
print(
    len(DataLoader(D(5), 2)),
    len(DataLoader(D(5), 2, drop_last=True)),
    [
        b["y"].tolist()
        for b in DataLoader(D(5), 2, shuffle=True, generator=torch.Generator().manual_seed(3))
    ],
    [b["y"].tolist() for b in DataLoader(D(5), batch_size=None, sampler=[1, 2])] if False else 0,
)


class Stream(IterableDataset):
    def __iter__(s):
        return iter(range(5))


print(
    list(DataLoader(Stream(), 2)),
    tried(lambda: len(DataLoader(Stream(), 2))),
    tried(lambda: DataLoader(Stream(), shuffle=True)),
    list(DataLoader([1, 2, 3], batch_size=None)),
)
a, b = random_split(range(10), [7, 3], generator=torch.Generator().manual_seed(42))
print(list(a), list(b), type(a).__name__, a.indices)
print(
    [len(s) for s in random_split(range(10), [0.5, 0.3, 0.2])],
    tried(lambda: random_split(range(10), [5, 3])),
)
print(
    list(WeightedRandomSampler([0.1, 0.9, 0.5], 5)),
    list(SubsetRandomSampler([4, 5, 6])),
    list(RandomSampler(range(4))),
    list(RandomSampler(range(3), replacement=True, num_samples=4)),
    list(BatchSampler(SequentialSampler(range(5)), 2, False)),
    ConcatDataset([range(2), range(3)])[3],
    len(ConcatDataset([range(2), range(3)])),
    list(Subset(list("abcd"), [2, 0])),
)
print(
    tried(lambda: DataLoader(D(2), shuffle=True, sampler=SequentialSampler(D(2)))),
    tried(lambda: DataLoader(D(2), batch_sampler=[[0]], batch_size=2)),
    tried(lambda: next(iter(DataLoader([torch.ones(2), torch.ones(3)], 2)))),
    tried(lambda: next(iter(DataLoader([None, None], 2)))),
    tried(lambda: DataLoader(D(0), shuffle=True)),
    tried(lambda: next(iter(DataLoader(D(3), batch_sampler=[[0, 2], [1]])))["y"]),
    tried(lambda: DataLoader(D(2), batch_size=0)),
    tried(lambda: TensorDataset(torch.ones(2), torch.ones(3))),
)
print(
    next(iter(DataLoader(D(3), 2, collate_fn=lambda b: [x["y"] for x in b]))),
    TensorDataset(torch.arange(3), torch.arange(3))[1:],
    default_collate([1, 2]),
    default_collate([1.0, 2.0]),
    default_collate(["a"]),
    default_collate([(1, 2), (3, 4)]),
    default_collate([{"a": 1}, {"a": 2}]),
    get_worker_info(),
)
dl = DataLoader(TensorDataset(torch.arange(6.0), torch.arange(6.0) * 2), batch_size=4, shuffle=True)
for e in range(2):
    for i, (x, y) in enumerate(dl):
        print(e, i, x, y)
it = iter(dl)
next(it)
next(it)
print(tried(lambda: next(it)))
print(torch.rand(1))
it = iter(DataLoader([1]))
print(torch.rand(1))
print(dl.dataset[0], dl.batch_size, type(dl.sampler).__name__, dl.drop_last)
x = torch.nn.utils.rnn.pad_sequence(
    [torch.ones(2), torch.ones(4)], batch_first=True, padding_value=-1
)
print(x)
p = torch.nn.utils.rnn.pack_padded_sequence(
    torch.arange(6.0).view(2, 3, 1), [3, 2], batch_first=True
)
print(p, torch.nn.utils.rnn.pad_packed_sequence(p, batch_first=True))
print(
    tried(
        lambda: torch.nn.utils.rnn.pack_padded_sequence(
            torch.ones(2, 3, 1), [2, 3], batch_first=True
        )
    ),
    torch.nn.utils.rnn.pack_sequence([torch.ones(1), torch.ones(2)], enforce_sorted=False).data,
)
