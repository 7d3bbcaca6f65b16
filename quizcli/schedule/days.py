"""Study days: a calendar day that begins at a chosen local hour, wherever the person is."""

from datetime import UTC, date, datetime, time, timedelta, tzinfo


def study_day(at: datetime, zone: tzinfo, rollover: int = 4) -> date:
    """The study day of an aware moment: at 03:59 local time it is still yesterday.

    Wall-clock time is what counts, so that the turn stays at the same hour when the clocks change.
    """
    if at.tzinfo is None:
        raise ValueError("a moment without a time zone has no study day")
    wall = at.astimezone(zone).replace(tzinfo=None)
    return (wall - timedelta(hours=rollover)).date()


def midnight(day: date) -> datetime:
    """The study day as the moment on which FSRS sees it, so that a day is a day, never 24 hours."""
    return datetime.combine(day, time(), tzinfo=UTC)
