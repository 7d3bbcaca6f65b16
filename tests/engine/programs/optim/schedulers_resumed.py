import copy
import warnings

import torch
from torch import nn, optim
from torch.optim.lr_scheduler import *

warnings.simplefilter("ignore")


def groups():
    return optim.SGD([{"params": [nn.Parameter(torch.ones(1))], "lr": 0.1 * i} for i in (1, 2)])


makes = {
    "step": lambda o, **k: StepLR(o, 2, 0.5, **k),
    "multi": lambda o, **k: MultiStepLR(o, [2, 3], 0.5, **k),
    "exponential": lambda o, **k: ExponentialLR(o, 0.9, **k),
    "cosine": lambda o, **k: CosineAnnealingLR(o, 5, **k),
    "linear": lambda o, **k: LinearLR(o, 0.5, 1.0, 4, **k),
    "constant": lambda o, **k: ConstantLR(o, 0.5, 3, **k),
    "polynomial": lambda o, **k: PolynomialLR(o, 5, 2.0, **k),
    "lambda": lambda o, **k: LambdaLR(o, lambda e: 0.9**e, **k),
    "restarts": lambda o, **k: CosineAnnealingWarmRestarts(o, 3, 2, **k),
}
for name, make in makes.items():
    optimizer = groups()
    scheduler = make(optimizer)
    for _ in range(3):
        optimizer.step()
        scheduler.step()
    saved = copy.deepcopy(optimizer.state_dict())
    print(name, scheduler.get_last_lr(), scheduler.last_epoch)
    resumed = groups()
    resumed.load_state_dict(saved)
    try:
        print(make(resumed, last_epoch=3).get_last_lr(), [g["lr"] for g in resumed.param_groups])
    except Exception as e:
        print(type(e).__name__)
    for epoch in (1, 7):
        scheduler.step(epoch)
        print(scheduler.get_last_lr(), scheduler.last_epoch)
    print(getattr(scheduler, "_get_closed_form_lr", lambda: None)())


class Halved(LRScheduler):
    def get_lr(self):
        return [group["lr"] / 2 for group in self.optimizer.param_groups]


class HalvedAtOnce(Halved):
    def _get_closed_form_lr(self):
        return [base / 2**self.last_epoch for base in self.base_lrs]


for kind in (Halved, HalvedAtOnce):
    scheduler = kind(groups())
    for epoch in (None, None, 5, 0):
        scheduler.step(epoch)
        print(scheduler.get_last_lr(), scheduler.last_epoch)
