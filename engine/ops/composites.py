"""Results of inference tensors that require grad, outside of inference mode.

Nothing is recorded of operations on inference tensors alone. But PyTorch makes some operations of
several, the last of which writes into a tensor that is none: that one is recorded, or refused.
"""

from engine.autograd.saved import composites
from engine.errors import unsupported
from engine.ops.inplace import copy_op

_COPYING = ("Clone", "Sort", "ToCopy")
_WRITING = ("Abs", "Cummax", "Cummin", "Deg2Rad", "Gather", "Kthvalue", "Logsumexp", "MaskedSelect")
_WRITING += ("Mean", "NanToNum", "Rad2Deg", "Take")
_DEVIATIONS = ("Std", "Var")
_MEDIANS = ("Median", "Nanmedian")
_OTHERS = ("ConstantPadNd", "Diag", "DiagEmbed")


def _copied(results, given):
    result = results[0]
    node = copy_op.record((result, given[0], False), (result,))
    result._node, result._requires = node, True


def _refuse_to_write(results, given):
    raise RuntimeError(
        "this operation writes into its result, which cannot be recorded for an inference tensor "
        "that requires grad; clone it first"
    )


def _refuse_to_write_one(results, given):
    """Refuse deviations of all elements, in float32 or float64: only these are written so."""
    of = given[0]._data
    if results[0]._data.size == 1 and of.size and of.dtype in ("float32", "float64"):
        _refuse_to_write(results, given)


def _refuse_to_write_two(results, given):
    """Refuse medians along a dimension, which come with their places: only these are written so."""
    if len(results) > 1:
        _refuse_to_write(results, given)


def _refuse(results, given):
    raise unsupported("this operation on inference tensors that require grad", "clone them first")


composites.update(dict.fromkeys(_COPYING, _copied))
composites.update(dict.fromkeys(_WRITING, _refuse_to_write))
composites.update(dict.fromkeys(_DEVIATIONS, _refuse_to_write_one))
composites.update(dict.fromkeys(_MEDIANS, _refuse_to_write_two))
composites.update(dict.fromkeys(_OTHERS, _refuse))
