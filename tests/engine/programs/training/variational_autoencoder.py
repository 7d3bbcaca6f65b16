import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(0)


class VAE(nn.Module):
    def __init__(s):
        super().__init__()
        s.enc = nn.Linear(8, 16)
        s.mu = nn.Linear(16, 2)
        s.lv = nn.Linear(16, 2)
        s.dec = nn.Sequential(nn.Linear(2, 16), nn.ReLU(), nn.Linear(16, 8), nn.Sigmoid())

    def forward(s, x):
        h = torch.relu(s.enc(x))
        mu, lv = (s.mu(h), s.lv(h))
        z = mu + torch.exp(0.5 * lv) * torch.randn_like(mu)
        return (s.dec(z), mu, lv)


m = VAE()
o = torch.optim.Adam(m.parameters(), 0.01)
x = torch.rand(32, 8)
for i in range(30):
    o.zero_grad()
    r, mu, lv = m(x)
    l = F.binary_cross_entropy(r, x, reduction="sum") - 0.5 * torch.sum(
        1 + lv - mu.pow(2) - lv.exp()
    )
    l.backward()
    o.step()
    if i % 10 == 0:
        print(f"{l.item():.3f}")
print(f"{l.item() / len(x):.4f}")
