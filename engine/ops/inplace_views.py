"""Views taken in place: the tensor itself gets another shape over its own memory."""

from engine.autograd.mode import careful, mode, passing
from engine.autograd.pushing import hold_view
from engine.autograd.saved import finish
from engine.autograd.tangents import tangent_of
from engine.autograd.view_nodes import Outgrown
from engine.autograd.views import View, check_inplace
from engine.ops.calling import named
from engine.ops.op import Op
from engine.ops.shape import SQUEEZES, squeeze, t, transpose, unsqueeze
from engine.ops.strided import as_strided_view, with_layout
from engine.shared import bump_version
from engine.tensor import Tensor, new, own


def inplace_view(function, node, name):
    """The form of a declared view operation that changes its argument; `node` is as for `op`."""
    declared = function.op
    operation = Op(declared.name, declared.forward, declared.formulas, node=node)

    def apply(*args, **kwargs):
        values = operation.bind(args, kwargs)
        target, rest = values[0], values[1:]
        check_inplace(target, target._requires)
        own(target)
        data = operation.compute(values)
        record_node, tangent = None, tangent_of(target) if careful and passing() else None
        if target._node is not None and target._view is None and not mode.grad:
            _outgrow(target, data.shape)
        if target._requires and mode.grad:
            result = new(Tensor)
            result._data = data
            record_node = operation.record(values, [result])
        before, target._data = own(target), data
        bump_version(target)
        if target._view is None:
            _note_reshaped(target, before)
        else:
            _follow(target, lambda base: function(base, *rest), record_node is not None)
        if record_node is not None:
            target._node, target._nr = record_node, 0
            if careful:
                finish(record_node, target)
        if tangent is not None:
            hold_view(target, function, tangent, rest)
        return target

    return named(apply, name)


def _outgrow(target, shape):
    """Note in the graph that a result got another shape, although nothing is recorded."""
    before = target._data.shape
    if shape != before:
        target._node, target._nr = Outgrown(target._node, target._nr, before), 0


def _note_reshaped(base, before):
    """Note with the memory that the base has lost the shape that steps to its views begin at."""
    data, storage = base._data, base._storage
    if storage is not None and (data.shape, data.strides) != (before.shape, before.strides):
        storage.reshaped = storage.version


def _follow(tensor, step, recorded):
    """Add a step to those that lead from the base to its view."""
    view = tensor._view
    version = tensor._storage.version if recorded else view.version
    tensor._view = View(view.base, (view.steps, step), view.creation, version)
    tensor._view.asked = view.asked


_squeezes = {
    form: inplace_view(form, f"squeeze:{number}", "squeeze_")
    for number, form in enumerate(SQUEEZES, 3)
}
_as_strided = inplace_view(as_strided_view, "as_strided:1", "as_strided_")


def squeeze_(self, *args, **kwargs):
    """`squeeze` in place."""
    return _squeezes[squeeze.choose(self, *args, **kwargs)](self, *args, **kwargs)


def as_strided_(self, size, stride, storage_offset=None):
    """`as_strided` in place."""
    return _as_strided(*with_layout(self, size, stride, storage_offset))


FORMS = {
    "as_strided_": as_strided_,
    "squeeze_": squeeze_,
    "t_": inplace_view(t, "t:1", "t_"),
    "unsqueeze_": inplace_view(unsqueeze, "unsqueeze:1", "unsqueeze_"),
    **{
        name: inplace_view(transpose, "transpose:1", name)
        for name in ("swapaxes_", "swapdims_", "transpose_")
    },
}
