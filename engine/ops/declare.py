"""How an operation is declared: its forward on arrays, and one derivative formula per input.

A formula's own parameter names say what it needs: an input of that name, `result` (or `results`,
`result1`: the second of several), `x_shape`, `x_strides` or `x_dtype` of an input `x`, or an
argument that is no tensor. Tensors so named are saved in the graph, and nothing else is; so what an
operation saves, and where a second backward raises, follows from its derivative. Formulas are
written over "array-like" values: they get bare arrays in an ordinary backward pass, and tensors
when that pass is itself recorded. They may use operators and any operation of `engine.ops`, all of
which accept both.

    exp = unary("exp", np.exp, lambda g, result: g * result)

    @op(self=lambda g, self_shape, dim, keepdim: spread(g, self_shape, dim, keepdim))
    def sum(self, dim=None, keepdim=False): ...
"""

from itertools import product

from numpy import array, generic, ndarray

from engine.autograd.mode import careful, mode
from engine.autograd.node import edge_of, next_number
from engine.autograd.pushing import settle
from engine.autograd.saved import SavedResult, finish, pack_in_vain, versions_of
from engine.ops.calling import OPS, general, public, viewing
from engine.ops.op import ARRAYS, Op, dtype_error
from engine.ops.operands import (
    EITHER,
    NEITHER,
    OPERANDS,
    forward_of_two,
    promoted_pair,
    shapes_error,
    without_numpy,
)
from engine.ops.outs import write_out
from engine.ops.precedence import told
from engine.ops.promote import to_float
from engine.strides import arranged, in_order_of
from engine.tensor import Tensor, new

__all__ = ["ARRAYS", "OPS", "Op", "binary", "op", "unary", "write_out"]


def op(
    name=None,
    *,
    node=None,
    saves=(),
    variadic=False,
    view=None,
    overload=None,
    broadcasts=True,
    **formulas,
):
    """Declare an operation; see the module's description. Bare arrays in, bare arrays out.

    `overload` (of arguments, by their names) says which number the node's name ends in. `view` (a
    creation kind of `engine.autograd.views`) says that results share memory with the first input.
    `broadcasts`: gradients are summed to the shapes of the inputs; else formulas see to that.
    """

    def declare(forward):
        operation = Op(
            name or forward.__name__.rstrip("_"),
            forward,
            formulas,
            node=node,
            saves=saves,
            variadic=variadic,
            overload=overload,
            broadcasts=broadcasts,
        )
        apply = general(operation) if view is None else viewing(operation, view)
        return public(operation.name, apply, operation)

    return declare


# ---- one operand --------------------------------------------------------------------------------


def unary(name, function, self=None, *, node=None, floats=True):
    """Declare an elementwise operation on one tensor.

    `floats`: integers become the default float type first. Without a formula the result never
    requires grad.
    """

    def forward(self):
        data = function(to_float(self) if floats else self)
        return data if self.ndim < 2 or self.flags.c_contiguous else in_order_of(self, data)

    operation = Op(name, forward, {} if self is None else {"self": self}, node=node)
    cls, recorded = operation.node, operation.places
    save_self = "self" in operation.saved_names
    save_result = "result" in operation.saved_names

    def apply(input, *, out=None):
        if not isinstance(input, Tensor):
            if isinstance(input, ARRAYS):
                return forward(input)
            raise TypeError(f"{name}(): expected a tensor, not {type(input).__name__}")
        result = new(Tensor)
        try:
            result._data = forward(input._data)
        except NotImplementedError as error:
            raise told(operation, (input,), error, out) from None
        if input._requires and recorded and mode.grad:
            grad_fn = new(cls)
            grad_fn._sequence = next_number()
            grad_fn._edges = (edge_of(input),)
            result._node, result._requires = grad_fn, True
            if save_self:
                grad_fn._saved = (input, SavedResult(result)) if save_result else (input,)
                if input._storage is not None and input._storage.version:
                    grad_fn._versions = (input._storage.version, 0)
            elif save_result:
                grad_fn._saved = (SavedResult(result),)
            if careful and out is None:
                finish(grad_fn, result, given=(input,))
        if careful:
            settle(operation, (input,), (result,))
        return result if out is None else write_out(out, result, name, (input,))

    return public(name, apply, operation)


# ---- two operands -------------------------------------------------------------------------------


def binary(
    name,
    function,
    self=None,
    other=None,
    *,
    node=None,
    numbers=EITHER,
    alpha=False,
    bools=True,
    pair=promoted_pair,
    alone=False,
):
    """Declare an elementwise operation on two operands that broadcast.

    `numbers` says which of them may be a number. `alpha`: there is an argument of that name, by
    which `other` is multiplied first. `bools`: whether operands may be bools. `pair` brings both to
    the dtype that they meet in. `alone`: only what requires grad has a place in the graph.
    """
    formulas = {k: f for k, f in (("self", self), ("other", other)) if f is not None}
    forward = forward_of_two(name, function, numbers, alpha, bools, pair)
    operation = Op(name, forward, formulas, node=node)
    operation.alone = alone
    if alpha:
        operation.node._kept = (1,)  # of the usual call, which has no alpha
    slowly = general(operation)  # also for what is wrongly named: it complains
    with_number = None if numbers is NEITHER else _with_number(operation, function, slowly)

    def strange(self, other, out):
        return slowly(*without_numpy(name, self, other), out=out)

    def leave(self, other, out):
        return strange(self, other, out) if isinstance(other, OPERANDS) else NotImplemented

    apply = public(name, _with_tensor(operation, function, slowly, with_number, strange), operation)
    # the operator leaves other classes, and arrays, to the other side
    apply.operator = _with_tensor(operation, function, slowly, with_number, leave)
    return apply


