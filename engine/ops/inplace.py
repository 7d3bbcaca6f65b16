"""In-place forms of declared operations, and writes in general."""

from copy import copy

import numpy as np

from engine.autograd.dispatched import hear, listeners
from engine.autograd.mode import careful, mode, passing
from engine.autograd.pushing import cut_off, push
from engine.autograd.saved import SavedResult, before_writing, finish
from engine.autograd.tangents import tangent_of, write_tangent
from engine.autograd.views import rebase_history
from engine.dtype import narrower
from engine.limits import filling
from engine.ops.arraylike import zeros_for, zeros_in
from engine.ops.calling import named
from engine.ops.compose import overloaded
from engine.ops.declare import Op, op
from engine.ops.overwritten import clone_kept, kept, original_of, pack_target_in_vain
from engine.ops.precedence import told
from engine.ops.promote import fit_for
from engine.ops.stepwise import write_before_fault
from engine.ops.sum_to import sum_to
from engine.ops.targets import (
    LATE,
    check_memory,
    check_result,
    check_target,
    needs_places,
    refuse_history,
)
from engine.ops.writing import write, write_changed
from engine.tensor import Tensor, wrap


def inplace(operation, name=None):
    """The form of a declared operation that writes into its first input and returns it."""

    def apply(*args, **kwargs):
        values = operation.bind(args, kwargs)
        target = values[0]
        requires = _wants(operation, values)
        if requires and target._data.dtype.kind not in "fc":
            refuse_history(operation)
            requires = False
        check_target(operation, values, requires)
        try:
            data = operation.compute(values)
            if operation.name in LATE:
                check_memory(operation, values)
        except (RuntimeError, TypeError, IndexError) as error:
            pack_target_in_vain(operation, values)
            write_before_fault(operation, values)
            raise told(operation, values, error, target, written=True) from None
        try:
            check_result(operation.name, target, data)
        except RuntimeError:
            pack_target_in_vain(operation, values)
            raise
        node = tangent = None
        if requires and mode.grad and operation.places:
            original = original_of(operation, target)
            node = operation.record(values, [target], original)
            if original is not None and original._requires:
                clone_kept(original)
            if careful:
                before_writing(node, values)
                node = cut_off(node, values)
        if careful and passing():
            tangent_of(target)  # which may have to be looked up through its base
            tangent = _tangent(operation, values, data)
        (write if needs_places(operation, values) else write_changed)(target, data)
        if node is not None:
            _resave(operation, node, target)
            rebase_history(target, node)
            if careful:
                finish(node, target)
        if careful:
            if passing():
                write_tangent(target, tangent, node)
            if listeners:
                hear(operation, values, (target,), in_place=True)
        return target

    return named(apply, name or operation.name + "_")


def _wants(operation, values):
    """Whether an input requires grad; of inference tensors alone, that does not count."""
    underived = not operation.places and not operation.name.startswith("logical_")
    inputs = values if underived else operation.differentiable(values)
    if not any(isinstance(v, Tensor) and v._requires for v in inputs):
        return False
    if operation.name in _WRAPPING and not isinstance(values[1], Tensor):
        return True
    return not (careful and all(v._inference for v in values if isinstance(v, Tensor)))


_WRAPPING = {"add", "div", "mul", "sub"}  # PyTorch makes a tensor of the number


def inplace_form(function, name):
    """The in-place form of an operation that was declared, or is one of several, or composed."""
    if name in _UNFINISHED:
        return _without_derivative(function.op, name)
    if name in _COMPARING:
        return _constant(function.op, name)
    function = getattr(function, "method", function)
    if hasattr(function, "inplace"):
        return function.inplace
    if hasattr(function, "op"):
        formula = getattr(function, "of_result", None)
        if formula is not None:
            return _derived_from_result(function.op, formula, name)
        return inplace(_renumbered(function.op) if name in _OWN_NODE else function.op, name)
    forms = {}

    def apply(*args, **kwargs):
        chosen = function.choose(*args, **kwargs)
        if chosen not in forms:
            forms[chosen] = inplace_form(chosen, name)
        return forms[chosen](*args, **kwargs)

    return named(apply, name)


_OWN_NODE = {"celu_", "elu_", "leaky_relu_", "rrelu_", "selu_", "threshold_"}


