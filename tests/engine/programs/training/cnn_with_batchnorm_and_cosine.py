import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(0)
m = nn.Sequential(
    nn.Conv2d(1, 4, 3, padding=1, bias=False),
    nn.BatchNorm2d(4),
    nn.ReLU(inplace=True),
    nn.MaxPool2d(2),
    nn.Conv2d(4, 8, 3),
    nn.ReLU(),
    nn.AdaptiveAvgPool2d(1),
    nn.Flatten(),
    nn.Dropout(0.3),
    nn.Linear(8, 3),
)
o = torch.optim.SGD(m.parameters(), 0.1, momentum=0.9, nesterov=True, weight_decay=0.001)
s = torch.optim.lr_scheduler.CosineAnnealingLR(o, 10)
x = torch.randn(24, 1, 8, 8)
y = torch.randint(0, 3, (24,))
ds = torch.utils.data.TensorDataset(x, y)
dl = torch.utils.data.DataLoader(ds, 8, shuffle=True)
for ep in range(4):
    m.train()
    tot = 0
    for a, b in dl:
        o.zero_grad()
        l = F.cross_entropy(m(a), b, label_smoothing=0.1)
        l.backward()
        o.step()
        tot += l.item() * len(a)
    s.step()
    m.eval()
    with torch.no_grad():
        acc = (m(x).argmax(1) == y).float().mean()
    print(f"{tot / 24:.4f} {acc:.3f} {s.get_last_lr()[0]:.4f}")
print(m[1].running_mean, m[1].num_batches_tracked)
