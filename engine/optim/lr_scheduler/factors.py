"""Rates that are multiplied by a factor now and then."""

from bisect import bisect_right
from collections import Counter
from types import FunctionType

from engine.optim.lr_scheduler.base import ClosedForm, LRScheduler, unshared


class _Functions(LRScheduler):
    """A function of the step for every group."""

    def __init__(self, optimizer, lr_lambda, last_epoch=-1):
        self.optimizer = optimizer
        count = len(optimizer.param_groups)
        many = isinstance(lr_lambda, list | tuple)
        if many and len(lr_lambda) != count:
            raise ValueError(f"{len(lr_lambda)} functions were given for {count} parameter groups")
        self.lr_lambdas = list(lr_lambda) if many else [lr_lambda] * count
        super().__init__(optimizer, last_epoch)

    def state_dict(self):
        """Everything but the optimizer and plain functions; callable objects give their state."""
        state = {k: v for k, v in super().state_dict().items() if k != "lr_lambdas"}
        state["lr_lambdas"] = [
            None if isinstance(f, FunctionType) else f.__dict__.copy() for f in self.lr_lambdas
        ]
        return state

    def load_state_dict(self, state_dict):
        """Take over another scheduler's state."""
        self.__dict__.update({k: v for k, v in state_dict.items() if k != "lr_lambdas"})
        for function, state in zip(self.lr_lambdas, state_dict["lr_lambdas"], strict=True):
            if state is not None:
                function.__dict__.update(state)


class LambdaLR(_Functions):
    """The initial rate times a function of the step."""

    def _rates(self):
        pairs = zip(self.lr_lambdas, self.base_lrs, strict=True)
        return [base * function(self.last_epoch) for function, base in pairs]


class MultiplicativeLR(_Functions):
    """The last rate times a function of the step."""

    def __init__(self, optimizer, lr_lambda, last_epoch=-1):
        for function in lr_lambda if isinstance(lr_lambda, list | tuple) else [lr_lambda]:
            if not callable(function):
                raise TypeError(f"lr_lambda is a function, not {type(function).__name__}")
        super().__init__(optimizer, lr_lambda, last_epoch)

    def _rate(self, group, number):
        if self._is_initial:
            return unshared(group["lr"])
        return group["lr"] * self._of(self.lr_lambdas, number)(self.last_epoch)


class StepLR(ClosedForm):
    """Times `gamma` every `step_size` steps."""

    def __init__(self, optimizer, step_size, gamma=0.1, last_epoch=-1):
        self.step_size, self.gamma = step_size, gamma
        super().__init__(optimizer, last_epoch)

    def _rate(self, group, number):
        if self.last_epoch == 0 or self.last_epoch % self.step_size:
            return unshared(group["lr"])
        return group["lr"] * self.gamma

    def _closed_rate(self, base):
        return base * self.gamma ** (self.last_epoch // self.step_size)


class MultiStepLR(ClosedForm):
    """Times `gamma` at the given steps."""

    def __init__(self, optimizer, milestones, gamma=0.1, last_epoch=-1):
        self.milestones, self.gamma = Counter(milestones), gamma
        super().__init__(optimizer, last_epoch)

    def _rate(self, group, number):
        if self.last_epoch not in self.milestones:
            return unshared(group["lr"])
        return group["lr"] * self.gamma ** self.milestones[self.last_epoch]

    def _closed_rate(self, base):
        passed = bisect_right(sorted(self.milestones.elements()), self.last_epoch)
        return base * self.gamma**passed


class ConstantLR(ClosedForm):
    """A fraction of the initial rate for the first `total_iters` steps."""

    def __init__(self, optimizer, factor=1.0 / 3, total_iters=5, last_epoch=-1):
        if factor > 1.0 or factor < 0:
            raise ValueError(f"factor must be between 0 and 1, not {factor}")
        self.factor, self.total_iters = factor, total_iters
        super().__init__(optimizer, last_epoch)

    def _rate(self, group, number):
        if self.last_epoch == 0:
            return group["lr"] * self.factor
        if self.last_epoch != self.total_iters:
            return unshared(group["lr"])
        return group["lr"] * (1.0 / self.factor)

    def _closed_rate(self, base):
        return base * (1.0 if self.last_epoch >= self.total_iters else self.factor)


class LinearLR(ClosedForm):
    """From one fraction of the initial rate to another, in a straight line."""

    def __init__(
        self, optimizer, start_factor=1.0 / 3, end_factor=1.0, total_iters=5, last_epoch=-1
    ):
        if start_factor > 1.0 or start_factor <= 0:
            raise ValueError(f"start_factor must be above 0 and at most 1, not {start_factor}")
        if end_factor > 1.0 or end_factor < 0:
            raise ValueError(f"end_factor must be between 0 and 1, not {end_factor}")
        self.start_factor, self.end_factor = start_factor, end_factor
        self.total_iters = total_iters
        super().__init__(optimizer, last_epoch)

    def _rate(self, group, number):
        step, climb = self.last_epoch, self.end_factor - self.start_factor
        if step == 0:
            return group["lr"] * self.start_factor
        if self._is_initial or step > self.total_iters:
            return unshared(group["lr"])
        reached = self.total_iters * self.start_factor + (step - 1) * climb
        return group["lr"] * (1.0 + climb / reached)

    def _closed_rate(self, base):
        steps, climb = min(self.total_iters, self.last_epoch), self.end_factor - self.start_factor
        return base * (self.start_factor + climb * steps / self.total_iters)


class ExponentialLR(ClosedForm):
    """Times `gamma` every step."""

    def __init__(self, optimizer, gamma, last_epoch=-1):
        self.gamma = gamma
        super().__init__(optimizer, last_epoch)

    def _rate(self, group, number):
        if self._is_initial:
            return unshared(group["lr"])
        return group["lr"] * self.gamma

    def _closed_rate(self, base):
        return base * self.gamma**self.last_epoch


class PolynomialLR(ClosedForm):
    """Down to zero in `total_iters` steps, along a power of what is left."""

    def __init__(self, optimizer, total_iters=5, power=1.0, last_epoch=-1):
        self.total_iters, self.power = total_iters, power
        super().__init__(optimizer, last_epoch)

    def _rate(self, group, number):
        if self._is_initial or self.last_epoch > self.total_iters:
            return unshared(group["lr"])
        left, before = (1.0 - n / self.total_iters for n in (self.last_epoch, self.last_epoch - 1))
        return group["lr"] * (left / before) ** self.power

    def _closed_rate(self, base):
        steps = min(self.total_iters, self.last_epoch)
        return base * (1.0 - steps / self.total_iters) ** self.power
