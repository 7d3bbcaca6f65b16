"""An optimizer's state as a dict, and back."""

from collections import OrderedDict, defaultdict
from collections.abc import Iterable
from copy import deepcopy
from itertools import chain

from engine.autograd.hooks import add_hook
from engine.optim.options import later
from engine.optim.state import scalar
from engine.tensor import Tensor


class Saving:
    """What an Optimizer offers for its state.

    Options in `_later` are taken for their value there by a state that does not tell of them, and
    what is named in `_numbers` becomes a tensor where a state has it as a number.
    """

    _later = later("")
    _numbers = ()
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
        state = defaultdict(dict)
        for key, value in state_dict["state"].items():
            parameter = by_number.get(key)
            if parameter is None:
                state[key] = value
            else:
                state[parameter] = _fitted(parameter, value)
        for group, other in zip(self.param_groups, saved, strict=True):
            other["params"] = group["params"]
            if "param_names" in group:
                other.setdefault("param_names", group["param_names"])
        self.__setstate__({"state": state, "param_groups": saved})
        self._run_hooks("after_load")

    def __getstate__(self):
        return {
            "defaults": self.defaults,
            "state": self.state,
            "param_groups": self.param_groups,
        }

    def __setstate__(self, state):
        self.__dict__.update(state)
        for group in self.param_groups:
            for name, value in self._later.items():
                group.setdefault(name, value)
            for parameter in group["params"] if self._numbers else ():
                kept = self.state.get(parameter)
                for name in self._numbers if kept else ():
                    if not isinstance(kept[name], Tensor):
                        kept[name] = scalar(float(kept[name]))

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
    if isinstance(value, Iterable):
        return type(value)(_fitted(parameter, v) for v in value)
    return value
