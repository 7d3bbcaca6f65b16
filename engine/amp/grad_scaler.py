"""Losses scaled up before the backward pass, gradients scaled down before the step."""

import warnings
from collections import defaultdict

import numpy as np

from engine.shared import bump_version
from engine.tensor import Tensor, own, wrap

_READY, _UNSCALED, _STEPPED = range(3)


def _fresh():
    return {"stage": _READY, "found_inf": None}


class GradScaler:
    """Keeps a scale that shrinks after infinite gradients and grows after a while without."""

    __module__ = "torch.amp.grad_scaler"

    def __init__(
        self,
        device="cuda",
        init_scale=2.0**16,
        growth_factor=2.0,
        backoff_factor=0.5,
        growth_interval=2000,
        enabled=True,
    ):
        self._device, self._enabled = device, enabled
        if enabled and device == "cuda":
            warnings.warn(
                "GradScaler is disabled: there is no CUDA device", UserWarning, stacklevel=2
            )
            self._enabled = False
        self._states = defaultdict(_fresh)
        if not self._enabled:
            return
        if not growth_factor > 1.0:
            raise AssertionError(f"growth_factor must exceed 1, and {growth_factor} does not")
        if not backoff_factor < 1.0:
            raise AssertionError(f"backoff_factor must be below 1, and {backoff_factor} is not")
        self._init_scale, self._scale, self._init_growth_tracker = init_scale, None, 0
        self._growth_factor, self._backoff_factor = growth_factor, backoff_factor
        self._growth_interval, self._growth_tracker = growth_interval, None

    # ---- scaling --------------------------------------------------------------------------

    def scale(self, outputs):
        """The tensor, or the tensors in a sequence, times the scale."""
        if not self._enabled:
            return outputs
        if isinstance(outputs, Tensor):
            if self._scale is None:
                self._begin()
            return outputs * wrap(np.array(self._scale, np.float32))
        if isinstance(outputs, list | tuple):
            return type(outputs)(map(self.scale, outputs))
        if hasattr(outputs, "__iter__"):
            return map(self.scale, outputs)
        raise ValueError(f"only tensors and sequences of them are scaled, not {outputs!r}")

    def _begin(self):
        self._scale, self._growth_tracker = self._init_scale, self._init_growth_tracker

    def _check_begun(self, what):
        if self._scale is None:
            raise AssertionError(f"{what}() comes after scale()")

    def unscale_(self, optimizer):
        """Divide the gradients of the optimizer's parameters by the scale, and look for infs."""
        if not self._enabled:
            return
        self._check_begun("unscale_")
        state = self._states[id(optimizer)]
        if state["stage"] is _UNSCALED:
            raise RuntimeError("unscale_() was called on this optimizer since the last update()")
        if state["stage"] is _STEPPED:
            raise RuntimeError("unscale_() comes before step()")
        inverse = np.float32(1.0 / self._scale)
        for group in optimizer.param_groups:
            for grad in (p.grad for p in group["params"] if p.grad is not None):
                data = own(grad)
                finite = bool(np.isfinite(data).all())
                state["found_inf"] = bool(state["found_inf"]) or not finite
                data *= data.dtype.type(inverse)
                bump_version(grad)
        state["stage"] = _UNSCALED

    def step(self, optimizer, *args, **kwargs):
        """`optimizer.step(*args)`, left out where a gradient is infinite or NaN."""
        if not self._enabled:
            return optimizer.step(*args, **kwargs)
        if "closure" in kwargs:
            raise RuntimeError("a closure cannot be used with a GradScaler that is enabled")
        self._check_begun("step")
        state = self._states[id(optimizer)]
        if state["stage"] is _STEPPED:
            raise RuntimeError("step() was called on this optimizer since the last update()")
        if state["stage"] is _READY:
            self.unscale_(optimizer)
        if state["found_inf"] is None:
            raise AssertionError("none of the optimizer's parameters has a gradient")
        result = None if state["found_inf"] else optimizer.step(*args, **kwargs)
        state["stage"] = _STEPPED
        return result

    def update(self, new_scale=None):
        """Set the scale, or let it shrink or grow by what was found since the last update."""
        if not self._enabled:
            return
        self._check_begun("update")
        if new_scale is not None:
            self._scale = float(new_scale)
        else:
            found = [s["found_inf"] for s in self._states.values() if s["found_inf"] is not None]
            if not found:
                raise AssertionError("update() comes after step() or unscale_()")
            self._grow(any(found))
        self._states = defaultdict(_fresh)

    def _grow(self, found_inf):
        if found_inf:
            self._scale *= self._backoff_factor
            self._growth_tracker = 0
            return
        self._growth_tracker += 1
        if self._growth_tracker == self._growth_interval:
            larger = self._scale * self._growth_factor
            self._scale = larger if np.isfinite(np.float32(larger)) else self._scale
            self._growth_tracker = 0

    # ---- state ----------------------------------------------------------------------------

    def is_enabled(self):
        """Whether it scales anything."""
        return self._enabled

    def get_scale(self):
        """The scale; 1 where this is switched off."""
        if not self._enabled:
            return 1.0
        return self._init_scale if self._scale is None else self._scale

    def get_growth_factor(self):
        """What the scale is multiplied by after a while without infs."""
        return self._growth_factor

    def set_growth_factor(self, new_factor):
        """Set what the scale is multiplied by after a while without infs."""
        self._growth_factor = new_factor

    def get_backoff_factor(self):
        """What the scale is multiplied by after infs."""
        return self._backoff_factor

    def set_backoff_factor(self, new_factor):
        """Set what the scale is multiplied by after infs."""
        self._backoff_factor = new_factor

    def get_growth_interval(self):
        """After how many updates without infs the scale grows."""
        return self._growth_interval

    def set_growth_interval(self, new_interval):
        """Set after how many updates without infs the scale grows."""
        self._growth_interval = new_interval

    def _get_growth_tracker(self):
        tracker = self._growth_tracker
        return self._init_growth_tracker if tracker is None else tracker

    def state_dict(self):
        """What has to be saved; nothing where this is switched off."""
        if not self._enabled:
            return {}
        return {
            "scale": self.get_scale(),
            "growth_factor": self._growth_factor,
            "backoff_factor": self._backoff_factor,
            "growth_interval": self._growth_interval,
            "_growth_tracker": self._get_growth_tracker(),
        }

    def load_state_dict(self, state_dict):
        """Go on from what `state_dict` returned."""
        if not self._enabled:
            return
        if not state_dict:
            raise RuntimeError("the state is empty: it comes from a GradScaler that was off")
        self._init_scale = state_dict["scale"]
        self._growth_factor = state_dict["growth_factor"]
        self._backoff_factor = state_dict["backoff_factor"]
        self._growth_interval = state_dict["growth_interval"]
        self._init_growth_tracker = state_dict["_growth_tracker"]
        if self._scale is not None:
            self._begin()


__all__ = ["GradScaler"]
