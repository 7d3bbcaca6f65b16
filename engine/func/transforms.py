"""Functions of functions: gradients, products with Jacobians, and Jacobians."""

import functools

from engine.autograd.graph_hooks import without_hooks
from engine.autograd.mode import levels
from engine.errors import unsupported
from engine.func.level import Level, recording, transforming
from engine.func.trees import flatten, unflatten
from engine.ops.joining import stack
from engine.tensor import Tensor


def _chosen(args, argnums):
    """The arguments to differentiate at: one, or a tuple of them."""
    numbers = argnums if isinstance(argnums, tuple) else (argnums,)
    if not numbers:
        raise RuntimeError("argnums names no argument")
    for number in numbers:
        if not isinstance(number, int):
            raise RuntimeError(f"argnums is an int or a tuple of ints, not {argnums!r}")
        if not -len(args) <= number < len(args):
            raise RuntimeError(f"argnums {number} is out of range for {len(args)} arguments")
    if len({number % len(args) for number in numbers}) != len(numbers):
        raise RuntimeError(f"argnums {argnums} names an argument twice")
    return tuple(args[i] for i in argnums) if isinstance(argnums, tuple) else args[argnums]


def _replaced(args, argnums, values):
    args = list(args)
    single = not isinstance(argnums, tuple)
    for number, value in zip(
        (argnums,) if single else argnums, (values,) if single else values, strict=True
    ):
        args[number] = value
    return args


def _check_tensor(value):
    """Refuse as a point or direction what is no tensor of floats."""
    if not isinstance(value, Tensor):
        raise RuntimeError(f"jvp: the arguments are tensors, not {type(value).__name__}")
    if not (value.is_floating_point() or value.is_complex()):
        raise ValueError(f"forward mode needs float or complex tensors, not {value.dtype!r}")


def _with_aux(result, has_aux, name):
    """A result and what comes along with it."""
    if not has_aux:
        return result, None
    if not isinstance(result, tuple) or len(result) != 2:
        raise RuntimeError(f"{name}: with has_aux the function returns a pair of result and aux")
    _tensors(result[1], name)
    return result


def _tensors(tree, name):
    leaves, structure = flatten(tree)
    for leaf in leaves:
        if not isinstance(leaf, Tensor):
            raise RuntimeError(f"{name}: the function returns tensors, not {type(leaf).__name__}")
    return leaves, structure


# ---- gradients ----------------------------------------------------------------------------------


def grad_and_value(func, argnums=0, has_aux=False):
    """A function that returns the gradient of `func`, which has one element, and its value."""

    @functools.wraps(func)
    def wrapper(*args, **kwargs):
        level = Level()
        with recording():
            followed, inputs = level.follow(_chosen(args, argnums))
            _, structure = flatten(followed)
            with transforming("grad", inputs):
                result = func(*_replaced(args, argnums, followed), **kwargs)
            value, aux = _with_aux(result, has_aux, "grad")
            if not isinstance(value, Tensor):
                raise RuntimeError(f"grad: the function returns a tensor, not {type(value)}")
            if value.dim() != 0:
                raise RuntimeError(f"grad: the result has shape {list(value.shape)}, not []")
            if value.is_complex():
                raise RuntimeError("grad: the result is complex, and has no gradient")
            found = level.pull([value], inputs, [value.new_ones(())])
        found = level.show(unflatten(found, structure))
        value = level.show(value)
        return (found, (value, level.show(aux))) if has_aux else (found, value)

    return wrapper


def grad(func, argnums=0, has_aux=False):
    """A function that returns the gradient of `func`, which has one element."""
    both = grad_and_value(func, argnums, has_aux)

    @functools.wraps(func)
    def wrapper(*args, **kwargs):
        found, value = both(*args, **kwargs)
        return (found, value[1]) if has_aux else found

    return wrapper


# ---- products with the Jacobian -----------------------------------------------------------------


def vjp(func, *primals, has_aux=False):
    """`func(*primals)` and a function that multiplies the Jacobian from the left."""
    level = Level()
    with recording():
        followed, inputs = level.follow(primals)
        _, structure = flatten(primals)
        with transforming("grad", inputs):
            result, aux = _with_aux(func(*followed), has_aux, "vjp")
        outputs, shape = _tensors(result, "vjp")
        for output in outputs:
            if not (output.is_floating_point() or output.is_complex()):
                raise RuntimeError(f"vjp: an output is {output.dtype!r}, which has no derivative")

    def pullback(*cotangents, retain_graph=True, create_graph=None):
        tree = cotangents[0] if len(cotangents) == 1 else cotangents
        vectors, given = flatten(tree)
        if given != shape:
            raise RuntimeError("vjp: cotangents must have the structure of the result")
        with recording():
            again = bool(create_graph) or any(v.requires_grad for v in vectors)
            found = level.pull(outputs, inputs, vectors, again)
        return level.show(unflatten(found, structure))

    shown = level.show(result)
    return (shown, pullback, level.show(aux)) if has_aux else (shown, pullback)


