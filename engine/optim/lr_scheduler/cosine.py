"""Rates along a cosine (Loshchilov and Hutter 2017)."""

import math

from engine.optim.lr_scheduler.base import ClosedForm, LRScheduler, unshared


class CosineAnnealingLR(ClosedForm):
    """Down to `eta_min` in `T_max` steps, and up again."""

    def __init__(self, optimizer, T_max, eta_min=0.0, last_epoch=-1):
        self.T_max, self.eta_min = T_max, eta_min
        super().__init__(optimizer, last_epoch)

    def _rate(self, group, number):
        step = self.last_epoch
        if self._is_initial:
            return unshared(group["lr"])
        if self._step_count == 1 and step > 0:
            return self._closed_rate(self._of(self.base_lrs, number))
        if (step - 1 - self.T_max) % (2 * self.T_max) == 0:
            base = self._of(self.base_lrs, number)
            rise = (base - self.eta_min) * (1 - math.cos(math.pi / self.T_max)) / 2
            return group["lr"] + rise
        now, before = (1 + math.cos(math.pi * n / self.T_max) for n in (step, step - 1))
        return now / before * (group["lr"] - self.eta_min) + self.eta_min

    def _closed_rate(self, base):
        height = 1 + math.cos(math.pi * self.last_epoch / self.T_max)
        return self.eta_min + (base - self.eta_min) * height / 2


class CosineAnnealingWarmRestarts(LRScheduler):
    """Down to `eta_min` in `T_0` steps, then from the start again, each time `T_mult` as long."""

    def __init__(self, optimizer, T_0, T_mult=1, eta_min=0.0, last_epoch=-1):
        if T_0 <= 0 or not isinstance(T_0, int):
            raise ValueError(f"T_0 must be an int above 0, not {T_0}")
        if T_mult < 1 or not isinstance(T_mult, int):
            raise ValueError(f"T_mult must be an int of at least 1, not {T_mult}")
        if not isinstance(eta_min, float | int):
            raise ValueError(f"eta_min must be a number, not {type(eta_min).__name__}")
        self.T_0, self.T_i, self.T_mult = T_0, T_0, T_mult
        self.eta_min, self.T_cur = eta_min, last_epoch
        super().__init__(optimizer, last_epoch)

    def _rates(self):
        height = 1 + math.cos(math.pi * self.T_cur / self.T_i)
        return [self.eta_min + (base - self.eta_min) * height / 2 for base in self.base_lrs]

    def step(self, epoch=None):
        """Go one step on, or to any point of the schedule, which need not be a whole number."""
        if epoch is None and self.last_epoch >= 0:
            epoch = self.last_epoch + 1
            self.T_cur += 1
            if self.T_cur >= self.T_i:
                self.T_cur %= self.T_i
                self.T_i *= self.T_mult
        else:
            epoch = 0 if epoch is None else epoch
            self._go_to(epoch)
        self.last_epoch = math.floor(epoch)
        with self._within_step():
            rates = self.get_lr()
        self._set(rates)

    def _go_to(self, epoch):
        if epoch < 0:
            raise ValueError(f"an epoch cannot be negative, as {epoch} is")
        if epoch < self.T_0:
            self.T_i, self.T_cur = self.T_0, epoch
        elif self.T_mult == 1:
            self.T_cur = epoch % self.T_0
        else:
            growth = self.T_mult - 1
            restarts = int(math.log(epoch / self.T_0 * growth + 1, self.T_mult))
            self.T_cur = epoch - self.T_0 * (self.T_mult**restarts - 1) / growth
            self.T_i = self.T_0 * self.T_mult**restarts
