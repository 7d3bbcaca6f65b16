"""In-place forms of declared operations, and writes in general."""

from copy import copy

import numpy as np

from engine.autograd.mapped import refuse_write
from engine.autograd.mode import careful, mode, pack_hooks, passing
from engine.autograd.pushing import push
from engine.autograd.saved import SavedResult, check_saved, finish, note_inputs, pack_in_vain
from engine.autograd.tangents import set_tangent, tangent_of, write_tangent
from engine.autograd.views import check_inplace, check_overlap, rebase_history
from engine.dtype import can_cast, from_numpy
from engine.errors import unsupported
from engine.limits import checked
from engine.ops.arraylike import zeros_for, zeros_in
from engine.ops.compose import overloaded
from engine.ops.declare import Op, op
from engine.ops.sum_to import sum_to
from engine.ops.writing import write, write_changed
from engine.strides import lie_alike, partly_overlap, share_memory
from engine.tensor import Tensor, new, own, wrap


def inplace(operation, name=None):
    """The form of a declared operation that writes into its first input and returns it."""

    def apply(*args, **kwargs):
        values = operation.bind(args, kwargs)
        target = values[0]
        requires = target._data.dtype.kind in "fc" and _wants(operation, values)
        check_inplace(target, requires)
        if careful:
            refuse_write(target, values)
        late = operation.name in ("index_add", "put")  # which look at their arguments first
        if not late:
            _check_memory(operation, values)
        try:
            data = operation.compute(values)
        except (RuntimeError, TypeError, IndexError):
            pack_in_vain(operation, values)
            _check_shapes(operation.name, values)  # which PyTorch looks at before dtypes
            raise
        if late:
            _check_memory(operation, values)
        check_result(operation.name, target, data)
        node = tangent = None
        if requires and mode.grad and operation.places:
            node = operation.record(values, [target], _original(operation, target))
            if careful:
                check_saved(node)  # before anything is written
        if careful and passing():
            tangent_of(target)  # which may have to be looked up through its base
            tangent = _tangent(operation, values, data)
        (write if _needs_places(operation, values) else write_changed)(target, data)
        if node is not None:
            _resave(operation, node, target)
            rebase_history(target, node)
            if careful:
                finish(node, target)
                if pack_hooks:
                    note_inputs(node, values)
        if careful and passing():
            write_tangent(target, tangent, node)
        return target

    apply.__name__ = apply.__qualname__ = name or operation.name + "_"
    apply.__module__ = "torch"
    return apply


def _check_memory(operation, values):
    """Refuse to write where elements, or operands, are in the way of each other."""
    if _needs_places(operation, values):
        check_overlap(values[0])
    elif operation.name == "index_put" and values[3] and 0 in values[0]._data.strides:
        raise unsupported("adding to elements that share one place", "clone the tensor first")
    if operation.name not in _FILLING:
        check_operands(operation.name, values[0], values)


def _check_shapes(name, values):
    """Refuse operands that do not broadcast to the shape of the tensor that is written to."""
    shapes = [v._data.shape for v in values if isinstance(v, Tensor)]
    if not name.startswith("bitwise"):
        return
    kinds = [v._data.dtype.kind for v in values if isinstance(v, Tensor)]
    rows = [zip(s[::-1], shapes[0][::-1], strict=False) for s in shapes]
    fits = max(map(len, shapes)) == len(shapes[0]) and all(n in (1, m) for r in rows for n, m in r)
    if not fits or (kinds[0] != "c" and "c" in kinds):
        raise RuntimeError(f"{name}_(): the result cannot be stored, for its shape or dtype")


def _wants(operation, values):
    """Whether an input requires grad, as far as that counts."""
    underived = not operation.places and not operation.name.startswith("logical_")
    inputs = values if underived else operation.differentiable(values)
    if not any(isinstance(v, Tensor) and v._requires for v in inputs):
        return False
    tensors = (v for v in values if isinstance(v, Tensor))
    return not (careful and all(t._inference for t in tensors))


def _needs_places(operation, values):
    """Whether no two elements may share a place in memory."""
    if operation is _copy.op:  # a copy onto itself is none
        target, source = values[0]._data, values[1]
        return not isinstance(source, Tensor) or not lie_alike(target, source._data)
    return operation.name not in _ANYWHERE or operation is _fill_tensor


_FILLING = {"_zero", "fill", "index_fill", "masked_fill"}  # by a number, which is read before
_ANYWHERE = {*_FILLING, "index_put", "tril", "triu"}  # also where elements share one place
_APART = {"index_add", "index_copy", "index_put", "index_reduce", "put"}
_APART |= {"scatter", "scatter_add", "scatter_reduce"}  # operands may not even be the target


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

    apply.__name__ = apply.__qualname__ = name
    apply.__module__ = "torch"
    return apply


_OWN_NODE = {"celu_", "elu_", "leaky_relu_", "rrelu_", "selu_", "threshold_"}


