import warnings

import torch
import torch.nn.functional as F
from torch import nn


def told(f):
    with warnings.catch_warnings(record=True) as seen:
        warnings.simplefilter("always")
        try:
            result = f()
        except Exception as e:
            result = type(e).__name__
    return result, [w.category.__name__ for w in seen]


# two masks of different dtypes
torch.manual_seed(0)
attention = nn.MultiheadAttention(4, 2)
q = torch.randn(3, 2, 4)
numbers, flags = torch.zeros(3, 3), torch.ones(3, 3).triu(1).bool()
padding = torch.tensor([[False, False, True], [False, True, True]])
for mask in (None, numbers, flags):
    for other in (None, torch.zeros(2, 3), padding):
        print(
            told(lambda m=mask, p=other: attention(q, q, q, attn_mask=m, key_padding_mask=p)[1])[1]
        )
print(told(lambda: attention(q, q, q, attn_mask=numbers.long(), key_padding_mask=padding)))
causal = nn.Transformer.generate_square_subsequent_mask(3)
encoder = nn.TransformerEncoder(nn.TransformerEncoderLayer(4, 2, 8, dropout=0.0), 2)
decoder = nn.TransformerDecoder(nn.TransformerDecoderLayer(4, 2, 8, dropout=0.0), 2)
whole = nn.Transformer(4, 2, 1, 1, 8, dropout=0.0)
for f in (
    lambda: encoder(q, causal, padding),
    lambda: encoder(q, flags, padding),
    lambda: encoder(q, causal, padding, is_causal=True),
    lambda: encoder.layers[0](q, causal, padding),
    lambda: decoder(q, q, causal, None, padding, padding),
    lambda: whole(q, q, causal, causal, None, padding, padding, padding),
):
    print(told(f))

# what is told once in a process
torch.set_warn_always(True)
for f in (
    lambda: torch.qr(torch.eye(2)),
    lambda: torch.cholesky(torch.eye(2), upper=True),
    lambda: torch.triangular_solve(torch.ones(2, 1), torch.eye(2)),
    lambda: torch.chain_matmul(torch.eye(2), torch.eye(2)),
    lambda: torch.linalg.cholesky(torch.eye(2)),
    lambda: torch.cov(torch.ones(2, 1)),
    lambda: torch.corrcoef(torch.ones(1)),
    lambda: F.gumbel_softmax(torch.ones(2), eps=1e-9, dim=0).shape,
    lambda: torch.ones(1).copy_(torch.tensor([2j])),
    lambda: torch.ones(2).__setitem__(0, torch.tensor(1 + 2j)),
):
    print(told(f))
torch.set_warn_always(False)
