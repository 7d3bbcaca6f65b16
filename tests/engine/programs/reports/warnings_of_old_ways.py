import warnings

import torch
import torch.nn as nn
import torch.nn.functional as F


def warned(f):
    with warnings.catch_warnings(record=True) as seen:
        warnings.simplefilter("always")
        try:
            result = f()
        except Exception as e:
            result = type(e).__name__
    return result, [w.category.__name__ for w in seen]


x = torch.tensor([[1.0, 2.0], [3.0, 4.0]], requires_grad=True)
print(warned(lambda: nn.MSELoss(size_average=False)(x, x * 2)))
print(warned(lambda: F.l1_loss(x, x * 2, reduce=False)))
print(warned(lambda: F.mse_loss(x, x * 2, size_average=True, reduce=True)))
print(warned(lambda: F.kl_div(F.log_softmax(x, 1), F.softmax(x * 2, 1))))
print(warned(lambda: F.kl_div(F.log_softmax(x, 1), F.softmax(x * 2, 1), reduction="batchmean")))
print(F.cosine_embedding_loss(x, x * 2, torch.ones(2)))
print(warned(lambda: torch.autograd.grad((x * x).sum(), x, only_inputs=False)))
m = nn.Linear(2, 1)
got = []
with torch.no_grad():
    (m.weight.fill_(0.5), m.bias.zero_())
print(warned(lambda: m.register_backward_hook(lambda mod, gi, go: got.append(len(gi))) and None))
print(warned(lambda: m(x).sum().backward()))
print(got)
s = nn.Sigmoid()
s.register_backward_hook(lambda mod, gi, go: got.append(len(gi)))
print(warned(lambda: s(x * 2).sum().backward()))
print(got)
p = torch.ones(2, requires_grad=True)
p.grad = torch.tensor([3.0, 4.0])
print(warned(lambda: nn.utils.clip_grad_norm([p], 1.0)))
print(p.grad)
