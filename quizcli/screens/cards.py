"""Draws the schedule of single questions."""

from collections.abc import Mapping, Sequence
from datetime import date

from rich.cells import cell_len
from rich.text import Text

from quizcli.language import _, plural
from quizcli.model.review import Card
from quizcli.schedule.queue import topic_of
from quizcli.screens.bars import padded
from quizcli.screens.dates import calendar_day
from quizcli.screens.lists import command_lines
from quizcli.screens.theme import Look
from quizcli.screens.wrapping import wrapped


def card_lines(cards: Sequence[Card], today: date, look: Look) -> list[Text]:
    """One line per question: when it returns, and how it went so far."""
    if not cards:
        return [Text(_("There are none."))]
    states = [_state(card, today) for card in cards]
    column = max(map(cell_len, states)) + 2
    lines = []
    for card, state in zip(cards, states, strict=True):
        reviews = plural("{n} answer", "{n} answers", card.reviews)
        lapses = plural("{n} lapse", "{n} lapses", card.lapses) if card.lapses else ""
        line = Text(padded(state, column)).append(card.question, "code")
        line.append(f"  {reviews}{_(', ') if lapses else ''}{lapses}", "muted")
        lines += wrapped(line, look.width, hang=column if look.width > 60 else 2)
    return lines


def leech_lines(
    cards: Sequence[Card], builds_on: Mapping[str, Sequence[str]], look: Look
) -> list[Text]:
    """What to learn before trying again, as commands."""
    rows = []
    for topic in dict.fromkeys(topic_of(card.question) for card in cards if card.leech):
        before = " ".join(builds_on.get(topic, ())) or topic
        rows.append((f"quizcli quiz {before}", _("what {topic} builds on").format(topic=topic)))
        rows.append((f"quizcli cards unsuspend {topic}", _("then try again")))
    return [Text(), *command_lines(rows, look)] if rows else []


def _state(card: Card, today: date) -> str:
    if card.leech:
        return _("leech")
    if card.suspended:
        return _("set aside")
    if card.buried == today:
        return _("skipped today")
    if not card.reviews:
        return _("new")
    return _("due") if card.due <= today else calendar_day(card.due, today)
