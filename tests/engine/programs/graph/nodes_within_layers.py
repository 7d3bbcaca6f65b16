import torch
from torch import nn


def nodes(function):
    """The names of the nodes that lead to it, each before what it hangs on."""
    if function is None:
        return ""
    below = ", ".join(nodes(following) for following, _ in function.next_functions)
    return type(function).__name__ + (f"({below})" if below else "")


x, y, z = (torch.ones(2, 1, 2) for _ in range(3))
for bias in (True, False):
    attention = nn.MultiheadAttention(2, 1, bias=bias)
    for inputs in ((x, y, z), (x, y, y), (x, x, x), (x, x, y), (x, y, x)):
        print(nodes(attention(*inputs)[0].grad_fn))
print(nodes(nn.LSTMCell(2, 2)(x[0])[0].grad_fn))
print(nodes(nn.GRUCell(2, 2)(x[0]).grad_fn))
print(nodes(nn.GRU(2, 2)(x)[0].grad_fn))
print(nodes(nn.LSTM(2, 2, proj_size=1)(x)[0].grad_fn))
print(nodes(nn.TransformerEncoderLayer(2, 1, 2, norm_first=True)(x).grad_fn))
print(nodes(nn.TransformerDecoderLayer(2, 1, 2)(x, y).grad_fn))
