import torch
from torch import nn
from torch.nn.utils import (
    clip_grad_norm_,
    clip_grad_value_,
    clip_grads_with_norm_,
    get_total_norm,
    parameters_to_vector,
    vector_to_parameters,
)


def tried(f):
    try:
        return f()
    except Exception as e:
        return type(e).__name__


def fresh():
    ps = [
        nn.Parameter(torch.tensor([3.0, 4.0])),
        nn.Parameter(torch.tensor(1.0)),
        nn.Parameter(torch.ones(2)),
    ]
    ps[0].grad = torch.tensor([3.0, 4.0])
    ps[1].grad = torch.tensor(-12.0)
    return ps


for kw in (
    dict(max_norm=1.0),
    dict(max_norm=100.0),
    dict(max_norm=1.0, norm_type=1),
    dict(max_norm=2.0, norm_type=float("inf")),
    dict(max_norm=1.0, norm_type=3.0),
    dict(max_norm=1, norm_type=0),
):
    ps = fresh()
    print(kw, clip_grad_norm_(ps, **kw), [p.grad for p in ps])
ps = fresh()
print(clip_grad_value_(ps, 2.5), [p.grad for p in ps])
print(clip_grad_norm_(ps[0], 1.0), clip_grad_norm_([], 1.0), clip_grad_norm_([ps[2]], 1.0))
print(clip_grad_norm_((p for p in ps), 1.0))
g = (p for p in ps)
list(g)
print(clip_grad_norm_(g, 1.0))
ps = fresh()
ps[0].grad[0] = float("nan")
print(
    clip_grad_norm_(ps, 1.0),
    [p.grad for p in ps],
    tried(lambda: clip_grad_norm_(ps, 1.0, error_if_nonfinite=True)),
)
ps = fresh()
ps[1].grad.fill_(float("inf"))
print(clip_grad_norm_(ps, 1.0), [p.grad for p in ps])
print(
    get_total_norm([torch.ones(3), torch.ones(2, 2)]),
    get_total_norm([]),
    get_total_norm(torch.ones(4)),
)
ps = fresh()
v0 = ps[0].grad._version
clip_grads_with_norm_(ps, 1.0, torch.tensor(13.0))
print([p.grad for p in ps], ps[0].grad._version - v0)
ps = fresh()
t = ps[0].grad
clip_grad_norm_(ps, 1.0)
print(t is ps[0].grad, t)
m = nn.Linear(2, 2)
v = parameters_to_vector(m.parameters())
print(v.shape, v.grad_fn.name(), v.requires_grad)
vector_to_parameters(torch.arange(6.0), m.parameters())
print(
    m.weight,
    m.bias,
    tried(lambda: vector_to_parameters([1.0], m.parameters())),
    tried(lambda: vector_to_parameters(torch.ones(3), m.parameters())),
)
m(torch.ones(1, 2)).sum().backward()
n = clip_grad_norm_(m.parameters(), 0.5)
print(n, type(n).__name__, n.requires_grad, n.dim(), m.weight.grad)
import torch.nn.utils.rnn as R

print(
    R.pad_sequence([torch.ones(2), torch.ones(3) * 2, torch.ones(1) * 3]),
    R.pad_sequence([torch.ones(2, 2), torch.ones(1, 2)], batch_first=True, padding_value=-1.0),
    R.pad_sequence([torch.ones(2), torch.ones(1)], batch_first=True, padding_side="left"),
    R.unpad_sequence(R.pad_sequence([torch.ones(2), torch.ones(3) * 2]), torch.tensor([2, 3])),
)
