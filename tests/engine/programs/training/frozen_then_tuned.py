import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(0)
m = nn.Sequential(nn.Linear(4, 8), nn.BatchNorm1d(8), nn.ReLU(), nn.Linear(8, 2))
for p in m[:3].parameters():
    p.requires_grad = False
o = torch.optim.Adam(filter(lambda p: p.requires_grad, m.parameters()), 0.05)
x = torch.randn(16, 4)
y = torch.randint(0, 2, (16,))
b = m[0].weight.clone()
rm = m[1].running_mean.clone()
for i in range(3):
    o.zero_grad()
    l = F.cross_entropy(m(x), y)
    l.backward()
    o.step()
    print(f"{l.item():.4f}")
print(
    torch.equal(b, m[0].weight),
    torch.equal(rm, m[1].running_mean),
    m[0].weight.grad,
    len(o.param_groups[0]["params"]),
)
o.add_param_group({"params": m[0].parameters(), "lr": 0.001})
[p.requires_grad_() for p in m[0].parameters()]
o.zero_grad()
F.cross_entropy(m(x), y).backward()
o.step()
print(torch.equal(b, m[0].weight), [g["lr"] for g in o.param_groups])
