"""Runs a program one statement at a time, and says after each what can be seen of it.

Programs are Python over the names of a session: `torch`, `nn`, `F`, `log(...)`, which says its
arguments, and `look()`, which says everything about every tensor that changed since the last look.
An error is said by its type, and the program goes on with the next statement. The body of a
`with` block, a loop or a condition is run statement by statement as well.
"""

import ast
import copy
import importlib
import inspect
import math
import pickle
import re
import warnings
from collections import OrderedDict
from collections.abc import Callable, Iterator
from typing import Any

from tests.engine.describing import describe, is_finite, memory, place, version

NUMBER = re.compile(r"(?<![\w.])-?\d+\.?\d*(?:e[-+]?\d+)?(?=j?(?!\w))")
FORM = re.compile(r"~[^~]*~")  # the printed form in a description
OUT = re.compile(r"out=(\w+|\([\w, ]+\))\)")  # in a statement
PARTLY = re.compile(r"^(t\d|[a-z])\b.* (?://|%)= |^(t\d|[a-z])\b.*masked_scatter_")
CLOSE = 1e-4  # of numbers that are the same
DIVERGED = 1e12  # beyond it a training has multiplied its roundings, and one in ten will do
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
            "warned": self.warned,
            "copy": copy,
            "pickle": pickle,
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
                self._forget_outs(ast.unparse(node))
        self._forget_unbounded()
        tensors = self.tensors().values()
        self.births = {id(x): self.births.get(id(x), version(x)) for x in tensors}

    def _forget_outs(self, statement: str) -> None:
        """After an error, take away the names of what was given as `out=`, or written to in part.

        PyTorch may have given it another shape before it found the error: with memory that nobody
        set. What it wrote until it came to a zero divisor, or to the end of the source, it does
        not say, either.
        """
        named = [n for names in OUT.findall(statement) for n in names.strip("()").split(", ")]
        named += [name or other for name, other in PARTLY.findall(statement)]
        tensors = self.tensors()
        self._forget([tensors[name] for name in named if name in tensors])

    def _forget_unbounded(self) -> None:
        """Take away the names of complex numbers of which a part is infinite or NaN.

        What the other part is depends on how PyTorch computes: a sum multiplies by a complex 1.
        """
        named = self.tensors().values()
        self._forget([x for x in named if x.is_complex() and not is_finite(x)])

    def _forget(self, tensors: list[Any]) -> None:
        """Take away the names of what lies in the memory of any of the tensors."""
        places = set(map(place, tensors))
        for name, x in self.tensors().items() if places else ():
            if place(x) in places:
                self.names.pop(name, None)

    # ---- saying ---------------------------------------------------------------------------

    def _say(self, text: str) -> None:
        self.said.append(f"{self.number} {text}")

    def _say_error(self, error: Exception) -> None:
        self._say(f"! {type(error).__name__}")
        error.__traceback__ = None

    def say(self, *things: object) -> None:
        """Say things as `print` would, but ordered dicts as any: Python 3.12 changed their form."""
        shown = [dict(thing) if type(thing) is OrderedDict else thing for thing in things]
        self._say(" ".join(map(str, shown))[:LONGEST])

    def log(self, *things: Any) -> None:
        """Say things, tensors in full."""
        self._say("log " + " ".join(map(self.text, things))[:LONGEST])

    def warned(self, call: Callable[[], Any]) -> None:
        """Say of which categories the warnings of a call are, and what it gave."""
        self.torch.set_warn_always(True)
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            try:
                result = call()
            finally:
                self.torch.set_warn_always(False)
                self._say("warned " + " ".join(dict.fromkeys(w.category.__name__ for w in caught)))
        self.log(result)

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
        if inspect.ismodule(value):
            return "a module"
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
                written = version(value) - self.births[id(value)]
                yield name, f"{describe(value, self.depth)} +{written}"
            elif isinstance(value, tuple | list) and value and not hasattr(value, "output_nr"):
                yield name, self.text(value)
        yield "memory", memory(self.tensors())


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


# ---- comparing ----------------------------------------------------------------------------------


def same(one: str, other: str, close: float = CLOSE) -> bool:
    """Whether two descriptions say the same, numbers to a relative 1e-4 (float16: 4e-3)."""
    if one == other:
        return True
    if max(len(one), len(other)) > LONGEST:
        one, other = _as_far(one, other)
    if "~~" in one + other or "complex" in one:  # the sign of a part that is zero
        one, other = FORM.sub("", one), FORM.sub("", other)
    if NUMBER.sub("#", one).split() != NUMBER.sub("#", other).split():
        return False
    pairs = zip(NUMBER.findall(one), NUMBER.findall(other), strict=True)
    if "float16" in one:  # of its numbers one in a thousand is next to another
        close = 4e-3
    return all(_is_close(float(a), float(b), close) for a, b in pairs)


def _is_close(one: float, other: float, close: float) -> bool:
    diverged = min(abs(one), abs(other)) > DIVERGED
    return math.isclose(one, other, rel_tol=0.1 if diverged else close, abs_tol=close / 10)


def _as_far(one: str, other: str) -> tuple[str, str]:
    """The words that both have whole: numbers of other lengths are cut off at another place."""
    words, others = one.split(), other.split()
    count = min(len(words), len(others)) - 1
    return " ".join(words[:count]), " ".join(others[:count])


def transcript(program: str, backend: str) -> list[str]:
    """What a program says on a backend."""
    with Session(backend) as session:
        return session.run(program)


def first_difference(
    said: list[str], expected: list[str], close: float = CLOSE
) -> tuple[str, str] | None:
    """The first thing said that is not what was expected, with what was."""
    for one, other in zip(said, expected, strict=False):
        if not same(one, other, close):
            return one, other
    if len(said) != len(expected):
        longer = said if len(said) > len(expected) else expected
        extra = longer[min(len(said), len(expected))]
        return (extra, "(nothing)") if longer is said else ("(nothing)", extra)
    return None
