# topic: what assigned parameters require, where results of einsum lie, hooks that are no functions
import torch
from torch import nn

a, b = nn.Linear(1, 1), nn.Linear(1, 1)
b.weight.requires_grad_(False)
a.bias.requires_grad_(False)
a.load_state_dict(b.state_dict(keep_vars=True), assign=True)
print(a.weight is b.weight, b.weight.requires_grad, b.bias.requires_grad)
a.load_state_dict(nn.Linear(1, 1).state_dict(), assign=True)
print(a.weight.requires_grad, a.bias.requires_grad)

size = {"i": 2, "j": 3, "k": 4, "l": 5}
for rule in ("ij,jk->ki", "ij,jk->ik", "ij,jk", "ij,jkl->kil", "ij,jkl->lki"):
    factors = rule.split("->")[0].split(",")
    inputs = [torch.ones([size[c] for c in f], requires_grad=True) for f in factors]
    y = torch.einsum(rule, *inputs)
    print(rule, y.stride(), [g.stride() for g in torch.autograd.grad(y.sum(), inputs)])

for pair in ((lambda t: t, None), (1, lambda t: t)):
    try:
        with torch.autograd.graph.saved_tensors_hooks(*pair):
            print("within")
    except TypeError as e:
        print(type(e).__name__)
