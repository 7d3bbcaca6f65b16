"""What all optimizers share: parameter groups, state, and the step."""

import functools
import warnings
from collections import OrderedDict, defaultdict

import numpy as np

from engine.address import posing
from engine.autograd.grad_mode import enable_grad
from engine.autograd.hooks import add_hook
from engine.autograd.mode import mode, tell, watchers
from engine.errors import unsupported
from engine.nn.modules.module import clear_grad
from engine.optim.saving import Saving
from engine.optim.state import moved, scalar
from engine.sampling import parts
from engine.shared import bump_version
from engine.tensor import Tensor, own, wrap


class _Required:
    def __repr__(self):
        return "<required parameter>"


required = _Required()
_before_every_step, _after_every_step = OrderedDict(), OrderedDict()


class Optimizer(Saving):
    """Changes parameters in place by their `.grad`; parameters without one are left alone.

    A subclass has `step`, or, as those here, `_update(group)`, which works on arrays.
    """

    _first_options = ()  # what a step reads before it looks at what was kept
    _unread = ()  # options that no later step reads
    _by_parts = True  # whether the parts of complex numbers are moved each for itself
    _writes = 1  # by how much a step raises the version of a parameter, not counting its decay

    def __init__(self, params, defaults):
        if isinstance(params, Tensor):
            raise TypeError("an optimizer takes an iterable of tensors or of dicts, not a tensor")
        if defaults.get("differentiable"):
            raise unsupported("optimizers with differentiable=True")
        if defaults.get("foreach") and defaults.get("fused"):
            raise RuntimeError("foreach and fused exclude each other")
        self.defaults = defaults
        self.state = defaultdict(dict)
        self.param_groups = []
        groups = list(params)
        if not groups:
            raise ValueError("an optimizer got an empty list of parameters")
        if not isinstance(groups[0], dict):
            groups = [{"params": groups}]
        for group in groups:
            self.add_param_group(group)

    def __init_subclass__(cls, **kwargs):
        super().__init_subclass__(**kwargs)
        posing(cls)
        if "step" in vars(cls):
            cls.step = _with_hooks(cls.step)

    # ---- parameter groups -----------------------------------------------------------------

    def add_param_group(self, param_group):
        """Add parameters with options of their own."""
        if not isinstance(param_group, dict):
            raise TypeError(f"a parameter group is a dict, not {type(param_group).__name__}")
        self._set_params(param_group)
        for parameter in param_group["params"]:
            self._check(parameter)
        for name, default in self.defaults.items():
            if default is required and name not in param_group:
                raise ValueError(f"a parameter group lacks {name}")
            param_group.setdefault(name, default)
        numbers = [id(p) for p in param_group["params"]]
        if len(set(numbers)) != len(numbers):
            warnings.warn(
                "a parameter group contains a parameter twice, so each step updates it twice",
                UserWarning,
                stacklevel=3,
            )
        known = {id(p) for group in self.param_groups for p in group["params"]}
        if not known.isdisjoint(numbers):
            raise ValueError("some parameters are in more than one parameter group")
        self.param_groups.append(param_group)

    def _set_params(self, group):
        """Make the group's parameters a list, and note their names if they have any."""
        given = group["params"]
        if isinstance(given, set):
            raise TypeError("parameters need an order, which a set has not")
        params = [given] if isinstance(given, Tensor) else list(given)
        named = [isinstance(p, tuple) for p in params]
        if any(named) and not all(named):
            raise ValueError("either all parameters of a group have names or none")
        if params and named[0]:
            group["param_names"] = [name for name, _ in params]
            params = [parameter for _, parameter in params]
        if self.param_groups and ("param_names" in group) != (
            "param_names" in self.param_groups[0]
        ):
            raise ValueError("either all parameter groups have names or none")
        group["params"] = params

    def _check(self, parameter):
        if not isinstance(parameter, Tensor):
            raise TypeError(f"an optimizer changes tensors, not {type(parameter).__name__}")
        if not (parameter.is_leaf or parameter.retains_grad):
            raise ValueError("an optimizer cannot change a tensor that is not a leaf")

    # ---- the step -------------------------------------------------------------------------

    def zero_grad(self, set_to_none=True):
        """Clear the gradients of all parameters: to None, or to zeros in place."""
        for group in self.param_groups:
            for parameter in group["params"]:
                if set_to_none:
                    parameter._grad = None
                else:
                    clear_grad(parameter, False)

    def step(self, closure=None):
        """Change every parameter that has a gradient; `closure` recomputes the loss first."""
        loss = None
        if closure is not None:
            with enable_grad():
                loss = closure()
        before = mode.enabled
        mode.switch(False)
        try:
            for group in self.param_groups:
                self._begin(group)
                self._update(group)
        except ValueError as error:  # NumPy's, of shapes that do not fit
            raise RuntimeError(f"{type(self).__name__}.step(): {error}") from None
        finally:
            mode.switch(before)
        return loss

    def _update(self, group):
        """Change the parameters of one group in place."""
        raise NotImplementedError(f"{type(self).__name__} does not define step()")

    def _moving(self, group):
        """The parameters that have a gradient: each with its array and that of its gradient."""
        if self._option(group, "capturable"):
            raise AssertionError("capturable=True is for parameters on a GPU")
        maximize, decay = self._option(group, "maximize"), self._option(group, "weight_decay")
        decoupled = decay and self._option(group, "decoupled_weight_decay")
        for parameter in group["params"]:
            gradient = parameter._grad
            if gradient is None:
                continue
            array, grad = own(parameter), gradient._data
            if array.dtype.kind == "c" and self._by_parts:
                array, grad = parts(array), parts(np.asarray(grad))
            if maximize:
                grad = -grad
            if decoupled:
                self._note_writes(parameter, 1)
            elif decay:
                grad = moved(grad, array, decay)
            yield parameter, array, grad
            self._note_writes(parameter, self._writes)

    def _option(self, group, name):
        """An option that this optimizer has; a group from elsewhere may have more."""
        return group[name] if name in self.defaults else None

    def _begin(self, group):
        """See that there is what a step of this group needs: it may be another optimizer's."""
        for name in self._first_options:
            group[name]
        names = self._kept(group)
        for parameter in group["params"] if names else ():
            if parameter._grad is not None:
                state = self.state[parameter]
                if not state:
                    state.update(self._start(parameter, group))
                for name in names:
                    state[name]
        for name in self.defaults:
            if name not in self._unread:
                group[name]

    def _start(self, parameter, group):
        """What is kept for a parameter before the first step."""
        return {n: self._first(n, own(parameter), group) for n in self._kept(group)}

    def _kept(self, group):
        """The names of what is kept for each parameter of a group."""
        return ()

    def _first(self, name, like, group):
        """What is kept under a name at first: zeros, for the number of steps a single one."""
        return scalar(0.0) if name == "step" else wrap(np.zeros(like.shape, like.dtype))

    @staticmethod
    def _note_writes(parameter, count):
        storage = parameter._storage
        if storage is None:
            bump_version(parameter)  # or refuse: inference tensors have no storage
            if parameter._storage is not None:
                parameter._storage.version += count - 1
            return
        storage.version += count
        if watchers:
            tell("written", parameter)

    # ---- hooks ----------------------------------------------------------------------------

    _pre_hooks = _post_hooks = None

    def register_step_pre_hook(self, hook):
        """`hook(optimizer, args, kwargs)` runs before each step; it may return other arguments."""
        if self._pre_hooks is None:
            self._pre_hooks = OrderedDict()
        return add_hook(self._pre_hooks, hook)

    def register_step_post_hook(self, hook):
        """`hook(optimizer, args, kwargs)` runs after each step."""
        if self._post_hooks is None:
            self._post_hooks = OrderedDict()
        return add_hook(self._post_hooks, hook)

    def __repr__(self):
        text = f"{type(self).__name__} ("
        for i, group in enumerate(self.param_groups):
            text += f"\nParameter Group {i}\n"
            text += "".join(f"    {k}: {group[k]}\n" for k in sorted(group) if k != "params")
        return text + ")"


