import torch
import torch.nn as nn
from torch.distributions import Categorical

torch.manual_seed(1)
p = nn.Sequential(nn.Linear(4, 8), nn.Tanh(), nn.Linear(8, 2))
o = torch.optim.SGD(p.parameters(), 0.05)
for ep in range(5):
    s = torch.randn(4)
    lps = []
    rs = []
    for t in range(6):
        d = Categorical(logits=p(s))
        a = d.sample()
        lps.append(d.log_prob(a))
        rs.append(float(a == int(s.sum() > 0)))
        s = torch.randn(4)
    R = torch.tensor(rs).flip(0).cumsum(0).flip(0)
    R = (R - R.mean()) / (R.std() + 1e-06)
    l = -(torch.stack(lps) * R).sum()
    o.zero_grad()
    l.backward()
    n = nn.utils.clip_grad_norm_(p.parameters(), 1.0)
    o.step()
    print(f"{l.item():.4f} {n:.4f} {sum(rs)}")
