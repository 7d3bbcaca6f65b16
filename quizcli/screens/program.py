"""Shows a program beside what it did when it ran; the only module that shows both."""

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from rich.cells import cell_len
from rich.text import Text

from quizcli.language import _
from quizcli.screens.code import highlighted
from quizcli.screens.theme import Look
from quizcli.screens.wrapping import wrapped

if TYPE_CHECKING:
    from quizcli.model.run import Program, RunResult
    from quizcli.screens.telling import Effect

SHORTEST = 30  # minimum columns for long effects beside the code
GAP = 3  # columns between code and effects
JOINT = " · "  # separator of effects in a row
MOST = 6  # maximum effects per line; the middle of a loop adds nothing


def to_show(code: str, check: str | None = None) -> "Program":
    """The code to run when the user will see what it did."""
    from quizcli.model.run import Program

    return Program(code, check, watch=True)


def program(code: str, look: Look, result: "RunResult | None" = None) -> list[Text]:
    """Numbered lines of code; with a result, what happened is beside or below each line."""
    shown = [line for row in program_rows(code, look, result) for line in row]
    if result and not result.ok and not _placed(result, code.count("\n") + 1):
        shown += wrapped(Text(_ended(result), "error"), look.width)
    return shown


def program_rows(
    code: str,
    look: Look,
    result: "RunResult | None" = None,
    *,
    at: int = 0,
    whole: "RunResult | None" = None,
) -> list[list[Text]]:
    """The same, grouped by line of code.

    When stepping, `at` is the current line, and `whole` the complete run, which determines the
    layout of effects.
    """
    lines = highlighted(code, look)
    effects = _effects(result, len(lines), look) if result else {}
    digits = len(str(len(lines)))
    every = _effects(whole, len(lines), look) if whole else effects
    column = _column({number: lines[number - 1].cell_len for number in every}, every, look)
    rows: list[list[Text]] = []
    for number, line in enumerate(lines, start=1):
        gutter = Text(f"{number:>{digits}}  ", "muted")
        if number == at:
            gutter = Text(f"{number:>{digits}}{look.sign('▶ ', '* ')}", "key")
        own = effects.get(number, ())
        if own and line.cell_len <= column:
            rows.append(_beside(gutter, line, own, digits + 2 + column + GAP, look))
        else:
            rows.append(_under(gutter, line, own, look))
    return rows


def _column(lengths: Mapping[int, int], effects: "Mapping[int, list[Effect]]", look: Look) -> int:
    """The longest line that has its effects beside it; 0 if all are below."""
    longest = max((cell_len(each.text) for own in effects.values() for each in own), default=0)
    room = look.width - len(str(max(lengths, default=0))) - 2 - GAP - min(SHORTEST, longest + 2)
    fitting = [length for length in lengths.values() if length <= room]
    return max(fitting) if 2 * len(fitting) > len(lengths) and not look.plain else 0


def _beside(
    gutter: Text, line: Text, effects: "Sequence[Effect]", column: int, look: Look
) -> list[Text]:
    left = gutter.append_text(line)
    left.append(" " * (column - left.cell_len))
    shown: list[Text] = []
    for row in joined_rows(effects, look.width - column, look):
        for part in wrapped(row, look.width - column, hang=2):
            shown.append(left.append_text(part))
            left = Text(" " * column)
    return shown


def _under(gutter: Text, line: Text, effects: "Sequence[Effect]", look: Look) -> list[Text]:
    indent = gutter.cell_len
    shown = wrapped(gutter.append_text(line), look.width, hang=indent + 2)
    for row in joined_rows(effects, look.width - indent, look):
        shown += wrapped(Text(" " * indent).append_text(row), look.width, hang=indent + 2)
    return shown


def joined_rows(effects: "Sequence[Effect]", width: int, look: Look) -> list[Text]:
    """Each printed line in its own row; other effects share rows as they fit."""
    rows: list[Text] = []
    packed = False
    for effect in effects:
        small = effect.style == "watch"
        if small and packed and rows[-1].cell_len + len(JOINT) + cell_len(effect.text) <= width:
            rows[-1].append(look.sign(JOINT, "; "), "muted").append(effect.text, effect.style)
        else:
            lead = look.sign(effect.sign, effect.word)
            rows.append(Text(lead, effect.style if small else "").append(effect.text, effect.style))
        packed = small
    return rows


def _effects(result: "RunResult", size: int, look: Look) -> "Mapping[int, list[Effect]]":
    """Map lines to what happened there; in a loop, the first and last few prints."""
    from quizcli.screens.telling import Effect

    found: dict[int, list[Effect]] = {}
    prints, warns = _("prints: "), _("warns: ")
    for line, text in result.printed:
        own = found.setdefault(min(max(line, 1), size), [])
        own += [Effect(part, word=prints) for part in text.rstrip("\n").split("\n")]
    for line, text in result.warnings:
        found.setdefault(min(max(line, 1), size), []).append(Effect(text, "hint", word=warns))
    for line, own in found.items():
        if len(own) > MOST:
            left_out = Effect(_("… {n} more …").format(n=len(own) - MOST + 1), "muted")
            found[line] = [*own[:2], left_out, *own[-(MOST - 3) :]]
    if result.events:
        from quizcli.screens.watch import line_effects

        for line, told in line_effects(result.events, look).items():
            found.setdefault(min(line, size), []).extend(told)
    if _placed(result, size) and result.error and result.error.line:
        found.setdefault(result.error.line, []).append(Effect(_ended(result), "error", "! ", "! "))
    return found


def _placed(result: "RunResult", size: int) -> bool:
    return bool(result.error and result.error.line and result.error.line <= size)


def _ended(result: "RunResult") -> str:
    """One sentence on why a run did not finish."""
    error = result.error
    said = f"{error.type}: {error.message}".rstrip(": ") if error else ""
    return {
        "raised": said,
        "failed": error.message if error else "",
        "timeout": _("stopped: time limit exceeded"),
        "memory": _("stopped: memory limit exceeded"),
        "flooded": _("stopped: output limit exceeded"),
        "died": error.message if error else _("the process exited without a result"),
        "refused": said,
    }.get(result.outcome, said)
