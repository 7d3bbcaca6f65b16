"""Derivatives that PyTorch computes by one operation, and its graph so shows as one node.

Here they are composed of several, and their own derivative follows from these. A pass that is not
recorded runs the formula as it is; one that is recorded puts a single node in the graph, and keeps
what the formula recorded within it.
"""

import numpy as np

from engine.autograd.mode import careful, hushed, mode, passing
from engine.autograd.nesting import here
from engine.autograd.node import Node, edge_of, freed_error, next_number
from engine.autograd.saved import finish
from engine.autograd.walk import run_backward
from engine.ops.arraylike import bare
from engine.ops.node import node_class
from engine.tensor import Tensor, new, wrap


class Gate(Node):
    """Where a formula's own graph begins: the gradients of its inputs are captured here."""

    def __init__(self, tensor):
        self._sequence, self._edges = next_number(), (edge_of(tensor),)
        self.shape, self.dtype = tensor._data.shape, tensor._data.dtype

    def run(self, grad, record, edges):
        return [grad]


class WholeNode(Node):
    """A formula that was recorded as one; its derivative passes through what it recorded."""

    _gates = ()  # one for each input, None where it wants no gradient
    _roots = ()  # where what the formula recorded is entered, if anything was
    holds = True  # until it is released
    derived = None  # the name of what has no derivative
    named = False  # whether the node is named after it
    forward = False  # although it has one forwards

    def release(self):
        self._roots, self.holds = (), False

    def run(self, grad, record, edges):
        if self.derived is not None and not (here.forward == 2 and self.forward):
            raise underived(self.derived, self.named)
        if not self.holds:
            raise freed_error(self)
        if grad is None:
            return [None] * len(edges)
        return self._within(self._roots, [grad] * len(self._roots), record, edges)

    def _within(self, roots, grads, record, edges):
        """The gradients at the gates, given those where what was recorded is entered."""
        wanted = [g for g, edge in zip(self._gates, edges, strict=True) if edge is not None]
        found = [None] * len(wanted)
        if roots:
            found = run_backward(roots, grads, True, record, targets=wanted, capture=True)
        of = dict(zip(wanted, found, strict=True))
        return [
            None if edge is None else _or_zeros(of[gate], gate, record)
            for gate, edge in zip(self._gates, edges, strict=True)
        ]


def _or_zeros(grad, gate, record):
    if grad is not None:
        return grad
    zeros = np.zeros(gate.shape, gate.dtype)
    return wrap(zeros) if record else zeros


def otherwise(formula, recorded):
    """`formula`, in place of which a recorded pass calls `recorded` with the same arguments."""
    formula.recorded = recorded
    return formula


def whole(name, formula):
    """`formula`, which a recorded pass shows as one node of the backward operation `name`."""
    cls = node_class(name, WholeNode, {})

    def recorded(*values):
        if not mode.grad or passing():
            return formula(*values)
        gates = []
        inner = [_gated(v, gates) for v in values]
        if not gates:
            return formula(*values)
        if careful:
            with hushed():
                result = formula(*inner)
        else:
            result = formula(*inner)
        if isinstance(values[0], Tensor) and not values[0]._requires:
            gates.insert(0, None)  # the gradient has its edge
        result = _closed(cls, result, gates)
        if result._data.dtype.char == "e":  # which one node rounds once
            result._data = np.asarray(formula(*map(_bare, values)))
        return result

    return otherwise(formula, recorded)


def final(name, formula, forward=False, named=False):
    """`formula`, whose own derivative PyTorch does not have: a pass through it raises.

    `forward`: the operation is differentiated forwards nevertheless; `named`: its node is as any.
    """

    def recorded(*values):
        result = shown(*values)
        if result._node is not None:
            node = result._node
            node.derived, node.forward, node.named = name, forward, named
        return result

    shown = whole(name.lstrip("_") if named else "=NotImplemented", formula).recorded
    return otherwise(formula, recorded)


def underived(name, named=False):
    """The error where a pass meets what has no derivative, backwards or forwards."""
    kind = NotImplementedError if here.forward or named else RuntimeError
    return kind(f"{name}() has no derivative")


def _bare(value):
    if type(value) in (list, tuple):
        return type(value)(map(_bare, value))
    return bare(value)


def _gated(value, gates):
    """The value with its history cut off at a gate, as are the entries of a sequence."""
    if type(value) in (list, tuple):
        return type(value)([_gated(v, gates) for v in value])
    if not isinstance(value, Tensor) or not value._requires:
        return value
    gates.append(Gate(value))
    return behind(gates[-1], value)


def behind(gate, value):
    """The value with its history cut off at the gate."""
    twin = new(type(value))
    twin._data, twin._storage = value._data, value._storage
    twin._node, twin._requires = gate, True
    return twin


def closing_node(cls, gates):
    """A node that stands for all that was recorded behind the gates."""
    node = new(cls)
    node._sequence, node._gates = next_number(), tuple(gates)
    node._edges = tuple([gate and gate._edges[0] for gate in gates])
    return node


def _closed(cls, inner, gates):
    """The result with the one node as its history."""
    node = closing_node(cls, gates)
    if inner._requires:
        node._roots = ((inner._node, inner._nr) if inner._nr else inner._node,)
    result = new(Tensor)
    shared = inner._view is not None or type(inner._node) is Gate
    result._data = inner._data.copy() if shared else inner._data
    result._node, result._requires = node, True
    if careful:
        finish(node, result)
    return result
