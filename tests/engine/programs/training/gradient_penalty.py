import torch
import torch.nn as nn

torch.manual_seed(0)
G = nn.Sequential(nn.Linear(2, 8), nn.ReLU(), nn.Linear(8, 2))
D = nn.Sequential(nn.Linear(2, 8), nn.LeakyReLU(0.2), nn.Linear(8, 1))
og = torch.optim.Adam(G.parameters(), 0.01, betas=(0.5, 0.9))
od = torch.optim.Adam(D.parameters(), 0.01, betas=(0.5, 0.9))
for i in range(6):
    r = torch.randn(16, 2) * 0.5 + 1
    f = G(torch.randn(16, 2)).detach()
    e = torch.rand(16, 1)
    z = (e * r + (1 - e) * f).requires_grad_()
    g = torch.autograd.grad(D(z).sum(), z, create_graph=True)[0]
    gp = ((g.norm(2, dim=1) - 1) ** 2).mean()
    l = D(f).mean() - D(r).mean() + 10 * gp
    od.zero_grad()
    l.backward()
    od.step()
    lg = -D(G(torch.randn(16, 2))).mean()
    og.zero_grad()
    lg.backward()
    og.step()
    print(f"{l.item():.4f} {lg.item():.4f} {gp.item():.4f}")
