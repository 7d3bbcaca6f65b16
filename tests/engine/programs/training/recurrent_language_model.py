import torch
import torch.nn as nn
import torch.nn.functional as F

torch.manual_seed(0)
text = "hello world hello torch "
vocab = sorted(set(text))
ix = torch.tensor([vocab.index(c) for c in text])


class LM(nn.Module):
    def __init__(s, v):
        super().__init__()
        s.e = nn.Embedding(v, 8)
        s.r = nn.GRU(8, 16, batch_first=True)
        s.o = nn.Linear(16, v)

    def forward(s, x, h=None):
        y, h = s.r(s.e(x), h)
        return (s.o(y), h)


m = LM(len(vocab))
o = torch.optim.RMSprop(m.parameters(), 0.01)
h = None
for i in range(8):
    if h is not None:
        h = h.detach()
    y, h = m(ix[None, :-1], h)
    l = F.cross_entropy(y.view(-1, len(vocab)), ix[1:])
    o.zero_grad()
    l.backward()
    nn.utils.clip_grad_norm_(m.parameters(), 1.0)
    o.step()
    print(f"{l.item():.4f}")
m.eval()
with torch.no_grad():
    c = ix[:1]
    h = None
    out = ""
    for _ in range(10):
        y, h = m(c[None], h)
        c = y[0, -1].argmax()[None]
        out += vocab[c]
print(out)
