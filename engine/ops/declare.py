"""How an operation is declared: its forward on arrays, and one derivative formula per input.

A formula's own parameter names say what it needs: an input of that name, `result`, `x_shape` for
the shape of an input `x`, or an argument that is no tensor. Tensors so named are saved in the
graph, and nothing else is; so what an operation saves, and where a second backward raises, follows
from its derivative. Formulas are written over "array-like" values: they get bare arrays in an
ordinary backward pass, and tensors when that pass is itself recorded. They may use operators and
any operation of `engine.ops`, all of which accept both.

    exp = unary("exp", np.exp, lambda g, result: g * result)

    @op(self=lambda g, self_shape, dim, keepdim: spread(g, self_shape, dim, keepdim))
    def sum(self, dim=None, keepdim=False): ...
"""

import inspect

import numpy as np

from engine.autograd.node import edge_of, next_number
from engine.autograd.mode import careful, mode
from engine.autograd.saved import SavedResult, finish, versions_of
from engine.autograd.views import track_view
from engine.ops.node import ListNode, node_type
from engine.ops.promote import operand, promote, to_float
from engine.tensor import Tensor, new, own, share

_MISSING = inspect.Parameter.empty
OPS = {}  # name → function: everything declared, for `engine` and for Tensor's methods
ARRAYS = (np.ndarray, np.generic)


class Op:
    """A declared operation: what its functions, in place or not, are made from.

    `forward` maps arrays and other arguments to an array or a tuple of them. `formulas` maps the
    names of differentiable inputs to their derivatives. `saves` names further inputs that are
    tensors (indices, masks). `variadic` says that the one differentiable input is a sequence.
    `overload` tells from the arguments which number the node's name ends in, if not always 0.
    """

    def __init__(
        self, name, forward, formulas, *, node=None, saves=(), variadic=False, overload=None
    ):
        self.name, self.forward, self.variadic = name, forward, variadic
        signature = inspect.signature(forward).parameters.values()
        self.parameters = [p.name for p in signature]
        self.defaults = [p.default for p in signature]
        self.positional = sum(p.kind is not p.KEYWORD_ONLY for p in signature)
        self.places = [self.parameters.index(n) for n in formulas]
        self.formulas = formulas
        self.needs = [parameters_of(f)[1:] for f in formulas.values()]
        named = {n for names in self.needs for n in names}
        for unknown in (n for n in named if not self._knows(n)):
            raise TypeError(f"a formula of {name} wants {unknown!r}, which it does not have")
        tensors = {*formulas, "result", "results", *saves}
        self.saved_names = [
            n for n in (*self.parameters, "result", "results") if n in named & tensors
        ]
        self.kept_names = sorted(named - tensors)
        base = ListNode if variadic else None
        self.node = node_type(
            node or name, formulas.values(), self.saved_names, self.kept_names, base
        )
        self.overload = None
        if overload is not None:
            self.overload = overload
            self.overload_places = [self.parameters.index(n) for n in parameters_of(overload)]
            self.nodes = {0: self.node}

    def _knows(self, name):
        stem = name.removesuffix("_shape").removesuffix("_shapes").removesuffix("_dtype")
        return name in (*self.parameters, "result", "results") or stem in self.parameters

    def bind(self, args, kwargs):
        """Arguments in the order of the parameters, defaults filled in."""
        values = list(self.defaults)
        if len(args) > self.positional:
            raise TypeError(
                f"{self.name}() takes at most {self.positional} positional arguments, "
                f"{len(args)} were given"
            )
        values[: len(args)] = args
        for key, value in kwargs.items():
            key = _SYNONYMS.get(key, key) if key not in self.parameters else key
            if key not in self.parameters:
                raise TypeError(f"{self.name}() got an unexpected keyword argument {key!r}")
            if self.parameters.index(key) < len(args):
                raise TypeError(f"{self.name}() got multiple values for argument {key!r}")
            values[self.parameters.index(key)] = value
        for name, value in zip(self.parameters, values, strict=True):
            if value is _MISSING:
                raise TypeError(f"{self.name}() is missing argument {name!r}")
        return values

    def compute(self, values):
        """`forward` over the arrays of `values`, with NumPy's complaints as PyTorch's types."""
        arrays = [_array(v) for v in values]
        try:
            return self.forward(*arrays[: self.positional], **self._keywords(arrays))
        except np.exceptions.AxisError as error:
            raise IndexError(f"{self.name}(): {error}") from None
        except ValueError as error:
            if str(error).startswith(self.name + "()"):
                raise  # our own, not NumPy's
            raise RuntimeError(f"{self.name}(): {error}") from None
        except TypeError as error:
            raise dtype_error(self.name, error) from None

    def _keywords(self, arrays):
        return dict(zip(self.parameters[self.positional :], arrays[self.positional :], strict=True))

    def differentiable(self, values):
        """The inputs that a gradient could be asked for."""
        if self.variadic:
            return values[self.places[0]]
        return [values[i] for i in self.places]

    def record(self, values, results, original=None):
        """The node of a call with `values` that gave the tensors `results`.

        `original` stands in for the first input where that was overwritten in place.
        """
        node = new(self.node if self.overload is None else self._overloaded_node(values))
        node._sequence = next_number()
        inputs = self.differentiable(values)
        node._edges = edges = tuple(
            edge_of(v) if isinstance(v, Tensor) and v._requires else None for v in inputs
        )
        node._outputs = len(results)
        wanted = set()
        for needed, edge in zip(self.needs, edges, strict=False):
            if edge is not None or self.variadic:
                wanted.update(needed)
        self._save(node, wanted, values, results, original)
        self._note_metadata(node, inputs, results)
        return node

    def _overloaded_node(self, values):
        number = int(self.overload(*[values[i] for i in self.overload_places]))
        if number not in self.nodes:
            name = self.node.__name__.removesuffix("0") + str(number)
            self.nodes[number] = type(name, (self.node,), {})
        return self.nodes[number]

    def _save(self, node, wanted, values, results, original):
        by_name = dict(zip(self.parameters, values, strict=True))
        if original is not None:
            by_name[self.parameters[0]] = original
        by_name["result"] = by_name["results"] = None
        saved = []
        for name in self.saved_names:
            value = by_name[name] if name in wanted else None
            if name in wanted and name == "result":
                value = SavedResult(results[0])
            elif name in wanted and name == "results":
                value = tuple(SavedResult(r, i) for i, r in enumerate(results))
            saved.append(value)
        if any(v is not None for v in saved):
            node._saved = tuple(saved)
            node._versions = versions_of(saved)
        if self.kept_names:
            node._kept = tuple(_kept(by_name, n) for n in self.kept_names)

    def _note_metadata(self, node, inputs, results):
        shape, dtype = results[0]._data.shape, results[0]._data.dtype
        arrays = [v._data if isinstance(v, Tensor) else None for v in inputs]
        if any(a is not None and a.shape != shape for a in arrays) and len(results) == 1:
            node._shapes = tuple(None if a is None else a.shape for a in arrays)
        if any(a is not None and a.dtype != dtype for a in arrays):
            node._dtypes = tuple(
                a.dtype if a is not None and a.dtype.kind in "fc" else None for a in arrays
            )
        if len(results) > 1:
            node._templates = tuple((r._data.shape, r._data.dtype) for r in results)


