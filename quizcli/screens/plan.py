"""Draws the plan for an interview."""

from rich.cells import cell_len
from rich.text import Text

from quizcli.language import _, plural
from quizcli.schedule.outlook import Outlook
from quizcli.schedule.simulate import LIKELY
from quizcli.screens.bars import padded, percent
from quizcli.screens.dates import calendar_day
from quizcli.screens.theme import Look
from quizcli.screens.wrapping import wrapped


def plan_lines(plan: Outlook, look: Look, rows: int = 10) -> list[Text]:
    """The lines of the page."""
    left = (plan.interview - plan.day).days
    head = _("Interview on {day}, {left}: {minutes} min a day, about {questions}").format(
        day=calendar_day(plan.interview, plan.day),
        left=plural("in {n} day", "in {n} days", left) if left else _("today"),
        minutes=plan.minutes,
        questions=plural("{n} question", "{n} questions", plan.each_day),
    )
    lines = wrapped(Text(head, "title"), look.width)
    lines.append(Text())
    for told in (_new(plan), _expected(plan), *_out_of_reach(plan)):
        lines += wrapped(Text(told), look.width)
    return [*lines, *_days(plan, rows)]


def _new(plan: Outlook) -> str:
    if not plan.new:
        return _("You have seen every question in the bank.")
    seen = plural(
        "{n} question has not been seen yet", "{n} questions have not been seen yet", plan.new
    )
    last = [on for on, new, _due in plan.planned.days if new]
    if plan.planned.unseen or not last:
        return f"{seen}{_('.')}"
    return _("{seen}; the last will be on {day}.").format(
        seen=seen, day=calendar_day(last[-1], plan.day)
    )


def _expected(plan: Outlook) -> str:
    told = _("Expected recall on the day: {planned} (with plain review: {plain})").format(
        planned=percent(plan.planned.recall), plain=percent(plan.plain.recall)
    )
    unlikely = round(plan.planned.unlikely)
    if not unlikely:
        return f"{told}{_('.')}"
    return _("{told}; {questions} of {all} will likely stay below {share}.").format(
        told=told,
        questions=plural("{n} question", "{n} questions", unlikely),
        all=plan.questions,
        share=percent(LIKELY),
    )


def _out_of_reach(plan: Outlook) -> list[str]:
    told: list[str] = []
    if plan.interview <= plan.day:  # too late to change anything
        return told
    if plan.planned.unseen >= 0.5:
        unseen = plural("{n} question", "{n} questions", round(plan.planned.unseen))
        told.append(
            _(
                "{questions} will not fit into the remaining days; each topic gets a few before "
                "any gets more."
            ).format(questions=unseen)
            if plan.minutes_for_all is None
            else _("{questions} will not fit; seeing them all would take {n} min a day.").format(
                questions=unseen, n=plan.minutes_for_all
            )
        )
    hopeless = bool(told) and plan.minutes_for_wanted is None  # already implied
    if plan.planned.recall < plan.wanted - 0.005 and not hopeless:
        wanted = percent(plan.wanted)
        told.append(
            _("A recall of {share} is out of reach in the remaining days.").format(share=wanted)
            if plan.minutes_for_wanted is None
            else _(
                "A recall of {share} is out of reach; it would take about {n} min a day."
            ).format(share=wanted, n=plan.minutes_for_wanted)
        )
    return told


def _days(plan: Outlook, rows: int) -> list[Text]:
    names = [calendar_day(on, plan.day) for on, _new, _due in plan.planned.days[:rows]]
    if not names:
        return []
    column = max(cell_len(name) for name in (_("Day"), *names)) + 2
    new, again = _("new"), _("review")
    lines = [
        Text(),
        Text(f"{padded(_('Day'), column)}{_right(new)}{_right(again)}", "title"),
    ]
    for name, (_on, fresh, due) in zip(names, plan.planned.days, strict=False):
        lines.append(
            Text(f"{padded(name, column)}{_right(str(round(fresh)))}{_right(str(round(due)))}")
        )
    more = len(plan.planned.days) - len(names)
    if more:
        lines.append(Text(plural("and {n} more day", "and {n} more days", more), "muted"))
    return lines


def _right(text: str, cells: int = 7) -> str:
    return " " * max(1, cells - cell_len(text)) + text
