"""What can be seen of tensors, in words."""

import cmath
from collections.abc import Callable, Iterator
from typing import Any


def describe(x: Any, depth: int = 1) -> str:
    """Everything that can be seen of a tensor but its version and its place in memory.

    Of its graph so many nodes in depth.
    """
    _tried(lambda: x.grad_fn)  # PyTorch may fail an assertion of its own the first time, not again
    words = [
        f"{list(x.shape)} {str(x.dtype)[6:]} {_values(x)}",
        *(["inference"] if x.is_inference() else []),
        *(["requires"] if x.requires_grad else []),
        f"leaf={_tried(lambda: x.is_leaf)}",
        *(["view"] if x._is_view() and x.requires_grad else []),
        f"nr={_tried(lambda: x.output_nr)}",
        f"by={_tried(lambda: _graph(x.grad_fn, depth))}",
        *_layout(x),
        *(["retains"] if x.retains_grad else []),
    ]
    grad = x.grad
    if grad is not None:
        words.append(f"grad=<{describe(grad, depth)}>")
    tiny = any(0 < abs(v) < 1e-6 for v in _flat(_values(x)))  # printed as they were rounded
    words.append("~~" if tiny else f"~{_tried(lambda: repr(x))}~")
    return " ".join(words)


def _values(x: Any) -> Any:
    if x.is_complex():
        return [_values(x.real), _values(x.imag)]
    try:
        return x.tolist()
    except RuntimeError:  # PyTorch has zeros that take no memory, as gradients of steps
        return (x + 0).tolist()


def _flat(values: Any) -> Iterator[Any]:
    if not isinstance(values, list):
        yield values
        return
    for value in values:
        yield from _flat(value)


def _layout(x: Any) -> list[str]:
    """Whether it lies densely in memory, or has elements that share their place."""
    if not x.numel() or x.is_contiguous():
        return []
    expanded = any(s == 0 and n > 1 for n, s in zip(x.shape, x.stride(), strict=True))
    return ["expanded" if expanded else "scattered"]


def version(x: Any) -> int:
    try:
        return int(x._version)
    except RuntimeError:
        return 0


def _graph(node: Any, depth: int) -> str:
    """The names of a node and of those before it."""
    if node is None:
        return "None"
    if depth == 1:
        return str(node.name())
    below = [_graph(n, depth - 1) + (f".{i}" if i else "") for n, i in node.next_functions]
    return f"{node.name()}({', '.join(below)})"


def _tried(read: Callable[[], Any]) -> str:
    try:
        return str(read())
    except Exception as error:  # noqa: BLE001
        return f"!{type(error).__name__}"


def is_finite(x: Any) -> bool:
    """Whether no part of a complex number is infinite or NaN, as far as that can be seen."""
    try:
        return all(map(cmath.isfinite, _flat(x.tolist())))
    except RuntimeError:  # a view that cannot be followed any more
        return True


def place(x: Any) -> int:
    """Where the memory of a tensor begins; where there is none, who would have it."""
    storage = x.untyped_storage()
    base = None if x.is_inference() else x._base
    return int(storage.data_ptr() if storage.nbytes() else id(x if base is None else base))


def memory(tensors: dict[str, Any]) -> str:
    """Which tensors and gradients share memory, and which are one object."""
    places: dict[Any, list[str]] = {}
    for name, x in tensors.items():
        base = None if x.is_inference() else x._base
        for suffix, t in ((name, x), (name + ".grad", x.grad), (name + "._base", base)):
            if t is not None and t.numel():
                places.setdefault(t.untyped_storage().data_ptr(), []).append(suffix)
                places.setdefault(("id", id(t)), []).append(suffix)
    shared = [g for g in places.values() if len({name.partition(".")[0] for name in g}) > 1]
    return " ".join(sorted("=".join(group) for group in shared))
