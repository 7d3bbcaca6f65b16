"""Steps through a run: the program with the current line, then the backward pass."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import TYPE_CHECKING

from rich.text import Text

from quizcli.language import _
from quizcli.screens.program import joined_rows, program, program_rows
from quizcli.screens.stage import Key, Stage, key_lines
from quizcli.screens.steps import (
    Step,
    beginning,
    beginning_text,
    so_far,
    step_effects,
    steps_of,
    visit_text,
    visits_of,
)
from quizcli.screens.theme import Look
from quizcli.screens.wrapping import wrapped

if TYPE_CHECKING:
    from quizcli.model.run import RunResult

VISITS = 5  # nodes of a backward pass shown at a time
FORWARD = ("right", "down", "j", "l", " ", "enter")
BACK = ("left", "up", "k", "h", "backspace")


@dataclass(slots=True)
class Walkthrough:
    """A program with its run, and what the user can do besides stepping."""

    title: Text
    code: str
    result: "RunResult"
    run: "Callable[[str], RunResult] | None" = None
    edit: Callable[[str], str | None] | None = None  # returns the code as edited by the user
    vary: Callable[[], str | None] | None = None  # returns the code with other values
    place: int = field(default=0, init=False)

    @property
    def steps(self) -> list[Step]:
        return steps_of(self.result.events)


def walk_through(stage: Stage, walk: Walkthrough) -> bool:
    """Show steps as the user asks; returns whether to continue with the next program."""
    steps = walk.steps
    if not stage.interactive or not steps:
        stage.show([walk.title])
        for number in range(len(steps)):
            stage.show(partial(step_lines, walk, steps, number))
        if not steps:
            stage.show(partial(program, walk.code, result=walk.result))
        return True
    while True:
        _show(stage, walk, steps)
        key = stage.key(_keys(walk, steps))
        while key in ("e", "v") and not _changed(walk, key):
            key = stage.key(_keys(walk, steps))  # the page stays, with the reason below it
        match key:
            case "n":
                walk.place += 1
            case "p":
                walk.place = max(0, walk.place - 1)
            case "b":
                walk.place = _next_walk(steps, walk.place)
            case "q":
                return False
            case "e" | "v":
                steps = walk.steps
        if walk.place >= len(steps):
            return True


def _keys(walk: Walkthrough, steps: Sequence[Step]) -> list[Key]:
    end = walk.place + 1 >= len(steps)
    keys = [Key("n", _("end") if end else _("next"), FORWARD), Key("p", _("back"), BACK)]
    if any(step.starts_walk for step in steps[walk.place + 1 :]):
        keys.append(Key("b", _("to the next backward")))
    if walk.vary:
        keys.append(Key("v", _("another value")))
    if walk.edit:
        keys.append(Key("e", _("edit and run it")))
    return [*keys, Key("q", _("quit"), ("escape",))]


def _next_walk(steps: Sequence[Step], place: int) -> int:
    after = range(place + 1, len(steps))
    return next((number for number in after if steps[number].starts_walk), place)


def _changed(walk: Walkthrough, key: str) -> bool:
    """Run the changed program; returns whether it was changed."""
    code = walk.vary() if key == "v" and walk.vary else walk.edit(walk.code) if walk.edit else None
    if code is None or not walk.run:
        return False
    walk.code, walk.result, walk.place = code, walk.run(code), 0
    return True


# ---- one step -----------------------------------------------------------------------------------


def _show(stage: Stage, walk: Walkthrough, steps: Sequence[Step]) -> None:
    if not stage.moves:
        stage.show(partial(step_lines, walk, steps, walk.place))
        return
    keys = _keys(walk, steps)
    stage.fresh()
    stage.show(lambda look: page(walk, steps, look, stage.height - len(key_lines(keys, look)) - 2))


def page(walk: Walkthrough, steps: Sequence[Step], look: Look, height: int) -> list[Text]:
    """The current step as a page of this many rows."""
    below = [Text(), *_backward(walk.result, steps[walk.place], look)]
    head = [*wrapped(walk.title, look.width), _where(steps, walk.place)]
    room = max(3, height - len(head) - len(below))
    return [*head, *_window(walk, steps, look, room), *below]


def _where(steps: Sequence[Step], number: int) -> Text:
    step = steps[number]
    said = _("Step {number} of {count}, line {line}").format(
        number=number + 1, count=len(steps), line=step.line
    )
    inside = _(", in {function}()").format(function=step.function) if step.function else ""
    return Text(said + inside, "muted")


def _window(walk: Walkthrough, steps: Sequence[Step], look: Look, room: int) -> list[Text]:
    """As much of the program around the current line as fits."""
    step = steps[walk.place]
    known = so_far(walk.result, step, last=walk.place + 1 == len(steps))
    rows = program_rows(walk.code, look, known, at=step.line, whole=walk.result)
    here = min(max(step.line - 1, 0), len(rows) - 1)
    first = last = here
    size = len(rows[here])
    while size < room and (first > 0 or last < len(rows) - 1):
        if first > 0 and (last == len(rows) - 1 or here - first <= last - here):
            first -= 1
            size += len(rows[first])
        else:
            last += 1
            size += len(rows[last])
    lines = [line for row in rows[first : last + 1] for line in row]
    extra = len(lines) - room
    if extra > 0 and first < here:
        return lines[extra:]
    return lines[:room]


def _backward(result: "RunResult", step: Step, look: Look) -> list[Text]:
    """The backward pass so far: the visited nodes and the gradients at each."""
    began = beginning(result, step)
    if began is None:
        return []
    lines = wrapped(Text(beginning_text(began, result), "muted"), look.width, hang=2)
    visits = visits_of(result, step)
    if len(visits) > VISITS:
        lines.append(Text("  …", "muted"))
    for number, event in enumerate(visits[-VISITS:], start=1):
        here = number == min(len(visits), VISITS) and step.kind == "node"
        lead = Text(look.sign("▶ ", "* ") if here else "  ", "key")
        lines += wrapped(lead.append_text(visit_text(event, result, look)), look.width, hang=4)
    return lines


def step_lines(walk: Walkthrough, steps: Sequence[Step], number: int, look: Look) -> list[Text]:
    """One step as text, for pipes and screen readers."""
    step = steps[number]
    line = walk.code.expandtabs(4).split("\n")[step.line - 1] if step.line else ""
    head = _where(steps, number)
    if step.kind == "line":
        head.append(": ").append(line.strip(), "code")
    lines = [Text(), *wrapped(head, look.width, hang=2)]
    if step.starts_walk:
        began = beginning(walk.result, step)
        assert began is not None
        lines += wrapped(Text("  " + beginning_text(began, walk.result)), look.width, hang=4)
    if step.kind == "node":
        visit = visit_text(visits_of(walk.result, step)[-1], walk.result, look)
        lines += wrapped(Text("  ").append_text(visit), look.width, hang=4)
    for row in joined_rows(step_effects(walk.result, step, look), look.width - 2, look):
        lines += wrapped(Text("  ").append_text(row), look.width, hang=4)
    return lines
