"""Describes values of a program as short plain data, without running the program's code."""

from collections.abc import Callable, Iterable
from functools import cache
from math import isfinite, prod
from types import BuiltinFunctionType, FunctionType, MethodType, ModuleType
from typing import Any, Protocol

import numpy as np

Shown = dict[str, Any]
UNTOLD = (FunctionType, BuiltinFunctionType, MethodType, ModuleType, type, staticmethod)
PLAIN = (bool, int, float, complex, str, bytes, type(None), type(Ellipsis), range, slice)
CONTAINERS: dict[type, tuple[str, str]] = {
    list: ("[", "]"),
    tuple: ("(", ")"),
    set: ("{", "}"),
    frozenset: ("{", "}"),
    dict: ("{", "}"),
}
LONGEST = 48  # maximum characters of a non-tensor value
DEEPEST = 2  # maximum nesting of containers
MOST = 4  # maximum parts of a container
ALONE, TOGETHER = 6, 9  # maximum elements of a vector, and of a matrix, shown in full
FIRST = {1: 3, 2: 2, 3: 1}  # otherwise this many by number of dimensions, and the last
DIMENSIONS = max(FIRST)
LEFT_OUT = "..."


class Lens(Protocol):
    """How to inspect tensors of a backend without changing them."""

    def is_tensor(self, value: Any) -> bool:
        """Whether this is a tensor."""
        ...

    def facts(self, tensor: Any) -> Shown:
        """Its type, shape, dtype and place in the graph."""
        ...

    def array(self, tensor: Any) -> Any:
        """Its elements as an array that can be indexed and converted to lists."""
        ...

    def is_own(self, value: Any) -> bool:
        """Whether this is another backend object with a short and safe `repr`."""
        ...


class Shower:
    """Describes values through a lens; `spell` writes out their elements afterwards."""

    def __init__(self, lens: Lens) -> None:
        self.lens = lens

    def show(self, value: Any) -> Shown | None:
        """The value as plain data; None for functions and classes."""
        if self.lens.is_tensor(value):
            shown = self.lens.facts(value)
            shown["text"] = self._elements(value)
            return shown
        if issubclass(type(value), UNTOLD):
            return None
        if issubclass(type(value), np.ndarray):
            return {"type": type(value).__name__, **self.gradient(value)}
        return {"type": type(value).__name__, "text": _cut(self._text(value, 0))}

    def gradient(self, value: Any) -> Shown:
        """A gradient in transit, which may be a bare array."""
        array = self.lens.array(value) if self.lens.is_tensor(value) else value
        return {
            "shape": list(array.shape),
            "dtype": dtype_name(array.dtype),
            "text": _shortened(array),
        }

    def _elements(self, tensor: Any) -> Any:
        """The elements of a tensor, or the first and last of many."""
        return _shortened(self.lens.array(tensor))

    def _text(self, value: Any, depth: int) -> str:
        kind = type(value)
        if self.lens.is_tensor(value):
            return self._tensor(self.lens.array(value))
        if kind is float:
            return repr(value) if len(repr(value)) < 10 else f"{value:.6g}"
        if kind in PLAIN:
            return _cut(repr(value))
        if kind in CONTAINERS:
            return self._container(value, depth)
        if self.lens.is_own(value):
            return _cut(" ".join(repr(value).split()))
        return f"<{kind.__name__}>"

    def _tensor(self, array: Any) -> str:
        """A tensor inside a container: its elements, or a summary if there are many."""
        if prod(array.shape) > ALONE:
            return f"{dtype_name(array.dtype)}{list(array.shape)}"
        return f"tensor({_nested(_shortened(array))})"

    def _container(self, value: Any, depth: int) -> str:
        left, right = CONTAINERS[type(value)]
        if depth >= DEEPEST and value:
            return left + LEFT_OUT + right
        if issubclass(type(value), dict):
            parts = _some(value.items(), len(value), lambda pair: self._pair(pair, depth))
        else:
            parts = _some(value, len(value), lambda each: self._text(each, depth + 1))
        comma = "," if type(value) is tuple and len(value) == 1 else ""
        return left + ", ".join(parts) + comma + right

    def _pair(self, pair: tuple[Any, Any], depth: int) -> str:
        return f"{self._text(pair[0], depth + 1)}: {self._text(pair[1], depth + 1)}"


def _some(values: Iterable[Any], size: int, text: Callable[[Any], str]) -> list[str]:
    """The texts of all values, or of the first and the last."""
    every = list(values)
    if size <= MOST:
        return [text(each) for each in every]
    return [*(text(each) for each in every[: MOST - 2]), LEFT_OUT, text(every[-1])]


def _cut(text: str) -> str:
    if len(text) <= LONGEST:
        return text
    return text[: LONGEST * 2 // 3] + LEFT_OUT + text[-LONGEST // 4 :]


def _shortened(array: Any) -> Any:
    """The elements as nested lists, or only those at the edges."""
    if array.ndim > DIMENSIONS:
        return [LEFT_OUT]
    if array.ndim and prod(array.shape) > (ALONE if array.ndim == 1 else TOGETHER):
        return _edges(array, FIRST[array.ndim])
    return array.tolist() if array.ndim else array.item()


def _edges(array: Any, first: int) -> Any:
    """The first and last of each dimension; `first` of the innermost, one of the others."""
    if array.ndim == 0:
        return array.item()
    kept = first if array.ndim == 1 else 1
    if len(array) <= kept + 1:
        return [_edges(each, first) for each in array]
    return [*(_edges(array[i], first) for i in range(kept)), LEFT_OUT, _edges(array[-1], first)]


def spell(plain: Any) -> None:
    """Write out the elements of all values in events or a graph, done only for those kept."""
    waiting = [plain]
    for each in waiting:
        if type(each) is dict:
            if type(each.get("text", "")) is not str:
                each["text"] = _nested(each["text"])
            waiting += [part for part in each.values() if type(part) in (dict, list) and part]
        elif type(each[0]) in (dict, list, type(None)):
            waiting += [part for part in each if part]


def _nested(value: Any) -> str:
    if isinstance(value, list):
        return f"[{', '.join(map(_nested, value))}]"
    return value if type(value) is str else number(value)


@cache
def dtype_name(dtype: Any) -> str:
    """`torch.float32` as `float32`."""
    return str(dtype).removeprefix("torch.")


def number(value: Any) -> str:
    """A number as tensors print it, with at most four digits unless it is an integer."""
    if type(value) is not float:
        return str(value)
    if isfinite(value) and value == int(value) and abs(value) < 1e6:
        return f"{value:.0f}."
    return f"{value:.4g}"