def parameters_of(function):
    """Names of a function's parameters."""
    return list(inspect.signature(function).parameters)


_SYNONYMS = {"input": "self", "axis": "dim", "keepdims": "keepdim", "x1": "self", "x2": "other"}


def _array(value):
    if isinstance(value, Tensor):
        return value._data
    if type(value) in (list, tuple) and value and isinstance(value[0], Tensor):
        return [v._data if isinstance(v, Tensor) else v for v in value]
    return value


def _kept(by_name, name):
    if name.endswith("_shape"):
        return np.shape(_array(by_name[name.removesuffix("_shape")]))
    if name.endswith("_dtype") and name not in by_name:
        return _array(by_name[name.removesuffix("_dtype")]).dtype
    if name.endswith("_shapes"):
        return [np.shape(_array(v)) for v in by_name[name.removesuffix("_shapes")]]
    return by_name[name]


def is_bare(value):
    """Whether an operation is called by a derivative, on arrays."""
    if type(value) in (list, tuple):
        return bool(value) and isinstance(value[0], ARRAYS)
    return isinstance(value, ARRAYS)


def public(name, apply, operation):
    """Name and register an operation's function."""
    apply.__name__ = apply.__qualname__ = name
    apply.__module__ = "torch"
    apply.__doc__ = operation.forward.__doc__
    apply.op = operation
    operation.function = apply
    OPS[name] = apply
    return apply


def write_out(out, result):
    """Store a result in the tensor given as `out=`."""
    several = isinstance(out, tuple | list)
    tensors = [*out, *result] if several else [out, result]
    if mode.grad and any(t._requires for t in tensors):
        raise RuntimeError(
            "out= does not support automatic differentiation, and one of the tensors requires grad"
        )
    if several and any(o._data.dtype != r._data.dtype for o, r in zip(out, result, strict=True)):
        raise RuntimeError("the tensors given as out= must have the dtypes of the results")
    from engine.ops.inplace import overwrite

    return overwrite(out, result)


# ---- any operation ------------------------------------------------------------------------------


