"""A program beside what it did when it ran: the one place where both are shown together."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from rich.cells import cell_len
from rich.text import Text

from quizcli.language import _
from quizcli.screens.code import highlighted
from quizcli.screens.theme import Look
from quizcli.screens.wrapping import wrapped

if TYPE_CHECKING:
    from quizcli.model.run import Program, RunResult

SHORTEST = 24  # columns that long effects need to stand beside the code
MOST = 6  # effects shown of one line; the middle of a loop says nothing new


class Effect(NamedTuple):
    """What a line did when it ran, such as what it printed."""

    text: str
    style: str = "effect"


def to_show(code: str, check: str | None = None) -> "Program":
    """The code as it is run where a person is going to see what it did."""
    from quizcli.model.run import Program

    return Program(code, check)


def program(code: str, look: Look, result: "RunResult | None" = None) -> list[Text]:
    """Numbered lines of code; with a result, beside or under each what happened there."""
    lines = highlighted(code, look)
    effects = _effects(result, len(lines)) if result else {}
    digits = len(str(len(lines)))
    longest = max((line.cell_len for line in lines), default=0)
    column = digits + 2 + longest + 3
    said = [cell_len(effect.text) + 2 for own in effects.values() for effect in own]
    beside = look.width - column >= min(SHORTEST, max(said, default=0)) and not look.plain
    shown: list[Text] = []
    for number, line in enumerate(lines, start=1):
        gutter = Text(f"{number:>{digits}}  ", "muted")
        own = effects.get(number, ())
        if own and beside:
            shown += _beside(gutter, line, own, column, look)
        else:
            shown += _under(gutter, line, own, look)
    if result and not result.ok and 0 not in effects and not _placed(result, len(lines)):
        shown += wrapped(Text(_ended(result), "error"), look.width)
    return shown


def _beside(
    gutter: Text, line: Text, effects: Sequence[Effect], column: int, look: Look
) -> list[Text]:
    left = gutter.append_text(line)
    left.append(" " * (column - left.cell_len))
    shown: list[Text] = []
    for effect in effects:
        for part in wrapped(_said(effect, look), look.width - column, hang=2):
            shown.append(left.append_text(part))
            left = Text(" " * column)
    return shown


def _under(gutter: Text, line: Text, effects: Sequence[Effect], look: Look) -> list[Text]:
    indent = gutter.cell_len
    shown = wrapped(gutter.append_text(line), look.width, hang=indent + 2)
    for effect in effects:
        body = Text(" " * indent).append_text(_said(effect, look))
        shown += wrapped(body, look.width, hang=indent + 2)
    return shown


def _said(effect: Effect, look: Look) -> Text:
    return Text(look.sign("→ ", "= ")).append(effect.text, effect.style)


def _effects(result: "RunResult", size: int) -> Mapping[int, list[Effect]]:
    """Line → what happened there; of a loop the first and the last few times."""
    found: dict[int, list[Effect]] = {}
    for line, text in result.printed:
        place = min(max(line, 1), size)
        found.setdefault(place, []).extend(Effect(part) for part in text.rstrip("\n").split("\n"))
    for line, text in result.warnings:
        found.setdefault(min(max(line, 1), size), []).append(Effect(text, "hint"))
    for line, own in found.items():
        if len(own) > MOST:
            left_out = Effect(_("… {n} more …").format(n=len(own) - MOST + 1), "muted")
            found[line] = [*own[:2], left_out, *own[-(MOST - 3) :]]
    if _placed(result, size) and result.error and result.error.line:
        found.setdefault(result.error.line, []).append(Effect(_ended(result), "error"))
    return found


def _placed(result: "RunResult", size: int) -> bool:
    return bool(result.error and result.error.line and result.error.line <= size)


def _ended(result: "RunResult") -> str:
    """One sentence on why a run did not come to its end."""
    error = result.error
    said = f"{error.type}: {error.message}".rstrip(": ") if error else ""
    return {
        "raised": said,
        "failed": error.message if error else "",
        "timeout": _("stopped: it ran longer than allowed"),
        "memory": _("stopped: it needed more memory than allowed"),
        "flooded": _("stopped: it printed more than allowed"),
        "died": error.message if error else _("the process ended without a result"),
        "refused": said,
    }.get(result.outcome, said)
