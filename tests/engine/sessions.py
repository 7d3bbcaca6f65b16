"""Runs a program one statement at a time, and says after each what can be seen of it.

Programs are Python over the names of a session: `torch`, `nn`, `F`, `log(...)`, which says its
arguments, and `look()`, which says everything about every tensor that changed since the last look.
An error is said by its type, and the program goes on with the next statement. The body of a
`with` block, a loop or a condition is run statement by statement as well.
"""

import ast
import importlib
import math
import re
import warnings
from collections.abc import Callable, Iterator
from typing import Any

NUMBER = re.compile(r"(?<![\w.])-?\d+\.?\d*(?:e[-+]?\d+)?(?![\w])")
FORM = re.compile(r"~[^~]*~")  # the printed form in a description
LONGEST = 3000  # characters that are kept of one description


class Session:
    """One program on one backend."""

    def __init__(self, backend: str) -> None:
        self.torch = importlib.import_module(backend)
        importlib.import_module(backend + ".utils.checkpoint")
        self.said: list[str] = []
        self.depth = 1  # of the part of a graph that is told
        self.number = 0  # of the statement under way
        self.births: dict[int, int] = {}  # identity of a tensor → its version when it got its name
        self.seen: dict[str, str] = {}
        self.entered: list[Any] = []
        nn = self.torch.nn
        own = {
            "log": self.log,
            "look": self.look,
            "say": self.say,
            "fresh": fresh,
            "current": current,
            "state": self.state,
            "deeply": self.deeply,
        }
        self.own = {"torch": self.torch, "nn": nn, "F": nn.functional, **own}
        self.names: dict[str, Any] = {"__builtins__": __builtins__, "__name__": "m", **self.own}
        self.torch.manual_seed(0)

    def __enter__(self) -> "Session":
        return self

    def __exit__(self, *_: object) -> None:
        while self.entered:
            self.leave()
        self.torch.set_grad_enabled(True)
        self.torch.set_default_dtype(self.torch.float32)
        self.names.clear()

    # ---- running --------------------------------------------------------------------------

    def run(self, source: str) -> list[str]:
        """Run one statement or several; what they made the session say."""
        start = len(self.said)
        self._run_all(ast.parse(source).body)
        return self.said[start:]

    def enter(self, manager: str) -> bool:
        """Enter the context that the expression gives; whether that worked."""
        try:
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                context = eval(manager, self.names)
                context.__enter__()
        except Exception as error:  # noqa: BLE001 (any error is an outcome)
            self._say_error(error)
            return False
        self.entered.append(context)
        return True

    def leave(self) -> None:
        """Leave the context entered last."""
        try:
            self.entered.pop().__exit__(None, None, None)
        except Exception as error:  # noqa: BLE001
            self._say_error(error)

    def _run_all(self, body: list[ast.stmt]) -> None:
        for node in body:
            if isinstance(node, ast.With):
                if self.enter(ast.unparse(node.items[0].context_expr)):
                    self._run_all(node.body)
                    self.leave()
            elif isinstance(node, ast.For):
                for value in self._values(node.iter):
                    self.names[ast.unparse(node.target)] = value
                    self._run_all(node.body)
            else:
                self._run_one(node)

    def _values(self, node: ast.expr) -> list[Any]:
        """What a loop goes over; nothing, if that fails."""
        try:
            return list(eval(ast.unparse(node), self.names))
        except Exception as error:  # noqa: BLE001
            self._say_error(error)
            return []

    def _run_one(self, node: ast.stmt) -> None:
        code = compile(ast.Module([node], []), "<program>", "exec")
        self.number += 1
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            try:
                exec(code, self.names)
            except Exception as error:  # noqa: BLE001
                self._say_error(error)
        tensors = self.tensors().values()
        self.births = {id(x): self.births.get(id(x), _version(x)) for x in tensors}

    # ---- saying ---------------------------------------------------------------------------

    def _say(self, text: str) -> None:
        self.said.append(f"{self.number} {text}")

    def _say_error(self, error: Exception) -> None:
        self._say(f"! {type(error).__name__}")
        error.__traceback__ = None

    def say(self, *things: object) -> None:
        """Say things as `print` would."""
        self._say(" ".join(map(str, things))[:LONGEST])

    def log(self, *things: Any) -> None:
        """Say things, tensors in full."""
        self._say("log " + " ".join(map(self.text, things))[:LONGEST])

    def deeply(self) -> None:
        """From now on, tell more of graphs: for programs that do not record backward passes."""
        self.depth = 3

    def look(self) -> None:
        """Say what changed about every tensor."""
        for name, text in self._descriptions():
            if self.seen.get(name) != text:
                self.seen[name] = text
                self._say(f"{name}: {text}")

    def state(self, module: Any) -> None:
        """Say of every parameter and buffer of a module what it adds up to, and its gradient."""
        for name, p in [*module.named_parameters(), *module.named_buffers()]:
            grad = None if p.grad is None else f"{p.grad.double().abs().sum().item():.4f}"
            total = f"{p.detach().double().abs().sum().item():.4f}"
            self._say(f"{name} {tuple(p.shape)} {total} {grad} {p.requires_grad}")

    def text(self, value: Any) -> str:
        """A value in words: tensors in full, those of a tuple one by one."""
        if isinstance(value, self.torch.Tensor):
            return describe(value, self.depth)
        if isinstance(value, tuple | list):
            return "(" + ", ".join(map(self.text, value)) + ")"
        if hasattr(value, "next_functions"):
            return str(value.name())
        if callable(value):
            return str(value.__name__)
        return str(value)

    def tensors(self) -> dict[str, Any]:
        """The program's tensors by name."""
        kind = self.torch.Tensor
        named = self.names.items()
        return {name: value for name, value in named if isinstance(value, kind)}

    def _descriptions(self) -> Iterator[tuple[str, str]]:
        for name, value in self.names.items():
            if isinstance(value, self.torch.Tensor):
                written = _version(value) - self.births[id(value)]
                yield name, f"{describe(value, self.depth)} +{written}"
            elif isinstance(value, tuple | list) and value and not hasattr(value, "output_nr"):
                yield name, self.text(value)
        yield "memory", _memory(self.tensors())


