import warnings

import torch


def tried(f):
    with warnings.catch_warnings(record=True) as seen:
        warnings.simplefilter("always")
        try:
            result = f(torch.zeros(1).expand(3))
        except Exception as e:
            result = type(e).__name__
    print(result, [w.category.__name__ for w in seen])


first, mask = torch.tensor([0]), torch.tensor([True, False, False])
tried(lambda x: x.index_fill_(0, first, 1))
tried(lambda x: x.index_put_((first,), torch.tensor([2.0])))
tried(lambda x: x.masked_fill_(mask, 2))
tried(lambda x: x.index_copy_(0, first, torch.ones(1)))
tried(lambda x: x.masked_scatter_(mask, torch.ones(3)))
tried(lambda x: x.scatter_(0, first, 1.0))
tried(lambda x: x.__setitem__(first, 1))
tried(lambda x: x.__setitem__(0, 1))
tried(lambda x: x.fill_(2))
tried(lambda x: x.add_(2))
tried(lambda x: x[:1].masked_fill_(mask[:1], 2))
