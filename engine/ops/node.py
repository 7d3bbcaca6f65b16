"""Nodes of declared operations: how a formula gets what it needs, and what is done to its result."""

import numpy as np

from engine.autograd.node import Node
from engine.autograd.saved import RawSaved, unpack
from engine.dtype import from_numpy
from engine.ops.sum_to import sum_to
from engine.tensor import Tensor, wrap


class OpNode(Node):
    """A recorded call of a declared operation; one formula for each edge."""

    _versions = None
    _kept = ()
    _shapes = None  # to which gradients have to be summed, where an input was broadcast
    _dtypes = None  # to which gradients have to be cast, where inputs were promoted
    _templates = None  # (shape, dtype) of each output, where there is a sequence of them
    formulas = ()  # (function, positions of what it needs) for each edge
    names = ()  # of what is saved

    def run(self, grad, record, edges):
        if grad is None:
            return [None] * len(edges)
        if self._templates is not None:
            grad = self._filled(grad if self._outputs != 1 else [grad], record)
        fits = self._shapes is None and self._dtypes is None
        grads = []
        for place, edge in enumerate(edges):
            if edge is None:
                grads.append(None)
                continue
            function, positions = self.formulas[place]
            if positions:
                value = function(grad, *[self._value(p, record) for p in positions])
            else:
                value = function(grad)
            grads.append(value if fits else self._fitted(place, value, record))
        return grads

    def _filled(self, grads, record):
        """Zeros for the outputs that nobody used."""
        filled = []
        for grad, (shape, dtype) in zip(grads, self._templates, strict=True):
            if grad is None:
                grad = np.zeros(shape, dtype)
                grad = wrap(grad) if record else grad
            filled.append(grad)
        return filled

    def _value(self, position, record):
        if position < 0:
            return self._kept[~position]
        return unpack(self, position, record)

    def _fitted(self, place, value, record):
        if value is None:
            return None
        shapes = self._shapes
        if shapes is not None and shapes[place] is not None and value.shape != shapes[place]:
            value = sum_to(value, shapes[place])
        dtypes = self._dtypes
        if dtypes is not None and dtypes[place] is not None:
            if not record:
                return value.astype(dtypes[place], copy=False)
            if value._data.dtype != dtypes[place]:
                return value.to(from_numpy(dtypes[place]))
        return value

    def __getattr__(self, name):
        for prefix, shown in (("_saved_", self._shown), ("_raw_saved_", self._raw)):
            wanted = name.removeprefix(prefix)
            if wanted != name and wanted in self.names:
                return shown(self.names.index(wanted))
        raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")

    def _raw(self, index):
        return RawSaved(self, index)

    def _shown(self, index):
        value = unpack(self, index, True)
        return value if isinstance(value, Tensor) or not hasattr(value, "dtype") else wrap(value)


class ListNode(OpNode):
    """An operation on a sequence of tensors: its one formula gives the gradients of all."""

    def run(self, grad, record, edges):
        if grad is None:
            return [None] * len(edges)
        function, positions = self.formulas[0]
        grads = function(grad, *[self._value(p, record) for p in positions])
        return [
            None if edge is None else self._fitted(place, value, record)
            for place, (edge, value) in enumerate(zip(edges, grads, strict=True))
        ]


def node_type(name, formulas, saved_names, kept_names, base=None):
    """The Node class of an operation: PyTorch's name for it, and its formulas with positions."""
    from inspect import signature

    positions = {n: i for i, n in enumerate(saved_names)}
    positions |= {n: ~i for i, n in enumerate(kept_names)}
    compiled = tuple(
        (f, tuple(positions[n] for n in list(signature(f).parameters)[1:])) for f in formulas
    )
    return type(
        node_name(name), (base or OpNode,), {"formulas": compiled, "names": tuple(saved_names)}
    )


def node_name(name):
    """`index_select` → `IndexSelectBackward0`; `pow:1` → `PowBackward1`; `=Name` as it is."""
    if name.startswith("="):
        return name[1:]
    stem, _, overload = name.partition(":")
    return "".join(w[:1].upper() + w[1:] for w in stem.split("_")) + "Backward" + (overload or "0")
