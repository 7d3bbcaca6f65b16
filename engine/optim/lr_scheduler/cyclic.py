"""Rates that rise and fall, with the momentum the other way round (Smith 2017 and 2018)."""

import math
from types import FunctionType

from engine.optim.lr_scheduler.base import LRScheduler, check_optimizer, for_each_group, set_lr


def _check_momentum(optimizer):
    """Whether the momentum is the first of `betas`."""
    if "momentum" not in optimizer.defaults and "betas" not in optimizer.defaults:
        raise ValueError("cycle_momentum needs an optimizer with momentum or betas")
    return "betas" in optimizer.defaults


def _set_momentum(group, value, is_beta):
    if is_beta:
        group["betas"] = (value, *group["betas"][1:])
    else:
        group["momentum"] = value


def _start_momentum(optimizer, most, least, is_beta):
    for group, high, low in zip(optimizer.param_groups, most, least, strict=True):
        _set_momentum(group, high, is_beta)
        group["max_momentum"], group["base_momentum"] = high, low


class CyclicLR(LRScheduler):
    """Up from `base_lr` to `max_lr` and down again, over and over."""

    def __init__(
        self,
        optimizer,
        base_lr,
        max_lr,
        step_size_up=2000,
        step_size_down=None,
        mode="triangular",
        gamma=1.0,
        scale_fn=None,
        scale_mode="cycle",
        cycle_momentum=True,
        base_momentum=0.8,
        max_momentum=0.9,
        last_epoch=-1,
    ):
        check_optimizer(optimizer)
        self.optimizer = optimizer
        base_lrs = for_each_group("base_lr", optimizer, base_lr)
        if last_epoch == -1:
            for lr, group in zip(base_lrs, optimizer.param_groups, strict=True):
                set_lr(group, lr)
        self.max_lrs = for_each_group("max_lr", optimizer, max_lr)
        up = float(step_size_up)
        self.total_size = up + (up if step_size_down is None else float(step_size_down))
        self.step_ratio = up / self.total_size
        if mode not in ("triangular", "triangular2", "exp_range") and scale_fn is None:
            raise ValueError(f"there is no mode {mode!r}; pass a scale_fn for one of your own")
        self.mode, self.gamma, self._scale_fn_custom = mode, gamma, scale_fn
        self.scale_mode = scale_mode
        if scale_fn is None:
            self.scale_mode = "iterations" if mode == "exp_range" else "cycle"
        self.cycle_momentum = cycle_momentum
        if cycle_momentum:
            self.use_beta1 = _check_momentum(optimizer)
            self.base_momentums = for_each_group("base_momentum", optimizer, base_momentum)
            self.max_momentums = for_each_group("max_momentum", optimizer, max_momentum)
            if last_epoch == -1:
                most, least = self.max_momentums, self.base_momentums
                _start_momentum(optimizer, most, least, self.use_beta1)
        super().__init__(optimizer, last_epoch)
        self.base_lrs = base_lrs

    def scale_fn(self, x):
        """The height of a cycle, from its number or from that of the step."""
        if self._scale_fn_custom is not None:
            return self._scale_fn_custom(x)
        if self.mode == "triangular2":
            return 1 / 2.0 ** (x - 1)
        return self.gamma**x if self.mode == "exp_range" else 1.0

    def get_lr(self):
        """The rates of this step."""
        cycle = math.floor(1 + self.last_epoch / self.total_size)
        x = 1.0 + self.last_epoch / self.total_size - cycle
        up = x <= self.step_ratio
        height = x / self.step_ratio if up else (x - 1) / (self.step_ratio - 1)
        scale = self.scale_fn(cycle if self.scale_mode == "cycle" else self.last_epoch)
        if self.cycle_momentum:
            for group, low, high in zip(
                self.optimizer.param_groups, self.base_momentums, self.max_momentums, strict=True
            ):
                _set_momentum(group, high - (high - low) * height * scale, self.use_beta1)
        pairs = zip(self.base_lrs, self.max_lrs, strict=True)
        return [low + (high - low) * height * scale for low, high in pairs]

    def state_dict(self):
        """Everything but the optimizer and a plain function."""
        state = super().state_dict()
        function = state.pop("_scale_fn_custom")
        plain = function is None or isinstance(function, FunctionType)
        state["_scale_fn_custom"] = None if plain else function.__dict__.copy()
        return state

    def load_state_dict(self, state_dict):
        """Take over another scheduler's state."""
        state = dict(state_dict)
        function = state.pop("_scale_fn_custom")
        super().load_state_dict(state)
        if function is not None:
            self._scale_fn_custom.__dict__.update(function)


