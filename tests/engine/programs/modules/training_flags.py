import torch.nn as nn

m = nn.Sequential(nn.Dropout(), nn.Sequential(nn.BatchNorm1d(1)))
m.eval()
print([x.training for x in m.modules()])
m[1].train()
print([x.training for x in m.modules()])
m.train()
m[1][0].eval()
print([x.training for x in m.modules()])


class F1(nn.Module):
    def __init__(s):
        super().__init__()
        s.bn = nn.BatchNorm1d(1)

    def train(s, mode=True):
        super().train(mode)
        s.bn.eval()
        return s


f = F1()
f.train()
print(f.training, f.bn.training)
f.requires_grad_(False)
print([p.requires_grad for p in f.parameters()])
f.bn.weight.requires_grad = True
print([p.requires_grad for p in f.parameters()])
