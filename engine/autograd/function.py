"""`torch.autograd.Function`: operations whose derivative the user writes."""

import functools
import inspect
import warnings

import numpy as np

from engine.autograd import views
from engine.autograd.function_jvp import carry
from engine.autograd.mode import careful, mode, passing, tell, watchers
from engine.autograd.node import Node, edge_of, freed_error, next_number
from engine.autograd.saved import SavedResult, SavedTensor, finish, versions_of
from engine.autograd.saved import unpack as unpack_saved
from engine.dtype import from_numpy
from engine.ops.sum_to import sum_to
from engine.tensor import Tensor, alias, bump_version, new, own, tell_views, wrap


class FunctionCtx:
    """What `forward` and `backward` of a Function share; it is also the node in the graph."""

    to_save = ()
    dirty_tensors = ()
    non_differentiable = ()
    materialize_grads = True
    _materialize_non_diff_grads = True
    saved_for_forward = ()

    def save_for_backward(self, *tensors):
        """Keep tensors (or None) for `backward`; inputs and outputs belong here, not on ctx."""
        self.to_save = tensors

    def save_for_forward(self, *tensors):
        """Keep tensors (or None) for `jvp`, to which they are `ctx.saved_tensors`."""
        for tensor in tensors:
            if tensor is not None and not isinstance(tensor, Tensor):
                raise TypeError("save_for_forward takes tensors and None")
        self.saved_for_forward = tensors

    def mark_dirty(self, *tensors):
        """Say that inputs were changed in place; they have to be returned."""
        self.dirty_tensors = tensors

    def mark_non_differentiable(self, *tensors):
        """Say that outputs have no gradient."""
        self.non_differentiable = tensors

    def set_materialize_grads(self, value):
        """Whether `backward` gets zeros (the default) or None for outputs that nobody used."""
        self.materialize_grads = value


class FunctionNode(Node, FunctionCtx):
    """One application of a Function."""

    _versions = None
    _plain = ()  # numbers of outputs that are not differentiable
    _forward_cls = None  # the Function subclass
    _in_jvp = False
    needs_input_grad = ()

    def name(self):
        return type(self).__name__

    @property
    def saved_tensors(self):
        """What `save_for_backward` kept, as a tuple; RuntimeError once freed or changed since."""
        if self._in_jvp:
            return self.saved_for_forward
        saved = self._saved
        if saved is None:
            raise freed_error(self)
        return tuple([unpack_saved(self, i, True) for i in range(len(saved))])

    @property
    def saved_variables(self):
        """The old name of `saved_tensors`."""
        warnings.warn(
            "saved_variables is deprecated; use saved_tensors", DeprecationWarning, stacklevel=2
        )
        return self.saved_tensors

    @property
    def _raw_saved_tensors(self):
        if self._saved is None:
            raise freed_error(self)
        return tuple(SavedTensor.of(self, i) for i in range(len(self._saved)))

    def run(self, grad, record, edges):
        if self._outputs == 1:
            found = self._derivative(self, self._incoming(0, grad, record))
        else:
            grads = grad or [None] * self._outputs
            grads = [self._incoming(i, g, record) for i, g in enumerate(grads)]
            found = self._derivative(self, *grads)
        if type(found) is not tuple:
            found = tuple(found) if isinstance(found, list) else (found,)
        if not len(found) == self._count == len(edges):
            found = self._matched(found)
        outgoing = []
        for place, edge in enumerate(edges):
            value = found[place]
            if edge is None or value is None:
                outgoing.append(None)
            else:
                outgoing.append(self._outgoing(place, value, record))
        return outgoing

    @property
    def _derivative(self):
        return self._forward_cls._derivative()

    apply = run

    def _incoming(self, index, grad, record):
        if grad is not None:
            if record:
                return grad
            result = new(Tensor)
            result._data = grad
            return result
        template = self._templates[index]
        if not self._materialize_non_diff_grads and index in self._plain:
            return None
        if not self.materialize_grads or template is None:
            return None
        return wrap(np.zeros(*template))

    def _matched(self, found):
        """One gradient for each input that is a tensor; anything else must be None."""
        places, count = self._places, self._count
        if len(found) < count or any(g is not None for g in found[count:]):
            raise RuntimeError(
                f"{self.name()} returned {len(found)} gradients, and forward() took {count} "
                "inputs: return one for each, None where there is no gradient"
            )
        for i, g in enumerate(found[:count]):
            if g is not None and i not in places:
                raise RuntimeError(
                    f"{self.name()} returned a gradient at position {i}, where forward() took "
                    "something that is no tensor; return None there"
                )
        return [found[i] for i in places]

    def _outgoing(self, index, grad, record):
        if not isinstance(grad, Tensor):
            raise TypeError(
                f"{self.name()} returned a {type(grad).__name__} as gradient {index}; "
                "a gradient is a tensor or None"
            )
        shape, dtype = self._inputs[index]
        data = grad._data
        value = grad if record else data
        if data.shape != shape:
            value = self._shrunk(index, value, shape)
        if data.dtype is not dtype:
            value = value.to(from_numpy(dtype)) if record else value.astype(dtype)
        return value

    def _shrunk(self, index, value, shape):
        try:
            fits = np.broadcast_shapes(value.shape, shape) == tuple(value.shape)
        except ValueError:
            fits = False
        if not fits:
            raise RuntimeError(
                f"{self.name()} returned a gradient of shape {list(value.shape)} for input "
                f"{index}, whose shape is {list(shape)}"
            )
        return sum_to(value, shape)

    def release(self):
        if self._saved:
            self._saved = None