def _with_hooks(step):
    """A `step` with its hooks; it also notes, for schedulers, that it ran."""

    @functools.wraps(step)
    def wrapper(self, *args, **kwargs):
        if not (self._pre_hooks or self._post_hooks or _before_every_step or _after_every_step):
            result = step(self, *args, **kwargs)
            self._opt_called = True
            return result
        args = (self, *args)
        for hook in [*_before_every_step.values(), *(self._pre_hooks or {}).values()]:
            changed = hook(self, args, kwargs)
            if changed is None:
                continue
            if not isinstance(changed, tuple) or len(changed) != 2:
                raise RuntimeError(
                    f"a pre-hook of step() returns None or (args, kwargs), not {changed!r}"
                )
            args, kwargs = changed
        result = step(*args, **kwargs)
        self._opt_called = True
        for hook in [*(self._post_hooks or {}).values(), *_after_every_step.values()]:
            hook(self, args, kwargs)
        return result

    return wrapper


posing(Optimizer)
Optimizer.step = _with_hooks(Optimizer.step)


def register_optimizer_step_pre_hook(hook):
    """A pre-hook on the steps of all optimizers."""
    return add_hook(_before_every_step, hook)


def register_optimizer_step_post_hook(hook):
    """A post-hook on the steps of all optimizers."""
    return add_hook(_after_every_step, hook)
