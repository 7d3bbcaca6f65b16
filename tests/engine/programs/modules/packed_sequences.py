import torch
import torch.nn as nn
from torch.nn.utils.rnn import (
    pack_padded_sequence,
    pack_sequence,
    pad_packed_sequence,
    pad_sequence,
)


def tried(f):
    try:
        return f()
    except Exception as e:
        return type(e).__name__


a = [torch.tensor([1.0, 2, 3]), torch.tensor([4.0, 5])]
p = pad_sequence(a, batch_first=True)
print(p)
k = pack_padded_sequence(p, [3, 2], batch_first=True)
print(k)
print(pad_packed_sequence(k, batch_first=True))
k2 = pack_sequence(a)
print(k2.data, k2.batch_sizes)
print(tried(lambda: pack_padded_sequence(p, [2, 3], batch_first=True)))
k3 = pack_padded_sequence(p.flip(0), [2, 3], batch_first=True, enforce_sorted=False)
print(k3.sorted_indices, k3.unsorted_indices)
torch.manual_seed(0)
g = nn.GRU(1, 2, batch_first=True)
o, h = g(pack_padded_sequence(p[..., None], [3, 2], batch_first=True))
print(o.data, h)
print(pad_packed_sequence(o, batch_first=True))
l = nn.LSTM(1, 2, bidirectional=True)
o, (h, c) = l(pack_sequence([b[:, None] for b in a]))
print(h)