def _renumbered(operation):
    """The operation with nodes that end in 1: PyTorch derives some in-place forms on their own."""
    other = copy(operation)
    name = operation.node.__name__.removesuffix("0") + "1"
    other.node = type(name, (operation.node,), {"__module__": operation.node.__module__})
    return other


def _derived_from_result(operation, formula, name):
    """The form whose derivative is computed from the result, as the input is overwritten."""
    node = operation.node.__name__.removesuffix("Backward0")
    formulas = {"self": formula}
    saves = operation.saves
    named = f"={node}Backward1"
    return inplace(Op(operation.name, operation.forward, formulas, node=named, saves=saves), name)


_COMPARING = {"eq_", "ge_", "gt_", "le_", "lt_", "ne_"}


def _constant(operation, name):
    """The in-place form of a comparison, which unlike the other has a derivative: zeros."""
    of_self = {"self": zeros_for}
    of_both = {**of_self, "other": lambda g, other_shape: zeros_in(g, other_shape)}
    number = inplace(Op(operation.name, operation.forward, of_self))
    tensor = inplace(Op(operation.name, operation.forward, of_both, node=f"{operation.name}:1"))

    def apply(self, other):
        return (tensor if isinstance(other, Tensor) else number)(self, other)

    return named(apply, name)


_UNFINISHED = {"acosh_", "asinh_", "atanh_"}  # PyTorch has no derivative for these in place


def _without_derivative(operation, name):
    def formula(g):
        raise NotImplementedError(f"{name}() has no derivative; use {operation.name}()")

    node = operation.name + ":1"
    return inplace(Op(operation.name, operation.forward, {"self": formula}, node=node), name)


def _tangent(operation, values, data):
    """The tangent that the first of `values` will have when `data` is written to it."""
    target = values[0]
    before = kept(target)
    before._tangent = target._tangent
    return push(operation, [before, *values[1:]], (wrap(data),))[0]


def _resave(operation, node, target):
    """A saved result is saved as it is after the write."""
    if "result" in operation.saved_names and node._saved:
        place = operation.saved_names.index("result")
        if node._saved[place] is not None:
            saved = list(node._saved)
            saved[place] = SavedResult(target)
            node._saved = tuple(saved)


@op("_copy", node="=CopyBackwards", self=zeros_for, src=lambda g, src_shape: sum_to(g, src_shape))
def _copy(self, src, non_blocking=False):
    if not isinstance(src, np.ndarray | np.generic | bool | int | float | complex):
        raise TypeError(f"copy_() takes a tensor or a number, not {type(src).__name__}")
    array = fit_for(np.asarray(src), self.dtype)
    array = narrower(array, self.dtype).astype(self.dtype, copy=False)
    return array if array.shape == self.shape else np.broadcast_to(array, self.shape)


def _filled(self, value):
    if getattr(value, "ndim", 0):
        raise RuntimeError(f"fill_() takes a 0-dim tensor or a number, not {value.ndim} dimensions")
    if not isinstance(value, np.ndarray | np.generic):
        value = filling(value, self.dtype, self.size)
    value = fit_for(np.asarray(value), self.dtype)
    return np.full(self.shape, narrower(value, self.dtype), self.dtype)


def _filling(numbers, tensors):
    """Fillings with a number and with a tensor, by nodes of those names."""
    number = op("fill", node=numbers, self=zeros_for)(_filled)
    tensor = op("fill", node=tensors, self=zeros_for, value=lambda g: g.sum())(_filled)
    return number, tensor


def _chooser(number, tensor):
    return lambda self, value: tensor if isinstance(value, Tensor) else number


_fills = _filling("fill:2", "fill:3")
_fill_tensor = _fills[1].op
_fill = _chooser(*_fills)
_fill.choose = _fill
fill = overloaded("fill", "A tensor of that shape and dtype, filled with one value.")(
    _chooser(*_filling("fill", "fill:1"))
)


@op("_zero", node="zero", self=zeros_for)
def _zero(self):
    return np.zeros(self.shape, self.dtype)


copy_op = _copy.op
copy_, zero_ = inplace(copy_op, "copy_"), inplace(_zero.op, "zero_")
fill_ = inplace_form(_fill, "fill_")
