import torch
from torch import nn


class Tagger(nn.Module):
    def __init__(self):
        super().__init__()
        self.embed = nn.Embedding(10, 6, padding_idx=0)
        self.rnn = nn.LSTM(6, 8, num_layers=2, batch_first=True, dropout=0.2, bidirectional=True)
        self.gru = nn.GRU(16, 5, batch_first=True)
        self.out = nn.Linear(5, 3)

    def forward(self, tokens):
        hidden, _ = self.rnn(self.embed(tokens))
        hidden, last = self.gru(hidden)
        return self.out(last[-1])


torch.manual_seed(2)
model = Tagger()
print(model)
tokens = torch.randint(0, 10, (20, 7))
labels = tokens.sum(1) % 3
optimizer = torch.optim.Adam(model.parameters(), lr=0.02)
for step in range(50):
    optimizer.zero_grad()
    loss = nn.functional.cross_entropy(model(tokens), labels)
    loss.backward()
    nn.utils.clip_grad_value_(model.parameters(), 0.5)
    optimizer.step()
    print(f"{step} {loss.item():.4f}")
