"""What may be written to in place: where it lies, whether it is recorded, and what it can hold."""

import warnings

from engine.autograd.mapped import refuse_write
from engine.autograd.mode import careful, mode
from engine.autograd.views import check_inplace, check_overlap, overlaps, refuse_interlocked
from engine.dtype import can_cast, from_numpy
from engine.errors import unsupported
from engine.mirror import is_conjugate, is_negated
from engine.ops.overwritten import pack_target_in_vain
from engine.ops.precedence import told_in_place
from engine.strides import interlace, lie_alike, partly_overlap, share_memory
from engine.tensor import Tensor


def check_target(operation, values, requires):
    """Refuse to write what is recorded where it cannot be, or where places are shared."""
    autograd = True
    try:
        check_inplace(values[0], requires)
        if careful:
            refuse_write(values[0], values)
        autograd = False
        if operation.name not in LATE:
            check_memory(operation, values)
    except RuntimeError as error:
        found = told_in_place(operation, values, error, autograd)
        if found is error and not autograd:
            pack_target_in_vain(operation, values)
        raise found from None


def check_memory(operation, values):
    """Refuse to write where elements, or operands, are in the way of each other."""
    if needs_places(operation, values):
        check_overlap(values[0])
    elif operation.name == "index_put" and values[3] and 0 in values[0]._data.strides:
        raise unsupported("adding to elements that share one place", "clone the tensor first")
    elif operation.name in _WARNING:
        refuse_interlocked(values[0])
        if overlaps(values[0]):
            _warn_of_places(operation)
    if operation.name not in _FILLING:
        check_operands(operation.name, values[0], values)


def _warn_of_places(operation):
    warnings.warn(
        f"{operation.name}_() of expanded memory, where one place stands for several elements, "
        "is deprecated; clone the tensor first",
        UserWarning,
        stacklevel=6,
    )


def refuse_history(operation):
    """Refuse operations that let integers require grad, since PyTorch checks no dtype there."""
    name = operation.name
    if mode.grad and name in _OF_ANY_DTYPE and operation.places:
        raise unsupported(f"a history of integers, by {name}_()", "detach the operand first")


_OF_ANY_DTYPE = {"eq", "fill", "ge", "gt", "index_fill", "le", "lt", "masked_fill", "ne"}


def needs_places(operation, values):
    """Whether no two elements of the target may share a place in memory."""
    if operation.name == "_copy":  # a copy onto itself is none
        target, source = values[0]._data, values[1]
        return not isinstance(source, Tensor) or not lie_alike(target, source._data)
    if _is_mirrored(values[0]):
        return True
    if operation.name == "nan_to_num" and values[0]._data.dtype.kind in "iub":
        return False
    if operation.name in ("tril", "triu") and _is_copied_back(values[0]._data):
        return True
    by_tensor = operation.name == "fill" and "value" in operation.formulas
    return operation.name not in _ANYWHERE or by_tensor


def _is_mirrored(tensor):
    """Whether it is a conjugate or a negation: PyTorch then writes to a copy that comes back."""
    return is_conjugate(tensor) or is_negated(tensor)


def _is_copied_back(array):
    """Whether PyTorch writes to a copy, since the matrices do not lie one behind the other."""
    if array.ndim < 4:
        return False
    step = array.shape[-1] * array.shape[-2] * array.itemsize
    for place in range(array.ndim - 3, -1, -1):
        size, stride = array.shape[place], array.strides[place]
        alone = size == 1 and not (place and stride)
        if not alone and stride != step and (place or stride):
            return True
        step *= size
    return False


_FILLING = {"_zero", "fill", "index_fill", "masked_fill"}  # by a number, which is read before
_WARNING = {"index_fill", "index_put", "masked_fill"}
LATE = {"index_add", "put"}  # which look at their arguments first
_ANYWHERE = {*_FILLING, "index_put", "tril", "triu"}  # also where elements share one place
_APART = {"index_add", "index_copy", "index_put", "index_reduce", "put"}
_APART |= {"scatter", "scatter_add", "scatter_reduce"}  # operands may not even be the target


def check_operands(name, target, values):
    """Refuse operands in the memory to be written to, but for those that lie just where it does."""
    if _is_mirrored(target):
        return
    mine, apart = target._data, name in _APART
    overlap = share_memory if apart else partly_overlap
    for value in values[1:]:
        if not isinstance(value, Tensor) or _is_mirrored(value):
            continue
        if (apart and value is target) or overlap(mine, value._data):
            raise RuntimeError(
                f"{name}_(): an operand and the tensor that is written to share memory; "
                "clone the operand first"
            )
        if interlace(mine, value._data):
            raise unsupported(f"{name}_() with an operand in that memory", "clone it first")


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
            raise NotImplementedError(f"{name}_() of bools: their sums are integers")
        raise RuntimeError(f"{name}_(): a result of {result!r} cannot be stored as {held!r}")
    if name == "abs" and held.is_complex:
        raise RuntimeError("abs_(): the sizes of complex numbers are real numbers")