def _renumbered(operation):
    """The operation with nodes that end in 1: PyTorch derives some in-place forms on their own."""
    other = copy(operation)
    name = operation.node.__name__.removesuffix("0") + "1"
    other.node = type(name, (operation.node,), {"__module__": operation.node.__module__})
    return other


def _derived_from_result(operation, formula, name):
    """The form whose derivative is computed from the result: the input is gone by then."""
    node = operation.node.__name__.removesuffix("Backward0")
    formulas = {"self": formula}
    saves = operation.saves
    named = f"={node}Backward1"
    return inplace(Op(operation.name, operation.forward, formulas, node=named, saves=saves), name)


_COMPARING = {"eq_", "ge_", "gt_", "le_", "lt_", "ne_"}


def _constant(operation, name):
    """A comparison in place: unlike its result, the tensor has a derivative then, of zeros."""
    of_self = {"self": lambda g: zeros_for(g)}
    of_both = {**of_self, "other": lambda g, other_shape: zeros_in(g, other_shape)}
    number = inplace(Op(operation.name, operation.forward, of_self))
    tensor = inplace(Op(operation.name, operation.forward, of_both, node=f"{operation.name}:1"))

    def apply(self, other):
        return (tensor if isinstance(other, Tensor) else number)(self, other)

    apply.__name__ = apply.__qualname__ = name
    apply.__module__ = "torch"
    return apply


_UNFINISHED = {"acosh_", "asinh_", "atanh_"}  # PyTorch has no derivative for these in place


def _without_derivative(operation, name):
    def formula(g):
        raise NotImplementedError(f"{name}() has no derivative; use {operation.name}()")

    node = operation.name + ":1"
    return inplace(Op(operation.name, operation.forward, {"self": formula}, node=node), name)


def _original(operation, target):
    """What stands in for the overwritten input where the derivative needs it."""
    if operation.parameters[0] not in operation.saved_names:
        return None
    copy = _kept(target)
    tangent = tangent_of(target) if careful else None
    if tangent is not None:
        set_tangent(copy, tangent.clone())
    return copy


def _kept(target):
    """The tensor as it is before a write, in the same place of the graph."""
    copy = new(Tensor)
    copy._data = own(target).copy()
    copy._requires, copy._node, copy._nr = target._requires, target._node, target._nr
    return copy


def _tangent(operation, values, data):
    """The tangent that the first of `values` will have when `data` is written to it."""
    target = values[0]
    before = _kept(target)
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


def check_operands(name, target, values):
    """Refuse operands in the memory to be written to, but for those that lie just where it does."""
    mine, overlap = target._data, share_memory if name in _APART else partly_overlap
    for place, value in enumerate(values):
        if place and isinstance(value, Tensor) and overlap(mine, value._data):
            raise RuntimeError(
                f"{name}_(): an operand and the tensor that is written to share memory; "
                "clone the operand first"
            )


def check_result(name, target, data):
    """Refuse a result that does not fit the tensor it is to be written to."""
    if data.shape != target._data.shape:
        raise RuntimeError(
            f"{name}_(): the result has shape {list(data.shape)}, which a tensor of shape "
            f"{list(target._data.shape)} cannot hold; in-place operations do not broadcast it"
        )
    result, held = from_numpy(data.dtype), target.dtype
    if not can_cast(result, held):
        if name in ("cumsum", "cumprod"):
            raise NotImplementedError(f"{name}_() of bools, whose sums are integers")
        raise RuntimeError(f"{name}_(): a result of {result!r} cannot be stored as {held!r}")
    if name == "abs" and held.is_complex:
        raise RuntimeError("abs_(): the sizes of complex numbers are real numbers")


@op(
    "_copy",
    node="=CopyBackwards",
    self=lambda g: zeros_for(g),
    src=lambda g, src_shape: sum_to(g, src_shape),
)
def _copy(self, src, non_blocking=False):
    array = np.asarray(src).astype(self.dtype, copy=False)
    return array if array.shape == self.shape else np.broadcast_to(array, self.shape)


_copy.op.node.name = lambda self: "torch::autograd::CopyBackwards"


def _filled(self, value):
    if getattr(value, "ndim", 0):
        raise RuntimeError(f"fill_() takes a 0-dim tensor or a number, not {value.ndim} dimensions")
    if not isinstance(value, np.ndarray | np.generic):
        value = checked(value, self.dtype)
    return np.full(self.shape, value, self.dtype)


def _filling(numbers, tensors):
    """Fillings with a number and with a tensor, by nodes of those names."""
    number = op("fill", node=numbers, self=lambda g: zeros_for(g))(_filled)
    tensor = op("fill", node=tensors, self=lambda g: zeros_for(g), value=lambda g: g.sum())(_filled)
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


@op("_zero", node="zero", self=lambda g: zeros_for(g))
def _zero(self):
    return np.zeros(self.shape, self.dtype)


copy_op = _copy.op
copy_, zero_ = inplace(copy_op, "copy_"), inplace(_zero.op, "zero_")
fill_ = inplace_form(_fill, "fill_")
