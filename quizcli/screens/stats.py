"""Draws the practice statistics."""

from collections.abc import Callable

from rich.cells import cell_len
from rich.text import Text

from quizcli.language import _, plural
from quizcli.schedule.statistics import Mastery, Statistics
from quizcli.screens.bars import bar, heatmap, padded, percent
from quizcli.screens.dates import calendar_day, duration
from quizcli.screens.lists import command_lines
from quizcli.screens.theme import Look
from quizcli.screens.wrapping import wrapped

Title = Callable[[str], str]


def stats_lines(stats: Statistics, title: Title, look: Look) -> list[Text]:
    """The lines of the page."""
    lines = _numbers(stats, look)
    if not stats.answers:
        hint = [("quizcli quiz", _("your first questions"))]
        return [*lines, Text(), *command_lines(hint, look)]
    lines += [Text(), Text(_("Answers by day"), "title")]
    lines += heatmap(stats.days, stats.day, look)
    lines += _forecast(stats, look)
    lines += _topics(stats, title, look)
    lines += _weakest(stats, title, look)
    lines += _leeches(stats, look)
    return lines + _calibration(stats, look)


def _numbers(stats: Statistics, look: Look) -> list[Text]:
    today = stats.today
    answers = plural("{n} answer", "{n} answers", today.answers)
    right = _("{n} right").format(n=today.right)
    left = _("{due} due and {new} new left").format(due=today.due, new=today.new)
    streak = plural("{n} day", "{n} days", stats.streak.now)
    best = plural("{n} day", "{n} days", stats.streak.best)
    rows = [
        (
            _("Today"),
            f"{answers}{_(', ')}{right}{_(', ')}{duration(today.seconds)}{_('; ')}{left}",
        ),
        (_("Streak"), _("{now}, longest {best}").format(now=streak, best=best)),
        (_("Recalled"), _recalled(stats)),
        (
            _("Total"),
            _("{answers} on {days}").format(
                answers=plural("{n} answer", "{n} answers", stats.answers),
                days=plural("{n} day", "{n} days", len(stats.days)),
            ),
        ),
    ]
    column = max(cell_len(name) for name, _value in rows) + 2
    lines = []
    for name, value in rows:
        line = Text().append(padded(name, column), "title").append(value)
        lines += wrapped(line, look.width, hang=column)
    return lines


def _recalled(stats: Statistics) -> str:
    retention = stats.retention
    if retention.share is None:
        return _("nothing reviewed on a later day yet")
    return _("{share} of {n} reviews in 30 days; the target is {target}").format(
        share=percent(retention.share), n=retention.asked, target=percent(retention.target)
    )


def _forecast(stats: Statistics, look: Look) -> list[Text]:
    rows = [(calendar_day(on, stats.day), count) for on, count in stats.forecast[:7]]
    for start in range(7, len(stats.forecast), 7):
        week = stats.forecast[start : start + 7]
        name = _("week of {day}").format(day=calendar_day(week[0][0], stats.day))
        rows.append((name, sum(count for _on, count in week)))
    most = max(count for _name, count in rows) or 1
    column = max(cell_len(name) for name, _count in rows) + 2
    cells = max(5, min(40, look.width - column - 6))
    lines = [Text(), Text(_("Upcoming"), "title")]
    for name, count in rows:
        drawn = bar(count / most, cells, look)
        lines.append(Text(padded(name, column)).append(drawn, "code").append(f" {count}"))
    return lines


def _topics(stats: Statistics, title: Title, look: Look) -> list[Text]:
    begun = [topic for topic in stats.mastery if topic.seen]
    head = _("How well you know each topic: tomorrow, and on {day}").format(
        day=calendar_day(stats.until, stats.day)
    )
    lines = [Text(), *wrapped(Text(head, "title"), look.width)]
    numbers = [_topic_numbers(topic) for topic in begun]
    wide = look.width >= 60
    names = [title(topic.topic) for topic in begun]
    column = min(max(map(cell_len, names), default=0) + 2, look.width - 36 if wide else 99)
    for topic, name, number in zip(begun, names, numbers, strict=True):
        drawn = bar(topic.recall, 10, look)
        if wide:
            first, *rest = wrapped(Text(name), column - 2)
            lines.append(Text(padded(first.plain, column)).append(drawn, "code").append(number))
            lines += rest
        else:
            lines += wrapped(Text(name), look.width)
            lines.append(Text("  ").append(drawn, "code").append(number))
    unseen = len(stats.mastery) - len(begun)
    if unseen:
        lines.append(
            Text(plural("{n} topic not started", "{n} topics not started", unseen), "muted")
        )
    return lines


def _topic_numbers(topic: Mastery) -> str:
    now, then = percent(topic.recall).rjust(4), percent(topic.on_date).rjust(4)
    return f" {now} {then}  {topic.seen}/{topic.questions}"


def _weakest(stats: Statistics, title: Title, look: Look) -> list[Text]:
    if not stats.weakest:
        return []
    rows = [
        (f"quizcli quiz {topic.topic}", f"{title(topic.topic)}{_(': ')}{percent(topic.on_date)}")
        for topic in stats.weakest
    ]
    return [
        Text(),
        Text(_("Weakest topics, and how to work on them"), "title"),
        *command_lines(rows, look),
    ]


def _leeches(stats: Statistics, look: Look) -> list[Text]:
    if not stats.leeches:
        return []
    told = plural(
        "{n} question kept failing and was set aside",
        "{n} questions kept failing and were set aside",
        len(stats.leeches),
    )
    rows = [("quizcli cards --leeches", _("which ones, and what to learn first"))]
    return [Text(), *wrapped(Text(told), look.width), *command_lines(rows, look)]


def _calibration(stats: Statistics, look: Look) -> list[Text]:
    if not stats.calibration:
        return []
    lines = [
        Text(),
        *wrapped(Text(_("Confidence, and how often you were right"), "title"), look.width),
    ]
    for row in stats.calibration:
        share = row.right / row.answers
        sure = percent(row.percent / 100).rjust(4)
        drawn = bar(share, min(20, look.width // 3), look)
        told = _("{share} of {n}").format(share=percent(share).rjust(4), n=row.answers)
        lines.append(Text(f"{sure}  ").append(drawn, "code").append(f" {told}"))
    return lines
