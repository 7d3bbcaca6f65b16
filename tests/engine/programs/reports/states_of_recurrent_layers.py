import torch
import torch.nn as nn
from torch.nn.utils.rnn import pack_sequence, pad_sequence


def tried(f):
    try:
        return f()
    except Exception as e:
        return type(e).__name__


def zeros(*shape):
    return torch.zeros(*shape)


x = torch.ones(1, 1, 2)
for state in (
    zeros(1, 1, 3),
    zeros(2, 1, 3),
    (zeros(1, 1, 3),),
    (zeros(1, 3), zeros(1, 3)),
    (zeros(1, 1, 3), zeros(1, 2, 3)),
    [zeros(1, 1, 3), zeros(1, 1, 3)],
):
    print(tried(lambda: nn.LSTM(2, 3)(x, state)[0].shape))
for state in ((zeros(1, 1, 3),) * 2, zeros(1, 2, 3), zeros(1, 3), zeros(2, 1, 3)):
    print(tried(lambda: nn.GRU(2, 3)(x, state)[0].shape))
print(tried(lambda: pad_sequence([])), tried(lambda: pack_sequence([])))
