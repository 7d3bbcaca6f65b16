"""`torch.overrides`: who says for itself what operations do."""

from engine.absent import refusing
from engine.subclasses import ask, overriding
from engine.tensor import Tensor

__all__ = ["handle_torch_function", "has_torch_function", "is_tensor_like"]


def is_tensor_like(inp):
    """Whether it is a tensor, or has `__torch_function__`."""
    return isinstance(inp, Tensor) or hasattr(inp, "__torch_function__")


def has_torch_function(relevant_args):
    """Whether some of the arguments want to be asked."""
    return bool(overriding(relevant_args))


def handle_torch_function(public_api, relevant_args, *args, **kwargs):
    """Let the arguments say what a function does."""
    return ask(public_api, overriding(relevant_args), args, kwargs)


__getattr__ = refusing(__name__)
