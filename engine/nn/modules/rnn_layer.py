"""One layer of an LSTM in one direction, as the single node that PyTorch records on the CPU."""

import numpy as np

from engine.autograd.mode import careful, hushed, mode, passing
from engine.autograd.node import freed_error
from engine.autograd.saved import SavedResult, finish, unpack, versions_of
from engine.ops.whole import Gate, WholeNode, behind, closing_node
from engine.tensor import Tensor, new


class MkldnnRnnLayerBackward0(WholeNode):
    """The steps that were recorded within; inputs and the output are kept, all of them."""

    _outputs = 3
    _versions = None

    def release(self):
        super().release()
        self._saved = None

    def run(self, grads, record, edges):
        if self._saved is None:
            raise freed_error(self)
        for place in range(len(self._saved)):
            unpack(self, place, record)  # which refuses what was changed since
        pairs = [(r, g) for r, g in zip(self._roots, grads, strict=True) if g is not None]
        if not pairs:
            return [None] * len(edges)
        roots, given = [list(row) for row in zip(*pairs, strict=True)]
        return self._within(roots, given, record, edges)


def as_one_node(run, *inputs):
    """`run(*inputs)`, the output and the last two states, recorded as one node where PyTorch does.

    It does so in float32; transforms and tangents take the steps as they are.
    """
    tracked = mode.grad and any(isinstance(v, Tensor) and v._requires for v in inputs)
    if not tracked or passing() or mode.transforms or inputs[0]._data.dtype != np.float32:
        return run(*inputs)
    gates = [Gate(v) if isinstance(v, Tensor) and v._requires else None for v in inputs]
    inner = [v if gate is None else behind(gate, v) for v, gate in zip(inputs, gates, strict=True)]
    with hushed():
        found = run(*inner)
    node = closing_node(MkldnnRnnLayerBackward0, gates)
    node._roots = tuple((t._node, t._nr) if t._nr else t._node for t in found)
    results = [_result(node, number, tensor) for number, tensor in enumerate(found)]
    node._saved = (*inputs, SavedResult(results[0]))
    node._versions = versions_of(node._saved)
    node._templates = tuple((r._data.shape, r._data.dtype) for r in results)
    if careful:
        finish(node, *results)
    return results


def _result(node, number, inner):
    """A result of the node, in memory of its own."""
    result = new(Tensor)
    result._data = inner._data.copy()
    result._node, result._nr, result._requires = node, number, True
    return result
