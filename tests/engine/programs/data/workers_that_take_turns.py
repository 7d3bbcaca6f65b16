import random
import warnings

import numpy as np
import torch
from torch.utils.data import (
    DataLoader,
    Dataset,
    IterableDataset,
    StackDataset,
    WeightedRandomSampler,
    get_worker_info,
)


class Counting(IterableDataset):
    def __init__(self, end):
        self.start, self.end = 0, end

    def __iter__(self):
        return iter(range(self.start, self.end))


class Shared(Counting):
    def __iter__(self):
        info = get_worker_info()
        step = 1 if info is None else info.num_workers
        return iter(range(0 if info is None else info.id, self.end, step))


class Uneven(Counting):
    def __iter__(self):
        info = get_worker_info()
        return iter(range(10 * info.id, 10 * info.id + 1 + 3 * info.id))


class Short(Counting):
    def __len__(self):
        return 2


class Drawn(Dataset):
    def __len__(self):
        return 5

    def __getitem__(self, index):
        info = get_worker_info()
        drawn = (torch.rand(()).item(), random.random(), float(np.random.rand()))
        return index, -1 if info is None else info.id, *(round(v, 5) for v in drawn)


def as_list(batch):
    return batch.tolist() if torch.is_tensor(batch) else batch


if __name__ == "__main__":  # workers are processes in PyTorch
    for kind in (Counting, Shared):
        for workers in (0, 1, 2, 3):
            for options in (
                {"batch_size": 2},
                {"batch_size": 2, "drop_last": True},
                {"batch_size": None},
            ):
                loader = DataLoader(kind(5), num_workers=workers, **options)
                print(kind.__name__, workers, options, [as_list(b) for b in loader])
    print([as_list(b) for b in DataLoader(Uneven(0), batch_size=2, num_workers=3)])
    for workers in (0, 2):
        torch.manual_seed(0)
        random.seed(1)
        np.random.seed(2)
        loader = DataLoader(Drawn(), batch_size=2, num_workers=workers, shuffle=True)
        for epoch in range(2):
            for batch in loader:
                print([as_list(column) for column in batch])
        print(round(torch.rand(()).item(), 5), round(random.random(), 5), get_worker_info())

    loader = DataLoader(Short(4), batch_size=None)
    for asked in (False, True):
        with warnings.catch_warnings(record=True) as seen:
            warnings.simplefilter("always")
            print(len(loader) if asked else "not asked", list(loader))
        print([w.category.__name__ for w in seen])

    def split(number):
        info = get_worker_info()
        info.dataset.start = number * 3
        info.dataset.end = min(5, number * 3 + 3)

    data = Counting(5)
    print([as_list(b) for b in DataLoader(data, num_workers=2, worker_init_fn=split)], data.start)
    loader = DataLoader(data, num_workers=2, persistent_workers=True)
    print([as_list(b) for b in loader], [as_list(b) for b in loader])
    loader = DataLoader(
        Drawn(), batch_size=None, num_workers=2, generator=torch.Generator().manual_seed(3)
    )
    print([item[:3] for item in loader])
    loader = DataLoader(range(2), num_workers=2, collate_fn=lambda b: (b, get_worker_info().seed))
    torch.manual_seed(5)
    print(list(loader))

    class AtOnce(Dataset):
        def __init__(self, lost=0):
            self.lost = lost

        def __len__(self):
            return 4

        def __getitem__(self, i):
            return i

        def __getitems__(self, indices):
            print("at once", indices)
            return [10 * i for i in indices][self.lost :]

    print(StackDataset(AtOnce(), [1, 2, 3, 4]).__getitems__([0, 2]))
    print(StackDataset(a=AtOnce(), b=[1, 2, 3, 4]).__getitems__([0, 2]))
    print(list(DataLoader(StackDataset(AtOnce(), [1, 2, 3, 4]), batch_size=3)))
    try:
        StackDataset(AtOnce(1), [1, 2, 3, 4]).__getitems__([0, 2])
    except ValueError:
        print("ValueError")
    its = [iter(WeightedRandomSampler([0.1, 0.9, 0.4], 3)) for _ in range(2)]
    found = []
    for it in its:
        torch.manual_seed(0)
        found.append(list(it))
    print(found)
    from torch.utils.data._utils.collate import default_collate

    print(default_collate([1, 2]))
