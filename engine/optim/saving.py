"""An optimizer's state as a dict, and back."""

from collections import OrderedDict
from copy import deepcopy
from itertools import chain
from typing import ClassVar

from engine.autograd.node import add_hook
from engine.tensor import Tensor


class Saving:
    """What an Optimizer offers for its state.

    Options in `_later` are taken for their value there by a state that does not tell of them.
    """

    _later: ClassVar = {
        "amsgrad": False,
        "capturable": False,
        "centered": False,
        "decoupled_weight_decay": False,
        "differentiable": False,
        "foreach": None,
        "fused": None,
        "maximize": False,
        "nesterov": False,
    }

    _saving_hooks = None

    def state_dict(self):
        """State and options; parameters stand as numbers in the order they were given."""
        self._run_hooks("before_save")
        numbers, groups = {}, []
        for group in self.param_groups:
            for parameter in group["params"]:
                numbers.setdefault(id(parameter), len(numbers))
            packed = {k: v for k, v in group.items() if k != "params"}
            packed["params"] = [numbers[id(p)] for p in group["params"]]
            groups.append(packed)
        state = {numbers[id(k)] if isinstance(k, Tensor) else k: v for k, v in self.state.items()}
        return self._run_hooks("after_save", {"state": state, "param_groups": groups})

    def load_state_dict(self, state_dict):
        """Take over state and options from another optimizer's `state_dict`."""
        state_dict = self._run_hooks("before_load", state_dict.copy())
        saved = deepcopy(state_dict["param_groups"])
        if len(saved) != len(self.param_groups):
            raise ValueError(
                f"the state has {len(saved)} parameter groups, "
                f"the optimizer {len(self.param_groups)}"
            )
        for group, other in zip(self.param_groups, saved, strict=True):
            if len(group["params"]) != len(other["params"]):
                raise ValueError("the state has parameter groups of other sizes than the optimizer")
        numbers = chain.from_iterable(other["params"] for other in saved)
        parameters = chain.from_iterable(group["params"] for group in self.param_groups)
        by_number = dict(zip(numbers, parameters, strict=True))
        self.state.clear()
        for number, value in state_dict["state"].items():
            if number in by_number:
                parameter = by_number[number]
                self.state[parameter] = _fitted(parameter, value)
            else:
                self.state[number] = value
        for group, other in zip(self.param_groups, saved, strict=True):
            names = group.get("param_names")
            kept = {"params": group["params"], **({"param_names": names} if names else {})}
            group.clear()
            group.update({**other, **kept})
            for name, value in self._later.items():
                if name in self.defaults:
                    group.setdefault(name, value)
        self._run_hooks("after_load")

    def __getstate__(self):
        return {
            "defaults": self.defaults,
            "state": self.state,
            "param_groups": self.param_groups,
        }

    # ---- hooks ----------------------------------------------------------------------------

    def _run_hooks(self, place, value=None):
        """Call the hooks of one kind; each may replace the value."""
        for hook in list((self._saving_hooks or {}).get(place, {}).values()):
            changed = hook(self) if value is None else hook(self, value)
            value = value if changed is None else changed
        return value

    def _add_saving_hook(self, place, hook, prepend):
        if self._saving_hooks is None:
            self._saving_hooks = {}
        hooks = self._saving_hooks.setdefault(place, OrderedDict())
        handle = add_hook(hooks, hook)
        if prepend:
            hooks.move_to_end(handle.id, last=False)
        return handle

    def register_state_dict_pre_hook(self, hook, prepend=False):
        """`hook(optimizer)` runs before the state is saved."""
        return self._add_saving_hook("before_save", hook, prepend)

    def register_state_dict_post_hook(self, hook, prepend=False):
        """`hook(optimizer, state_dict)` runs after it; it may return another dict."""
        return self._add_saving_hook("after_save", hook, prepend)

    def register_load_state_dict_pre_hook(self, hook, prepend=False):
        """`hook(optimizer, state_dict)` runs before the state is loaded."""
        return self._add_saving_hook("before_load", hook, prepend)

    def register_load_state_dict_post_hook(self, hook, prepend=False):
        """`hook(optimizer)` runs after it."""
        return self._add_saving_hook("after_load", hook, prepend)


def _fitted(parameter, value, key=None):
    """Saved state in the dtype of its parameter; the number of the step stays as it is."""
    if isinstance(value, Tensor):
        if key == "step" or not parameter.is_floating_point():
            return value
        return value.to(parameter.dtype)
    if isinstance(value, dict):
        return {k: _fitted(parameter, v, k) for k, v in value.items()}
    return value
