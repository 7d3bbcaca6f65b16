"""One call of an operator on either engine: its arguments as plain data, and all that follows.

A call is neutral: arrays, numbers and names. `outcome` makes it with any module that poses as
torch and notes values, dtypes, nodes, gradients, second derivatives and errors as plain data
again; `op_differences` says in words where two outcomes part.
"""

import warnings
from dataclasses import dataclass, field
from operator import attrgetter
from typing import Any, NamedTuple

import numpy as np

FUNCTION, METHOD, INPLACE, OUT = "function", "method", "in place", "out="
FREE_VECTORS = {
    "linalg.eig",
    "linalg.eigh",
    "linalg.svd",
    "svd",
}  # up to a sign, and to a basis of what is left


class Given(NamedTuple):
    """A tensor among the arguments."""

    array: Any
    requires_grad: bool = False


class Named(NamedTuple):
    """An attribute of the module among the arguments: a dtype, a memory format."""

    name: str


class Unspeakable(Exception):
    """An argument that has no neutral form: a generator, a function, a sparse tensor."""


@dataclass
class Call:
    """`path` is an address in the module, such as `nn.functional.relu` or `Tensor.expand`."""

    path: str
    args: list[Any]
    kwargs: dict[str, Any] = field(default_factory=dict)
    how: str = FUNCTION
    second: bool = True  # whether PyTorch has a second derivative
    defined: bool = True  # whether the values mean anything: not in fresh memory


@dataclass
class Outcome:
    """What a call led to. `error` lists the types of the error, the nearest first."""

    values: list[Any] = field(default_factory=list)
    notes: list[Any] = field(default_factory=list)  # dtype, node and whether a view, for each value
    grads: list[Any] | None = None
    seconds: list[Any] | None = None
    error: list[str] | None = None
    message: str = ""


# ---- arguments ----------------------------------------------------------------------------------


def neutral(torch: Any, value: Any) -> Any:
    """PyTorch's argument in neutral form."""
    if isinstance(value, torch.Tensor):
        strange = value.dtype in (torch.bfloat16, torch.complex32) or value.ndim > 64
        if value.layout != torch.strided or value.is_meta or strange:
            raise Unspeakable(str(value.dtype))
        array = value.detach().resolve_conj().resolve_neg().cpu().numpy()
        return Given(np.array(array, order="K"), value.requires_grad)
    if isinstance(value, torch.dtype | torch.memory_format | torch.layout):
        return Named(str(value).removeprefix("torch."))
    if isinstance(value, torch.device):
        return str(value)
    if isinstance(value, list | tuple):
        return (
            type(value)(neutral(torch, v) for v in value)
            if _plain(value)
            else [neutral(torch, v) for v in value]
        )
    if value is None or isinstance(value, bool | int | float | complex | str | slice):
        return value
    if value is Ellipsis or isinstance(value, np.generic):
        return value
    raise Unspeakable(type(value).__name__)


def _plain(value: Any) -> bool:
    return type(value) in (list, tuple)


def bring(module: Any, value: Any, leaves: list[Any]) -> Any:
    """A neutral argument as one of `module`; tensors that require grad are added to `leaves`."""
    if isinstance(value, Given):
        tensor = module.from_numpy(np.array(value.array, order="K"))
        if value.requires_grad:
            leaves.append(tensor.requires_grad_())
        return tensor
    if isinstance(value, Named):
        return getattr(module, value.name)
    if isinstance(value, list | tuple):
        return type(value)(bring(module, v, leaves) for v in value)
    return value


def find(module: Any, path: str) -> Any:
    """The function, method or property that `path` names in `module`, or None."""
    try:
        found = attrgetter(path)(module)
    except (AttributeError, NotImplementedError):  # absent, or refused by name
        return None
    if type(found).__name__ == "OpOverloadPacket" and not callable(found):
        return None  # the engine has the name of the operator alone
    return None if isinstance(found, module.dtype) else found  # torch.bool is not Tensor.bool


# ---- calling ------------------------------------------------------------------------------------


def outcome(module: Any, call: Call) -> Outcome:
    """Make the call with `module` and note all that follows from it."""
    with warnings.catch_warnings(), np.errstate(all="warn"):
        warnings.simplefilter("ignore")
        try:
            return _outcome(module, call)
        except Exception as error:  # noqa: BLE001 (any error is an outcome)
            types = [cls.__name__ for cls in type(error).__mro__[:-2]]
            return Outcome(error=types, message=str(error))


