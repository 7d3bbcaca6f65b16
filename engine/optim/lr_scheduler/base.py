"""What all schedulers share."""

import contextlib
import warnings

from engine.address import pickling
from engine.optim.optimizer import Optimizer
from engine.optim.state import number
from engine.tensor import Tensor

HOME = "torch.optim.lr_scheduler"


class LRScheduler:
    """Sets the learning rate of every group at each step.

    A subclass has `get_lr()` or, as those here, `_rate(group, number)`: the rate of one group at
    `last_epoch`. `_get_closed_form_lr()`, if there is one, needs no rates but the initial ones.
    """

    def __init__(self, optimizer, last_epoch=-1):
        check_optimizer(optimizer)
        self.optimizer = optimizer
        for i, group in enumerate(optimizer.param_groups):
            if last_epoch == -1:
                group.setdefault("initial_lr", unshared(group["lr"]))
            elif "initial_lr" not in group:
                raise KeyError(f"group {i} has no initial_lr; resuming needs the optimizer's state")
        self.base_lrs = values(optimizer, "initial_lr")
        self.last_epoch = last_epoch
        if "_opt_called" not in optimizer.__dict__ or not optimizer.__dict__.get("_scheduled"):
            optimizer._opt_called = False
        optimizer._scheduled, optimizer._step_before = True, _own_step(optimizer)
        self._initial_step()

    def __init_subclass__(cls, **kwargs):
        super().__init_subclass__(**kwargs)
        if cls.__module__.startswith("engine."):
            cls.__module__ = HOME

    def _initial_step(self):
        self._step_count = 0
        self._is_initial = True
        try:
            self.step()
        finally:
            self._is_initial = False

    def step(self, epoch=None):
        """Go one step on."""
        before = getattr(self.optimizer, "_step_before", None)  # which no copy has
        if self._step_count == 1 and _own_step(self.optimizer) is not before:
            warnings.warn(
                "the optimizer's step() was replaced, so it is unknown whether it was called first",
                UserWarning,
                stacklevel=2,
            )
        elif self._step_count == 1 and not getattr(self.optimizer, "_opt_called", False):
            warnings.warn(
                "scheduler.step() comes after optimizer.step(); in this order the first value of "
                "the schedule is left out",
                UserWarning,
                stacklevel=2,
            )
        self._step_count += 1
        if epoch is not None:
            warnings.warn(
                "leave the epoch out: a scheduler counts by itself", UserWarning, stacklevel=2
            )
        self._update_lr(epoch)

    def _update_lr(self, epoch=None):
        with self._within_step():
            if epoch is None:
                self.last_epoch += 1
                rates = self.get_lr()
            else:
                self.last_epoch = epoch
                rates = getattr(self, "_get_closed_form_lr", self.get_lr)()
        self._set(rates)

    @contextlib.contextmanager
    def _within_step(self):
        self._get_lr_called_within_step = True
        try:
            yield
        finally:
            self._get_lr_called_within_step = False

    def _set(self, rates):
        for group, rate in zip(self.optimizer.param_groups, rates, strict=True):
            set_lr(group, rate)
        self._last_lr = values(self.optimizer, "lr")

    def get_lr(self):
        """The rates of this step; asked for from outside, `get_last_lr` is what is meant."""
        if not self._get_lr_called_within_step:
            warnings.warn("use get_last_lr() to see the rates", UserWarning, stacklevel=2)
        return self._rates()

    def _rates(self):
        return [self._rate(group, i) for i, group in enumerate(self.optimizer.param_groups)]

    def _rate(self, group, number):
        raise NotImplementedError(f"{type(self).__name__} does not define get_lr()")

    def _of(self, values, number):
        """What was given for one group."""
        if number >= len(values):
            raise ValueError(f"parameter group {number} was added after the scheduler was made")
        return values[number]

    def get_last_lr(self):
        """The rates that are set now."""
        return self._last_lr

    def state_dict(self):
        """Everything but the optimizer."""
        return {k: v for k, v in self.__dict__.items() if k != "optimizer"}

    def load_state_dict(self, state_dict):
        """Take over another scheduler's state."""
        self.__dict__.update(state_dict)


class ClosedForm(LRScheduler):
    """A scheduler with a formula for the rate of a group, `_closed_rate(base)`."""

    def _get_closed_form_lr(self):
        return [self._closed_rate(base) for base in self.base_lrs]


def _own_step(optimizer):
    """What somebody put in the place of the optimizer's `step`, or None."""
    return optimizer.__dict__.get("step")


LRScheduler.__module__ = HOME
pickling(LRScheduler)


def check_optimizer(optimizer):
    """Refuse anything else."""
    if not isinstance(optimizer, Optimizer):
        raise TypeError(f"a scheduler takes an Optimizer, not {type(optimizer).__name__}")


def unshared(value):
    """An option's value that nobody else changes in place."""
    return value.clone() if isinstance(value, Tensor) else value


def values(optimizer, key):
    """An option of every group."""
    return [unshared(group[key]) for group in optimizer.param_groups]


def set_lr(group, rate):
    """Set the rate of a group, in place if it is a tensor."""
    if isinstance(group["lr"], Tensor):
        group["lr"].fill_(number(rate))
    else:
        group["lr"] = rate


def for_each_group(name, optimizer, given):
    """One value for all groups, or one for each."""
    count = len(optimizer.param_groups)
    if not isinstance(given, list | tuple):
        given = [given] * count
    elif len(given) != count:
        raise ValueError(f"{name} has {len(given)} values for {count} parameter groups")
    return [unshared(value) for value in given]
