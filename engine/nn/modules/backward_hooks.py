"""How a module's backward hooks see the gradients of its inputs and outputs.

Inputs and outputs pass through an identity that is a node of its own; hooks on the two nodes
collect the gradients and let the user's hooks change them.
"""

import warnings

import numpy as np

from engine.autograd.function import Function
from engine.autograd.mode import mode
from engine.tensor import Tensor, wrap


class BackwardHookFunction(Function):
    """The identity, as one node for several tensors."""

    @staticmethod
    def forward(ctx, *args):
        ctx.mark_non_differentiable(*[a for a in args if not a.requires_grad])
        return args

    @staticmethod
    def backward(ctx, *grads):
        return grads


class BackwardHooks:
    """The hooks of one call of a module."""

    def __init__(self, module, hooks, pre_hooks):
        self.module, self.hooks, self.pre_hooks = module, hooks, pre_hooks
        self.grad_outputs = None
        self.input_places, self.input_count = None, -1
        self.output_places, self.output_count = None, -1

    def around_inputs(self, args):
        """The arguments, their tensors passed through the identity."""
        places, passed, node = self._passed(args)
        self.input_places, self.input_count = places, len(args)
        self.inputs = [(t._data.shape, t._data.dtype) for t in passed]
        if node is None:
            return args
        self._inputs_recorded = True
        node.register_hook(self._after_module)
        return _with(args, places, passed)

    def around_outputs(self, result):
        """The outputs, their tensors passed through the identity."""
        outputs = (result,) if isinstance(result, Tensor) else result
        if not isinstance(outputs, tuple):
            warnings.warn(
                "a module with backward hooks should return a tensor or a tuple of tensors; the "
                f"hooks are not called for {type(result).__name__}",
                UserWarning,
                stacklevel=4,
            )
            return result
        places, passed, node = self._passed(outputs)
        self.output_places, self.output_count = places, len(outputs)
        if node is None:
            return result
        node.register_hook(self._before_module)
        changed = _with(outputs, places, passed)
        return changed[0] if isinstance(result, Tensor) else changed

    def _passed(self, values):
        places = [i for i, v in enumerate(values) if isinstance(v, Tensor)]
        tensors = [values[i] for i in places]
        if not (mode.grad and any(t.requires_grad for t in tensors)):
            return places, tensors, None
        passed = BackwardHookFunction.apply(*tensors)
        node = next(t.grad_fn for t in passed if t.grad_fn is not None)
        return places, passed, node

    def _before_module(self, _, grads):
        row = _spread(grads, self.output_places, self.output_count)
        for hook in self.pre_hooks:
            row = self._changed(row, hook(self.module, row))
        self.grad_outputs = row
        if self.input_places is None or not self._inputs_recorded:
            warnings.warn(
                "no input of the module requires grad, so its full backward hooks run when the "
                "gradients of its outputs are known",
                UserWarning,
                stacklevel=5,
            )
            for hook in self.hooks:
                changed = hook(self.module, _spread((), (), self.input_count), row)
                if changed is not None and not _is_nothing(changed):
                    raise RuntimeError(
                        "a backward hook cannot change grad_input where no input requires grad"
                    )
            self.grad_outputs = None
        return tuple(row[i] for i in self.output_places)

    _inputs_recorded = False

    def _after_module(self, grads, _):
        if self.grad_outputs is None:
            return None
        grads = [
            wrap(np.zeros(*like)) if g is None else g
            for g, like in zip(grads, self.inputs, strict=True)
        ]
        row = _spread(grads, self.input_places, self.input_count)
        for hook in self.hooks:
            row = self._changed(row, hook(self.module, row, self.grad_outputs))
        self.grad_outputs = None
        return tuple(row[i] for i in self.input_places)

    def _changed(self, row, returned):
        """The gradients after a hook that saw `row` returned something."""
        if returned is None:
            return row
        if len(returned) != len(row):
            raise RuntimeError(
                f"a backward hook returned {len(returned)} gradients, not {len(row)}"
            )
        return returned


def _is_nothing(gradients):
    return isinstance(gradients, tuple) and all(g is None for g in gradients)


def _spread(grads, places, count):
    row = [None] * count
    for i, g in zip(places, grads, strict=True):
        row[i] = g
    return tuple(row)


def _with(values, places, passed):
    row = list(values)
    for i, v in zip(places, passed, strict=True):
        row[i] = v
    return type(values)._make(row) if hasattr(values, "_make") else tuple(row)
