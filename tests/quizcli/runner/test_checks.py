"""A check runs as a function: the names that it gives are its own, the others are the program's."""

from typing import Any

import pytest

from quizcli.runner.checks import bind, changed, compile_check


def checked(source: str, **names: Any) -> dict[str, Any]:
    """The names that the program has after a check of it."""
    seen = {**names, "__builtins__": __builtins__}
    function, arguments = bind(compile_check(source), seen)
    function(*arguments)
    return seen


def test_a_check_may_give_a_name_that_the_program_has() -> None:
    assert checked("x = x + 1\nassert x == 4", x=3)["x"] == 3


def test_a_name_that_the_program_lacks_is_told_as_missing() -> None:
    with pytest.raises(NameError, match="answer"):
        checked("assert answer == 1")
    with pytest.raises(NameError, match="answer"):
        checked("answer = answer + 1")


def test_whatever_binds_a_name_binds_it_here() -> None:
    source = """\
import math as m
from math import pi
for i in range(3):
    pass
with open(__import__("os").devnull) as file:
    pass
def f():
    return i
class C:
    pass
total = sum(each * i for each in (1, 2))
assert (f(), total, pi) == (2, 6, m.pi)
"""
    assert set(checked(source)) == {"__builtins__"}


def test_an_error_is_told_with_its_line_in_the_check() -> None:
    with pytest.raises(AssertionError) as caught:
        checked("a = 1\nassert a == 2")
    assert (caught.traceback[-1].path, caught.traceback[-1].lineno) == ("<check>", 1)


@pytest.mark.parametrize("source", ["return", "yield 1", "assert (", "await x"])
def test_what_is_no_program_is_no_check(source: str) -> None:
    with pytest.raises(SyntaxError):
        compile_check(source)


def test_an_empty_check_can_be_made() -> None:
    assert checked("# nothing", x=1)["x"] == 1


def test_names_that_were_changed_are_found() -> None:
    one, two = object(), object()
    assert changed({"a": one, "b": one}, {"a": one, "b": two, "c": one}) == ["b", "c"]
    assert changed({"a": one}, {}) == ["a"]
