"""`torch.optim.swa_utils`: averages of a model's parameters over the course of training."""

import copy
import math

from engine.autograd.grad_mode import no_grad
from engine.data import tensor
from engine.nn.modules.batchnorm import _BatchNorm
from engine.nn.modules.module import Module
from engine.optim.lr_scheduler.base import LRScheduler
from engine.tensor import Tensor


def _check_decay(decay):
    if not 0 <= decay <= 1:
        raise ValueError(f"decay is between 0 and 1, not {decay}")


def _move(average, value, share):
    """Move an average by a share of its distance to a value."""
    if average.is_floating_point() or average.is_complex():
        average.lerp_(value, share)
    else:
        average.copy_(average * (1 - share) + value * share)


def get_ema_multi_avg_fn(decay=0.999):
    """A function that moves averages towards the parameters by `1 - decay`."""
    _check_decay(decay)

    @no_grad()
    def update(averages, parameters, count):
        for average, parameter in zip(averages, parameters, strict=True):
            _move(average, parameter, 1 - decay)

    return update


def get_swa_multi_avg_fn():
    """A function that averages all parameters so far alike."""

    @no_grad()
    def update(averages, parameters, count):
        for average, parameter in zip(averages, parameters, strict=True):
            _move(average, parameter, float(1 / (count + 1)))

    return update


def get_ema_avg_fn(decay=0.999):
    """The same for a single pair: what becomes of the average."""
    _check_decay(decay)

    @no_grad()
    def update(average, parameter, count):
        return decay * average + (1 - decay) * parameter

    return update


def get_swa_avg_fn():
    """The same for a single pair: what becomes of the average."""

    @no_grad()
    def update(average, parameter, count):
        return average + (parameter - average) / (count + 1)

    return update


class AveragedModel(Module):
    """A copy of a model, in `module`, whose parameters are averages; updated by request."""

    def __init__(self, model, device=None, avg_fn=None, multi_avg_fn=None, use_buffers=False):
        super().__init__()
        if avg_fn is not None and multi_avg_fn is not None:
            raise AssertionError("AveragedModel takes avg_fn or multi_avg_fn, not both")
        self.module = copy.deepcopy(model)
        self.register_buffer("n_averaged", tensor(0))
        self.avg_fn, self.multi_avg_fn, self.use_buffers = avg_fn, multi_avg_fn, use_buffers

    def forward(self, *args, **kwargs):
        return self.module(*args, **kwargs)

    def update_parameters(self, model):
        """Let the averages take in the model as it is."""
        ours, theirs = self._tensors(self.module), self._tensors(model)
        pairs = [(a.detach(), p.detach()) for a, p in zip(ours, theirs, strict=False)]
        count = self.n_averaged.item()
        if not count:
            for average, parameter in pairs:
                average.copy_(parameter)
        elif self.avg_fn is not None:
            for average, parameter in pairs:
                average.copy_(self.avg_fn(average, parameter, self.n_averaged))
        else:
            if not pairs:
                raise RuntimeError("AveragedModel: there are no parameters to average")
            update = self.multi_avg_fn or get_swa_multi_avg_fn()
            update(*zip(*pairs, strict=True), self.n_averaged)
        if not self.use_buffers:
            for average, buffer in zip(self.module.buffers(), model.buffers(), strict=True):
                average.detach().copy_(buffer.detach())
        self.n_averaged += 1

    def _tensors(self, model):
        return [*model.parameters(), *(model.buffers() if self.use_buffers else ())]


@no_grad()
def update_bn(loader, model, device=None):
    """Let the BatchNorm layers gather their running moments anew over the loader's batches."""
    layers = [module for module in model.modules() if isinstance(module, _BatchNorm)]
    if not layers:
        return
    before = model.training, [layer.momentum for layer in layers]
    for layer in layers:
        layer.reset_running_stats()
        layer.momentum = None
    model.train()
    for batch in loader:
        model(batch if isinstance(batch, Tensor) else batch[0])
    for layer, momentum in zip(layers, before[1], strict=True):
        layer.momentum = momentum
    model.train(before[0])


class SWALR(LRScheduler):
    """Goes from the rate there is to `swa_lr` within some epochs, and stays there."""

    def __init__(self, optimizer, swa_lr, anneal_epochs=10, anneal_strategy="cos", last_epoch=-1):
        rates = (
            swa_lr if isinstance(swa_lr, list | tuple) else [swa_lr] * len(optimizer.param_groups)
        )
        if len(rates) != len(optimizer.param_groups):
            raise ValueError(f"swa_lr has {len(rates)} rates, one is needed for each group")
        for group, rate in zip(optimizer.param_groups, rates, strict=True):
            group["swa_lr"] = rate
        if anneal_strategy not in ("cos", "linear"):
            raise ValueError(f"anneal_strategy is cos or linear, not {anneal_strategy!r}")
        if not isinstance(anneal_epochs, int) or anneal_epochs < 0:
            raise ValueError(f"anneal_epochs must not be negative, but is {anneal_epochs}")
        self._anneal_strategy, self.anneal_epochs = anneal_strategy, anneal_epochs
        super().__init__(optimizer, last_epoch)

    def _share(self, step):
        t = max(0, min(1, step / max(1, self.anneal_epochs)))
        return t if self._anneal_strategy == "linear" else (1 - math.cos(math.pi * t)) / 2

    def _rate(self, group, number):
        step = self._step_count - 1
        if not self.anneal_epochs:
            step = max(1, step)
        goal, before = group["swa_lr"], self._share(step - 1)
        first = goal if before == 1 else (group["lr"] - before * goal) / (1 - before)
        share = self._share(step)
        return goal * share + first * (1 - share)


__all__ = [
    "SWALR",
    "AveragedModel",
    "get_ema_avg_fn",
    "get_ema_multi_avg_fn",
    "get_swa_avg_fn",
    "get_swa_multi_avg_fn",
    "update_bn",
]
