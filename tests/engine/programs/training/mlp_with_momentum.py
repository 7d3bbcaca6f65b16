import torch
from torch import nn

torch.manual_seed(0)
x = torch.randn(64, 10)
y = (x[:, :1] * x[:, 1:2] + torch.sin(x[:, 2:3])).detach()
model = nn.Sequential(nn.Linear(10, 32), nn.ReLU(), nn.Linear(32, 32), nn.Tanh(), nn.Linear(32, 1))
print(model)
optimizer = torch.optim.SGD(model.parameters(), lr=0.05, momentum=0.9)
for step in range(50):
    optimizer.zero_grad()
    loss = nn.functional.mse_loss(model(x), y)
    loss.backward()
    optimizer.step()
    print(f"{step} {loss.item():.4f}")
print(f"{sum(p.abs().sum().item() for p in model.parameters()):.3f}")
