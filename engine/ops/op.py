"""A declared operation: what its functions, in place or not, and its nodes are made from."""

import inspect
from operator import itemgetter

import numpy as np

from engine.autograd.node import edge_of, next_number
from engine.autograd.saved import SavedResult, versions_of
from engine.ops.arguments import (
    flags_of,
    in_new_order,
    numbers_of,
    parameters_of,
    spelled,
    with_numbers,
)
from engine.ops.node import ListNode, node_type
from engine.tensor import Tensor, new

MISSING = inspect.Parameter.empty
ARRAYS = (np.ndarray, np.generic)
_ALL_RESULTS = -9
_RESULTS = {"result": ~0, "result0": ~0, "result1": ~1, "result2": ~2, "results": _ALL_RESULTS}
_RESULTS |= {"result_max": ~1, "result_min": ~0, "result_logsumexp": ~1, "result_output": ~0}
"""What formulas call the results, and the places that stand for them among the arguments."""


class Op:
    """A declared operation.

    `forward` maps arrays and other arguments to an array or a tuple of them. `formulas` maps the
    names of differentiable inputs to their derivatives. `saves` names further inputs that are
    tensors (indices, masks). `variadic` says that the one differentiable input is a sequence.
    `overload` tells from the arguments which number the node's name ends in, if not always 0.
    `broadcasts`: whether gradients have to be summed to the shapes of the inputs.
    """

    differentiable_outputs = None  # their numbers, if not all that are floats
    alone = False  # whether only inputs that require grad have a place in the graph
    draws = False  # whether `forward` draws numbers over the memory of the first input itself
    one_way = False  # whether formulas are no derivative of `forward`: forward mode has none then

    def __init__(
        self,
        name,
        forward,
        formulas,
        *,
        node=None,
        saves=(),
        variadic=False,
        overload=None,
        broadcasts=True,
    ):
        self.name, self.forward, self.formulas = name, forward, formulas
        self.variadic, self.broadcasts, self.saves = variadic, broadcasts, tuple(saves)
        signature = inspect.signature(forward).parameters.values()
        self.parameters = [p.name for p in signature]
        self.defaults = [p.default for p in signature]
        self.positional = sum(p.kind is not p.KEYWORD_ONLY for p in signature)
        self.keywords = self.parameters[self.positional :]
        self.numbers = numbers_of(signature, {*formulas, *saves})
        self.flags = flags_of(name, signature)
        self.places = [self.parameters.index(n) for n in formulas]
        self.needs = [parameters_of(f)[1:] for f in formulas.values()]
        self._name_what_is_kept(saves)
        base = ListNode if variadic else None
        self.node = node_type(node or name, formulas, self.saved_names, self.kept_names, base)
        self.node.places = () if variadic else tuple(self.places)
        self.keeps_all = self.node.__name__.count("Backward") > 1  # as PyTorch has it
        self.node.counts = not broadcasts or "dim" in self.kept_names
        self.overload = overload
        if overload is not None:
            self.overload_places = [self.parameters.index(n) for n in parameters_of(overload)]
            self.nodes = {0: self.node}
        self._plans = {}  # which inputs want gradients → where each saved value comes from
        self.keepers = [self._keeper(n) for n in self.kept_names]

    def _name_what_is_kept(self, saves):
        named = {n for names in self.needs for n in names}
        for unknown in (n for n in named if not self._knows(n)):
            raise TypeError(f"a formula of {self.name} wants {unknown!r}, which it does not have")
        tensors = {*self.formulas, *_RESULTS, *saves}
        self.saved_names = [n for n in (*self.parameters, *_RESULTS) if n in named & tensors]
        self.kept_names = sorted(named - tensors)

    def _knows(self, name):
        stem, _, what = name.rpartition("_")
        about = what in ("shape", "shapes", "strides", "dtype") and stem in self.parameters
        return about or name in (*self.parameters, *_RESULTS)

    def _keeper(self, name):
        """A function of the arguments to what a node keeps under that name."""
        if name in self.parameters:
            return itemgetter(self.parameters.index(name))
        stem, _, what = name.rpartition("_")
        place = self.parameters.index(stem)
        if what == "shape":
            return lambda values: _shape(values[place])
        if what == "shapes":
            return lambda values: [_shape(v) for v in values[place]]
        if what == "strides":
            return lambda values: array_of(values[place]).strides
        return lambda values: array_of(values[place]).dtype

    # ---- calling --------------------------------------------------------------------------

    def bind(self, args, kwargs):
        """Arguments in the order of the parameters, defaults filled in, synonyms understood."""
        values = list(self.defaults)
        if len(args) > self.positional:
            args, kwargs = in_new_order(self.name, self.positional, self.keywords, args, kwargs)
        values[: len(args)] = args
        for key, value in spelled(self.name, kwargs, self.parameters).items():
            if key not in self.parameters:
                raise TypeError(f"{self.name}() got an unexpected keyword argument {key!r}")
            if self.parameters.index(key) < len(args):
                raise TypeError(f"{self.name}() got multiple values for argument {key!r}")
            values[self.parameters.index(key)] = value
        values = with_numbers(self, values) if self.numbers else values
        for name, value in zip(self.parameters, values, strict=True):
            if value is MISSING:
                raise TypeError(f"{self.name}() is missing argument {name!r}")
        return values

    def compute(self, values):
        """`forward` over the arrays of `values`, with NumPy's complaints as PyTorch's types."""
        arrays = [v._data if isinstance(v, Tensor) else array_of(v) for v in values]
        try:
            return self.forward_of(arrays)
        except (ValueError, TypeError, AttributeError) as error:
            raise self.complaint(error) from None

    def complaint(self, error):
        """NumPy's complaint as PyTorch's type of error; our own as they are."""
        if isinstance(error, np.exceptions.AxisError):
            return IndexError(f"{self.name}(): {error}")
        if isinstance(error, ValueError):
            ours = str(error).startswith(self.name.lstrip("_") + "()")
            return error if ours else RuntimeError(f"{self.name}(): {error}")
        if isinstance(error, AttributeError):  # of an array, which something else stands for
            return TypeError(f"{self.name}() was given something that is no tensor: {error}")
        return dtype_error(self.name, error)

    def forward_of(self, arrays):
        """`forward`, given all its arguments by position."""
        count = self.positional
        if count == len(arrays):
            return self.forward(*arrays)
        return self.forward(
            *arrays[:count], **dict(zip(self.keywords, arrays[count:], strict=True))
        )

    def again(self, source, rest):
        """Call the operation on another first input, with the `rest` of the arguments as it was."""
        count = self.positional - 1
        keywords = dict(zip(self.keywords, rest[count:], strict=True))
        return self.function(source, *rest[:count], **keywords)

    def step(self, rest, number=None):
        """The way from a base to its view, or to the one of that number: a function of the base."""
        if number is not None:
            return lambda base: self.again(base, rest)[number]
        return (lambda base: self.again(base, rest)) if rest else self.function

    def differentiable(self, values):
        """The inputs that a gradient could be asked for."""
        if self.variadic:
            return values[self.places[0]]
        return [values[i] for i in self.places]

    # ---- recording ------------------------------------------------------------------------

    def record(self, values, results, original=None):
        """The node of a call with `values` that gave the tensors `results`.

        `original` stands in for the first input where that was overwritten in place.
        """
        node = new(self.node if self.overload is None else self.overloaded(values))
        node._sequence = next_number()
        inputs = self.differentiable(values)
        node._edges = edges = tuple(
            [edge_of(v) if isinstance(v, Tensor) and v._requires else None for v in inputs]
        )
        if self.alone:
            node._edges = tuple(
                [edge_of(v) for v in inputs if isinstance(v, Tensor) and v._requires]
            )
        if self.saved_names:
            self.save(node, edges, values, results, original)
        if self.keepers:
            node._kept = tuple([keep(values) for keep in self.keepers])
        if len(results) > 1:
            self._note_outputs(node, results)
        self._note_metadata(node, inputs, results)
        return node

    def record_several(self, values, results):
        """The same for a call that gives a sequence, which may have one entry."""
        node = self.record(values, results)
        if len(results) == 1:
            node._templates = ((results[0]._data.shape, results[0]._data.dtype),)
        return node

    def is_differentiable(self, number, result):
        """Whether the result of that number can have a gradient."""
        chosen = self.differentiable_outputs
        return result._data.dtype.kind in "fc" and (chosen is None or number in chosen)

    def overloaded(self, values):
        """The node class of a call, by the number that PyTorch's overload has."""
        number = int(self.overload(*[values[i] for i in self.overload_places]))
        if number not in self.nodes:
            stem = self.node.__name__.removesuffix("0")
            self.nodes[number] = type(f"{stem}{number}", (self.node,), {})
        return self.nodes[number]

    def _plan(self, edges):
        """For each saved name its place among the arguments; None where nothing needs it."""
        key = None if self.variadic else tuple([e is not None for e in edges])
        plan = self._plans.get(key)
        if plan is None:
            wanted = set()
            for needed, edge in zip(self.needs, edges, strict=False):
                if edge is not None or self.variadic or self.keeps_all:
                    wanted.update(needed)
            places = {n: i for i, n in enumerate(self.parameters)} | _RESULTS
            plan = self._plans[key] = [places[n] if n in wanted else None for n in self.saved_names]
        return plan

    def save(self, node, edges, values, results, original):
        """Save what the formulas of the wanted edges need."""
        saved = []
        for place in self._plan(edges):
            if place is None:
                saved.append(None)
            elif place == _ALL_RESULTS:
                saved.append(tuple(SavedResult(r, i) for i, r in enumerate(results)))
            elif place < 0:
                saved.append(self._saved_result(results[~place], ~place))
            else:
                saved.append(original if place == 0 and original is not None else values[place])
        for value in saved:
            if value is not None:
                node._saved = tuple(saved)
                node._versions = versions_of(saved)
                return

    def _saved_result(self, result, number):
        """A result as it is saved; one without history is no cycle, and stays a tensor."""
        return SavedResult(result, number) if self.is_differentiable(number, result) else result

    def _note_outputs(self, node, results):
        """The outputs that gradients come for: up to the last one that has any."""
        count = max(i for i, r in enumerate(results) if self.is_differentiable(i, r)) + 1
        node._outputs = count
        node._templates = tuple((r._data.shape, r._data.dtype) for r in results[:count])

    def _note_metadata(self, node, inputs, results):
        """Shapes and dtypes of inputs, where gradients will not have them by themselves."""
        data = results[0]._data
        shape, dtype, single = data.shape, data.dtype, len(results) == 1
        several = self.broadcasts and len(inputs) > 1
        other_shape = other_dtype = False
        if dtype.kind == "c" and not single:  # of which some may be real
            other_dtype = any(r._data.dtype is not dtype for r in results)
        arrays = [v._data if isinstance(v, Tensor) else None for v in inputs]
        for array in arrays:
            if array is not None:
                other_dtype = other_dtype or array.dtype is not dtype
                other_shape = other_shape or (several and single and array.shape != shape)
        if other_shape:
            node._shapes = tuple(None if a is None else a.shape for a in arrays)
        if other_dtype:
            node._dtypes = tuple(
                a.dtype if a is not None and a.dtype.kind in "fc" else None for a in arrays
            )


def array_of(value):
    """The array of a tensor, those of a sequence of tensors, or the value itself."""
    if isinstance(value, Tensor):
        return value._data
    if type(value) in (list, tuple) and value and isinstance(value[0], Tensor):
        return [v._data if isinstance(v, Tensor) else v for v in value]
    return value


def _shape(value):
    return value._data.shape if isinstance(value, Tensor) else np.shape(value)


def dtype_error(name, error):
    """NumPy's complaint that a function has no loop for a dtype, as PyTorch's type of error."""
    if "dtype('<U" in str(error):
        return TypeError(f"{name}() does not take strings")
    if "ufunc" in str(error) or "numpy boolean" in str(error):
        return RuntimeError(f"{name}() is not defined for these dtypes: {error}")
    return error
