"""Formats days and durations."""

from datetime import date

from quizcli.language import _, current, plural

_MONTHS = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]


def day_name(day: date, today: date) -> str:
    """`today`, `tomorrow`, or the date with its distance."""
    ahead = (day - today).days
    if ahead <= 0:
        return _("today")
    if ahead == 1:
        return _("tomorrow")
    return f"{plural('in {n} day', 'in {n} days', ahead)}{_(', ')}{calendar_day(day, today)}"


def calendar_day(day: date, today: date) -> str:
    """`Thu 12 Mar`, with the year if it differs."""
    weekday = (_("Mon"), _("Tue"), _("Wed"), _("Thu"), _("Fri"), _("Sat"), _("Sun"))[day.weekday()]
    if current() == "zh":
        year = f"{day.year}年" if day.year != today.year else ""
        return f"{year}{day.month}月{day.day}日 {weekday}"
    year = f" {day.year}" if day.year != today.year else ""
    return f"{weekday} {day.day} {_MONTHS[day.month - 1]}{year}"


def short_interval(day: date, today: date) -> str:
    """`1 d`, `3 wk`, `4 mo`: enough to choose a grade by."""
    ahead = max(0, (day - today).days)
    if ahead < 21:
        return _("{n} d").format(n=ahead)
    if ahead < 90:
        return _("{n} wk").format(n=round(ahead / 7))
    return _("{n} mo").format(n=round(ahead / 30.4))


def duration(seconds: float) -> str:
    """`40 s`, `12 min`."""
    if seconds < 90:
        return _("{n} s").format(n=round(seconds))
    return _("{n} min").format(n=round(seconds / 60))
