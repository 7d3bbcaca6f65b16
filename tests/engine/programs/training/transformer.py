import torch
from torch import nn

torch.manual_seed(4)
layer = nn.TransformerEncoderLayer(8, 2, 16, dropout=0.1, batch_first=True)
encoder = nn.TransformerEncoder(layer, 2, enable_nested_tensor=False)
head = nn.Linear(8, 1)
x = torch.randn(12, 5, 8)
y = x[:, 0].sum(1, keepdim=True)
mask = torch.zeros(12, 5, dtype=torch.bool)
mask[:, 4] = True
optimizer = torch.optim.AdamW([*encoder.parameters(), *head.parameters()], lr=1e-2)
for step in range(50):
    optimizer.zero_grad()
    loss = (head(encoder(x, src_key_padding_mask=mask)[:, 0]) - y).pow(2).mean()
    loss.backward()
    optimizer.step()
    print(f"{step} {loss.item():.4f}")
encoder.eval()
print(f"{head(encoder(x))[:, 0].abs().mean().item():.4f}")
