import torch
import torch.nn as nn


def tried(f):
    try:
        return f()
    except Exception as e:
        return type(e).__name__


p = torch.ones(2, requires_grad=True)
o = torch.optim.SGD([p], lr=0.1, momentum=0.9)
p.grad = torch.ones(2)
o.step()
print(p)
p.data = torch.zeros(2)
p.grad = torch.ones(2)
o.step()
print(p)
p.grad = None
o.step()
print(p, o.state[p])
o.param_groups[0]["lr"] = 1.0
p.grad = torch.ones(2)
o.step()
print(p)
o.zero_grad()
print(p.grad)
o.param_groups[0]["params"].append(torch.ones(1, requires_grad=True))
print(tried(o.step))
p.grad = torch.ones(2).double() if False else torch.ones(2)
p.grad[0] = float("nan")
o.step()
print(p)
q = nn.Parameter(torch.ones(2))
o = (
    torch.optim.Adam([q], lr=torch.tensor(0.1))
    if False
    else torch.optim.Adam([q], lr=0.1, maximize=True)
)
q.grad = torch.tensor([1.0, -1.0])
o.step()
print(q)
print(o.state[q]["step"], type(o.state[q]["step"]).__name__)
h = o.register_step_pre_hook(lambda o, a, k: print("pre"))
o.register_step_post_hook(lambda o, a, k: print("post"))
o.step()
h.remove()
o.step()
print(tried(lambda: o.step(closure=lambda: torch.tensor(3.0))))
s = torch.optim.SGD([{"params": [q], "name": "a"}], lr=0.1)
print(s.param_groups[0]["name"], s.param_groups[0]["momentum"])
print(tried(lambda: torch.optim.SGD([q], lr=0.1).load_state_dict(o.state_dict())))
x = torch.optim.Adagrad([q], lr=0.1, initial_accumulator_value=0.5)
print(x.state[q]["sum"])
z = torch.ones(2, dtype=torch.float64, requires_grad=True)
o = torch.optim.AdamW([z], lr=0.1)
z.grad = torch.ones(2, dtype=torch.float64)
o.step()
print(z, o.state[z]["exp_avg"].dtype)
cplx = torch.ones(1, dtype=torch.complex64, requires_grad=True)
o = torch.optim.SGD([cplx], lr=0.1)
cplx.grad = torch.ones(1, dtype=torch.complex64) * 1j
print(tried(o.step), cplx)
