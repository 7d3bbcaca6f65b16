import copy

import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(0)
q = nn.Sequential(nn.Linear(3, 8), nn.ReLU(), nn.Linear(8, 2))
t = copy.deepcopy(q)
t.requires_grad_(False)
o = torch.optim.AdamW(q.parameters(), 0.01)
for i in range(6):
    s = torch.randn(16, 3)
    a = torch.randint(0, 2, (16,))
    r = torch.randn(16)
    s2 = torch.randn(16, 3)
    with torch.no_grad():
        y = r + 0.9 * t(s2).max(1).values
    l = F.smooth_l1_loss(q(s).gather(1, a[:, None]).squeeze(1), y)
    o.zero_grad()
    l.backward()
    o.step()
    with torch.no_grad():
        for pt, pq in zip(t.parameters(), q.parameters()):
            pt.mul_(0.9).add_(pq, alpha=0.1)
    print(f"{l.item():.4f}")
print(all(p.grad is None for p in t.parameters()), t[0].weight.sum().item().__format__(".4f"))
