import torch
from torch import nn
from torch.utils.data import DataLoader, TensorDataset, random_split

torch.manual_seed(7)
x = torch.randn(200, 8)
y = (x @ torch.randn(8, 3)).argmax(1)
train, held = random_split(TensorDataset(x, y), [160, 40])
model = nn.Sequential(
    nn.Linear(8, 24, bias=False), nn.BatchNorm1d(24), nn.GELU(), nn.Dropout(0.3), nn.Linear(24, 3)
)
optimizer = torch.optim.AdamW(model.parameters(), lr=0.01, weight_decay=0.1)
scheduler = torch.optim.lr_scheduler.CosineAnnealingLR(optimizer, T_max=10)
criterion = nn.CrossEntropyLoss(label_smoothing=0.1)
for epoch in range(10):
    model.train()
    for step, (inputs, targets) in enumerate(DataLoader(train, batch_size=32, shuffle=True)):
        optimizer.zero_grad()
        loss = criterion(model(inputs), targets)
        loss.backward()
        norm = nn.utils.clip_grad_norm_(model.parameters(), 1.0)
        optimizer.step()
        print(f"{epoch}.{step} {loss.item():.4f} {norm.item():.3f}")
    scheduler.step()
    model.eval()
    missed = 0.0
    with torch.no_grad():
        for inputs, targets in DataLoader(held, batch_size=16):
            missed += criterion(model(inputs), targets).item() * len(targets) / len(held)
    print(f"{epoch}: {missed:.3f} on what was held back, lr {scheduler.get_last_lr()[0]:.5f}")
print(model[1].num_batches_tracked)