def op(name=None, *, node=None, saves=(), variadic=False, view=None, overload=None, **formulas):
    """Declare an operation; see the module's description. Bare arrays in, bare arrays out.

    `overload` (of arguments, by their names) says which number the node's name ends in. `view` (a
    creation kind of `engine.autograd.views`) says that results share memory with the first input.
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
        )
        apply = _general(operation) if view is None else _viewing(operation, view)
        return public(operation.name, apply, operation)

    return declare


def _general(operation):
    positional, forward = len(operation.parameters), operation.forward

    def apply(*args, out=None, **kwargs):
        if args and is_bare(args[0]):
            return forward(*args, **kwargs)
        if kwargs or len(args) != positional or operation.positional != positional:
            values = operation.bind(args, kwargs)
        else:
            values = list(args)
        inputs = operation.differentiable(values) if operation.places else ()
        if not any(isinstance(v, Tensor) for v in (inputs if operation.variadic else values)):
            raise TypeError(
                f"{operation.name}(): the first argument must be a tensor, "
                f"not {type(values[0]).__name__}"
            )
        result = finish_call(operation, values, inputs, operation.compute(values))
        return result if out is None else write_out(out, result)

    return apply


def _viewing(operation, creation):
    def apply(*args, **kwargs):
        if args and is_bare(args[0]):
            return operation.forward(*args, **kwargs)
        values = operation.bind(args, kwargs)
        source, rest = values[0], values[1:]
        if not isinstance(source, Tensor):
            raise TypeError(f"{operation.name}(): expected a tensor, not {type(source).__name__}")
        own(source)
        if source._inference:
            return _inference_view(source, operation.compute(values))
        result = finish_call(operation, values, [source], operation.compute(values))
        if isinstance(result, Tensor):
            track_view(result, source, lambda base: operation.function(base, *rest), creation)
        else:
            for i, part in enumerate(result):
                track_view(part, source, _taking(operation, rest, i), creation)
        return result

    return apply


def _inference_view(source, data):
    """Views of inference tensors are inference tensors, in any mode."""
    several = isinstance(data, tuple)
    results = tuple(new(Tensor) for _ in (data if several else (data,)))
    for result, array in zip(results, data if several else (data,), strict=True):
        result._data, result._storage, result._inference = array, share(source), True
    return results if several else results[0]


def _taking(operation, rest, index):
    return lambda base: operation.function(base, *rest)[index]


def finish_call(operation, values, inputs, data):
    """Wrap what `forward` returned, recording the call if an input requires grad."""
    single = not isinstance(data, tuple | list)
    results = [new(Tensor)] if single else [new(Tensor) for _ in data]
    for result, array in zip(results, (data,) if single else data, strict=True):
        result._data = array
    if mode.grad and any(isinstance(v, Tensor) and v._requires for v in inputs):
        floats = [i for i, r in enumerate(results) if r._data.dtype.kind in "fc"]
        if floats:
            record_node = operation.record(values, results)
            for i in floats:
                results[i]._node, results[i]._nr, results[i]._requires = record_node, i, True
            if careful:
                finish(record_node)
    if careful and mode.inference:
        for result in results:
            result._inference = True
    if single:
        return results[0]
    return type(data)(*results) if hasattr(data, "_fields") else type(data)(results)


# ---- one operand --------------------------------------------------------------------------------


def unary(name, function, self=None, *, node=None, floats=True):
    """Declare an elementwise operation on one tensor.

    `floats`: integers become the default float type first. Without a formula the result never
    requires grad.
    """

    def forward(self):
        return function(to_float(self) if floats else self)

    formulas = {} if self is None else {"self": self}
    operation = Op(name, forward, formulas, node=node)
    cls, recorded = operation.node, bool(formulas)
    save_self = "self" in operation.saved_names
    save_result = "result" in operation.saved_names

    def apply(self, *, out=None):
        if not isinstance(self, Tensor):
            if isinstance(self, ARRAYS):
                return forward(self)
            raise TypeError(f"{name}(): expected a tensor, not {type(self).__name__}")
        result = new(Tensor)
        data = result._data = forward(self._data)
        if self._requires and recorded and mode.grad:
            grad_fn = new(cls)
            grad_fn._sequence = next_number()
            grad_fn._edges = (edge_of(self),)
            result._node, result._requires = grad_fn, True
            if save_self:
                grad_fn._saved = (self, SavedResult(result)) if save_result else (self,)
                if self._storage is not None and self._storage.version:
                    grad_fn._versions = (self._storage.version, 0)
            elif save_result:
                grad_fn._saved = (SavedResult(result),)
            if careful:
                finish(grad_fn)
        if careful and mode.inference:
            result._inference = True
        return result if out is None else write_out(out, result)

    return public(name, apply, operation)


# ---- two operands -------------------------------------------------------------------------------

EITHER, SECOND, NEITHER = "either", "the second", "neither"  # operand may be a number


def binary(name, function, self=None, other=None, *, node=None, numbers=EITHER, alpha=False):
    """Declare an elementwise operation on two operands that broadcast.

    `numbers` says which of them may be a number. `alpha`: there is an argument of that name, by
    which `other` is multiplied first.
    """
    formulas = {k: f for k, f in (("self", self), ("other", other)) if f is not None}
    operation = Op(name, _forward_of_two(name, function, numbers, alpha), formulas, node=node)
    cls, recorded = operation.node, bool(formulas)
    if alpha:
        cls._kept = (1,)  # of the usual call, which has no alpha
    needs = dict(zip(formulas, operation.needs, strict=True))
    for_self, for_other = needs.get("self", ()), needs.get("other", ())
    plain = {*for_self, *for_other} <= {"self", "other", "alpha"}

    def apply(self, other, *, out=None, **alpha):
        try:
            x, y = self._data, other._data
        except AttributeError:
            return general(self, other, out=out, **alpha)
        if x.dtype is not y.dtype or alpha:
            return general(self, other, out=out, **alpha)
        result = new(Tensor)
        try:
            result._data = function(x, y)
        except TypeError as error:
            raise dtype_error(name, error) from None
        except ValueError:
            raise shapes_error(name, x, y) from None
        a, b = self._requires, other._requires
        if (a or b) and recorded and mode.grad:
            if not plain:
                return general(self, other, out=out)
            grad_fn = new(cls)
            grad_fn._sequence = next_number()
            grad_fn._edges = (edge_of(self) if a else None, edge_of(other) if b else None)
            if x.shape != y.shape:
                grad_fn._shapes = (x.shape, y.shape)
            saved = save(self, other, a, b)
            if saved is not None:
                grad_fn._saved = saved
                if self._storage is not None or other._storage is not None:
                    grad_fn._versions = versions_of(saved)
            result._node, result._requires = grad_fn, True
            if careful:
                finish(grad_fn)
        if careful and mode.inference:
            result._inference = True
        return result if out is None else write_out(out, result)

    general = _general(operation)  # also for what is wrongly named: it complains
    save = _saver(operation.saved_names, for_self, for_other)
    return public(name, apply, operation)


def _forward_of_two(name, function, numbers, alpha):
    def forward(self, other):
        if numbers is not EITHER:
            check_operands(name, numbers, self, other)
        return function(*promoted_pair(self, other))

    def forward_scaled(self, other, *, alpha=1):
        x, y = promoted_pair(self, other)
        if alpha != 1:
            if x.dtype.kind in "iub" and isinstance(alpha, float):
                raise RuntimeError("alpha must not be a float where the tensors are integers")
            y = y * alpha
        return function(x, y)

    return forward_scaled if alpha else forward


def _saver(names, for_self, for_other):
    """Which of two operands to save, given which of them require grad."""
    if not names:
        return lambda self, other, a, b: None

    def wanted(name, a, b):
        return (a and name in for_self) or (b and name in for_other)

    table = {
        (a, b): [name for name in names if wanted(name, a, b)]
        for a in (False, True)
        for b in (False, True)
    }
    if names == ["self", "other"]:
        choices = {k: ("self" in v, "other" in v) for k, v in table.items()}

        def both(self, other, a, b):
            first, second = choices[a, b]
            return (self if first else None, other if second else None)

        return both
    only = {k: bool(v) for k, v in table.items()}
    if names == ["self"]:
        return lambda self, other, a, b: (self,) if only[a, b] else None
    return lambda self, other, a, b: (other,) if only[a, b] else None


def promoted_pair(x, y):
    """Two operands, arrays or numbers, in the dtype they meet in."""
    if isinstance(x, ARRAYS):
        if isinstance(y, ARRAYS):
            return promote(x, y)
        if isinstance(y, bool | int | float | complex):
            return operand(x, y)
    elif isinstance(x, bool | int | float | complex) and isinstance(y, ARRAYS):
        return operand(y, x)[::-1]
    raise TypeError(f"cannot combine {type(x).__name__} and {type(y).__name__}")


def check_operands(name, numbers, *operands):
    """Refuse operands that are numbers where only tensors may stand."""
    for place, operand in enumerate(operands, 1):
        if not isinstance(operand, ARRAYS) and (numbers is NEITHER or place == 1):
            raise TypeError(
                f"{name}(): argument {place} must be a tensor, not {type(operand).__name__}"
            )


def dtype_error(name, error):
    """NumPy's complaint that a function has no loop for a dtype, as PyTorch's type of error."""
    if "ufunc" in str(error) or "numpy boolean" in str(error):
        return RuntimeError(f"{name}() is not defined for these dtypes: {error}")
    return error


def shapes_error(name, x, y):
    return RuntimeError(
        f"{name}(): shapes {list(x.shape)} and {list(y.shape)} do not broadcast: sizes must be "
        "equal or 1, counted from the last dimension"
    )