class _FunctionMeta(type):
    """Makes the node class that goes with a Function: `Scale` → `ScaleBackward`."""

    def __init__(cls, name, bases, body):
        super().__init__(name, bases, body)
        cls._backward_cls = type(name + "Backward", (FunctionNode,), {"_forward_cls": cls})


class Function(FunctionCtx, metaclass=_FunctionMeta):
    """Base of operations with a hand-written derivative; called with `Subclass.apply(...)`."""

    generate_vmap_rule = False
    __module__ = "torch.autograd.function"

    def __init__(self, *args, **kwargs):
        warnings.warn(
            f"{type(self).__name__} is not to be instantiated: its methods are static, and it is "
            "called with .apply(...)",
            DeprecationWarning,
            stacklevel=2,
        )

    def __call__(self, *args, **kwargs):
        raise RuntimeError(f"{type(self).__name__} is called with .apply(...)")

    @staticmethod
    def forward(*args, **kwargs):
        """Compute the outputs; takes ctx first, unless `setup_context` is defined."""
        raise NotImplementedError("a Function must implement the forward method")

    @staticmethod
    def setup_context(ctx, inputs, output):
        """Save for backward, apart from `forward`, which then takes no ctx."""
        raise NotImplementedError("setup_context() is not implemented")

    @staticmethod
    def backward(ctx, *grad_outputs):
        """Gradients of the inputs, given those of the outputs."""
        raise NotImplementedError(
            "a Function must implement either the backward or the vjp method to be differentiated"
        )

    vjp = backward

    @staticmethod
    def jvp(ctx, *grad_inputs):
        """Tangents of the outputs, given those of the inputs: the derivative in forward mode."""
        raise NotImplementedError("a Function must implement the jvp function for forward mode")

    @staticmethod
    def vmap(info, in_dims, *args):
        """A rule for `vmap`, which goes entry by entry here and has no use for one."""
        raise NotImplementedError("a Function with generate_vmap_rule = True needs no vmap()")

    @classmethod
    def _derivative(cls):
        if cls.vjp is not Function.vjp:
            if cls.backward is not Function.backward:
                raise RuntimeError(f"{cls.__name__} defines both backward() and vjp(); keep one")
            return cls.vjp
        return cls.backward

    @classmethod
    def apply(cls, *args, **kwargs):
        """Run `forward` unrecorded, and put one node for it into the graph."""
        separate = cls.setup_context is not Function.setup_context
        if mode.transforms:
            _check_transforms(cls, separate)
        if separate:
            args, kwargs = _bound(cls.forward, args, kwargs), {}
        ctx = new(cls._backward_cls)
        ctx.needs_input_grad = needs = tuple([isinstance(a, Tensor) and a._requires for a in args])
        before, tangents = mode.enabled, mode.tangents
        recording = mode.grad and True in needs
        ctx._sequence = next_number()
        if recording:
            _note_inputs(ctx, args)
        mode.switch(False)
        mode.tangents = False
        try:
            if separate:
                output = cls.forward(*args)
                cls.setup_context(ctx, args, output)
            else:
                output = cls.forward(ctx, *args, **kwargs)
        finally:
            mode.switch(before)
            mode.tangents = tangents
        single = type(output) is not tuple
        if single and not isinstance(output, Tensor):
            return output
        if single and recording and _is_fresh(ctx, args, output):
            return _placed_fresh(ctx, output)
        outputs = (output,) if single else output
        results = _wrapped(ctx, args, outputs, recording)
        if careful and passing():
            carry(ctx, args, outputs, results)
        return results[0] if single else results


