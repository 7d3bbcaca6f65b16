"""From a declared operation to the function that users call."""

from engine.autograd.mode import careful, mode
from engine.autograd.pushing import settle, settle_views
from engine.autograd.saved import finish
from engine.autograd.saving_hooks import without_hooks
from engine.autograd.views import track_view
from engine.ops.compiled import compiled
from engine.ops.op import ARRAYS
from engine.ops.outs import write_out
from engine.ops.precedence import told
from engine.tensor import Tensor, new

OPS = {}  # name → function: everything declared, for `engine` and for Tensor's methods


def named(function, name, doc=None):
    """The function, which goes by that name in `torch` from now on."""
    function.__name__ = function.__qualname__ = name
    function.__module__ = "torch"
    function.__doc__ = doc
    return function


def registered(function, name, doc=None):
    """The function, which is found among the operations by that name from now on."""
    OPS[name] = function
    return named(function, name, doc)


def public(name, apply, operation):
    """Name and register an operation's function."""
    apply.op = operation
    operation.function = apply
    return registered(apply, name, operation.forward.__doc__)


def is_bare(value):
    """Whether an operation is called by a derivative, on arrays."""
    if type(value) in (list, tuple):
        return bool(value) and isinstance(value[0], ARRAYS)
    return isinstance(value, ARRAYS)


def general(operation):
    """The function of an operation whose results have memory of their own."""

    def slowly(values, out):
        first = values[0]
        if not isinstance(first, Tensor) and is_bare(first):
            return operation.forward_of(values)
        if operation.variadic:
            _check_sequence(operation, operation.differentiable(values))
        elif not isinstance(first, Tensor):
            _check_tensors(operation, values)
        try:
            data = operation.compute(values)
        except (RuntimeError, IndexError) as error:
            raise told(operation, values, error, out) from None
        return finished(values, data, out)

    def finished(values, data, out):
        inputs = operation.differentiable(values) if operation.places else ()
        if out is None:
            result = finish_call(operation, values, inputs, data)
        else:
            with without_hooks():  # of what is written there nothing is kept
                result = finish_call(operation, values, inputs, data)
        if careful:
            one = isinstance(result, Tensor)
            settle(operation, values, (result,) if one else result, several=not one)
        if out is None:
            return result
        return write_out(out, result, operation.name, values)

    return compiled(operation, slowly, finished, write_out=write_out)


def _check_tensors(operation, values):
    if not any(isinstance(v, Tensor) for v in values):
        raise TypeError(
            f"{operation.name}(): the first argument must be a tensor, "
            f"not {type(values[0]).__name__ if len(values) else 'nothing'}"
        )


def _check_sequence(operation, tensors):
    if not isinstance(tensors, list | tuple):
        raise TypeError(
            f"{operation.name}() takes a sequence of tensors, not {type(tensors).__name__}"
        )
    for tensor in tensors:
        if not isinstance(tensor, Tensor):
            raise TypeError(f"{operation.name}() joins tensors, not {type(tensor).__name__}")


def viewing(operation, creation):
    """The function of an operation whose results share memory with its first input."""

    def slowly(values, out):
        source = values[0]
        if is_bare(source):
            return operation.forward_of(values)
        if isinstance(source, Tensor):  # arguments given by synonyms, bound by now
            return operation.again(source, values[1:])
        raise TypeError(f"{operation.name}(): expected a tensor, not {type(source).__name__}")

    def several(values, data, out):
        source, rest = values[0], values[1:]
        if source._inference:
            return share_view(values, data)
        results = finish_call(operation, values, (source,), data)
        for i, part in enumerate(results):
            track_view(part, source, operation.step(rest, i), creation)
        if careful:
            settle_views(operation, values, results)
        return results

    def share_view(values, data):
        results = _inference_views(values[0], data if isinstance(data, tuple) else (data,))
        settle_views(operation, values, results)
        return results if isinstance(data, tuple) else results[0]

    return compiled(operation, slowly, several, creation=creation, share_view=share_view)


def _inference_views(source, arrays):
    """Views of inference tensors are inference tensors, in any mode, whose writes nobody counts.

    But a conjugate of the source has to hear of them.
    """
    results = tuple(new(Tensor) for _ in arrays)
    storage = source._storage if getattr(source._storage, "mirrored", False) else None
    for result, array in zip(results, arrays, strict=True):
        result._data, result._inference, result._storage = array, True, storage
    return results


def finish_call(operation, values, inputs, data):
    """Wrap what `forward` returned, recording the call if an input requires grad."""
    if isinstance(data, tuple | list):
        return _finish_several(operation, values, inputs, data)
    result = new(Tensor)
    result._data = data
    for value in inputs:
        if isinstance(value, Tensor) and value._requires:
            if mode.grad and data.dtype.kind in "fc":
                node = operation.record(values, (result,))
                result._node, result._requires = node, True
                if careful:
                    finish(node, result, given=values)
            break
    return result


_OF_REALS = {"cummax", "cummin", "kthvalue", "mode"}  # derived; of one complex number, or none


def _finish_several(operation, values, inputs, data):
    results = [new(Tensor) for _ in data]
    for result, array in zip(results, data, strict=True):
        result._data = array
    if mode.grad and any(isinstance(v, Tensor) and v._requires for v in inputs):
        floats = [i for i, r in enumerate(results) if operation.is_differentiable(i, r)]
        if floats:
            if operation.name in _OF_REALS and results[0].is_complex():
                raise RuntimeError(f"{operation.name}() of complex numbers has no derivative")
            node = operation.record_several(values, results)
            for i in floats:
                results[i]._node, results[i]._nr, results[i]._requires = node, i, True
            if careful:
                finish(node, *results, given=values)
    return type(data)(*results) if hasattr(data, "_fields") else type(data)(results)
