"""Writes with a wrong index: PyTorch has written what comes before it when it finds it."""

import numpy as np

from engine.ops.writing import differing
from engine.tensor import Tensor, wrap

_PLACES = {  # of the index and the source among the arguments, and whether negative ones count back
    "index_add": (2, 3, False),
    "index_copy": (2, 3, False),
    "index_fill": (2, 3, True),
    "index_put": (1, 2, True),
    "put": (1, 2, True),
    "scatter": (2, 3, False),
    "scatter_add": (2, 3, False),
    "scatter_reduce": (2, 3, False),
}


def write_before_fault(operation, values):
    """Write what belongs to the indices before the first one that is out of range.

    No version is raised by it. What that is is known where indices go along a vector, or in
    `x[...] =` along the first dimension; else nothing is written.
    """
    if operation.name not in _PLACES:
        return
    place, source, back = _PLACES[operation.name]
    target, index = values[0]._data, _only_index(values[place])
    if index is None or not _goes_along(operation.name, target):
        return
    size = target.shape[0] if operation.name == "index_put" else target.size
    wrong = (index >= size) | (index < (-size if back else 0))
    if not wrong.any():
        return
    count = int(wrong.argmax())
    cut = list(values)
    given = wrap(index[:count])
    cut[place] = (given,) if operation.name == "index_put" else given
    cut[source] = _first(values[source], count, index.size, target.ndim)
    try:
        result = operation.compute(cut)
    except (RuntimeError, TypeError, IndexError):
        return
    changed = differing(target, result)  # of places that may be shared
    np.copyto(target, result, casting="unsafe", where=changed)


def _only_index(given):
    """The index as an array, if there is one, of 1 dimension and of integers."""
    if isinstance(given, tuple | list):
        given = given[0] if len(given) == 1 else None
    array = given._data if isinstance(given, Tensor) else None
    return array if array is not None and array.ndim == 1 and array.dtype.kind == "i" else None


def _goes_along(name, target):
    if not isinstance(target, np.ndarray) or not target.ndim:
        return False
    return target.ndim == 1 or name == "index_put"


def _first(source, count, size, dims):
    """The sources of the first `count` indices, if each of the `size` indices has its own."""
    if not isinstance(source, Tensor) or source._data.ndim < dims:
        return source
    return wrap(source._data[:count]) if source._data.shape[0] == size else source
