import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(0)
e = nn.Sequential(nn.Linear(5, 16), nn.LayerNorm(16), nn.GELU(), nn.Linear(16, 4))
o = torch.optim.AdamW(e.parameters(), 0.01, weight_decay=0.1)
x = torch.randn(8, 5)
for i in range(5):
    a = F.normalize(e(x + 0.1 * torch.randn_like(x)), dim=1)
    b = F.normalize(e(x + 0.1 * torch.randn_like(x)), dim=1)
    lg = a @ b.T / 0.1
    l = (F.cross_entropy(lg, torch.arange(8)) + F.cross_entropy(lg.T, torch.arange(8))) / 2
    o.zero_grad(set_to_none=False)
    l.backward()
    o.step()
    print(f"{l.item():.4f}")
