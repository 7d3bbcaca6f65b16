"""Nodes of declared operations: what a formula gets, and what is done to its result."""

import re

import numpy as np

from engine.autograd import complex_paths
from engine.autograd.node import Node, VisitedFirst, freed_error
from engine.autograd.saved import SavedTensor, unpack
from engine.dtype import from_numpy
from engine.ops.arguments import parameters_of
from engine.ops.generated import written
from engine.ops.promote import cast
from engine.ops.sum_to import sum_to
from engine.tensor import Tensor, wrap

# Operations that take no real part of gradients for real numbers.
_KEEPING = {"DiagonalScatter", "Fill", "IndexFill", "MaskedFill", "Mean", "Prod", "Cumprod"}
_KEEPING |= {"Sum", "Where"}


class OpNode(Node):
    """A recorded call of a declared operation; one formula for each edge."""

    _versions = None
    _kept = ()
    _shapes = None  # to which gradients have to be summed, where an input was broadcast
    _dtypes = None  # to which gradients have to be cast, where inputs were promoted
    _templates = None  # (shape, dtype) of each output, where there is a sequence of them
    formulas = ()  # (function, positions of what it needs) for each edge
    names = ()  # of what is saved
    counts = False  # whether formulas rely on the shapes of what is saved, not on elements alone
    places = ()  # of the differentiable inputs among the arguments
    order = ()  # in which it is packed and unpacked: operands by their names, then results
    operation = ""  # its name without what numbers the overload
    kept_names = ()  # of what is kept beside, as PyTorch calls it
    # `run` is written out for each operation by `_written_run`

    def __call__(self, *grads):
        """Run the derivative by hand; only a pass fits what it gives to the inputs."""
        shapes, dtypes = self._shapes, self._dtypes
        self._shapes = self._dtypes = None
        try:
            return super().__call__(*grads)
        finally:
            self._shapes, self._dtypes = shapes, dtypes

    def _filled(self, grads, record):
        """Zeros for the outputs that nobody used."""
        filled = []
        for grad, (shape, dtype) in zip(grads, self._templates, strict=True):
            if grad is None:
                grad = np.zeros(shape, dtype)
                grad = wrap(grad) if record else grad
            filled.append(grad)
        return filled

    def _fitted(self, place, value, record):
        if value is None:
            return None
        shapes = self._shapes
        if shapes is not None and shapes[place] is not None and value.shape != shapes[place]:
            value = self._summed(value, shapes[place])
        dtypes = self._dtypes
        if dtypes is not None and dtypes[place] is not None:
            value = self._as_kind(value, dtypes[place])
            if not record:
                return value if value.dtype == dtypes[place] else cast(value, dtypes[place])
            if value._data.dtype != dtypes[place]:
                return value.to(from_numpy(dtypes[place]))
        return value

    def _summed(self, value, shape):
        if len(value.shape) >= len(shape):
            value = sum_to(value, shape)
            if value.shape == shape:
                return value
        raise RuntimeError(f"{self.name()}: a gradient does not fit an input of shape {shape}")

    def _as_kind(self, value, dtype):
        """The real part where a complex result came from real numbers."""
        if dtype.kind == "c":
            complex_paths.enter(self)
        elif complex_paths.is_complex(value):
            if self.operation in _KEEPING:
                raise RuntimeError(f"{self.name()}: a complex gradient does not fit real numbers")
            return value.real
        return value

    def __getattr__(self, name):
        for prefix, shown in (("_saved_", self._shown), ("_raw_saved_", self._raw)):
            wanted = name.removeprefix(prefix)
            if wanted != name and wanted in self.names:
                return shown(self.names.index(wanted))
            if wanted != name and wanted in self.kept_names:
                return self._kept[self.kept_names.index(wanted)]
        raise AttributeError(f"{type(self).__name__!r} object has no attribute {name!r}")

    def __dir__(self):
        names = [f"_saved_{n}" for n in (*self.names, *self.kept_names)]
        return [*super().__dir__(), *names, *(f"_raw_saved_{n}" for n in self.names)]

    def _raw(self, index):
        return SavedTensor.of(self, index)

    def _shown(self, index):
        return _as_tensor(unpack(self, index, True, shown=True))


def _as_tensor(value):
    if type(value) is tuple:
        return tuple(map(_as_tensor, value))
    if isinstance(value, int | float | complex):
        return wrap(np.asarray(value))  # an operand
    return value if isinstance(value, Tensor) or not hasattr(value, "dtype") else wrap(value)


class ListNode(OpNode):
    """An operation on a sequence of tensors: its one formula gives the gradients of all,
    whichever are asked for: hooks see them."""

    def run(self, grad, record, edges):
        if grad is None:
            return [None] * len(edges)
        function, positions = self.formulas[0]
        grads = function(grad, *[self._kept[~p] for p in positions])  # it saves nothing
        return [
            value if edge is None else self._fitted(place, value, record)
            for place, (edge, value) in enumerate(zip(edges, grads, strict=True))
        ]


