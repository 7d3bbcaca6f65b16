"""Draws numbers as lengths and shades, readable without colour; plain text has only numbers."""

from collections.abc import Mapping
from datetime import date, timedelta

from rich.cells import cell_len
from rich.text import Text

from quizcli.language import _
from quizcli.screens.dates import calendar_day
from quizcli.screens.theme import Look

_EIGHTHS = " ▏▎▍▌▋▊▉█"
_SHADES = "·░▒▓█"


def bar(share: float, cells: int, look: Look) -> str:
    """A bar that fills a share (0 to 1) of its cells, to an eighth of a cell."""
    if look.plain:
        return ""
    eighths = round(max(0.0, min(share, 1.0)) * cells * 8)
    if share > 0:
        eighths = max(1, eighths)
    whole, rest = divmod(eighths, 8)
    return ("█" * whole + (_EIGHTHS[rest] if rest else "")).ljust(cells)


def padded(text: str, cells: int) -> str:
    """Pad text with spaces to a width in cells; a Chinese character takes two."""
    return text + " " * max(0, cells - cell_len(text))


def percent(share: float) -> str:
    """Format a share as `87%`; never 100% for less than all, nor 0% for more than nothing."""
    rounded = round(share * 100)
    if rounded == 100 and share < 1:
        rounded = 99
    if rounded == 0 and share > 0:
        rounded = 1
    return f"{rounded}%"


def heatmap(days: Mapping[date, int], today: date, look: Look, weeks: int = 26) -> list[Text]:
    """A column per week up to today and a row per weekday; plain: one line per week."""
    monday = today - timedelta(days=today.weekday())
    if look.plain:
        return _weeks_in_words(days, monday, min(weeks, 8), today)
    names = [_("Mon"), _("Tue"), _("Wed"), _("Thu"), _("Fri"), _("Sat"), _("Sun")]
    label = max(map(cell_len, names)) + 1
    weeks = max(1, min(weeks, (look.width - label) // 2))
    first = monday - timedelta(weeks=weeks - 1)
    most = max((n for on, n in days.items() if on >= first), default=0)
    lines = []
    for weekday, name in enumerate(names):
        line = Text(padded(name, label), "muted")
        for week in range(weeks):
            on = first + timedelta(weeks=week, days=weekday)
            line.append(_shade(days.get(on, 0), most) if on <= today else " ").append(" ")
        line.rstrip()
        lines.append(line)
    return lines


def _shade(count: int, most: int) -> str:
    return _SHADES[-(-count * 4 // most)] if count else _SHADES[0]


def _weeks_in_words(days: Mapping[date, int], monday: date, weeks: int, today: date) -> list[Text]:
    lines = []
    for week in range(weeks - 1, -1, -1):
        first = monday - timedelta(weeks=week)
        counts = [days.get(first + timedelta(days=n), 0) for n in range(7)]
        if any(counts):
            told = _("week of {day}: {n}").format(day=calendar_day(first, today), n=sum(counts))
            lines.append(Text(told))
    return lines