def _outcome(module: Any, call: Call) -> Outcome:
    leaves: list[Any] = []
    args = [bring(module, v, leaves) for v in call.args]
    kwargs = {k: bring(module, v, leaves) for k, v in call.kwargs.items()}
    if hasattr(module, "manual_seed"):
        module.manual_seed(0)
    result = _perform(module, call, args, kwargs)
    notes = [_note(v) for v in _flat(result) if isinstance(v, module.Tensor)]
    if call.path.removeprefix("Tensor.") in FREE_VECTORS:
        result = _determined(result, call.path)
    tensors = [v for v in _flat(result) if isinstance(v, module.Tensor)]
    found = Outcome([_plain_value(module, v) for v in _flat(result)], notes)
    differentiable = [t for t in tensors if t.requires_grad]
    if not call.defined:
        found.values = [v.shape if isinstance(v, np.ndarray) else v for v in found.values]
    if leaves and differentiable:
        found.grads, found.seconds = _gradients(module, differentiable, leaves, call.second)
    return found


def _determined(result: Any, path: str) -> list[Any]:
    """What the matrix alone determines of its singular or eigenvectors, and not LAPACK."""
    if path == "linalg.eigh":
        return [t.abs() for t in result]
    if path == "linalg.eig":
        return [result[0], result[1].abs()]
    u, s, v = result
    count = s.shape[-1]
    v = v[..., :count, :] if path == "linalg.svd" else v[..., :count]
    return [u[..., :count].abs(), s, v.abs()]


def _perform(module: Any, call: Call, args: list[Any], kwargs: dict[str, Any]) -> Any:
    function = find(module, call.path)
    if function is None:
        attrgetter(call.path)(module)  # says why
    if call.how == INPLACE:
        args[0] = args[0].clone()
    if call.how == OUT:
        with module.no_grad():
            like = function(*args, **kwargs)
            fresh = _blank(module, like)
            kept = function(*args, out=fresh, **kwargs)
            pairs = zip(_flat(kept), _flat(fresh), strict=True)
            assert all(k is f for k, f in pairs), "out= is not what is returned"
            return kept
    if isinstance(function, property) or not callable(function):
        return getattr(args[0], call.path.rpartition(".")[2])
    return function(*args, **kwargs)


def _blank(module: Any, like: Any) -> Any:
    if isinstance(like, module.Tensor):
        return like.detach().clone().zero_()
    return tuple(_blank(module, v) for v in like)


def _gradients(module: Any, outs: list[Any], leaves: list[Any], twice: bool) -> tuple[Any, Any]:
    grad = module.autograd.grad
    with np.errstate(all="ignore"):
        weights = [_weight(module, t, i).requires_grad_() for i, t in enumerate(outs)]
        first = grad(outs, leaves, weights, create_graph=twice, allow_unused=True)
        grads = [None if g is None else _array(g) for g in first]
        again = [g for g in first if g is not None and g.requires_grad]
        if not twice or not again:
            return grads, None
        heads = [_weight(module, g, 7 + i) for i, g in enumerate(again)]
        second = grad(again, leaves + weights, heads, allow_unused=True)
        return grads, [None if g is None else _array(g) for g in second]


def _weight(module: Any, tensor: Any, seed: int) -> Any:
    """Numbers of no pattern, the same wherever and whenever they are asked for."""
    array = _array(tensor)
    random = np.random.RandomState(seed)
    values = random.randint(1, 64, array.shape) / 32 * random.choice([-1, 1], array.shape)
    if array.dtype.kind == "c":
        values = values + 1j * random.randint(-32, 32, array.shape) / 32
    return module.from_numpy(np.asarray(values, dtype=array.dtype))


def _flat(result: Any) -> list[Any]:
    if isinstance(result, list | tuple):
        return [v for part in result for v in _flat(part)]
    return [result]


def _array(tensor: Any) -> Any:
    value = tensor.detach()
    if value.dtype.is_complex:
        value = value.resolve_conj() if hasattr(value, "resolve_conj") else value
        value = value.resolve_neg() if hasattr(value, "resolve_neg") else value
    return np.array(value.numpy(force=True))


def _plain_value(module: Any, value: Any) -> Any:
    if isinstance(value, module.Tensor):
        return _array(value)
    if value is None or isinstance(value, bool | int | float | complex | str):
        return value
    return repr(value)


def _note(tensor: Any) -> list[Any]:
    node = tensor.grad_fn.name() if tensor.grad_fn is not None else None
    # a conjugate, a view in PyTorch, is a copy in the engine
    return [str(tensor.dtype), node, bool(tensor._is_view()) and not tensor.is_conj()]
