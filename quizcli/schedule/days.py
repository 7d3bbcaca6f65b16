"""Study days: calendar days that begin at a chosen local hour."""

from datetime import UTC, date, datetime, time, timedelta, tzinfo


def study_day(at: datetime, zone: tzinfo, rollover: int = 4) -> date:
    """The study day of an aware datetime: at 03:59 local time it is still yesterday.

    Wall-clock time counts, so the day begins at the same hour when the clocks change.
    """
    if at.tzinfo is None:
        raise ValueError("a moment without a time zone has no study day")
    wall = at.astimezone(zone).replace(tzinfo=None)
    return (wall - timedelta(hours=rollover)).date()


def midnight(day: date) -> datetime:
    """The study day as a datetime for FSRS, so that intervals are whole days, not 24 hours."""
    return datetime.combine(day, time(), tzinfo=UTC)


def meant_day(text: str, today: date) -> date | None:
    """Parse `2026-12-18`, `tomorrow`, `Thursday` or `周四` into a day; None if it is none of these.

    A weekday means the next one after today.
    """
    name = text.strip().casefold()
    if name in ("tomorrow", "明天"):
        return today + timedelta(days=1)
    for weekday, names in enumerate(_WEEKDAYS):
        if name in names:
            return today + timedelta(days=(weekday - today.weekday() - 1) % 7 + 1)
    try:
        return date.fromisoformat(name)
    except ValueError:
        return None


_WEEKDAYS = [
    {english, english[:3], *(f"{week}{sign}" for week in ("周", "星期", "礼拜") for sign in signs)}
    for english, signs in zip(
        ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"),
        ("一", "二", "三", "四", "五", "六", "日天"),
        strict=True,
    )
]
