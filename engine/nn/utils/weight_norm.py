"""`torch.nn.utils.weight_norm`: length and direction of a weight apart, by a hook."""

import warnings

from engine.nn.parameter import Parameter
from engine.ops.weight_norm import norm_except_dim
from engine.ops.weight_norm import weight_norm as computed


class WeightNorm:
    """A forward pre-hook that computes the weight anew."""

    def __init__(self, name, dim):
        self.name, self.dim = name, -1 if dim is None else dim

    def compute_weight(self, module):
        """The weight from its length and direction."""
        v, g = (getattr(module, f"{self.name}_{part}") for part in "vg")
        return computed(v, g, self.dim)

    def __call__(self, module, inputs):
        setattr(module, self.name, self.compute_weight(module))


def weight_norm(module, name="weight", dim=0):
    """Replace a parameter by `<name>_g`, its length, and `<name>_v`, its direction."""
    warnings.warn("use torch.nn.utils.parametrizations.weight_norm()", FutureWarning, stacklevel=2)
    if any(hook.name == name for hook in _hooks(module)):
        raise RuntimeError(f"{name!r} has a weight norm already")
    hook = WeightNorm(name, dim)
    weight = getattr(module, name)
    del module._parameters[name]
    module.register_parameter(f"{name}_g", Parameter(norm_except_dim(weight, 2, hook.dim).data))
    module.register_parameter(f"{name}_v", Parameter(weight.data))
    setattr(module, name, hook.compute_weight(module))
    module.register_forward_pre_hook(hook)
    return module


def _hooks(module):
    return [h for h in module._forward_pre_hooks.values() if isinstance(h, WeightNorm)]


def remove_weight_norm(module, name="weight"):
    """Make one parameter of the two again."""
    for key, hook in list(module._forward_pre_hooks.items()):
        if isinstance(hook, WeightNorm) and hook.name == name:
            weight = hook.compute_weight(module)
            delattr(module, name)
            del module._parameters[f"{name}_g"], module._parameters[f"{name}_v"]
            setattr(module, name, Parameter(weight.data))
            del module._forward_pre_hooks[key]
            return module
    raise ValueError(f"{name!r} of {type(module).__name__} has no weight norm")
