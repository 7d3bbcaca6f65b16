"""`torch.nn.utils.spectral_norm`: a weight divided by its largest singular value, by a hook."""

from engine.autograd.grad_mode import no_grad
from engine.nn import functional
from engine.nn.modules.conv import ConvTranspose1d, ConvTranspose2d, ConvTranspose3d
from engine.nn.parameter import Parameter
from engine.ops.declare import OPS


def usual_dim(module):
    """The dimension of the outputs."""
    return int(isinstance(module, ConvTranspose1d | ConvTranspose2d | ConvTranspose3d))


def with_first(weight, dim):
    """The weight with that dimension first."""
    if dim:
        weight = weight.permute(dim, *(d for d in range(weight.dim()) if d != dim))
    return weight


def as_matrix(weight, dim):
    """The weight as a matrix with that dimension first."""
    weight = with_first(weight, dim)
    return weight.reshape(weight.size(0), -1)


class SpectralNorm:
    """A forward pre-hook that computes the weight anew, after steps of the power iteration."""

    def __init__(self, name, n_power_iterations, dim, eps):
        if n_power_iterations <= 0:
            raise ValueError(f"n_power_iterations must be above 0, not {n_power_iterations}")
        self.name, self.dim, self.eps = name, dim, eps
        self.n_power_iterations = n_power_iterations

    def compute_weight(self, module, do_power_iteration):
        """The weight, whose singular vectors are improved first where that is wanted."""
        weight, u, v = (getattr(module, f"{self.name}_{part}") for part in ("orig", "u", "v"))
        matrix = as_matrix(weight, self.dim)
        if do_power_iteration:
            with no_grad():
                for _ in range(self.n_power_iterations):
                    functional.normalize(matrix.t().mv(u), dim=0, eps=self.eps, out=v)
                    functional.normalize(matrix.mv(v), dim=0, eps=self.eps, out=u)
                u, v = u.clone(), v.clone()  # a graph may need those of an earlier call
        return weight / OPS["dot"](u, matrix.mv(v))

    def __call__(self, module, inputs):
        setattr(module, self.name, self.compute_weight(module, module.training))

    # ---- saving and loading ---------------------------------------------------------------

    def after_save(self, module, state_dict, prefix, local_metadata):
        """Note the form of the state."""
        local_metadata.setdefault("spectral_norm", {})[f"{self.name}.version"] = 1

    def before_load(self, state_dict, prefix, local_metadata, strict, missing, unexpected, errors):
        """Complete a state in the form that had the weight itself, and not `<name>_v`."""
        noted = local_metadata.get("spectral_norm", {}).get(f"{self.name}.version")
        if noted is not None and noted >= 1:
            return
        key = prefix + self.name
        parts = all(f"{key}_{part}" in state_dict for part in ("orig", "u", "v"))
        if noted is None and parts and key not in state_dict:
            return
        lacking = [k for k in (f"{key}_orig", key, f"{key}_u") if k not in state_dict]
        if strict:
            missing += lacking
        if not lacking:
            with no_grad():
                state_dict[f"{key}_v"] = self._solved(
                    state_dict[f"{key}_orig"], state_dict.pop(key), state_dict[f"{key}_u"]
                )

    def _solved(self, original, weight, u):
        """The vector `v` with which `original` divided by its norm is `weight`."""
        matrix = as_matrix(original, self.dim)
        v = OPS["pinverse"](matrix.t().mm(matrix)).mm(matrix.t()).mv(u)
        return v.mul_((original / weight).mean() / OPS["dot"](u, matrix.mv(v)))


def spectral_norm(module, name="weight", n_power_iterations=1, eps=1e-12, dim=None):
    """Divide a parameter by its largest singular value; `<name>_orig` is what is trained."""
    if any(hook.name == name for hook in _hooks(module)):
        raise RuntimeError(f"{name!r} has a spectral norm already")
    hook = SpectralNorm(name, n_power_iterations, usual_dim(module) if dim is None else dim, eps)
    weight = module._parameters[name]
    if weight is None:
        raise ValueError(f"the parameter {name!r} is None and has no spectral norm")
    with no_grad():
        height, width = as_matrix(weight, hook.dim).shape
        u, v = (
            functional.normalize(weight.new_empty(n).normal_(0, 1), dim=0, eps=eps)
            for n in (height, width)
        )
    delattr(module, name)
    module.register_parameter(f"{name}_orig", weight)
    setattr(module, name, weight.data)  # no parameter: nothing that is trained
    module.register_buffer(f"{name}_u", u)
    module.register_buffer(f"{name}_v", v)
    module.register_forward_pre_hook(hook)
    module._register_state_dict_hook(hook.after_save)
    module._register_load_state_dict_pre_hook(hook.before_load)
    return module


def _hooks(module):
    return [h for h in module._forward_pre_hooks.values() if isinstance(h, SpectralNorm)]


def remove_spectral_norm(module, name="weight"):
    """Make a parameter of the weight as it is."""
    for key, hook in list(module._forward_pre_hooks.items()):
        if isinstance(hook, SpectralNorm) and hook.name == name:
            with no_grad():
                weight = hook.compute_weight(module, do_power_iteration=False)
            for part in (name, f"{name}_u", f"{name}_v", f"{name}_orig"):
                delattr(module, part)
            module.register_parameter(name, Parameter(weight.detach()))
            del module._forward_pre_hooks[key]
            module._remove_state_dict_hook(hook.after_save)
            return module  # and PyTorch leaves it the hook on loading
    raise ValueError(f"{name!r} of {type(module).__name__} has no spectral norm")
