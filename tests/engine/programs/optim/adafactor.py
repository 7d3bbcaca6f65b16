import torch
import torch.nn as nn


def tried(f, *args, **kwargs):
    try:
        return f(*args, **kwargs)
    except Exception as e:
        return type(e).__name__


torch.manual_seed(0)
x, y = torch.randn(16, 4), torch.randn(16, 2)
for options in (
    {},
    {"lr": 0.1, "weight_decay": 0.1},
    {"d": 2.0, "eps": (1e-3, 1e-2)},
    {"beta2_decay": -0.5, "maximize": True},
):
    torch.manual_seed(1)
    net = nn.Sequential(nn.Linear(4, 8), nn.Tanh(), nn.Linear(8, 2))
    o = torch.optim.Adafactor(net.parameters(), **options)
    for step in range(20):
        o.zero_grad()
        loss = nn.functional.mse_loss(net(x), y)
        loss.backward()
        o.step()
        if step % 5 == 4:
            print(f"{loss.item():.4f}")
print(o)
for p, s in o.state.items():
    print(tuple(p.shape), {k: tuple(v.shape) for k, v in s.items()}, s["step"])
print(o.state_dict()["param_groups"][0])
again = torch.optim.Adafactor(net.parameters())
again.load_state_dict(o.state_dict())
print(again.param_groups[0]["maximize"], len(again.state))
w = nn.Parameter(torch.ones(2, 3, 4))
o = torch.optim.Adafactor([w], lr=torch.tensor(0.5))
w.sin().sum().backward()
o.step()
print(w, o.state[w]["row_var"].shape, o.state[w]["col_var"].shape)
for options in (
    {"lr": -1},
    {"beta2_decay": 0.1},
    {"eps": (-1, 1)},
    {"eps": (1, -1)},
    {"d": 0.5},
    {"weight_decay": -1},
    {"lr": torch.ones(2)},
):
    print(tried(torch.optim.Adafactor, [w], **options))
c = nn.Parameter(torch.ones(2, dtype=torch.complex64))
o = torch.optim.Adafactor([c])
c.abs().sum().backward()
print(tried(o.step))