class OneCycleLR(LRScheduler):
    """Up from a fraction of `max_lr` to it, and down to far below, once."""

    def __init__(
        self,
        optimizer,
        max_lr,
        total_steps=None,
        epochs=None,
        steps_per_epoch=None,
        pct_start=0.3,
        anneal_strategy="cos",
        cycle_momentum=True,
        base_momentum=0.85,
        max_momentum=0.95,
        div_factor=25.0,
        final_div_factor=1e4,
        three_phase=False,
        last_epoch=-1,
    ):
        check_optimizer(optimizer)
        self.optimizer = optimizer
        self.total_steps = _total_steps(total_steps, epochs, steps_per_epoch)
        self._schedule_phases = _phases(pct_start, self.total_steps, three_phase)
        if pct_start < 0 or pct_start > 1 or not isinstance(pct_start, float):
            raise ValueError(f"pct_start must be a float between 0 and 1, not {pct_start}")
        if anneal_strategy not in ("cos", "linear"):
            raise ValueError(f"anneal_strategy is cos or linear, not {anneal_strategy}")
        self._anneal_func_type = anneal_strategy
        most = for_each_group("max_lr", optimizer, max_lr)
        if last_epoch == -1:
            for group, high in zip(optimizer.param_groups, most, strict=True):
                group["initial_lr"], group["max_lr"] = high / div_factor, high
                group["min_lr"] = group["initial_lr"] / final_div_factor
        self.cycle_momentum = cycle_momentum
        if cycle_momentum:
            self.use_beta1 = _check_momentum(optimizer)
            high = for_each_group("max_momentum", optimizer, max_momentum)
            low = for_each_group("base_momentum", optimizer, base_momentum)
            if last_epoch == -1:
                _start_momentum(optimizer, high, low, self.use_beta1)
        super().__init__(optimizer, last_epoch)

    def _rate(self, group, number):
        if self.last_epoch > self.total_steps:
            raise ValueError(f"the schedule has {self.total_steps} steps; this is one more")
        start = 0.0
        for phase in self._schedule_phases:
            if self.last_epoch <= phase["end_step"]:
                break
            if phase is not self._schedule_phases[-1]:
                start = phase["end_step"]
        part = (self.last_epoch - start) / (phase["end_step"] - start)
        if self.cycle_momentum:
            first, last = group[phase["start_momentum"]], group[phase["end_momentum"]]
            _set_momentum(group, self._between(first, last, part), self.use_beta1)
        return self._between(group[phase["start_lr"]], group[phase["end_lr"]], part)

    def _between(self, start, end, part):
        if self._anneal_func_type == "linear":
            return (end - start) * part + start
        return end + (start - end) / 2.0 * (math.cos(math.pi * part) + 1)


def _total_steps(total_steps, epochs, steps_per_epoch):
    if total_steps is None and (epochs is None or steps_per_epoch is None):
        raise ValueError("OneCycleLR needs total_steps, or epochs and steps_per_epoch")
    given = [epochs, steps_per_epoch] if total_steps is None else [total_steps]
    for value in given:
        if not isinstance(value, int) or value <= 0:
            raise ValueError(f"numbers of steps must be ints above 0, not {value}")
    return math.prod(given)


def _phases(part, steps, three):
    """Where each phase ends, and between which of a group's options it goes."""
    names = ("start_lr", "end_lr", "start_momentum", "end_momentum")
    ends = [float(part * steps) - 1]
    options = [("initial_lr", "max_lr", "max_momentum", "base_momentum")]
    if three:
        ends.append(float(2 * part * steps) - 2)
        options.append(("max_lr", "initial_lr", "base_momentum", "max_momentum"))
        options.append(("initial_lr", "min_lr", "max_momentum", "max_momentum"))
    else:
        options.append(("max_lr", "min_lr", "base_momentum", "max_momentum"))
    ends.append(steps - 1)
    return [
        {"end_step": end, **dict(zip(names, row, strict=True))}
        for end, row in zip(ends, options, strict=True)
    ]
