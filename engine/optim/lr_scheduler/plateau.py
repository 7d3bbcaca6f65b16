"""Rates that fall when learning stops."""

import math
import warnings

from engine.optim.lr_scheduler.base import LRScheduler, check_optimizer, set_lr, values


class ReduceLROnPlateau(LRScheduler):
    """Times `factor` when a measure has not become better for `patience` steps."""

    def __init__(
        self,
        optimizer,
        mode="min",
        factor=0.1,
        patience=10,
        threshold=1e-4,
        threshold_mode="rel",
        cooldown=0,
        min_lr=0,
        eps=1e-8,
    ):
        if factor >= 1.0:
            raise ValueError(f"factor must be below 1, not {factor}")
        self.factor = factor
        check_optimizer(optimizer)
        self.optimizer = optimizer
        count = len(optimizer.param_groups)
        several = isinstance(min_lr, list | tuple)
        if several and len(min_lr) != count:
            raise ValueError(f"{len(min_lr)} least rates were given for {count} parameter groups")
        self.default_min_lr = None if several else min_lr
        self.min_lrs = list(min_lr) if several else [min_lr] * count
        self.patience, self.cooldown, self.eps = patience, cooldown, eps
        self.last_epoch = 0
        self._last_lr = values(optimizer, "lr")
        self._set_measure(mode, threshold, threshold_mode)
        self._reset()

    def _set_measure(self, mode, threshold, threshold_mode):
        if mode not in ("min", "max"):
            raise ValueError(f"mode is min or max, not {mode}")
        if threshold_mode not in ("rel", "abs"):
            raise ValueError(f"threshold_mode is rel or abs, not {threshold_mode}")
        self.mode_worse = math.inf if mode == "min" else -math.inf
        self.mode, self.threshold, self.threshold_mode = mode, threshold, threshold_mode

    def _reset(self):
        self.best = self.mode_worse
        self.cooldown_counter = self.num_bad_epochs = 0

    @property
    def in_cooldown(self):
        """Whether bad steps do not count yet."""
        return self.cooldown_counter > 0

    def _is_better(self, a, best):
        """Whether `a` is better than `best` by the threshold."""
        sign = 1 if self.mode == "min" else -1
        if self.threshold_mode == "rel":
            return sign * a < sign * (best * (1.0 - sign * self.threshold))
        return sign * a < sign * (best - sign * self.threshold)

    def step(self, metrics, epoch=None):
        """Note the measure of this step."""
        value = float(metrics)
        if epoch is not None:
            warnings.warn(
                "leave the epoch out: a scheduler counts by itself", UserWarning, stacklevel=2
            )
        self.last_epoch = self.last_epoch + 1 if epoch is None else epoch
        if self._is_better(value, self.best):
            self.best, self.num_bad_epochs = value, 0
        else:
            self.num_bad_epochs += 1
        if self.in_cooldown:
            self.cooldown_counter -= 1
            self.num_bad_epochs = 0
        if self.num_bad_epochs > self.patience:
            self._reduce()
            self.cooldown_counter, self.num_bad_epochs = self.cooldown, 0
        self._last_lr = values(self.optimizer, "lr")

    def _reduce(self):
        groups = self.optimizer.param_groups
        if len(groups) != len(self.min_lrs):
            if self.default_min_lr is None:
                raise RuntimeError(f"{len(self.min_lrs)} least rates for {len(groups)} groups")
            self.min_lrs = [self.default_min_lr] * len(groups)
        for group, least in zip(groups, self.min_lrs, strict=True):
            before = float(group["lr"])
            after = max(before * self.factor, least)
            if before - after > self.eps:
                set_lr(group, after)

    def load_state_dict(self, state_dict):
        """Take over another scheduler's state."""
        self.__dict__.update(state_dict)
        self._set_measure(self.mode, self.threshold, self.threshold_mode)
