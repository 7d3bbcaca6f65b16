"""What prunes a parameter: a mask, which is a buffer, lets only a part of it be seen.

A forward pre-hook computes the parameter anew, as `<name>_orig`, which is trained, times
`<name>_mask`. What prunes once more joins the method that was there in a `PruningContainer`.
"""

from abc import ABC, abstractmethod

from engine.creation import ones_like


class BasePruningMethod(ABC):
    """How a mask is computed, and the forward pre-hook that applies it."""

    _tensor_name = None

    def __call__(self, module, inputs):
        setattr(module, self._tensor_name, self.apply_mask(module))

    @abstractmethod
    def compute_mask(self, t, default_mask):
        """The mask for a tensor of importances, given one that is to be kept to."""

    def apply_mask(self, module):
        """The parameter with everything masked set to zero."""
        if self._tensor_name is None:
            raise AssertionError(f"{type(self).__name__} has not been applied to a module")
        original = getattr(module, f"{self._tensor_name}_orig")
        return getattr(module, f"{self._tensor_name}_mask").to(dtype=original.dtype) * original

    @classmethod
    def apply(cls, module, name, *args, importance_scores=None, **kwargs):
        """Prune a parameter of the module, once more if it was pruned; the method that now does."""
        before = _taken_off(module, name)
        method = cls(*args, **kwargs)
        method._tensor_name = name
        if before is not None:
            container = before if isinstance(before, PruningContainer) else PruningContainer(before)
            container.add_pruning_method(method)
            method = container
        original = getattr(module, name)
        scores = _scores(original, importance_scores)
        if before is not None:
            mask = getattr(module, f"{name}_mask").detach().clone()
        else:
            module.register_parameter(f"{name}_orig", original)
            del module._parameters[name]
            mask = ones_like(original)
        try:
            module.register_buffer(f"{name}_mask", method.compute_mask(scores, default_mask=mask))
            setattr(module, name, method.apply_mask(module))
        except Exception:
            if before is None:
                module.register_parameter(name, original)
                del module._parameters[f"{name}_orig"]
            raise
        module.register_forward_pre_hook(method)
        return method

    def prune(self, t, default_mask=None, importance_scores=None):
        """A tensor times the mask that is computed for it."""
        mask = ones_like(t) if default_mask is None else default_mask
        return t * self.compute_mask(_scores(t, importance_scores), default_mask=mask)

    def remove(self, module):
        """Make what is seen of the parameter the parameter."""
        name = self._tensor_name
        weight = self.apply_mask(module)
        if hasattr(module, name):
            delattr(module, name)
        original = module._parameters.pop(f"{name}_orig")
        original.data = weight.data
        del module._buffers[f"{name}_mask"]
        setattr(module, name, original)


def _scores(tensor, scores):
    if scores is None:
        return tensor
    if scores.shape != tensor.shape:
        raise AssertionError(f"{list(scores.shape)} scores for {list(tensor.shape)} elements")
    return scores


def methods_of(module, name):
    """The pruning hooks of a module for the parameter of that name, with their keys."""
    return [
        (key, hook)
        for key, hook in module._forward_pre_hooks.items()
        if isinstance(hook, BasePruningMethod) and hook._tensor_name == name
    ]


def _taken_off(module, name):
    """The method that prunes the parameter so far, no hook any more; None if it is whole."""
    for key, hook in methods_of(module, name):
        del module._forward_pre_hooks[key]
        return hook
    return None


class PruningContainer(BasePruningMethod):
    """Methods that prune one after another, each what those before it have left."""

    def __init__(self, *args):
        self._pruning_methods = ()
        if len(args) == 1:
            self._tensor_name = args[0]._tensor_name
        for method in args:
            self.add_pruning_method(method)

    def add_pruning_method(self, method):
        """Add another one for the same parameter."""
        if method is None:
            return
        if not isinstance(method, BasePruningMethod):
            raise TypeError(f"expected a pruning method, not {type(method).__name__}")
        if method._tensor_name != self._tensor_name:
            raise ValueError(f"it prunes {method._tensor_name!r}, not {self._tensor_name!r}")
        self._pruning_methods += (method,)

    def __len__(self):
        return len(self._pruning_methods)

    def __iter__(self):
        return iter(self._pruning_methods)

    def __getitem__(self, idx):
        return self._pruning_methods[idx]

    def compute_mask(self, t, default_mask):
        """The mask after the last method, which sees what the mask so far has left of `t`."""
        method = self._pruning_methods[-1]
        left = _left(method, t, default_mask)
        mask = default_mask.to(dtype=t.dtype)
        mask[left] = method.compute_mask(t[left], default_mask=default_mask[left]).to(mask.dtype)
        return mask


def _left(method, t, mask):
    """An index of what is left for a method to prune."""
    if method.PRUNING_TYPE == "unstructured":
        return mask == 1
    everything = [slice(None)] * t.dim()
    if method.PRUNING_TYPE == "structured":
        if not hasattr(method, "dim"):
            raise AttributeError(f"{type(method).__name__} prunes along `dim` and needs to have it")
        if method.dim < -t.dim():
            raise IndexError(f"dimension {method.dim} is out of range for {t.dim()} dimensions")
        dim = method.dim % t.dim() if method.dim < 0 else method.dim
        everything[dim] = mask.sum(dim=[d for d in range(t.dim()) if d != dim]) != 0
    elif method.PRUNING_TYPE != "global":
        raise ValueError(f"there is no PRUNING_TYPE {method.PRUNING_TYPE!r}")
    return tuple(everything)
