"""`torch.autograd.Function`: operations whose derivative the user writes."""

import inspect
import warnings

from engine.autograd.function_jvp import carry
from engine.autograd.function_node import FunctionCtx, FunctionNode
from engine.autograd.function_outputs import is_fresh, place_fresh, wrapped
from engine.autograd.mode import FORWARD, careful, mode, passing, transformed_by
from engine.autograd.node import edge_of, next_number
from engine.autograd.once import once_differentiable
from engine.errors import unsupported
from engine.tensor import Tensor, new

__all__ = ["Function", "FunctionCtx", "InplaceFunction", "once_differentiable"]
BackwardCFunction = FunctionNode  # PyTorch's name for the base of such nodes


class _FunctionMeta(type):
    """Creates the node class of a Function: `Scale` → `ScaleBackward`."""

    def __init__(cls, name, bases, body):
        super().__init__(name, bases, body)
        cls._backward_cls = type(name + "Backward", (FunctionNode,), {"_forward_cls": cls})


class Function(FunctionCtx, metaclass=_FunctionMeta):
    """Base class of operations with a hand-written derivative; call `Subclass.apply(...)`."""

    generate_vmap_rule = False
    __module__ = "torch.autograd.function"

    def __init__(self, *args, **kwargs):
        warnings.warn(
            f"{type(self).__name__} is not to be instantiated: its methods are static, and it is "
            "called with .apply(...)",
            DeprecationWarning,
            stacklevel=2,
        )

    def __call__(self, *args, **kwargs):
        raise RuntimeError(f"{type(self).__name__} is called with .apply(...)")

    @staticmethod
    def forward(*args, **kwargs):
        """Compute the outputs; takes `ctx` first, unless `setup_context` is defined."""
        raise NotImplementedError("a Function must implement the forward method")

    @staticmethod
    def setup_context(ctx, inputs, output):
        """Save for backward, separately from `forward`, which then takes no `ctx`."""
        raise NotImplementedError("setup_context() is not implemented")

    @staticmethod
    def backward(ctx, *grad_outputs):
        """Compute the gradients of the inputs from those of the outputs."""
        raise NotImplementedError(
            "a Function must implement either the backward or the vjp method to be differentiated"
        )

    vjp = backward

    @staticmethod
    def jvp(ctx, *grad_inputs):
        """Compute the tangents of the outputs from those of the inputs (forward mode)."""
        raise NotImplementedError("a Function must implement the jvp function for forward mode")

    @staticmethod
    def vmap(info, in_dims, *args):
        """A rule for `vmap`; unused here, because `vmap` runs entry by entry."""
        raise NotImplementedError("a Function with generate_vmap_rule = True needs no vmap()")

    @classmethod
    def _derivative(cls):
        if cls.vjp is not Function.vjp:
            if cls.backward is not Function.backward:
                raise RuntimeError(f"{cls.__name__} defines both backward() and vjp(); keep one")
            return cls.vjp
        return cls.backward

    @classmethod
    def apply(cls, *args, **kwargs):
        """Run `forward` without recording, and add a single node to the graph."""
        separate = cls.setup_context is not Function.setup_context
        now = mode.__dict__  # of this thread; looked up once, as it costs as much as a small call
        if now["transforms"]:
            _check_transforms(cls, separate)
        if separate:
            args = _bound(cls.forward, args, kwargs)
        elif kwargs:
            args = _placed(cls.forward, args, kwargs)
        ctx = new(cls._backward_cls)
        ctx._sequence = next_number()
        recording = _note_inputs(ctx, args, now["enabled"])
        before = now["enabled"], now["grad"], now["tangents"]
        now["enabled"] = now["grad"] = now["tangents"] = False
        try:
            if separate:
                output = cls.forward(*args)
                cls.setup_context(ctx, args, output)
            else:
                output = cls.forward(ctx, *args)
        finally:
            now["enabled"], now["grad"], now["tangents"] = before
        single = not isinstance(output, tuple)
        if isinstance(output, Tensor):
            if recording and is_fresh(ctx, args, output):
                return place_fresh(ctx, output)
        elif single and not ctx.has_notes:
            return output
        outputs = (output,) if single else output
        results = wrapped(ctx, args, outputs, recording, separate)
        if careful and passing():
            carry(ctx, args, outputs, results)
        return results[0] if single else results


def _check_transforms(cls, separate):
    """Refuse Functions that a `torch.func` transform cannot handle."""
    if not separate:
        raise RuntimeError(
            f"{cls.__name__} has to define setup_context() apart from forward() to be transformed"
        )
    if "vmap" in mode.transforms or (transformed_by("jacfwd") and cls.vmap is Function.vmap):
        _check_rule(cls)
    if transformed_by(FORWARD) and cls.jvp is Function.jvp:
        raise RuntimeError(f"{cls.__name__} has to define jvp() for forward-mode derivatives")


def _check_rule(cls):
    """Refuse `vmap` over a Function that does not say how, or that has its own rule."""
    own_rule = cls.vmap is not Function.vmap
    if cls.generate_vmap_rule and own_rule:
        raise RuntimeError(f"{cls.__name__} has both generate_vmap_rule and a vmap()")
    if own_rule:
        raise unsupported(
            f"vmap() of a Function, as {cls.__name__} has", "generate_vmap_rule = True"
        )
    if not cls.generate_vmap_rule:
        raise RuntimeError(f"{cls.__name__} has to set generate_vmap_rule = True for vmap")


def _bound(forward, args, kwargs):
    """The positional arguments, with the defaults of `forward` filled in."""
    bound = inspect.signature(forward).bind(*args, **kwargs)
    bound.apply_defaults()
    return bound.args


def _placed(forward, args, kwargs):
    """The arguments in positional order, including those given by name."""
    bound = inspect.signature(forward).bind(None, *args, **kwargs)
    if bound.kwargs:
        raise TypeError(f"apply() passes nothing on by name: {list(bound.kwargs)}")
    return bound.args[1:]


def _note_inputs(ctx, args, recording):
    """Note which arguments need gradients, their edges, and the expected shapes and dtypes.

    Returns whether the call is recorded.
    """
    if len(args) == 1 and isinstance(args[0], Tensor):  # the common case, without lists
        value = args[0]
        data, wanted = value._data, value._requires
        ctx.needs_input_grad, ctx._inputs = (wanted,), ((data.shape, data.dtype),)
        ctx._edges = (edge_of(value) if wanted and recording else None,)
        return wanted and recording
    needs, edges, inputs = [], [], []
    for value in args:
        if not isinstance(value, Tensor):
            needs.append(False)
            continue
        data, wanted = value._data, value._requires
        needs.append(wanted)
        edges.append(edge_of(value) if wanted and recording else None)
        inputs.append((data.shape, data.dtype))
    ctx.needs_input_grad, ctx._edges, ctx._inputs = tuple(needs), tuple(edges), inputs
    if len(inputs) < len(needs):
        ctx._places = [i for i, value in enumerate(args) if isinstance(value, Tensor)]
    return recording and True in needs


class InplaceFunction(Function):
    """The old base class of Functions that may work in place."""

    def __init__(self, inplace=False):
        self.inplace = inplace