def _check_transforms(cls, separate):
    """Refuse what a `torch.func` transform cannot see through."""
    if not separate:
        raise RuntimeError(
            f"{cls.__name__} has to define setup_context() apart from forward() to be transformed"
        )
    if "vmap" in mode.transforms and not getattr(cls, "generate_vmap_rule", False):
        raise RuntimeError(f"{cls.__name__} has to set generate_vmap_rule = True for vmap")
    if "jvp" in mode.transforms and cls.jvp is Function.jvp:
        raise RuntimeError(f"{cls.__name__} has to define jvp() for forward-mode derivatives")


def _bound(forward, args, kwargs):
    """Positional arguments with the defaults of `forward` filled in."""
    bound = inspect.signature(forward).bind(*args, **kwargs)
    bound.apply_defaults()
    return bound.args


def _note_inputs(ctx, args):
    """Edges, and the shapes and dtypes that gradients have to have."""
    edges, inputs, places = [], [], []
    for i, a in enumerate(args):
        if isinstance(a, Tensor):
            edges.append(edge_of(a) if a._requires else None)
            inputs.append((a._data.shape, a._data.dtype))
            places.append(i)
    ctx._edges, ctx._inputs, ctx._places = tuple(edges), inputs, places
    ctx._count = len(args)


def _wrapped(ctx, args, outputs, recording):
    """Give the outputs their place in the graph, and save what `forward` asked to save."""
    inputs = {id(a) for a in args if isinstance(a, Tensor)}
    for tensor in ctx.dirty_tensors:
        _mark_written(tensor, inputs, outputs)
    if not recording:
        return tuple(_unrecorded(ctx, o, inputs) for o in outputs)
    results, templates = [], []
    tensors = sum(isinstance(o, Tensor) for o in outputs) if len(outputs) > 1 else 1
    for number, output in enumerate(outputs):
        if not isinstance(output, Tensor):
            results.append(output)
            templates.append(None)
            continue
        templates.append((output._data.shape, output._data.dtype))
        results.append(_placed(ctx, output, number, inputs, tensors))
    if ctx.non_differentiable:
        ctx._plain = {i for i, o in enumerate(outputs) if _contains(ctx.non_differentiable, o)}
    ctx._outputs, ctx._templates = len(outputs), templates
    if ctx.to_save:
        _save(ctx, results, outputs)
    if careful:
        finish(ctx, *results)
        if mode.inference:
            for r in results:
                if isinstance(r, Tensor):
                    r._inference = True
    return tuple(results)


def _is_fresh(ctx, args, output):
    """Whether the one output is plainly new: neither an input nor a view, and nothing is marked."""
    if output._view is not None or ctx.dirty_tensors or ctx.non_differentiable:
        return False
    for a in args:
        if a is output:
            return False
    return output._data.dtype.kind == "f" and not careful


def _placed_fresh(ctx, output):
    data = output._data
    output._node, output._nr, output._requires = ctx, 0, True
    ctx._templates = ((data.shape, data.dtype),)
    if ctx.to_save:
        _save(ctx, (output,), (output,))
    return output


def _contains(tensors, tensor):
    return any(t is tensor for t in tensors)


def _mark_written(tensor, inputs, outputs):
    if not isinstance(tensor, Tensor):
        raise TypeError(f"mark_dirty() takes tensors, not {type(tensor).__name__}")
    if id(tensor) not in inputs:
        warnings.warn(
            "mark_dirty() was given a tensor that is no input, which has no effect",
            UserWarning,
            stacklevel=5,
        )
        return
    if not _contains(outputs, tensor):
        raise RuntimeError("an input that was changed in place has to be returned as an output")
    bump_version(tensor)


