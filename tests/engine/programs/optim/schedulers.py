import warnings

import torch
from torch import nn, optim
from torch.optim.lr_scheduler import *


def tried(f):
    try:
        return f()
    except Exception as e:
        return type(e).__name__


def opt(**kw):
    a, b = nn.Parameter(torch.ones(1)), nn.Parameter(torch.ones(1))
    return optim.SGD([{"params": [a]}, {"params": [b], "lr": 0.5}], lr=1.0, momentum=0.9, **kw)


cases = {
    "lambda": lambda o: LambdaLR(o, lambda e: 0.9**e),
    "lambda2": lambda o: LambdaLR(o, [lambda e: 0.5**e, lambda e: 1 / (e + 1)]),
    "mult": lambda o: MultiplicativeLR(o, lambda e: 0.9),
    "step": lambda o: StepLR(o, 3),
    "step2": lambda o: StepLR(o, 2, 0.5),
    "multi": lambda o: MultiStepLR(o, [2, 5, 5], 0.1),
    "exp": lambda o: ExponentialLR(o, 0.8),
    "const": lambda o: ConstantLR(o),
    "linear": lambda o: LinearLR(o),
    "linear2": lambda o: LinearLR(o, 1.0, 0.1, 8),
    "poly": lambda o: PolynomialLR(o, 6, 2.0),
    "cos": lambda o: CosineAnnealingLR(o, 5),
    "cos2": lambda o: CosineAnnealingLR(o, 4, 0.1),
    "warm": lambda o: CosineAnnealingWarmRestarts(o, 3),
    "warm2": lambda o: CosineAnnealingWarmRestarts(o, 2, 2, 0.01),
    "cyc": lambda o: CyclicLR(o, 0.1, 1.0, 3),
    "cyc2": lambda o: CyclicLR(o, 0.1, 1.0, 2, 3, mode="triangular2"),
    "cyc3": lambda o: CyclicLR(o, [0.1, 0.2], [1.0, 2.0], 2, mode="exp_range", gamma=0.9),
    "cyc4": lambda o: CyclicLR(o, 0.1, 1.0, 2, scale_fn=lambda x: 1 / x, cycle_momentum=False),
    "one": lambda o: OneCycleLR(o, 1.0, 12),
    "one2": lambda o: OneCycleLR(
        o, [1.0, 2.0], epochs=3, steps_per_epoch=4, anneal_strategy="linear", three_phase=True
    ),
    "seq": lambda o: SequentialLR(o, [LinearLR(o, 0.1, 1.0, 3), CosineAnnealingLR(o, 6)], [3]),
    "seq3": lambda o: SequentialLR(
        o, [ConstantLR(o, 0.1, 2), ExponentialLR(o, 0.9), StepLR(o, 2)], [2, 6]
    ),
    "chain": lambda o: ChainedScheduler([ConstantLR(o, 0.1, 4), ExponentialLR(o, 0.9)]),
}
for name, make in cases.items():
    o = opt()
    s = make(o)
    row = []
    with warnings.catch_warnings(record=True) as ws:
        warnings.simplefilter("always")
        for i in range(12):
            row.append((s.get_last_lr(), [g["momentum"] for g in o.param_groups]))
            o.step()
            s.step()
    print(
        name,
        row[0],
        [[round(v, 7) for v in r[0]] for r in row],
        [round(r[1][0], 5) for r in row],
        [x.category.__name__ for x in ws],
    )
    sd = s.state_dict()
    print(
        {k: v for k, v in sd.items() if k not in ("_schedulers", "milestones")},
        list(o.param_groups[0]),
        o.param_groups[0].get("initial_lr"),
    )
    o2 = opt()
    s2 = make(o2)
    s2.load_state_dict(sd)
    print(getattr(s2, "last_epoch", None), s2.get_last_lr() == s.get_last_lr(), type(s))
o = opt()
p = ReduceLROnPlateau(o, patience=1, cooldown=1, min_lr=[0.001, 0.2])
out = []
for v in [1.0, 0.9, 0.95, 0.96, 0.97, 0.98, 0.99, 1.0, 1.0, 1.0, 1.0, 0.5, 0.5, 0.5, 0.5]:
    p.step(v)
    out.append((p.get_last_lr(), p.num_bad_epochs, p.best))
