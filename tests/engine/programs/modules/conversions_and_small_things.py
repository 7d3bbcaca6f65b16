import warnings
from collections import OrderedDict
from types import MethodType

import torch
import torch.nn as nn
import torch.nn.functional as F
from torch.nn.modules.utils import _pair, _triple, consume_prefix_in_state_dict_if_present


def tried(f):
    try:
        return f()
    except Exception as e:
        return type(e).__name__


# conversions
m = nn.Linear(3, 5)
cpu = torch.device("cpu")
for call in (
    lambda: m.to("cpu"),
    lambda: m.to("cpu", dtype=torch.float32),
    lambda: m.to(cpu, torch.float64),
    lambda: m.to(torch.float32, True),
    lambda: m.to(torch.ones(1).double(), True),
    lambda: m.to(torch.float32, non_blocking=True),
    lambda: m.to(),
    lambda: m.to(None, torch.float64, False),
    lambda: m.to("cpu", copy=True),
    lambda: m.to(torch.float32, True, True),
    lambda: m.to(cpu, True),
    lambda: m.to(torch.long),
    lambda: m.to(None, True),
    lambda: m.to(cpu, torch.long, True),
    lambda: m.to(cpu, dtype=torch.long, non_blocking=True),
    lambda: m.to([]),
    lambda: m.to(cpu, torch.float32, True, True, True),
    lambda: m.to(nothing=1),
):
    result = tried(call)
    print(result if isinstance(result, str) else "itself" if result is m else "?", m.weight.dtype)
# what is converted in place
m = nn.Linear(2, 2)
m.weight.grad = torch.ones(2, 2).requires_grad_()
weight, grad, product = m.weight, m.weight.grad, m.weight * m.weight
version = weight._version
m._apply(lambda t: t.add_(1.0))
print(weight._version > version, m.weight is weight, m.weight.grad is grad, grad)
print(tried(lambda: product.sum().backward()))
m.double()
print(m.weight.grad is grad, grad.dtype, grad.requires_grad, m.weight is weight)
# prefixes of states
d = OrderedDict((f"module.{k}", v) for k, v in nn.Sequential(m).state_dict().items())
d._metadata = OrderedDict([("", {}), ("module", {"version": 1}), ("module.0", {"version": 1})])
consume_prefix_in_state_dict_if_present(d, "module.")
print(list(d), list(d._metadata), _pair(2), _triple([1, 2, 3]))
# modules that draw nothing
torch.manual_seed(0)
s = nn.utils.skip_init(nn.Linear, 3, 2, bias=False)
print(s, s.weight.shape, s.weight.requires_grad, torch.rand(1))
print(tried(lambda: nn.utils.skip_init(nn.ReLU)), tried(lambda: nn.utils.skip_init(int)))
# lengths and sizes that are no integers
p, t = torch.randn(5, 1, 4).log_softmax(2), torch.ones(1, 2, dtype=torch.long)
for dtype in (torch.long, torch.float):
    n = torch.tensor([5], dtype=dtype)
    print(tried(lambda: F.ctc_loss(p, t, n, torch.tensor([2])).dtype))
x = torch.ones(1, 1, 4, 4)
for size in (2.0, (2.0, 2.0), [2, 2.0], torch.tensor([2, 2]), (torch.tensor(2), torch.tensor(2))):
    print(tried(lambda: F.interpolate(x, size=size).shape))
for factor in (1e20, -1e20, 0.1):
    print(tried(lambda: F.interpolate(x, scale_factor=factor, mode="bilinear").shape))


# a step that somebody replaced
def taught(replace_first):
    o = torch.optim.SGD([nn.Parameter(torch.ones(1))], lr=0.1)
    step = o.step
    if replace_first:
        o.step = MethodType(lambda self, *a: step(*a), o)
    sched = torch.optim.lr_scheduler.StepLR(o, 1)
    if not replace_first:
        o.step = MethodType(lambda self, *a: step(*a), o)
    with warnings.catch_warnings(record=True) as seen:
        warnings.simplefilter("always")
        for _ in range(3):
            o.step()
            sched.step()
    return [w.category.__name__ for w in seen]


print(taught(False), taught(True))
