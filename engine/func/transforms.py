"""Functions of functions: gradients, and products with Jacobians."""

import functools

from engine.autograd.mode import levels, recording
from engine.autograd.mutation import keeping_what_is_saved
from engine.autograd.nesting import forwards
from engine.autograd.saving_hooks import without_hooks
from engine.autograd.view_nodes import refuse_expanded
from engine.errors import unsupported
from engine.func.level import Level, lent, transforming
from engine.func.trees import flatten, unflatten
from engine.ops.shape import alias
from engine.tensor import Tensor


def chosen_of(args, argnums):
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


def replaced(args, argnums, values):
    """The arguments with others for those to differentiate at; the rest may be written to."""
    leaves, structure = flatten(args)
    args = list(unflatten([lent(leaf) for leaf in leaves], structure))
    if not isinstance(argnums, tuple):
        argnums, values = (argnums,), (values,)
    for number, value in zip(argnums, values, strict=True):
        args[number] = value
    return args


def _check_tensor(value):
    """Refuse as a point or direction what is no tensor of floats."""
    if not isinstance(value, Tensor):
        raise RuntimeError(f"jvp: the arguments are tensors, not {type(value).__name__}")
    if not (value.is_floating_point() or value.is_complex()):
        raise ValueError(f"forward mode needs float or complex tensors, not {value.dtype!r}")


def with_aux(result, has_aux, name):
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


def outputs_of(tree, name):
    """The tensors that a function returned, and how they are nested; refused if there is none."""
    leaves, structure = _tensors(tree, name)
    if not leaves:
        raise RuntimeError(f"{name}: the function returns nothing that has a derivative")
    return leaves, structure


# ---- gradients ----------------------------------------------------------------------------------


def grad_and_value(func, argnums=0, has_aux=False):
    """A function that returns the gradient of `func`, which has one element, and its value."""

    @functools.wraps(func)
    def wrapper(*args, **kwargs):
        level = Level()
        with recording():
            followed, inputs = level.follow(chosen_of(args, argnums))
            _, structure = flatten(followed)
            with transforming("grad", inputs):
                result = func(*replaced(args, argnums, followed), **kwargs)
            value, aux = with_aux(result, has_aux, "grad")
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
            result, aux = with_aux(func(*followed), has_aux, "vjp")
        outputs, shape = outputs_of(result, "vjp")
        for output in outputs:
            if not (output.is_floating_point() or output.is_complex()):
                raise RuntimeError(f"vjp: an output is {output.dtype!r}, which has no derivative")

    def pullback(cotangents, retain_graph=True, create_graph=None):
        vectors, given = flatten(cotangents)
        if given != shape:
            raise RuntimeError("vjp: cotangents must have the structure of the result")
        return level.outward(
            lambda again: level.pull(outputs, inputs, vectors, again or bool(create_graph)),
            vectors,
            structure,
        )

    shown = level.show(result)
    return (shown, pullback, level.show(aux)) if has_aux else (shown, pullback)


class Forward:
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
        # in PyTorch, what is pushed forward saves nothing: it may be written to
        with recording(), without_hooks(), keeping_what_is_saved():
            followed, self.inputs = self.level.follow(primals, written=True)
            with transforming(name, self.inputs):
                result, self.aux = with_aux(func(*followed), has_aux, name)
            self.outputs, self.structure = outputs_of(result, name)
            for output in self.outputs:
                if not (output.is_floating_point() or output.is_complex()):
                    raise unsupported(f"forward mode of a result in {output.dtype!r}")
            self.start = [o.new_zeros(o.shape) for o in self.outputs]
            for start in self.start:
                start.requires_grad = True
            self.level.private.update(map(id, self.start))
            with forwards(1):
                self.back = self.level.pull(self.outputs, self.inputs, self.start, again=True)
        self.result = self.level.show(result)

    def push(self, vectors, again=None):
        """The product, as a list that fits the outputs."""
        if again is None:
            again = any(v._requires for v in vectors)
        with recording(), forwards(2):
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
    if given != wanted:
        raise RuntimeError("jvp: primals and tangents must have the same structure")
    for value in (*leaves, *vectors):
        _check_tensor(value)
    for primal, tangent in zip(leaves, vectors, strict=True):
        if primal.shape != tangent.shape:
            raise RuntimeError(
                f"jvp: a tangent is {list(tangent.shape)}, its primal {list(primal.shape)}"
            )
        if primal.dtype is not tangent.dtype:
            raise unsupported(f"a tangent in {tangent.dtype!r} of a primal in {primal.dtype!r}")
        if primal._data.strides != tangent._data.strides:  # it is written to memory laid out alike
            refuse_expanded(primal._data)
    forward = Forward(func, primals, has_aux, "jvp")
    if strict and not all(output._requires for output in forward.outputs):
        raise RuntimeError("jvp: with strict every output must depend on the primals")
    product = forward.level.show(unflatten(forward.push(vectors), forward.structure))
    result = unflatten([alias(leaf) for leaf in flatten(forward.result)[0]], forward.structure)
    if has_aux:
        return result, product, forward.level.show(forward.aux)
    return result, product


def linearize(func, *primals):
    """`func(*primals)` and a function that multiplies its Jacobian from the right."""
    forward = Forward(func, primals, False, "linearize")

    def pushforward(*tangents):
        vectors = flatten(tangents)[0]
        return forward.level.outward(
            lambda again: forward.push(vectors, again), vectors, forward.structure
        )

    return forward.result, pushforward
