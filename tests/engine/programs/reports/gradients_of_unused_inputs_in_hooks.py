import torch
import torch.nn as nn


class T(nn.Module):
    def forward(s, x, y):
        return (x * 2, y * 3, 5)


m = T()
m.register_full_backward_hook(lambda m, gi, go: print("bw", gi, go))
a = torch.ones(1, requires_grad=True)
o = m(a, torch.ones(1))
print(type(o), len(o))
(o[0] + o[1]).backward()
o = m(a, a)
o[1].backward()


class U(nn.Module):
    def forward(s, x, y):
        return x * 2


m = U()
m.register_full_backward_hook(lambda m, gi, go: print("bw", gi, go))
b = torch.ones(1, requires_grad=True)
m(a, b).backward()
print(b.grad)
m(a, torch.ones(1)).backward()
m(a, torch.ones(2, dtype=torch.long)).backward()
m(a, 3).backward()
