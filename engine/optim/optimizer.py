"""What all optimizers share: parameter groups, state, and the step."""

from collections import defaultdict
from copy import deepcopy

import numpy as np

from engine.autograd.mode import enable_grad, no_grad
from engine.autograd.node import HookDict, add_hook
from engine.nn.module import clear_grad
from engine.tensor import Tensor, bump_version, own, wrap


class _Required:
    def __repr__(self):
        return "<required parameter>"


required = _Required()


class Optimizer:
    """Changes parameters in place by their `.grad`; parameters without one are left alone.

    A subclass gives `update(group, parameter, grad, state)`, which works on arrays.
    """

    __module__ = "torch.optim.optimizer"

    def __init__(self, params, defaults):
        if isinstance(params, Tensor):
            raise TypeError("an optimizer takes an iterable of tensors or of dicts, not a tensor")
        self.defaults = defaults
        self.state = defaultdict(dict)
        self.param_groups = []
        self._pre_hooks, self._post_hooks = HookDict(), HookDict()
        groups = list(params)
        if not groups:
            raise ValueError("an optimizer got an empty list of parameters")
        if not isinstance(groups[0], dict):
            groups = [{"params": groups}]
        for group in groups:
            self.add_param_group(dict(group))

    def add_param_group(self, param_group):
        """Add parameters with options of their own."""
        if not isinstance(param_group, dict):
            raise TypeError(f"a parameter group is a dict, not {type(param_group).__name__}")
        given = param_group["params"]
        if isinstance(given, set):
            raise TypeError("parameters need an order, which a set has not")
        params = [given] if isinstance(given, Tensor) else list(given)
        params = [p[1] if isinstance(p, tuple) else p for p in params]
        for parameter in params:
            self._check(parameter)
        if len({id(p) for p in params}) != len(params):
            raise ValueError("a parameter group holds a parameter twice")
        for name, default in self.defaults.items():
            if default is required and name not in param_group:
                raise ValueError(f"a parameter group lacks {name}")
            param_group.setdefault(name, default)
        known = {id(p) for group in self.param_groups for p in group["params"]}
        if any(id(p) in known for p in params):
            raise ValueError("some parameters are in more than one parameter group")
        param_group["params"] = params
        self.param_groups.append(param_group)

    def _check(self, parameter):
        if not isinstance(parameter, Tensor):
            raise TypeError(f"an optimizer changes tensors, not {type(parameter).__name__}")
        if not (parameter.is_leaf or parameter.retains_grad):
            raise ValueError("an optimizer cannot change a tensor that is not a leaf")

    def zero_grad(self, set_to_none=True):
        """Clear the gradients of all parameters: to None, or to zeros in place."""
        for group in self.param_groups:
            for parameter in group["params"]:
                clear_grad(parameter, set_to_none)

    def step(self, closure=None):
        """Change every parameter that has a gradient; `closure` recomputes the loss first."""
        for hook in list(self._pre_hooks.values()):
            hook(self, (), {})
        loss = None
        if closure is not None:
            with enable_grad():
                loss = closure()
        with no_grad():
            for group in self.param_groups:
                self._step_group(group)
        for hook in list(self._post_hooks.values()):
            hook(self, (), {})
        return loss

    def _step_group(self, group):
        for parameter in group["params"]:
            grad = parameter._grad
            if grad is not None:
                data = grad._data
                if group.get("maximize"):
                    data = -data
                self.update(group, own(parameter), data, self.state[parameter])
                bump_version(parameter)

    def update(self, group, parameter, grad, state):
        """Change one parameter in place; `state` is a dict that is kept for it."""
        raise NotImplementedError

    def register_step_pre_hook(self, hook):
        """`hook(optimizer, args, kwargs)` runs before each step."""
        return add_hook(self._pre_hooks, hook)

    def register_step_post_hook(self, hook):
        """`hook(optimizer, args, kwargs)` runs after each step."""
        return add_hook(self._post_hooks, hook)

    def state_dict(self):
        """State and options; parameters stand as numbers in the order they were given."""
        numbers, groups = {}, []
        for group in self.param_groups:
            for parameter in group["params"]:
                numbers.setdefault(parameter, len(numbers))
            packed = {k: v for k, v in group.items() if k != "params"}
            packed["params"] = [numbers[p] for p in group["params"]]
            groups.append(packed)
        state = {numbers[p]: s for p, s in self.state.items() if p in numbers}
        return {"state": state, "param_groups": groups}

    def load_state_dict(self, state_dict):
        """Take over state and options from another optimizer's `state_dict`."""
        saved = deepcopy(state_dict)
        groups = saved["param_groups"]
        mine = [len(g["params"]) for g in self.param_groups]
        if mine != [len(g["params"]) for g in groups]:
            raise ValueError("the state has parameter groups of other sizes than this optimizer")
        numbers = {}
        for group, other in zip(self.param_groups, groups, strict=True):
            numbers.update(zip(other["params"], group["params"], strict=True))
            group.update({k: v for k, v in other.items() if k != "params"})
        self.state.clear()
        for number, state in saved["state"].items():
            self.state[numbers[number]] = state

    def __repr__(self):
        lines = [f"{type(self).__name__} ("]
        for i, group in enumerate(self.param_groups):
            lines.append(f"Parameter Group {i}")
            lines += [f"    {k}: {group[k]}" for k in sorted(group) if k != "params"]
        return "\n".join([*lines, ")"])


def buffer(state, name, like):
    """The array behind the tensor `state[name]`, zeros when it is first asked for."""
    tensor = state.get(name)
    if tensor is None:
        tensor = state[name] = wrap(np.zeros(like.shape, like.dtype))
    return own(tensor)


def count(state):
    """Number of the step, kept as a tensor as PyTorch does."""
    step = int(state["step"]._data) + 1 if "step" in state else 1
    state["step"] = wrap(np.float32(step))
    return step


def check_range(name, value, low=0.0, high=None):
    """Refuse an option outside of its range."""
    number = float(value)
    if not (low <= number and (high is None or number < high)):
        limit = f"at least {low}" if high is None else f"from {low} up to {high}"
        raise ValueError(f"{name} must be {limit}, not {value}")
