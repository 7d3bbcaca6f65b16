import torch
import torch.nn as nn
import torch.nn.functional as F


class Net(nn.Module):
    def __init__(self):
        super().__init__()
        self.conv1 = nn.Conv2d(1, 6, 3, padding=1)
        self.norm = nn.BatchNorm2d(6)
        self.conv2 = nn.Conv2d(6, 8, 3)
        self.drop = nn.Dropout(0.25)
        self.fc = nn.Linear(8 * 3 * 3, 4)

    def forward(self, x):
        x = F.max_pool2d(F.relu(self.norm(self.conv1(x))), 2)
        x = F.max_pool2d(F.relu(self.conv2(x)), 2, ceil_mode=True)
        return self.fc(self.drop(x.flatten(1)))


torch.manual_seed(3)
images = torch.rand(48, 1, 16, 16)
labels = torch.randint(0, 4, (48,))
for i, label in enumerate(labels.tolist()):
    images[i, 0, 4 * label : 4 * label + 4] += 1.0
model = Net()
print(model)
optimizer = torch.optim.AdamW(model.parameters(), lr=3e-3)
for step in range(50):
    batch = torch.randperm(48)[:16]
    optimizer.zero_grad()
    loss = F.cross_entropy(model(images[batch]), labels[batch])
    loss.backward()
    optimizer.step()
    print(f"{step} {loss.item():.4f}")
model.eval()
with torch.no_grad():
    print((model(images).argmax(1) == labels).float().mean())
