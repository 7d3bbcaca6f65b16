import copy
import pickle
import warnings

import torch
import torch.nn as nn
from torch.nn.utils import fuse_conv_bn_eval, fuse_linear_bn_eval

warnings.simplefilter("ignore")


def again(x):
    try:
        return pickle.loads(pickle.dumps(x))
    except Exception as e:
        return type(e).__name__


p = nn.Parameter(torch.ones(2))
optimizer = torch.optim.Adam([p], 0.1)
scheduler = torch.optim.lr_scheduler.StepLR(optimizer, 2)
p.grad = torch.ones(2)
optimizer.step()
scheduler.step()
copied = again(optimizer)
(q,) = copied.param_groups[0]["params"]
print(copied, copied.state[q], q is p)
print(again(scheduler).state_dict(), copy.deepcopy(scheduler).last_epoch)
print(again(p), again(p.shape), again(torch.float32), again(torch.device("cpu")))
print(again(nn.Sequential(nn.Linear(1, 1), nn.ReLU())), again(nn.MSELoss(reduction="sum")))
data = torch.utils.data.TensorDataset(torch.arange(3))
print(again(data)[1], len(again(torch.utils.data.Subset(data, [0]))))
print(list(again(torch.utils.data.DataLoader(data, batch_size=2))))
print(again(torch.distributions.Normal(0.0, 1.0)), again(nn.ParameterList([torch.ones(1)])))
print(again(nn.utils.rnn.pack_sequence([torch.ones(2, 1)])).batch_sizes)

# a layer and its normalisation as one
conv, norm = nn.Conv2d(1, 2, 2).eval(), nn.BatchNorm2d(2)
norm(torch.arange(16.0).view(1, 2, 2, 4))
norm.eval()
x = torch.arange(9.0).view(1, 1, 3, 3)
fused = fuse_conv_bn_eval(conv, norm)
print(fused, torch.allclose(fused(x), norm(conv(x)), atol=1e-5), fused is conv)
linear, norm = nn.Linear(2, 3, bias=False).eval(), nn.BatchNorm1d(3).eval()
fused = fuse_linear_bn_eval(linear, norm)
print(fused, torch.allclose(fused(x[0, 0, :, :2]), norm(linear(x[0, 0, :, :2])), atol=1e-5))
for layers in ((nn.Linear(2, 2).eval(), norm), (linear.train(), norm)):
    try:
        print(fuse_linear_bn_eval(*layers))
    except Exception as e:
        print(type(e).__name__)
# a gradient that is NaN has no sign
p = nn.Parameter(torch.tensor([1.0, -2.0]))
optimizer = torch.optim.Rprop([p], 0.1)
for sign in (1, -1, 1):
    p.grad = torch.tensor([float("nan"), sign])
    optimizer.step()
print(p, optimizer.state[p])
