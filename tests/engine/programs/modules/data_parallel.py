import torch
import torch.nn as nn

m = nn.DataParallel(nn.Linear(2, 1))
print([n for n, _ in m.named_parameters()], m(torch.ones(1, 2)).shape, m.module)
print(m)