def _unrecorded(ctx, output, inputs):
    """Without recording, an input that is returned as it is becomes a view of itself."""
    if isinstance(output, Tensor) and id(output) in inputs:
        if _contains(ctx.dirty_tensors, output):
            return output
        return views.as_view(output._data, output, lambda base: base.view_as(base))
    return output


def _placed(ctx, output, number, inputs, tensors):
    """The output as a result of the node `ctx`."""
    is_input = id(output) in inputs
    dirty = _contains(ctx.dirty_tensors, output)
    differentiable = output._data.dtype.kind in "fc" and not _contains(
        ctx.non_differentiable, output
    )
    if not differentiable:
        if is_input and not dirty:
            return alias(output)
        output._node, output._requires = None, False
        return output
    if dirty:
        return _rebased(ctx, output, number, tensors)
    if is_input:
        source, output = output, new(Tensor)
        output._data = source._data
        own(source)
        output._data = source._data
        views.track_view(output, source, lambda base: base.view_as(base), views.CUSTOM)
    elif output._view is not None and output._view.creation == views.NO_GRAD:
        several = tensors > 1
        output._view.creation = views.MULTI_OUTPUT if several else views.CUSTOM
        output._view.version = output._storage.version
    output._node, output._nr, output._requires = ctx, number, True
    return output


def _rebased(ctx, output, number, tensors):
    if output._requires and output.grad_fn is None:
        raise RuntimeError("a leaf that requires grad cannot be changed in place by a Function")
    if output._view is not None:
        base = output._view.base
        if base._requires and base._node is None:
            raise RuntimeError("a view of a leaf that requires grad was changed in place")
        views.check_creation(output)
        if tensors > 1:
            raise RuntimeError(
                "a Function that changes a view in place must return that view alone"
            )
        views.rebase_history(output, ctx)
        return output
    old = output._node
    output._node, output._nr, output._requires = ctx, number, True
    views.move_retained(output, old)
    tell_views(output)
    return output


def _save(ctx, results, outputs):
    saved = []
    for tensor in ctx.to_save:
        if tensor is not None and not isinstance(tensor, Tensor):
            raise TypeError(
                f"save_for_backward takes tensors and None, not {type(tensor).__name__}; "
                "keep other things as attributes of ctx"
            )
        for place, output in enumerate(outputs):
            if output is tensor and tensor is not None and results[place]._node is ctx:
                tensor = SavedResult(results[place], results[place]._nr)
                break
        saved.append(tensor)
    ctx._saved = tuple(saved)
    ctx._versions = versions_of(saved)
    ctx.to_save = ()


def once_differentiable(backward):
    """Decorate a `backward` that cannot itself be differentiated."""

    @functools.wraps(backward)
    def wrapper(ctx, *grads):
        before = mode.enabled
        mode.switch(False)
        try:
            found = backward(ctx, *grads)
        finally:
            mode.switch(before)
        if not before or not any(isinstance(g, Tensor) and g._requires for g in grads):
            return found
        single = not isinstance(found, tuple)
        guarded = _guarded((found,) if single else found)
        return guarded[0] if single else guarded

    return wrapper


def _guarded(found):
    """Gradients that refuse to be differentiated again: results of one node that raises."""
    node = new(Error)
    node._sequence = next_number()
    node._outputs = len(found)
    results, edges = [], []
    for number, value in enumerate(found):
        if not isinstance(value, Tensor):
            results.append(value)
            edges.append(None)
            continue
        leaf = alias(value)
        leaf._requires = True
        edges.append(leaf)
        result = alias(value)
        result._node, result._nr, result._requires = node, number, True
        results.append(result)
    node._edges = tuple(edges)
    if watchers:
        tell("recorded", node, results)
    return tuple(results)


class Error(Node):
    """Stands behind the gradients of a `once_differentiable` backward."""

    def run(self, grad, record, edges):
        raise RuntimeError(
            "a gradient was differentiated that comes from a backward marked with "
            "@once_differentiable"
        )


class InplaceFunction(Function):
    """The old base of Functions that may work in place."""

    def __init__(self, inplace=False):
        self.inplace = inplace
