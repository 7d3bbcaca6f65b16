"""`torch.library`: operators of a user's own, whose derivative is registered apart from them."""

import inspect
import sys
from types import SimpleNamespace

from engine.absent import refusing
from engine.autograd.function import Function
from engine.autograd.grad_mode import no_grad
from engine.autograd.mode import mode
from engine.errors import unsupported
from engine.shared import bump_version
from engine.strides import share_memory
from engine.tensor import Tensor, own

__all__ = [
    "CustomOpDef",
    "custom_op",
    "register_autograd",
    "register_fake",
    "register_kernel",
]

_OPERATORS = {}  # by qualified name


class CustomOpDef:
    """An operator that `custom_op` made of a function; called as that function is.

    Nothing that happens inside is recorded. Where an input requires grad, the outputs get one
    node; RuntimeError in its backward pass unless a derivative was registered.
    """

    __module__ = "torch._library.custom_ops"

    def __init__(self, qualname, function, mutated):
        self._qualname, self._mutated = qualname, mutated
        self._signature = _signature(function)
        self._kernel = self.__wrapped__ = function
        self._backward = self._setup_context = self._function = None

    def __repr__(self):
        return f"<CustomOpDef({self._qualname})>"

    def __call__(self, *args, **kwargs):
        bound = self._bound(args, kwargs)
        tensors = [t for v in bound.arguments.values() for t in _tensors(v)]
        requires = mode.grad and any(t.requires_grad for t in tensors)
        if not requires:
            return self._run(bound.args, bound.kwargs)
        if self._mutated:
            with no_grad():
                return self._run(bound.args, bound.kwargs)
        if any(isinstance(v, list | tuple) for v in bound.args):
            raise unsupported(f"the derivative of {self._qualname}, which takes a sequence")
        outputs = self._recorded().apply(*bound.args, bound.kwargs)
        return list(outputs) if self._signature.return_annotation in _LISTS else outputs

    def register_autograd(self, backward, /, *, setup_context=None):
        """Give the derivative: `backward(ctx, *grads)`, with what `setup_context` saved for it.

        `setup_context(ctx, inputs, output)` is called by these names after the kernel ran, also
        with `keyword_only_inputs` where the operator has such. RuntimeError if it mutates inputs.
        """
        if self._mutated:
            raise RuntimeError(f"{self!r} changes its inputs, and so cannot have a derivative")
        self._backward, self._setup_context = backward, setup_context

    def register_kernel(self, device_types, fn=None, /):
        """Give the implementation for devices; that for the CPU, or for all, is run here."""
        kinds = (device_types,) if isinstance(device_types, str) else device_types

        def register(kernel):
            if kinds is None or "cpu" in kinds:
                self._kernel = kernel
            return kernel

        return register if fn is None else register(fn)

    def register_fake(self, fn, /):
        """Take note of nothing: shapes without values are for compilers."""
        return fn

    def register_vmap(self, func=None, /):
        """Refused."""
        raise unsupported("vmap() of operators of one's own", "write it with operations")

    @property
    def default(self):
        """The one form of the operator, as `torch.ops` names it."""
        return self

    # ---- calls ----------------------------------------------------------------------------

    def _bound(self, args, kwargs):
        try:
            bound = self._signature.bind(*args, **kwargs)
        except TypeError as error:
            raise RuntimeError(f"{self._qualname}(): {error}") from None
        bound.apply_defaults()
        for name, value in bound.arguments.items():
            kind = self._signature.parameters[name].annotation
            if kind is float and type(value) is int:
                bound.arguments[name] = float(value)
            elif kind in (Tensor, int, float, bool, str) and not isinstance(value, kind):
                raise RuntimeError(
                    f"{self._qualname}(): {name} must be a {kind.__name__}, not a "
                    f"{type(value).__name__}"
                )
        return bound

    def _run(self, args, kwargs):
        output = self._kernel(*args, **kwargs)
        inputs = [own(t) for v in (*args, *kwargs.values()) for t in _tensors(v)]
        for tensor in _tensors(output):
            if any(share_memory(own(tensor), other) for other in inputs):
                raise RuntimeError(
                    f"{self._qualname}: an output is an input, or a view of one; clone it"
                )
            inputs.append(own(tensor))
        given = dict(zip(self._signature.parameters, args, strict=False)) | kwargs
        for name in self._mutated:
            for tensor in _tensors(given.get(name)):
                bump_version(tensor)
        return output

    def _recorded(self):
        """The Function that puts a call into the graph; the last argument is those by name."""
        if self._function is None:
            name = self._qualname.replace("::", "_")
            body = {"forward": staticmethod(self._forward), "backward": staticmethod(self._derive)}
            self._function = type(f"GeneratedBackwardFor_{name}_default", (Function,), body)
        return self._function

    def _forward(self, ctx, *args):
        *args, kwargs = args
        output = self._run(args, kwargs)
        if self._setup_context is not None:
            by_name = {"keyword_only_inputs": kwargs} if kwargs else {}
            self._setup_context(ctx=ctx, inputs=tuple(args), output=output, **by_name)
        return tuple(output) if isinstance(output, list) else output

    def _derive(self, ctx, *grads):
        if self._backward is None:
            raise RuntimeError(
                f"a backward pass came to {self._qualname}, which has no derivative; give it one "
                "by register_autograd()"
            )
        asked = ctx.needs_input_grad
        ctx.needs_input_grad = asked[:-1]
        try:
            found = self._backward(ctx, *grads)
        finally:
            ctx.needs_input_grad = asked
        return (*found, None) if isinstance(found, tuple) else (found, None)


