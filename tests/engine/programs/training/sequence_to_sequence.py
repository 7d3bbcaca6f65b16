import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(0)
E = nn.Embedding(10, 8)
T = nn.Transformer(8, 2, 1, 1, 16, dropout=0.0, batch_first=True)
O = nn.Linear(8, 10)
ps = [*E.parameters(), *T.parameters(), *O.parameters()]
o = torch.optim.Adam(ps, 0.01)
src = torch.randint(1, 10, (4, 5))
tgt = src.flip(1)
inp = torch.cat([torch.zeros(4, 1, dtype=torch.long), tgt[:, :-1]], 1)
mask = nn.Transformer.generate_square_subsequent_mask(5)
for i in range(6):
    y = O(T(E(src), E(inp), tgt_mask=mask))
    l = F.cross_entropy(y.transpose(1, 2), tgt)
    o.zero_grad()
    l.backward()
    o.step()
    print(f"{l.item():.4f}")
