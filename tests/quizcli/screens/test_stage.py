"""The page of a session: it suits the window at any time, and leaves no marks behind."""

import io
from collections.abc import Callable

import pytest
from rich.console import Console
from rich.text import Text

from quizcli.screens.keyboard import Lines
from quizcli.screens.stage import Key, Stage
from quizcli.screens.stepping import walk_through
from quizcli.screens.theme import make_console
from quizcli.screens.wrapping import wrapped
from tests.quizcli.screens.watched import walkthrough

WORDS = "The quick brown fox jumps over the lazy dog, twice."


class Person(Lines):
    """Somebody at a terminal, whose keys are told beforehand; a callable among them happens."""

    interactive = True

    def __init__(self, *keys: str | Callable[[], None]) -> None:
        self.keys = [*keys]

    def key(self, idle: Callable[[], None] | None = None) -> str:
        while self.keys and callable(self.keys[0]):
            self.keys.pop(0)()  # type: ignore[operator]
            if idle:
                idle()
        if not self.keys:
            raise EOFError
        return str(self.keys.pop(0))

    def line(self, prompt: str, text: str = "") -> str:
        return text + self.key()

    def flush(self) -> None:
        while self.keys and self.keys[0] == "too early":
            self.keys.pop(0)


@pytest.fixture
def window(monkeypatch: pytest.MonkeyPatch) -> Callable[[int, int], Callable[[], None]]:
    def size(columns: int, rows: int) -> Callable[[], None]:
        def change() -> None:
            monkeypatch.setattr(Console, "width", columns)
            monkeypatch.setenv("COLUMNS", str(columns))
            monkeypatch.setenv("LINES", str(rows))

        return change

    size(80, 24)()
    return size


def stage(*keys: str | Callable[[], None]) -> tuple[Stage, io.StringIO]:
    written = io.StringIO()
    console = make_console()
    console.file = written
    return Stage(console, Person(*keys), plain=False), written


def since_the_last_page(written: io.StringIO) -> list[str]:
    return written.getvalue().rpartition("\x1b[H")[2].split("\n")


def test_a_drawing_is_made_anew_for_the_new_size(window) -> None:
    shown, written = stage(window(30, 24), "a")
    shown.fresh()
    shown.show(lambda look: wrapped(Text(WORDS), look.width))
    shown.key([Key("a", "go on")])
    assert since_the_last_page(written)[:2] == [
        "The quick brown fox jumps over",
        "the lazy dog, twice.",
    ]


def test_what_was_typed_stays_when_the_page_is_drawn_again(window) -> None:
    shown, written = stage("an answer", ":r")
    shown.fresh()
    shown.say("A question?")
    shown.line("> ")
    shown.line("> ")
    shown.unsay()
    shown.redraw()
    assert since_the_last_page(written) == ["A question?", "> an answer", ""]


def test_a_line_that_is_being_rewritten_is_there_in_the_new_size_too(window) -> None:
    shown, written = stage(window(30, 24), "a")
    shown.fresh()
    shown.edit("> [1]")
    shown.wait_key()
    assert since_the_last_page(written) == ["\r\x1b[K> [1]"]


def test_nothing_is_left_of_the_wait_where_the_input_ends_meanwhile(window) -> None:
    window(80, 6)()
    shown, written = stage()
    shown.fresh()
    with pytest.raises(EOFError):
        shown.show([Text("line")] * 10)
    assert written.getvalue().endswith("press any key for more —\r\x1b[K")


def test_a_command_may_be_begun_where_the_page_waits_for_a_key(window) -> None:
    window(80, 8)()
    shown, _written = stage("too early", ":", "q")
    shown.fresh()
    shown.show([Text("line")] * 30)
    shown.flush()
    assert shown.line("> ") == ":q"


def test_the_rest_of_a_command_is_a_key_where_keys_are_asked_for(window) -> None:
    window(80, 8)()
    shown, _written = stage(":", "q", "q", "too early", "a")
    shown.fresh()
    shown.show([Text("line")] * 30)
    assert shown.key([Key("a", "go on"), Key("q", "stop")]) == "q"
    assert shown.key([Key("a", "go on"), Key("q", "stop")]) == "q"
    assert shown.key([Key("a", "go on")]) == "a"


def test_what_was_seen_is_drawn_in_the_new_size_without_waiting_again(window) -> None:
    shown, written = stage(" ", window(30, 8), "a")
    window(80, 8)()
    shown.fresh()
    shown.show([Text("line")] * 10)
    shown.key([Key("a", "go on")])
    assert since_the_last_page(written)[:10] == ["line"] * 10


def test_a_page_that_waits_for_a_key_goes_on_in_the_new_size(window) -> None:
    shown, written = stage(window(30, 8), " ", " ", " ")
    window(80, 8)()
    shown.fresh()
    shown.say("A question?")
    shown.show(lambda look: wrapped(Text(" ".join([WORDS] * 9)), look.width))
    page = since_the_last_page(written)
    assert page[:3] == [
        "A question?",
        "The quick brown fox jumps over",
        "the lazy dog, twice. The quick",
    ]
    assert page[7].startswith("\r\x1b[K— press")
    assert len(page) > 15


def test_a_page_that_is_asked_for_again_waits_at_each_screenful(window) -> None:
    window(80, 6)()
    shown, written = stage(" ", " ")
    shown.fresh()
    shown.show([Text("line")] * 6)
    shown.redraw()
    assert written.getvalue().count("— press") == 2


@pytest.mark.parametrize("rows", range(11, 20))
def test_a_step_fits_on_the_screen_with_its_keys(window, rows: int) -> None:
    window(40, rows)()
    shown, written = stage("q")
    walk_through(shown, walkthrough("shared"))
    assert "press any key" not in written.getvalue()