_LISTS = (list[Tensor], list)


def _tensors(value):
    """The tensors in an argument or a result."""
    if isinstance(value, Tensor):
        return [value]
    entries = value if isinstance(value, list | tuple) else ()
    return [v for v in entries if isinstance(v, Tensor)]


def _signature(function):
    """The signature of a function that says the type of everything; ValueError if it does not."""
    try:
        found = inspect.signature(function, eval_str=True)
    except NameError as error:
        raise ValueError(f"an annotation of {function.__name__}() is not known: {error}") from None
    for name, parameter in found.parameters.items():
        if parameter.kind in (parameter.VAR_POSITIONAL, parameter.VAR_KEYWORD):
            raise ValueError(f"a custom operator takes no starred parameters: {name}")
        if parameter.annotation is parameter.empty:
            raise ValueError(f"{name} of {function.__name__}() must have a type annotation")
    if found.return_annotation is found.empty:
        raise ValueError(f"{function.__name__}() must have a return type annotation")
    return found


# ---- by name ------------------------------------------------------------------------------------


def custom_op(name, fn=None, /, *, mutates_args, device_types=None, schema=None, tags=None):
    """Make an operator of a function whose parameters and result have type annotations.

    `name` is `"namespace::name"`: it is found as `torch.ops.namespace.name`, too. `mutates_args`
    names the parameters that it writes to. A decorator without `fn`. ValueError for a name
    without a namespace, or where an annotation is missing.
    """

    def make(function):
        namespace, _, short = name.partition("::")
        if not short or "::" in short:
            raise ValueError(f"an operator's name is 'namespace::name', not {name!r}")
        if schema is not None or mutates_args == "unknown":
            raise unsupported("operators with a schema as text", "annotate the function")
        made = _OPERATORS[name] = CustomOpDef(name, function, tuple(mutates_args))
        _publish(namespace, short, made)
        return made

    return make if fn is None else make(fn)


def _publish(namespace, short, made):
    held = vars(sys.modules["engine.ops"]).setdefault(namespace, SimpleNamespace())
    if not isinstance(held, SimpleNamespace):
        raise unsupported(f"a namespace of operators with the name {namespace!r}")
    setattr(held, short, made)


def _operator(op):
    if isinstance(op, CustomOpDef):
        return op
    if op not in _OPERATORS:
        raise RuntimeError(f"there is no operator {op!r} that custom_op() made")
    return _OPERATORS[op]


def register_autograd(op, backward, /, *, setup_context=None, lib=None):
    """The same as the method of the operator, which may be given by its name."""
    _operator(op).register_autograd(backward, setup_context=setup_context)


def register_kernel(op, device_types, func=None, /, *, lib=None):
    """The same as the method of the operator, which may be given by its name."""
    return _operator(op).register_kernel(device_types, func)


def register_fake(op, func=None, /, *, lib=None):
    """The same as the method of the operator, which may be given by its name."""
    return _operator(op).register_fake if func is None else _operator(op).register_fake(func)


__getattr__ = refusing(__name__)
