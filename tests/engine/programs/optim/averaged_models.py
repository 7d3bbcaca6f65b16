import torch
import torch.nn as nn
from torch.optim.swa_utils import SWALR, AveragedModel, get_ema_multi_avg_fn

m = nn.Linear(1, 1, bias=False)
m.weight.data.fill_(1.0)
a = AveragedModel(m)
a.update_parameters(m)
m.weight.data.fill_(3.0)
a.update_parameters(m)
print(a.module.weight, a.n_averaged, list(a.state_dict()))
e = AveragedModel(m, multi_avg_fn=get_ema_multi_avg_fn(0.9))
e.update_parameters(m)
m.weight.data.fill_(0.0)
e.update_parameters(m)
print(e.module.weight)
o = torch.optim.SGD(m.parameters(), lr=1.0)
s = SWALR(o, swa_lr=0.1, anneal_epochs=3)
for _ in range(5):
    o.step()
    s.step()
    print(o.param_groups[0]["lr"])