def _with_tensor(operation, function, slowly, with_number, stranger):
    """The function of two operands, the usual case of two tensors of one dtype written out.

    `with_number`, if there is one, takes over where the second operand is a number of Python,
    `stranger` where one is something else than a tensor, `slowly` wherever a case is not usual.
    """
    name, cls, recorded, alone = operation.name, operation.node, operation.places, operation.alone
    plain, save, values_of = _what_to_keep(operation)

    def apply(input, other, *, out=None, alpha=None):
        if type(other) is float or type(other) is int:
            if with_number is None or out is not None or alpha is not None:
                return slowly(input, other, **given(out, alpha))
            return with_number(input, other)
        if alpha is not None:
            return slowly(input, other, out=out, alpha=alpha)
        try:
            x, y = input._data, other._data
        except AttributeError:
            return stranger(input, other, out)
        if x.dtype is not y.dtype:
            return slowly(input, other, out=out)
        result = new(Tensor)
        try:
            data = function(x, y)
        except TypeError as error:
            raise dtype_error(name, error) from None
        except NotImplementedError as error:
            raise told(operation, (input, other), error, out) from None
        except ValueError:
            if out is None:
                pack_in_vain(operation, (input, other))
            raise shapes_error(name, x, y) from None
        if x.ndim > 1 and not x.flags.c_contiguous:
            data = arranged(data, x, y)
        result._data = data
        a, b = input._requires, other._requires
        if (a or b) and recorded and mode.grad:
            if not plain:
                return slowly(input, other, out=out)
            grad_fn = new(cls)
            grad_fn._sequence = next_number()
            grad_fn._edges = (edge_of(input) if a else None, edge_of(other) if b else None)
            if alone:
                wanting = ((input, a), (other, b))
                grad_fn._edges = tuple([edge_of(v) for v, wants in wanting if wants])
            if x.shape != y.shape:
                grad_fn._shapes = (x.shape, y.shape)
            saved = save(input, other, a, b)
            if saved is not None:
                grad_fn._saved = saved
                if input._storage is not None or other._storage is not None:
                    grad_fn._versions = versions_of(saved)
            result._node, result._requires = grad_fn, True
            if careful and out is None:
                finish(grad_fn, result, given=(input, other))
        if careful:
            settle(operation, values_of(input, other), (result,))
        return result if out is None else write_out(out, result, name, (input, other))

    return apply


def _with_number(operation, function, slowly):
    """The same for a number beside a tensor of floats: no promotion, and no second edge."""
    name, cls, recorded, alone = operation.name, operation.node, operation.places, operation.alone
    plain, save, values_of = _what_to_keep(operation)

    def apply(self, other):
        if not isinstance(self, Tensor) or self._data.dtype.char not in "fd":
            return slowly(self, other)
        result, data = new(Tensor), self._data
        # NumPy takes an array of no dimensions in half the time of a number
        beside = array(other, data.dtype) if type(data) is ndarray else other
        try:
            result._data = function(data, beside)
        except TypeError as error:
            raise dtype_error(name, error) from None
        if data.ndim > 1 and not data.flags.c_contiguous:
            result._data = in_order_of(data, result._data)
        if self._requires and recorded and mode.grad:
            if not plain:
                return slowly(self, other)
            grad_fn = new(cls)
            grad_fn._sequence = next_number()
            grad_fn._edges = (edge_of(self),) if alone else (edge_of(self), None)
            saved = save(self, other, True, False)
            if saved is not None:
                grad_fn._saved = saved
                if self._storage is not None:
                    grad_fn._versions = versions_of(saved)
            result._node, result._requires = grad_fn, True
            if careful:
                finish(grad_fn, result)  # PyTorch makes a tensor of the number
        if careful:
            settle(operation, values_of(self, other), (result,))
        return result

    return apply


def _what_to_keep(operation):
    """Whether formulas need nothing but the operands, a function to what is saved of these, given
    which of them require grad, and one from the operands to all arguments."""
    needs = dict(zip(operation.formulas, operation.needs, strict=True))
    for_self, for_other = needs.get("self", ()), needs.get("other", ())
    plain = {*for_self, *for_other} <= {"self", "other", "alpha"}
    scales, names = "alpha" in operation.parameters, ("self", "other")
    choices = {
        (a, b): [(a and name in for_self) or (b and name in for_other) for name in names]
        for a, b in product((False, True), repeat=2)
    }

    def save(self, other, a, b):
        first, second = choices[a, b]
        return (self if first else None, other if second else None)

    return (
        plain,
        save if operation.saved_names else lambda self, other, a, b: None,
        (lambda self, other: (self, other, 1)) if scales else lambda self, other: (self, other),
    )


def given(out, alpha):
    """The keyword arguments that were given."""
    keywords = {"out": out, "alpha": alpha.item() if isinstance(alpha, generic) else alpha}
    return {key: value for key, value in keywords.items() if value is not None}
