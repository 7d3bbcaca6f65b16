import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.func import functional_call

torch.manual_seed(0)
m = nn.Sequential(nn.Linear(1, 8), nn.Tanh(), nn.Linear(8, 1))
o = torch.optim.Adam(m.parameters(), 0.01)
for it in range(5):
    o.zero_grad()
    tot = 0
    for task in range(3):
        a = torch.rand(1) * 2
        x = torch.randn(8, 1)
        y = a * x.sin()
        p = dict(m.named_parameters())
        l = F.mse_loss(functional_call(m, p, (x,)), y)
        g = torch.autograd.grad(l, p.values(), create_graph=True)
        p = {k: v - 0.1 * gg for (k, v), gg in zip(p.items(), g)}
        x2 = torch.randn(8, 1)
        tot = tot + F.mse_loss(functional_call(m, p, (x2,)), a * x2.sin())
    tot.backward()
    o.step()
    print(f"{tot.item():.4f}")
