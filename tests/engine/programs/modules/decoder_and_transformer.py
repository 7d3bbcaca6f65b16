import torch
import torch.nn as nn

torch.manual_seed(0)
d = nn.TransformerDecoderLayer(8, 2, 16, dropout=0.0, batch_first=True)
t = nn.TransformerDecoder(d, 2)
x = torch.randn(1, 3, 8)
print([n for n, _ in d.named_parameters()][:6])
T = nn.Transformer(8, 2, 1, 1, 16, dropout=0.0, batch_first=True)
print(round(T(x, x).abs().sum().item(), 3))
print(T.generate_square_subsequent_mask(3))
print(nn.Transformer.generate_square_subsequent_mask(2))
print(
    round(
        t(x, x, tgt_mask=nn.Transformer.generate_square_subsequent_mask(3), tgt_is_causal=True)
        .abs()
        .sum()
        .item(),
        3,
    )
)
