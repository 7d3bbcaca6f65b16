"""Several schedulers as one."""

from bisect import bisect_right

from engine.optim.lr_scheduler.base import LRScheduler, set_lr, values
from engine.optim.lr_scheduler.plateau import ReduceLROnPlateau


class _Joined(LRScheduler):
    def _check(self, schedulers, optimizer):
        name = type(self).__name__
        if not schedulers:
            raise ValueError(f"{name} needs at least one scheduler")
        for i, scheduler in enumerate(schedulers):
            if not hasattr(scheduler, "optimizer"):
                raise TypeError(f"{name}: scheduler {i} has no optimizer")
            if isinstance(scheduler, ReduceLROnPlateau):
                raise ValueError(f"{name}: scheduler {i} needs a measure at each step")
            if scheduler.optimizer is not optimizer and optimizer is not None:
                raise ValueError(f"{name}: scheduler {i} belongs to another optimizer")

    def state_dict(self):
        """Everything but the optimizer; of the schedulers, their states."""
        hidden = ("optimizer", "_schedulers")
        state = {k: v for k, v in self.__dict__.items() if k not in hidden}
        state["_schedulers"] = [scheduler.state_dict() for scheduler in self._schedulers]
        return state

    def load_state_dict(self, state_dict):
        """Take over another scheduler's state."""
        self.__dict__.update({k: v for k, v in state_dict.items() if k != "_schedulers"})
        for scheduler, state in zip(self._schedulers, state_dict["_schedulers"], strict=True):
            scheduler.load_state_dict(state)


class SequentialLR(_Joined):
    """One scheduler after the other, the next one from each milestone on."""

    def __init__(self, optimizer, schedulers, milestones, last_epoch=-1):
        self._check(schedulers, optimizer)
        if len(milestones) != len(schedulers) - 1:
            raise ValueError(
                f"{len(schedulers)} schedulers need {len(schedulers) - 1} milestones, "
                f"not {len(milestones)}"
            )
        self._schedulers, self._milestones = schedulers, milestones
        self.last_epoch = last_epoch + 1
        self.optimizer = optimizer
        for group in optimizer.param_groups:
            set_lr(group, group["initial_lr"])
        for scheduler in schedulers:
            _undo(scheduler)
        first = schedulers[bisect_right(milestones, 0)]
        first._initial_step()
        self._last_lr = first.get_last_lr()

    def step(self):
        """Go one step on."""
        self.last_epoch += 1
        number = bisect_right(self._milestones, self.last_epoch)
        scheduler = self._schedulers[number]
        if number and self._milestones[number - 1] == self.last_epoch:
            scheduler._update_lr(0)
        else:
            scheduler.step()
        self._last_lr = scheduler.get_last_lr()


def _undo(scheduler):
    """Take back the step that making a scheduler took."""
    if isinstance(scheduler, _Joined):
        for below in scheduler._schedulers:
            _undo(below)
    else:
        scheduler.last_epoch -= 1


class ChainedScheduler(_Joined):
    """Several schedulers that all act at each step."""

    def __init__(self, schedulers, optimizer=None):
        if schedulers and optimizer is None:
            optimizer = getattr(schedulers[0], "optimizer", None)
        self._check(schedulers, optimizer)
        self._schedulers, self.optimizer = schedulers, optimizer
        self._last_lr = values(schedulers[-1].optimizer, "lr")

    def step(self):
        """Go one step on."""
        for scheduler in self._schedulers:
            scheduler.step()
        self._last_lr = values(self._schedulers[-1].optimizer, "lr")
