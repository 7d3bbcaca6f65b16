import torch
import torch.nn as nn
from torch.nn.utils.parametrizations import spectral_norm, weight_norm

torch.manual_seed(0)
m = weight_norm(nn.Linear(3, 2))
print([n for n, _ in m.named_parameters()])
print(m.weight)
print(list(m.state_dict()))
m(torch.ones(1, 3)).sum().backward()
print(m.parametrizations.weight.original0.grad)
m = spectral_norm(nn.Linear(3, 2))
print([n for n, _ in m.named_parameters()], [n for n, _ in m.named_buffers()])
print(m.weight)
print(m)
