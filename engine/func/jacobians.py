"""Functions of functions: Jacobians and second derivatives."""

import functools

from engine.autograd.mode import recording
from engine.autograd.view_nodes import refuse_expanded
from engine.func.level import Level, transforming
from engine.func.transforms import Forward, chosen_of, outputs_of, replaced, with_aux
from engine.func.trees import flatten, unflatten
from engine.ops.joining import stack
from engine.tensor import Tensor


def _units(tensor):
    """For every element, a tensor that is 1 there and 0 elsewhere."""
    for i in range(tensor.numel()):
        unit = tensor.new_zeros(tensor.shape)
        unit.view(-1)[i] = 1
        yield unit


def _check_real(tensors, what):
    for tensor in tensors:
        if isinstance(tensor, Tensor) and tensor.is_complex():
            raise RuntimeError(f"a Jacobian is of real numbers; an {what} is {tensor.dtype!r}")


def _jacobian(rows_of, argnums, has_aux, func):
    @functools.wraps(func)
    def wrapper(*args):
        chosen = chosen_of(args, argnums)
        leaves, structure = flatten(chosen)
        _check_real(leaves, "input")

        def partial(*values):
            tree = values if isinstance(argnums, tuple) else values[0]
            return func(*replaced(args, argnums, tree))

        primals = chosen if isinstance(argnums, tuple) else (chosen,)
        level, blocks, outer, aux = rows_of(partial, primals, has_aux)
        inner = [unflatten(row, structure) for row in blocks]
        found = level.show(unflatten(inner, outer))
        return (found, level.show(aux)) if has_aux else found

    return wrapper


def _by_rows(func, primals, has_aux):
    """Each output's block for each input, a row at a time."""
    level = Level()
    with recording():
        followed, inputs = level.follow(primals)
        with transforming("grad", inputs):
            result, aux = with_aux(func(*followed), has_aux, "jacrev")
        outputs, structure = outputs_of(result, "jacrev")
        _check_real(outputs, "output")
        blocks = []
        for output in outputs:
            rows = [level.pull([output], inputs, [unit]) for unit in _units(output)]
            blocks.append([_joined(rows, k, output, x) for k, x in enumerate(inputs)])
    return level, blocks, structure, aux


def _joined(rows, k, output, x):
    shape = (*output.shape, *x.shape)
    return stack([row[k] for row in rows]).view(shape) if rows else x.new_zeros(shape)


def _by_columns(func, primals, has_aux):
    """The same, a column at a time; the tangents are written to memory laid out as the inputs."""
    for x in flatten(primals)[0]:
        if isinstance(x, Tensor):
            refuse_expanded(x._data)
    forward = Forward(func, primals, has_aux, "jacfwd")
    outputs, inputs = forward.outputs, forward.inputs
    _check_real(outputs, "output")
    blocks = [[] for _ in outputs]
    with recording():
        zeros = [x.new_zeros(x.shape) for x in inputs]
        for k, x in enumerate(inputs):
            columns = [forward.push([*zeros[:k], unit, *zeros[k + 1 :]]) for unit in _units(x)]
            for i, output in enumerate(outputs):
                shape = (*output.shape, *x.shape)
                parts = [column[i] for column in columns]
                blocks[i].append(
                    stack(parts).movedim(0, -1).view(shape) if parts else output.new_zeros(shape)
                )
    return forward.level, blocks, forward.structure, forward.aux


def jacrev(func, argnums=0, *, has_aux=False, chunk_size=None, _preallocate_and_copy=False):
    """A function that returns the Jacobian, computed by rows, whatever the size of chunks."""
    if chunk_size is not None and chunk_size <= 0:
        raise ValueError(f"jacrev: chunk_size is at least 1, not {chunk_size}")
    return _jacobian(_by_rows, argnums, has_aux, func)


def jacfwd(func, argnums=0, has_aux=False, *, randomness="error"):
    """A function that returns the Jacobian, computed by columns."""
    return _jacobian(_by_columns, argnums, has_aux, func)


def hessian(func, argnums=0):
    """A function that returns the second derivatives."""
    return jacfwd(jacrev(func, argnums), argnums)
