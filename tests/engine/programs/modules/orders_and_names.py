import warnings

import torch
import torch.nn as nn


def tried(f):
    try:
        return f()
    except Exception as e:
        return type(e).__name__


def warned(f):
    with warnings.catch_warnings(record=True) as seen:
        warnings.simplefilter("always")
        try:
            result = f()
        except Exception as e:
            result = type(e).__name__
    return result, [w.category.__name__ for w in seen]


class M(nn.Module):
    def __init__(s):
        super().__init__()
        s.b = nn.Linear(1, 1)
        s.a = nn.Parameter(torch.ones(1))
        s.c = nn.ModuleDict({"z": nn.Linear(1, 1), "y": nn.ReLU()})
        s.register_buffer("buf", torch.zeros(1))
        s.b2 = s.b


m = M()
print(
    [n for n, _ in m.named_parameters()],
    [n for n, _ in m.named_modules()],
    [n for n, _ in m.named_children()],
    list(m.state_dict()),
    [n for n, _ in m.named_parameters(recurse=False)],
    [n for n, _ in m.named_parameters(prefix="p")],
    [n for n, _ in m.named_buffers()],
    len(list(m.buffers())),
    [n for n, _ in m.named_modules(remove_duplicate=False)],
)
p = m.parameters()
print(len(list(p)), len(list(p)))
o = torch.optim.SGD(m.parameters(), 0.1)
print(len(o.param_groups[0]["params"]))
print(warned(lambda: nn.utils.clip_grad_norm_(p, 1.0)))
print(tried(lambda: torch.optim.SGD(p, 0.1)))
print(nn.utils.parameters_to_vector(m.parameters()).shape)
nn.utils.vector_to_parameters(torch.zeros(5), m.parameters())
print(m.a, m.b.weight)
print(tried(lambda: nn.utils.vector_to_parameters([1], m.parameters())))