print(out)
print(p.state_dict())
p = ReduceLROnPlateau(opt(), "max", factor=0.5, patience=0, threshold=0.1, threshold_mode="abs")
for v in [1.0, 1.05, 1.2, torch.tensor(1.2)]:
    p.step(v)
    print(p.get_last_lr())
for bad in (
    lambda: StepLR(3, 1),
    lambda: ReduceLROnPlateau(opt(), factor=1.0),
    lambda: ReduceLROnPlateau(opt(), mode="x"),
    lambda: ReduceLROnPlateau(3),
    lambda: LambdaLR(opt(), [lambda e: 1.0]),
    lambda: MultiplicativeLR(opt(), [1, 2]),
    lambda: ConstantLR(opt(), 2.0),
    lambda: LinearLR(opt(), 0.0),
    lambda: CosineAnnealingWarmRestarts(opt(), 0),
    lambda: CosineAnnealingWarmRestarts(opt(), 1, 0.5),
    lambda: CyclicLR(3, 0.1, 1.0),
    lambda: CyclicLR(opt(), [0.1], 1.0),
    lambda: CyclicLR(opt(), 0.1, 1.0, mode="z"),
    lambda: CyclicLR(optim.Adagrad([nn.Parameter(torch.ones(1))]), 0.1, 1.0),
    lambda: OneCycleLR(opt(), 1.0),
    lambda: OneCycleLR(opt(), 1.0, 0),
    lambda: OneCycleLR(opt(), 1.0, 5, pct_start=2),
    lambda: OneCycleLR(opt(), 1.0, 5, anneal_strategy="x"),
    lambda: SequentialLR(opt(), [], []),
    lambda: SequentialLR(o, [StepLR(o, 1)], [1]),
    lambda: SequentialLR(o, [StepLR(opt(), 1)], []),
    lambda: ChainedScheduler([]),
    lambda: ChainedScheduler([p]),
    lambda: StepLR(opt(), 1, last_epoch=3),
    lambda: LRScheduler(opt()),
):
    print(tried(bad))
with warnings.catch_warnings(record=True) as ws:
    warnings.simplefilter("always")
    o = opt()
    s = StepLR(o, 1)
    s.step()
    print([x.category.__name__ for x in ws])
    o.step()
    s.step()
    s.get_lr()
    s.step(7)
    print([x.category.__name__ for x in ws], s.get_last_lr(), s.last_epoch)
o = opt()
s = OneCycleLR(o, 1.0, 3)
print([tried(lambda: (o.step(), s.step())) for _ in range(5)])
o = optim.Adam([nn.Parameter(torch.ones(1))], lr=0.1)
s = CyclicLR(o, 0.1, 1.0, 2)
print(o.param_groups[0]["betas"], s.use_beta1)
o.step()
s.step()
print(o.param_groups[0]["betas"], o)


class My(LRScheduler):
    def get_lr(self):
        return [b * (self.last_epoch + 1) for b in self.base_lrs]


o = opt()
s = My(o)
o.step()
s.step()
print(s.get_last_lr(), s.state_dict())
o = opt()
s = StepLR(o, 1)
o2 = opt()
o.add_param_group({"params": [nn.Parameter(torch.ones(1))], "lr": 3.0})
print(tried(lambda: (o.step(), s.step())), [g["lr"] for g in o.param_groups])
t = torch.tensor(1.0)
o = optim.SGD([nn.Parameter(torch.ones(1))], lr=t)
s = ExponentialLR(o, 0.5)
o.step()
s.step()
print(t, o.param_groups[0]["lr"] is t, s.get_last_lr(), s.base_lrs)
o = opt()
s = CosineAnnealingWarmRestarts(o, 4)
s.step(1.5)
print(s.get_last_lr(), s.last_epoch, s.T_cur)
o = opt()
a = ExponentialLR(o, 0.9)
b = StepLR(o, 2)
o.step()
a.step()
b.step()
print([g["lr"] for g in o.param_groups], a.get_last_lr())
o = opt()
s = StepLR(o, 2)
[(o.step(), s.step()) for _ in range(3)]
sd, od = s.state_dict(), o.state_dict()
o2 = opt()
o2.load_state_dict(od)
s2 = StepLR(o2, 2, last_epoch=2)
print(s2.get_last_lr(), s2.last_epoch)
