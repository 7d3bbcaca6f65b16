"""`torch.autograd.forward_ad`: derivatives computed along with the results."""

from typing import NamedTuple

from engine.absent import refusing
from engine.autograd import tangents
from engine.autograd.grad_mode import Decorator, Setting
from engine.autograd.mode import mode
from engine.autograd.views import DEFAULT
from engine.ops.declare import op
from engine.tensor import Tensor

__all__ = [
    "UnpackedDualTensor",
    "dual_level",
    "enter_dual_level",
    "exit_dual_level",
    "make_dual",
    "unpack_dual",
]

_current_level = -1


class UnpackedDualTensor(NamedTuple):
    """The result of `unpack_dual`: the primal tensor, and its tangent or None."""

    primal: Tensor
    tangent: Tensor | None


def enter_dual_level():
    """Open a level and return its number, which is 0, as levels do not nest."""
    global _current_level
    tangents.begin()
    _current_level += 1
    return _current_level


def exit_dual_level(*, level=None):
    """Close the level; all tensors lose their tangents."""
    global _current_level
    if _current_level < 0 or level not in (None, _current_level):
        raise RuntimeError(f"level {level} cannot be closed: {_open()}")
    tangents.end()
    _current_level -= 1


def _open():
    return f"level {_current_level} is open" if _current_level >= 0 else "no level is open"


class dual_level(Decorator):
    """Keep a level open within the block."""

    def __enter__(self):
        return enter_dual_level()

    def __exit__(self, *_):
        exit_dual_level()


@op(
    "_make_dual",
    node="=ViewBackward0",
    view=DEFAULT,
    self=lambda g, self_shape: g.reshape(self_shape),
)
def _dual(self):
    return self[...]


@op("_unpack_dual", node="=Identity", view=DEFAULT, self=lambda g: g)
def _primal(self):
    return self[...]


_primal.op.node.name = lambda self: "torch::autograd::Identity"
tangents.CUTS.update((_dual, _primal))


def make_dual(tensor, tangent, *, level=None):
    """A view of `tensor` that carries `tangent`, its derivative in the chosen direction."""
    if (_current_level if level is None else level) < 0:
        raise RuntimeError("no level is open; make dual tensors within dual_level()")
    for name, value in (("tensor", tensor), ("tangent", tangent)):
        if not (value.is_floating_point() or value.is_complex()):
            raise ValueError(f"make_dual(): the {name} must be of a float dtype, not {value.dtype}")
    if tensor.shape != tangent.shape:
        raise RuntimeError(
            f"make_dual(): the tangent has shape {list(tangent.shape)}, not {list(tensor.shape)}"
        )
    if tangents.tangent_of(tensor) is not None or tangents.tangent_of(tangent) is not None:
        raise RuntimeError("make_dual(): an argument has a tangent already; levels do not nest")
    result = _dual(tensor)
    tangents.set_tangent(result, tangent)
    return result


def unpack_dual(tensor, *, level=None):
    """The tensor without its tangent, and the tangent."""
    if (_current_level if level is None else level) < 0:
        return UnpackedDualTensor(tensor, None)
    if not isinstance(tensor, Tensor):
        raise TypeError(f"unpack_dual() takes a tensor, not {type(tensor).__name__}")
    return UnpackedDualTensor(_primal(tensor), tangents.tangent_of(tensor))


def _is_fwd_grad_enabled():
    return mode.tangents


class _set_fwd_grad_enabled(Setting):
    """Set whether tensors have tangents: immediately, or for a block as a context manager."""

    name = "tangents"


__getattr__ = refusing(__name__)
