"""The function that users call, written out for one operation, as dataclasses write `__init__`.

A call costs some microseconds of Python around a fraction of one in NumPy, so what can be known
when an operation is declared is not looked up when it is called: the parameters, which of them may
be tensors, what is saved and kept. `print(torch.sum.source)` shows the text.
"""

from engine.autograd.mode import careful, mode
from engine.autograd.node import edge_of, next_number
from engine.autograd.pushing import settle, settle_views
from engine.autograd.saved import SavedResult, finish, pack_in_vain, versions_of
from engine.autograd.views import track_view
from engine.ops.arguments import check_flags, with_numbers
from engine.ops.call_text import CallText
from engine.ops.generated import written
from engine.ops.op import MISSING, array_of
from engine.ops.outs import check_out
from engine.ops.precedence import told
from engine.tensor import Tensor, new, own

_COMPLAINTS = (ValueError, TypeError, RuntimeError, IndexError, AttributeError)


_OF_ALL = {  # what the names stand for in the texts of all operations
    "MISSING": MISSING,
    "Tensor": Tensor,
    "SavedResult": SavedResult,
    "array_of": array_of,
    "careful": careful,
    "complaints": _COMPLAINTS,
    "edge_of": edge_of,
    "finish": finish,
    "modes": mode,
    "new": new,
    "next_number": next_number,
    "own": own,
    "settle": settle,
    "settle_views": settle_views,
    "track_view": track_view,
    "versions_of": versions_of,
    "check_flags": check_flags,
    "check_out": check_out,
}


def compiled(operation, slowly, several, *, creation=None, write_out=None, share_view=None):
    """The function of an operation.

    `slowly(values, out)` takes what is not usual: bare arrays, wrong arguments. `several(values,
    data, out)` finishes calls with several results. With `creation` (a kind of view) the result
    shares memory with the first input; `share_view` wraps the view of an inference tensor.
    """
    text = CallText(operation, creation)
    source = text.whole()
    scope = {
        **_OF_ALL,
        **text.scope,
        "operation": operation,
        "refused": _refused,
        "rebind": lambda values, more: _rebind(operation, values, more),
        "reorder": lambda values, old, more: _reorder(operation, values, old, more),
        "several": several,
        "share_view": share_view,
        "slowly": slowly,
        "with_numbers": with_numbers,
        "write_out": write_out,
    }
    apply = written(source, "apply", operation.name, scope)
    apply.source = source
    return apply


def _refused(operation, error, values, out=None):
    """The error to raise where `forward` failed; hooks get what would be saved before it, as in
    PyTorch, which saves first."""
    if out is None:
        pack_in_vain(operation, values)
    if isinstance(error, ValueError | TypeError | AttributeError):
        error = operation.complaint(error)
    return told(operation, values, error, out)


def _rebind(operation, values, more):
    """Arguments of which some were given by a synonym, or are missing."""
    rows = zip(operation.parameters, values, operation.defaults, strict=True)
    given = {name: value for name, value, default in rows if value is not default}
    return tuple(operation.bind((), {**given, **more}))


def _reorder(operation, values, old, more):
    """Arguments of which there is one too many, as in old programs."""
    count = operation.positional
    kept = dict(zip(operation.keywords, values[count:], strict=True))
    return tuple(operation.bind((*values[:count], *old), {**kept, **more}))
