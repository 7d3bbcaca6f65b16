import torch
import torch.nn as nn
from torch.nn.utils.rnn import pack_sequence, pad_packed_sequence


def tried(f, *args, **kwargs):
    try:
        return f(*args, **kwargs)
    except Exception as e:
        return type(e).__name__


torch.manual_seed(0)
for options in (
    {"num_layers": 1},
    {"num_layers": 2, "bidirectional": True, "batch_first": True},
    {"bias": False},
):
    m = nn.LSTM(3, 5, proj_size=2, **options)
    print(m, [len(w) for w in m.all_weights])
    print({n: tuple(p.shape) for n, p in m.named_parameters()})
    x = torch.randn(4, 4, 3, requires_grad=True)
    out, (h, c) = m(x)
    print(out.shape, h.shape, c.shape)
    (out.sum() + h.square().sum() + c.sum()).backward()
    print(f"{out.sum().item():.5f} {x.grad.sum().item():.5f}")
    print([f"{p.grad.sum().item():.4f}" for p in m.parameters()])
    again = nn.LSTM(3, 5, proj_size=2, **options)
    again.load_state_dict(m.state_dict())
    first = (torch.randn(h.shape), torch.randn(c.shape))
    print(torch.equal(m(x, first)[0], again(x, first)[0]))
    print(tried(m, x, (first[1], first[1])), tried(m, x, (first[0], first[0])))
m = nn.LSTM(2, 4, proj_size=3, bidirectional=True)
packed = pack_sequence([torch.ones(3, 2), torch.ones(1, 2)])
out, (h, c) = m(packed)
padded, lengths = pad_packed_sequence(out)
print(padded.shape, lengths, h.shape, c.shape, f"{padded.sum().item():.5f}")
print(m(torch.ones(3, 2))[0].shape)
for kind, options in (
    (nn.LSTM, {"proj_size": 4}),
    (nn.LSTM, {"proj_size": -1}),
    (nn.GRU, {"proj_size": 1}),
    (nn.RNN, {"proj_size": 1}),
    (nn.GRU, {"proj_size": 0}),
):
    print(kind.__name__, tried(kind, 2, 4, **options))
