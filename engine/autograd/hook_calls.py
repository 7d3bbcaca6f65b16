"""What a backward pass does besides derivatives: it calls hooks and retains gradients."""

import numpy as np

from engine.autograd import anomaly_mode, complex_paths
from engine.autograd.mode import tell, watchers
from engine.tensor import Tensor, own, wrap


class HookCalls:
    """Calls the hooks of a pass, with tensors that they may write to or replace.

    `record`: gradients are tensors, else bare arrays. `retain`: the graph is kept.
    """

    def __init__(self, retain, record):
        self.retain, self.record = retain, record
        self.given = {}  # id of an array → the user's tensor on that memory

    @anomaly_mode.told
    def _run_watched(self, node, grad, edges):
        grad = self._before_node(node, grad)
        hooks = node._hooks
        if hooks is not None and hooks.pre:
            row = self._call_pre(hooks, grad if node._outputs != 1 else [grad])
            grad = row if node._outputs != 1 else row[0]
        visit = anomaly_mode.run if anomaly_mode.state.enabled else complex_paths.visit
        try:
            grads = visit(node, grad, self.record, edges)
        except BaseException as error:
            if watchers:
                tell("raised", node, error)
            raise
        if hooks is not None and hooks.post:
            grads = self._call_post(hooks, grads, grad if node._outputs != 1 else [grad])
        if watchers:
            self._tell_visit(node, grad, grads)
        return grads

    def _tell_visit(self, node, grad, grads):
        tell("passed", node, grad, grads)
        if node.holds and not self.retain:
            node.release()
            tell("freed", node)

    def _before_node(self, node, grad):
        """Run the hooks of the tensors whose gradient this is, then retain it."""
        hooks = node._hooks
        if hooks is None or not (hooks.tensor_pre or hooks.retains):
            return grad
        row = [grad] if node._outputs == 1 else (list(grad) if grad else [None] * node._outputs)
        for number, of_tensor in list(hooks.tensor_pre.items()):
            for hook in list(of_tensor.values()):
                row[number] = self._call_hook(hook, row[number])
        for number, reference in list(hooks.retains.items()):
            tensor = reference()
            if tensor is not None and row[number] is not None:
                self._retain(tensor, row[number])
        return row[0] if node._outputs == 1 else row

    _pass_by = anomaly_mode.told(_before_node)

    def _retain(self, tensor, grad):
        if tensor._grad is None:
            tensor._grad = grad.clone() if self.record else wrap(grad.copy())
        else:
            tensor._grad = tensor._grad + self._as_tensor(grad)
        if watchers:
            tell("retained", tensor, grad)

    def _call_hook(self, hook, grad):
        tensor = self._as_tensor(grad)
        result = hook(tensor)
        return self._back(tensor) if result is None else self._from_hook(result, grad)

    def _call_pre(self, hooks, row):
        for hook in list(hooks.pre.values()):
            tensors = tuple(map(self._as_tensor, row))
            result = hook(tensors)
            row = self._replaced(result, tensors, row)
        return row

    def _call_post(self, hooks, grads, incoming):
        outgoing = tuple(map(self._as_tensor, incoming))
        for hook in list(hooks.post.values()):
            tensors = tuple(map(self._as_tensor, grads))
            result = hook(tensors, outgoing)
            grads = self._replaced(result, tensors, grads)
        return grads

    def _replaced(self, result, tensors, row):
        """The gradients after a hook that saw `row` as `tensors` and returned `result`."""
        if result is None:
            return [self._back(t) for t in tensors]
        if not isinstance(result, tuple):
            raise TypeError(
                f"a hook of a node must return a tuple or None, not {type(result).__name__}"
            )
        if len(result) != len(row):
            raise RuntimeError(
                f"a hook returned {len(result)} gradients where there are {len(row)}"
            )
        return [self._from_hook(r, g) for r, g in zip(result, row, strict=True)]

    def _as_tensor(self, grad):
        """A gradient as a tensor for hooks, which may write to it."""
        if grad is None or self.record:
            return grad
        given = self.given.get(id(grad))
        return wrap(np.asarray(grad)) if given is None else given

    def _back(self, tensor):
        """Convert what a hook saw or returned back to the pass's form."""
        if tensor is None or self.record:
            return tensor
        if tensor._requires:
            self.given[id(own(tensor))] = tensor
        return tensor._data

    def _from_hook(self, result, grad):
        if result is None:
            return None
        if not isinstance(result, Tensor):
            raise TypeError(f"a hook must return a tensor or None, not {type(result).__name__}")
        if grad is not None and result._data.shape != grad.shape:
            raise RuntimeError(
                f"a hook changed the shape of a gradient from {tuple(grad.shape)} to "
                f"{tuple(result.shape)}"
            )
        if grad is not None and result._data.dtype != (grad._data if self.record else grad).dtype:
            raise RuntimeError(f"a hook changed the dtype of a gradient to {result.dtype!r}")
        return self._back(result)
