import torch
from torch import nn

torch.manual_seed(5)
generator = nn.Sequential(nn.Linear(2, 16), nn.LeakyReLU(0.2), nn.Linear(16, 1))
judge = nn.Sequential(nn.Linear(1, 16), nn.LeakyReLU(0.2), nn.Linear(16, 1), nn.Sigmoid())
to_make = torch.optim.Adam(generator.parameters(), lr=0.01, betas=(0.5, 0.999))
to_judge = torch.optim.RMSprop(judge.parameters(), lr=0.005)
criterion = nn.BCELoss()
real, fake = torch.ones(16, 1), torch.zeros(16, 1)
for step in range(50):
    samples = torch.randn(16, 1) * 0.5 + 2
    made = generator(torch.randn(16, 2))
    to_judge.zero_grad()
    loss_judge = criterion(judge(samples), real) + criterion(judge(made.detach()), fake)
    loss_judge.backward()
    to_judge.step()
    to_make.zero_grad()
    loss_make = criterion(judge(made), real)
    loss_make.backward()
    to_make.step()
    print(f"{loss_judge.item():.4f} {loss_make.item():.4f}")
