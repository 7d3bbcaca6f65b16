"""Changes to the engine while it runs: a function keeps its identity and gets another body.

So it is changed wherever it was imported to. A fault that no longer fits the engine raises
`DoesNotFit`.
"""

import inspect
from collections.abc import Callable
from itertools import count
from textwrap import dedent, indent
from types import CodeType, FunctionType
from typing import Any

Function = Callable[..., Any]
_number = count().__next__
_changed: dict[Function, str] = {}  # functions and what became of their text


class DoesNotFit(Exception):
    """The engine no longer has what a fault changes."""


def replace(function: Function, by: Function) -> None:
    """`by(original, *args, **kwargs)` runs in the place of `function`."""
    assert isinstance(function, FunctionType), function
    original = FunctionType(
        function.__code__,
        function.__globals__,
        function.__name__,
        function.__defaults__,
        function.__closure__,
    )
    original.__kwdefaults__ = function.__kwdefaults__
    name = f"_by_{_number()}"
    function.__globals__[name] = lambda *args, **kwargs: by(original, *args, **kwargs)
    free = function.__code__.co_freevars
    held = f"    if False: {', '.join(free)}\n" if free else ""
    text = f"def replaced(*args, **kwargs):\n{held}    return {name}(*args, **kwargs)\n"
    function.__defaults__ = function.__kwdefaults__ = None
    function.__code__ = _compiled(text, "replaced", free)


def nothing(original: Function, *args: Any, **kwargs: Any) -> None:
    """What `replace` puts in the place of a function that is to do nothing."""


def change(function: Function, old: str, new: str) -> None:
    """The text `old` in the body of `function` becomes `new`."""
    assert isinstance(function, FunctionType), function
    text = _changed.get(function) or dedent(inspect.getsource(function))
    text = text[text.index("def ") :]
    if old not in text:
        raise DoesNotFit(f"{function.__qualname__} does not hold {old!r}")
    _changed[function] = text = text.replace(old, new)
    code = function.__code__
    function.__code__ = _compiled(text, code.co_name, code.co_freevars)


def formula(operation: Any, name: str, by: Function) -> None:
    """`by(original, g, *needed)` is the derivative of a declared operation for its input `name`."""
    node, place = operation.op.node, list(operation.op.formulas).index(name)
    formulas = list(node.formulas)
    original, positions = formulas[place]
    changed = formulas[place] = (lambda *args: by(original, *args), positions)
    node.formulas = tuple(formulas)
    if f"formula{place}" in node.run.__globals__:  # `run` is written out for this operation
        node.run.__globals__[f"formula{place}"] = changed[0]


def every_run(kind: type, by: Function) -> None:
    """`by(original, node, ...)` is the `run` of all nodes of that kind, however it is defined."""
    for each in kind.__subclasses__():
        every_run(each, by)
    if "run" in vars(kind):
        original = kind.run
        kind.run = lambda *args: by(original, *args)


def _compiled(text: str, name: str, free: tuple[str, ...]) -> CodeType:
    """The code of the one function in `text`, which takes the variables `free` from around it."""
    if free:
        around = "".join(f"    {variable} = None\n" for variable in free)
        text = f"def around():\n{around}{indent(text, '    ')}"
    module = compile(text, "<fault>", "exec")
    code = _within(_within(module, "around") if free else module, name)
    if code.co_freevars != free:
        raise DoesNotFit(f"{name} uses {code.co_freevars} from around it, not {free}")
    return code


def _within(code: CodeType, name: str) -> CodeType:
    return next(c for c in code.co_consts if isinstance(c, CodeType) and c.co_name == name)
