"""`torch.nn.utils.parametrizations`: weight norm, spectral norm and orthogonal weights."""

from functools import partial

from engine.autograd.grad_mode import no_grad
from engine.nn import functional
from engine.nn.modules.module import Module
from engine.nn.utils.orthogonal import orthogonal
from engine.nn.utils.parametrize import register_parametrization
from engine.nn.utils.spectral_norm import usual_dim, with_first
from engine.ops.declare import OPS
from engine.ops.weight_norm import norm_except_dim
from engine.ops.weight_norm import weight_norm as computed
from engine.tensor import Tensor


class _WeightNorm(Module):
    def __init__(self, dim=0):
        super().__init__()
        self.dim = -1 if dim is None else dim

    def forward(self, weight_g, weight_v):
        return computed(weight_v, weight_g, self.dim)

    def right_inverse(self, weight):
        return norm_except_dim(weight, 2, self.dim), weight


def weight_norm(module, name="weight", dim=0):
    """Compute a weight from its length and its direction."""
    register_parametrization(module, name, _WeightNorm(dim), unsafe=True)
    module._register_load_state_dict_pre_hook(partial(_renamed, name))
    return module


def _renamed(name, state_dict, prefix, *_):
    """Take over what the weight norm by a hook saved."""
    old = [f"{prefix}{name}_{part}" for part in "gv"]
    if all(key in state_dict for key in old):
        for number, key in enumerate(old):
            state_dict[f"{prefix}parametrizations.{name}.original{number}"] = state_dict.pop(key)


class _SpectralNorm(Module):
    def __init__(self, weight, n_power_iterations=1, dim=0, eps=1e-12):
        super().__init__()
        if not -weight.ndim <= dim < weight.ndim:
            raise IndexError(f"dimension {dim} is out of range for {weight.ndim} dimensions")
        if n_power_iterations <= 0:
            raise ValueError(f"n_power_iterations must be above 0, not {n_power_iterations}")
        self.dim, self.eps = dim % weight.ndim, eps
        if weight.ndim > 1:
            self.n_power_iterations = n_power_iterations
            matrix = with_first(weight, self.dim).flatten(1)
            for name, size in zip(("_u", "_v"), matrix.shape, strict=True):
                drawn = matrix.new_empty(size).normal_(0, 1)
                self.register_buffer(name, functional.normalize(drawn, dim=0, eps=eps))
            self._power_method(matrix, 15)

    @no_grad()
    def _power_method(self, matrix, count):
        for _ in range(count):  # in place: a replica and a state that was taken before see it
            functional.normalize(matrix.mv(self._v), dim=0, eps=self.eps, out=self._u)
            functional.normalize(matrix.H.mv(self._u), dim=0, eps=self.eps, out=self._v)

    def forward(self, weight):
        if weight.ndim == 1:
            return functional.normalize(weight, dim=0, eps=self.eps)
        matrix = with_first(weight, self.dim).flatten(1)
        if self.training:
            self._power_method(matrix, self.n_power_iterations)
        u, v = self._u.clone(), self._v.clone()
        return weight / OPS["vdot"](u, matrix.mv(v))

    def right_inverse(self, value):
        return value


def spectral_norm(module, name="weight", n_power_iterations=1, eps=1e-12, dim=None):
    """Compute a weight as another one divided by its largest singular value."""
    weight = getattr(module, name, None)
    if not isinstance(weight, Tensor):
        raise ValueError(f"{type(module).__name__} has no tensor {name!r}")
    dim = usual_dim(module) if dim is None else dim
    return register_parametrization(
        module, name, _SpectralNorm(weight, n_power_iterations, dim, eps)
    )


__all__ = ["orthogonal", "spectral_norm", "weight_norm"]
