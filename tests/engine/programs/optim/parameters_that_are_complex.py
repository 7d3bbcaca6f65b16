import torch
import torch.nn as nn


def rounded(v):
    v = v.detach()
    v = torch.view_as_real(v) if v.is_complex() else v
    return [round(x, 3) + 0.0 for x in v.flatten().tolist()]


KINDS = {
    "SGD": ({"momentum": 0.9, "nesterov": True, "weight_decay": 0.1},),
    "Adam": ({}, {"amsgrad": True, "weight_decay": 0.1}, {"maximize": True}),
    "AdamW": ({},),
    "Adamax": ({}, {"weight_decay": 0.1}),
    "NAdam": ({}, {"decoupled_weight_decay": True, "weight_decay": 0.1}),
    "RAdam": ({},),
    "RMSprop": ({}, {"centered": True, "momentum": 0.9}),
    "Rprop": ({},),
    "Adagrad": ({}, {"initial_accumulator_value": 0.5}, {"lr_decay": 0.1, "weight_decay": 0.1}),
    "Adadelta": ({}, {"weight_decay": 0.1}),
    "ASGD": ({"t0": 2}, {"weight_decay": 0.1}),
}
for name, choices in KINDS.items():
    for options in choices:
        w = nn.Parameter(torch.tensor([[1 + 2j, -0.5j], [0.25, 2 - 1j]]))
        t = nn.Parameter(torch.tensor([[1 + 2j, -0.5j], [0.25, 2 - 1j]]).t())
        s = nn.Parameter(torch.tensor(1 - 1j))
        o = getattr(torch.optim, name)([w, t, s], lr=0.1, **options)
        for step in range(8):
            o.zero_grad()
            loss = (w * w - 1).abs().square().sum() + (t.real - 3 * t.imag).square().sum() + s.abs()
            loss.backward()
            o.step()
        print(name, options, f"{loss.item():.4f}", *map(rounded, (w, t, s)))
        print({k: (v.dtype, tuple(v.shape)) for k, v in o.state[w].items() if torch.is_tensor(v)})
w, real = nn.Parameter(torch.tensor([1 + 2j, -0.5j])), nn.Parameter(torch.ones(2))
o = torch.optim.LBFGS([w, real], lr=0.5, line_search_fn="strong_wolfe", max_iter=5)


def closure():
    o.zero_grad()
    loss = (w * w - 1).abs().square().sum() + (real - w.imag).square().sum()
    loss.backward()
    return loss


print(*(f"{o.step(closure):.4f}" for _ in range(3)), rounded(w), rounded(real))