def describe(x: Any, depth: int = 1) -> str:
    """Everything that can be seen of a tensor but its version and its place in memory.

    Of its graph so many nodes in depth.
    """
    words = [
        f"{list(x.shape)} {str(x.dtype)[6:]} {x.tolist()}",
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
    tiny = any(0 < abs(v) < 1e-6 for v in _flat(x.tolist()))  # printed as they were rounded
    words.append("~~" if tiny else f"~{_tried(lambda: repr(x))}~")
    return " ".join(words)


def _flat(values: Any) -> Iterator[float]:
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


def _version(x: Any) -> int:
    try:
        return int(x._version)
    except RuntimeError:
        return 0


def fresh(gradients: Any) -> Any:
    """Copies of gradients: the memory that they come in, PyTorch does not promise."""
    if hasattr(gradients, "contiguous"):
        return gradients.clone().contiguous()
    return tuple(g if g is None else g.clone().contiguous() for g in gradients)


def current(x: Any) -> Any:
    """The tensor, whose grad_fn was asked for.

    PyTorch crashes when a hook is put on a view whose base was written to, unless that was done.
    """
    _ = x.grad_fn
    return x


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


def _memory(tensors: dict[str, Any]) -> str:
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


# ---- comparing ----------------------------------------------------------------------------------


def same(one: str, other: str) -> bool:
    """Whether two descriptions say the same, numbers to a relative 1e-4."""
    if one == other:
        return True
    if "~~" in one + other:
        one, other = FORM.sub("", one), FORM.sub("", other)
    if NUMBER.sub("#", one).split() != NUMBER.sub("#", other).split():
        return False
    pairs = zip(NUMBER.findall(one), NUMBER.findall(other), strict=True)
    return all(math.isclose(float(a), float(b), rel_tol=1e-4, abs_tol=1e-5) for a, b in pairs)


def transcript(program: str, backend: str) -> list[str]:
    """What a program says on a backend."""
    with Session(backend) as session:
        return session.run(program)


def first_difference(said: list[str], expected: list[str]) -> tuple[str, str] | None:
    """The first thing said that is not what was expected, with what was."""
    for one, other in zip(said, expected, strict=False):
        if not same(one, other):
            return one, other
    if len(said) != len(expected):
        longer = said if len(said) > len(expected) else expected
        extra = longer[min(len(said), len(expected))]
        return (extra, "(nothing)") if longer is said else ("(nothing)", extra)
    return None
