import torch
from torch import nn
from torch.optim import SGD
from torch.optim.lr_scheduler import OneCycleLR
from torch.utils.data import DataLoader, Dataset


class Stripes(Dataset):
    """Horizontal or vertical stripes with noise."""

    def __init__(self, count):
        self.labels = torch.randint(2, (count,))
        self.images = torch.randn(count, 1, 8, 8) * 0.5
        self.images[self.labels == 0, :, ::2] += 1.0
        self.images[self.labels == 1, :, :, ::2] += 1.0

    def __len__(self):
        return len(self.labels)

    def __getitem__(self, i):
        return self.images[i], self.labels[i]


torch.manual_seed(11)
data = Stripes(40)
model = nn.Sequential(
    nn.Conv2d(1, 4, 3, bias=False),
    nn.BatchNorm2d(4),
    nn.ReLU(inplace=True),
    nn.Dropout2d(0.2),
    nn.Conv2d(4, 4, 3, stride=2),
    nn.ReLU(),
    nn.AdaptiveAvgPool2d(1),
    nn.Flatten(),
    nn.Linear(4, 1),
)
loader = DataLoader(data, batch_size=8, shuffle=True, drop_last=True)
optimizer = SGD(model.parameters(), lr=0.1, momentum=0.9, nesterov=True, weight_decay=1e-3)
scheduler = OneCycleLR(optimizer, max_lr=0.2, total_steps=50)
criterion = nn.BCEWithLogitsLoss()
for epoch in range(10):
    for images, labels in loader:
        loss = criterion(model(images).squeeze(1), labels.float())
        optimizer.zero_grad(set_to_none=False)
        loss.backward()
        optimizer.step()
        scheduler.step()
        print(f"{loss.item():.4f} {scheduler.get_last_lr()[0]:.6f}")
