"""Today's questions: by the plan while one is active, else by what is due."""

from collections.abc import Mapping
from datetime import date
from typing import TYPE_CHECKING

from quizcli.schedule.queue import Queue, day_queue
from quizcli.settings import Settings

if TYPE_CHECKING:
    from quizcli.bank.library import Library
    from quizcli.store.store import Store


def catalogue(library: "Library") -> dict[str, int]:
    """Map questions to revisions, in learning order."""
    return {question.id: question.revision for question in library.questions}


def is_planned(settings: Settings, day: date) -> bool:
    """Whether an interview date is set and not past."""
    return settings.interview_date is not None and day <= settings.interview_date


def todays_queue(
    store: "Store", questions: Mapping[str, int], settings: Settings, day: date
) -> Queue:
    """The questions of a study day, without those already asked."""
    done = store.done(day)
    if is_planned(settings, day):
        from quizcli.schedule.plan import plan_queue

        return plan_queue(
            store.cards(), questions, day, settings, questions_a_day(store, settings), done
        )
    return day_queue(store.due(day, questions), store.seen(day), questions, day, settings, done)


def questions_a_day(store: "Store", settings: Settings) -> int:
    """How many questions fit into the minutes at the user's pace."""
    from quizcli.schedule.plan import SECONDS, per_day

    return per_day(settings.minutes, store.pace() or SECONDS)
