import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(0)
m = nn.Linear(3, 1)
ema = {k: v.clone() for k, v in m.state_dict().items()}
o = torch.optim.SGD(m.parameters(), 0.1)
s = torch.optim.lr_scheduler.OneCycleLR(o, 0.5, total_steps=4)
sc = torch.amp.GradScaler("cpu", init_scale=8.0)
x = torch.randn(16, 3)
y = x.sum(1, keepdim=True)
for i in range(8):
    l = F.mse_loss(m(x[2 * i : 2 * i + 2]), y[2 * i : 2 * i + 2]) / 2
    sc.scale(l).backward()
    if i % 2:
        sc.unscale_(o)
        n = nn.utils.clip_grad_norm_(m.parameters(), 1.0)
        sc.step(o)
        sc.update()
        o.zero_grad()
        s.step()
        for k, v in m.state_dict().items():
            ema[k].mul_(0.5).add_(v, alpha=0.5)
        print(f"{l.item():.4f} {n.item():.4f} {s.get_last_lr()[0]:.4f}")
print({k: [round(a, 3) for a in v.flatten().tolist()] for k, v in ema.items()})