class _Forward:
    """A function at one point, to be multiplied from the right with as many vectors as wanted.

    The gradient is linear in the vector it starts from, so differentiating it by that vector gives
    the product in the other direction.
    """

    def __init__(self, func, primals, has_aux, name):
        self.level = Level()
        for leaf in flatten(primals)[0]:
            _check_tensor(leaf)
        if levels:
            raise RuntimeError(f"{name}: a level of forward-mode differentiation is open already")
        with recording(), without_hooks():  # in PyTorch, what is pushed forward saves nothing
            followed, self.inputs = self.level.follow(primals)
            with transforming(name, self.inputs):
                result, self.aux = _with_aux(func(*followed), has_aux, name)
            self.outputs, self.structure = _tensors(result, name)
            for output in self.outputs:
                if not (output.is_floating_point() or output.is_complex()):
                    raise unsupported(f"forward mode of a result in {output.dtype!r}")
            self.start = [o.new_zeros(o.shape) for o in self.outputs]
            for start in self.start:
                start.requires_grad = True
            self.level.private.update(map(id, self.start))
            self.back = self.level.pull(self.outputs, self.inputs, self.start, again=True)
        self.result = self.level.show(result)

    def push(self, vectors):
        """The product, as a list that fits the outputs."""
        with recording():
            again = any(v.requires_grad for v in vectors)
            return self.level.pull(self.back, self.start, vectors, again)


def jvp(func, primals, tangents, *, strict=False, has_aux=False):
    """`func(*primals)` and the product of its Jacobian with `tangents`."""
    for name, value in (("primals", primals), ("tangents", tangents)):
        if not isinstance(value, tuple):
            raise RuntimeError(f"jvp: {name} is a tuple, not {type(value).__name__}")
    vectors, given = flatten(tangents)
    leaves, wanted = flatten(primals)
    if not leaves:
        raise RuntimeError("jvp: there are no arguments to differentiate at")
    for value in vectors:
        _check_tensor(value)
    if given != wanted:
        raise RuntimeError("jvp: primals and tangents must have the same structure")
    for primal, tangent in zip(leaves, vectors, strict=True):
        if primal.shape != tangent.shape:
            raise RuntimeError(
                f"jvp: a tangent is {list(tangent.shape)}, its primal {list(primal.shape)}"
            )
        if primal.dtype is not tangent.dtype:
            raise unsupported(f"a tangent in {tangent.dtype!r} of a primal in {primal.dtype!r}")
    forward = _Forward(func, primals, has_aux, "jvp")
    product = forward.level.show(unflatten(forward.push(vectors), forward.structure))
    if has_aux:
        return forward.result, product, forward.level.show(forward.aux)
    return forward.result, product


def linearize(func, *primals):
    """`func(*primals)` and a function that multiplies its Jacobian from the right."""
    forward = _Forward(func, primals, False, "linearize")

    def pushforward(*tangents):
        product = forward.push(flatten(tangents)[0])
        return forward.level.show(unflatten(product, forward.structure))

    return forward.result, pushforward


# ---- Jacobians ----------------------------------------------------------------------------------


def _units(tensor):
    """For every element, a tensor that is 1 there and 0 elsewhere."""
    for i in range(tensor.numel()):
        unit = tensor.new_zeros(tensor.shape)
        unit.view(-1)[i] = 1
        yield unit


def _jacobian(rows_of, argnums, has_aux, func):
    @functools.wraps(func)
    def wrapper(*args, **kwargs):
        chosen = _chosen(args, argnums)
        _, structure = flatten(chosen)

        def partial(*values):
            tree = values if isinstance(argnums, tuple) else values[0]
            return func(*_replaced(args, argnums, tree), **kwargs)

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
            result, aux = _with_aux(func(*followed), has_aux, "jacrev")
        outputs, structure = _tensors(result, "jacrev")
        blocks = []
        for output in outputs:
            rows = [level.pull([output], inputs, [unit]) for unit in _units(output)]
            blocks.append([_joined(rows, k, output, x) for k, x in enumerate(inputs)])
    return level, blocks, structure, aux


def _joined(rows, k, output, x):
    shape = (*output.shape, *x.shape)
    return stack([row[k] for row in rows]).view(shape) if rows else x.new_zeros(shape)


def _by_columns(func, primals, has_aux):
    """The same, a column at a time."""
    forward = _Forward(func, primals, has_aux, "jacfwd")
    outputs, inputs = forward.outputs, forward.inputs
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
    """A function that returns the Jacobian, computed by rows."""
    return _jacobian(_by_rows, argnums, has_aux, func)


def jacfwd(func, argnums=0, has_aux=False, *, randomness="error"):
    """A function that returns the Jacobian, computed by columns."""
    return _jacobian(_by_columns, argnums, has_aux, func)


def hessian(func, argnums=0):
    """A function that returns the second derivatives."""
    return jacfwd(jacrev(func, argnums), argnums)
