"""Forms of the views that copy: `transpose_copy` and so on, each with a node of its own."""

import inspect

import numpy as np

from engine.ops import shape, strided
from engine.ops.compose import composed, overloaded
from engine.ops.declare import op
from engine.ops.diagonals import diagonal
from engine.ops.parts import unfold
from engine.ops.splitting import split_with_sizes, unbind


def _copied(array):
    return np.array(array, order="C")


def _copying(view, name=None):
    """The copying form of a declared view operation."""
    operation = view.op
    name = name or operation.name.removeprefix("_") + "_copy"

    def forward(*args, **kwargs):
        result = operation.forward(*args, **kwargs)
        return tuple(map(_copied, result)) if isinstance(result, tuple) else _copied(result)

    forward.__signature__ = inspect.signature(operation.forward)
    forward.__doc__ = f"`{operation.name}` that copies."
    node = "=" + operation.node.__name__ + "_copy"
    return op(name, node=node, **operation.formulas)(forward)


for _view in (
    diagonal,
    shape.expand,
    shape.permute,
    shape.t,
    shape.transpose,
    shape.unsqueeze,
    shape.view,
    split_with_sizes,
    unbind,
    unfold,
):
    _copying(_view)
_copying(shape.alias, "alias_copy")
_squeezes = {form: _copying(form) for form in shape.SQUEEZES}
_strided = _copying(strided.as_strided_view, "_as_strided_copy")


@overloaded("squeeze_copy")
def squeeze_copy(self, *args, out=None, **kwargs):
    """`squeeze` that copies."""
    return _squeezes[shape.squeeze.choose(self, *args, **kwargs)]


@composed
def as_strided_copy(self, size, stride, storage_offset=None):
    """`as_strided` that copies."""
    return _strided(*strided.with_layout(self, size, stride, storage_offset))