def node_type(name, formulas, saved_names, kept_names, base=None):
    """The Node class of an operation: PyTorch's name for it, and its formulas with positions."""
    positions = {n: i for i, n in enumerate(saved_names)}
    positions |= {n: ~i for i, n in enumerate(kept_names)}
    compiled = tuple(
        (f, tuple(positions[n] for n in parameters_of(f)[1:])) for f in formulas.values()
    )
    kept = tuple(n[:-6] + "_sym_sizes" if n.endswith("_shape") else n for n in kept_names)
    body = {"formulas": compiled, "names": tuple(saved_names), "kept_names": kept}
    body["order"] = _order(saved_names)
    if name == "=NotImplemented":
        body["run"] = _run_underived
    elif base is None:
        body["run"] = _written_run(name, dict(zip(formulas, compiled, strict=True)), saved_names)
    cls = node_class(name, base or OpNode, body)
    cls.operation = re.sub(r"Backward(s|\d+)(_copy)?$", "", cls.__name__)
    return cls


def _run_underived(self, grad, record, edges):
    """What has no derivative says so, whichever input it is asked for."""
    return self.formulas[0][0](grad)


def _written_run(name, formulas, saved):
    """`run` for these formulas over saved values, as text: a walk spends most of its time in it.

    What was saved is looked at first, and all of it, whatever the formulas that are asked need of
    it: that is when a pass finds out that it was freed or changed. The gradients are computed in
    the order of the inputs' names, as PyTorch does: where they are recorded, it can be seen.
    """
    names, formulas = list(formulas), list(formulas.values())
    lines = ["def run(self, grad, record, edges):", *_written_reading(saved)]
    lines += [
        "    if grad is None:",
        f"        return [None] * {len(formulas)}",
        "    if self._templates is not None:",
        "        grad = self._filled(grad if self._outputs != 1 else [grad], record)",
    ]
    lines.append("    try:")
    for place in sorted(range(len(names)), key=names.__getitem__):
        lines += ["    " + line for line in _written_formula(place, *formulas[place])]
    values = ", ".join(f"grad{i}" for i in range(len(formulas)))
    lines += [
        f"        return [{values}]",
        "    except ValueError as error:",
        "        raise RuntimeError(f'{self.name()}: {error}') from None",
    ]
    scope = {f"formula{i}": f for i, (f, _) in enumerate(formulas)}
    scope |= {f"recorded{i}": f.recorded for i, (f, _) in enumerate(formulas) if _twofold(f)}
    scope |= {"Tensor": Tensor, "freed_error": freed_error, "unpack": unpack}
    return written("\n".join(lines), "run", f"{name} backward", scope)


def _order(names):
    """The places of what is saved, as PyTorch takes them."""
    results = ("indices", "values")
    return sorted(
        range(len(names)),
        key=lambda i: (names[i].startswith("result") or names[i] in results, names[i]),
    )


def _written_reading(names):
    """What was never shared or written to, which is usual, is taken without a call."""
    if not names:
        return []
    places = range(len(names))
    lines = [
        "    saved = self._saved",
        "    if not saved:",
        "        if saved is None:",
        "            raise freed_error(self)",
        "        " + "".join(f"v{i} = " for i in places) + "None",
        "    else:",
    ]
    for i in _order(names):
        value = f"v{i}"
        lines += [
            f"        {value} = saved[{i}]",
            f"        if type({value}) is Tensor and {value}._storage is self._versions is None:",
            f"            {value} = {value} if record else {value}._data",
            f"        elif {value} is not None:",
            f"            {value} = unpack(self, {i}, record)",
        ]
    return lines


def _twofold(formula):
    """Whether a recorded pass calls something else than the formula; see `engine.ops.whole`."""
    return hasattr(formula, "recorded")


def _written_formula(place, formula, positions):
    called = f"(recorded{place} if record else formula{place})"
    called = called if _twofold(formula) else f"formula{place}"
    values = [f"v{p}" if p >= 0 else f"self._kept[{~p}]" for p in positions]
    return [
        f"    if edges[{place}] is None:",
        f"        grad{place} = None",
        "    else:",
        f"        grad{place} = {called}({', '.join(['grad', *values])})",
        "        if self._shapes is not None or self._dtypes is not None:",
        f"            grad{place} = self._fitted({place}, grad{place}, record)",
    ]


def node_class(name, base, body):
    """A class of nodes with PyTorch's name: `index_select` → `IndexSelectBackward0`; `pow:1` →
    `PowBackward1`; `=Name` as it is.
    """
    if name.startswith("="):
        full = name[1:]
    else:
        stem, _, overload = name.partition(":")
        words = [word[:1].upper() + word[1:] for word in stem.split("_")]
        full = f"{''.join(words)}Backward{overload or 0}"
    if full in _NAMESPACED:
        body["_namespace"] = "torch::autograd::"
    return type(full, (VisitedFirst, base) if full == "NotImplemented" else (base,), body)


_NAMESPACED = {"CopyBackwards", "NotImplemented"}  # whose `name()` is that of the class in C++
