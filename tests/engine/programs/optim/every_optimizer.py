import torch
from torch import optim


def tried(f):
    try:
        return f()
    except Exception as e:
        return type(e).__name__


O = optim
cases = [
    ("SGD", {}),
    ("SGD", dict(lr=0.1, momentum=0.9)),
    ("SGD", dict(lr=0.1, momentum=0.9, dampening=0.5)),
    ("SGD", dict(lr=0.1, momentum=0.9, nesterov=True)),
    ("SGD", dict(lr=0.1, weight_decay=0.1)),
    ("SGD", dict(lr=0.001, maximize=True, momentum=0.5, weight_decay=0.01)),
    ("Adam", {}),
    ("Adam", dict(lr=0.1, betas=(0.8, 0.9))),
    ("Adam", dict(lr=0.1, amsgrad=True)),
    ("Adam", dict(lr=0.1, weight_decay=0.1, maximize=True)),
    ("Adam", dict(lr=0.1, decoupled_weight_decay=True, weight_decay=0.1)),
    ("AdamW", {}),
    ("AdamW", dict(lr=0.1, weight_decay=0.2, amsgrad=True)),
    ("Adamax", {}),
    ("Adamax", dict(lr=0.1, weight_decay=0.1)),
    ("NAdam", {}),
    ("NAdam", dict(lr=0.1, weight_decay=0.1)),
    ("NAdam", dict(lr=0.1, weight_decay=0.1, decoupled_weight_decay=True)),
    ("RAdam", dict(lr=0.1)),
    ("RAdam", dict(lr=0.1, weight_decay=0.1)),
    ("RMSprop", {}),
    ("RMSprop", dict(lr=0.1, centered=True, momentum=0.9)),
    ("RMSprop", dict(lr=0.1, weight_decay=0.1, alpha=0.9)),
    ("Adagrad", dict(lr=0.1)),
    ("Adagrad", dict(lr=0.1, lr_decay=0.1, weight_decay=0.1, initial_accumulator_value=0.1)),
    ("Adadelta", {}),
    ("Adadelta", dict(lr=0.5, rho=0.8, weight_decay=0.1)),
    ("ASGD", dict(lr=0.1)),
    ("ASGD", dict(lr=0.1, t0=2, weight_decay=0.1)),
    ("Rprop", dict(lr=0.1)),
    ("Rprop", dict(lr=0.1, etas=(0.4, 1.5), step_sizes=(0.01, 0.3))),
    ("LBFGS", dict(lr=0.1, max_iter=4)),
]
for dt in (torch.float32, torch.float64):
    for name, kw in cases:
        torch.manual_seed(0)
        a = torch.randn(3, 2, dtype=dt).requires_grad_()
        b = torch.tensor(0.5, dtype=dt, requires_grad=True)
        c = torch.ones(2, dtype=dt, requires_grad=True)
        x = torch.randn(5, 3, dtype=dt)
        o = getattr(O, name)([a, b, c], **kw)
        if dt == torch.float32:
            print(o)

        def closure():
            o.zero_grad()
            loss = ((x @ a * b - 1) ** 2).mean() + a.abs().sum() * 0.01
            loss.backward()
            return loss

        losses = [o.step(closure).item() for _ in range(8)]
        print(name, kw, [round(l, 4) for l in losses])
        print(a, b, c)
        if name != "LBFGS":
            print(dict(o.state[a]), dict(o.state[b]), dict(o.state.get(c, {})))
            print(o.state_dict()["param_groups"])
print(
    tried(lambda: O.SGD([], lr=0.1)),
    tried(lambda: O.SGD(a, lr=0.1)),
    tried(lambda: O.SGD([a, 3], lr=0.1)),
    tried(lambda: O.SGD([a * 2], lr=0.1)),
    tried(lambda: O.SGD([a], lr=-1)),
    tried(lambda: O.SGD([a], lr=0.1, momentum=-1)),
    tried(lambda: O.SGD([a], lr=0.1, nesterov=True)),
    tried(lambda: O.Adam([a], betas=(1.0, 0.9))),
    tried(lambda: O.Adam([a], eps=-1)),
    tried(lambda: O.SGD({a}, lr=0.1)),
    tried(lambda: O.SGD([{"params": [a]}, {"params": [a]}], lr=0.1)),
    tried(lambda: O.SGD([{"params": {a}}], lr=0.1)),
    tried(lambda: O.RMSprop([a], alpha=-1)),
    tried(lambda: O.Adadelta([a], rho=2)),
    tried(lambda: O.Rprop([a], etas=(1, 2))),
    tried(lambda: O.SGD([{"p": [a]}])),
    tried(lambda: O.SGD(None)),
)
print(type(tried(lambda: O.SGD([a, a], lr=0.1))))
print(tried(lambda: O.SGD([torch.ones(2)], lr=0.1)).param_groups[0]["params"])
