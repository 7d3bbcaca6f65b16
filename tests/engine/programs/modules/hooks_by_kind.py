import gc
import pickle
import weakref
from collections import namedtuple

import torch
import torch.nn as nn

Pair = namedtuple("Pair", "first second")


class Two(nn.Module):
    def forward(self, x):
        return Pair(x * 2, x + 1)


m = Two()
m.register_full_backward_pre_hook(lambda mod, g: print("before", type(g).__name__, len(g)))
m.register_full_backward_hook(lambda mod, gi, go: print("after", len(gi), len(go)))
out = m(torch.ones(2, requires_grad=True))
print(type(out).__name__, out._fields)
out.second.sum().backward()


class Writes(nn.Module):
    def forward(self, x, write):
        if write:
            x += 1
        return x.clone()


for register in ("register_full_backward_hook", "register_full_backward_pre_hook"):
    m = Writes()
    x = torch.ones(3, requires_grad=True)
    with getattr(m, register)(lambda *a: print("called")):
        m(x, False).sum().backward()
        try:
            m(x.clone(), True)
        except RuntimeError:
            print("refused")
    m(x.clone(), True)


m = nn.ReLU()
m.register_load_state_dict_pre_hook(print)
m._register_load_state_dict_pre_hook(print)
m.load_state_dict(m.state_dict())
again = pickle.loads(pickle.dumps(m))
again.load_state_dict(m.state_dict())
gc.disable()
seen = weakref.ref(m)
del m
print(seen())
gc.enable()
m = nn.Linear(1, 1)
h = m.register_forward_hook(
    lambda *a, **k: print("first", len(a)), with_kwargs=True, always_call=True
)
h.remove()
m.register_forward_hook(lambda *a: print("second", len(a)))
m(torch.ones(1))
