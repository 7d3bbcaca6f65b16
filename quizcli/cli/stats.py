"""`quizcli stats`: practice statistics."""

import json
from typing import Any

from quizcli.cli import opening
from quizcli.cli.opening import library
from quizcli.cli.paging import Paging, paged
from quizcli.cli.today import catalogue, todays_queue
from quizcli.cli.usage import Json
from quizcli.language import current
from quizcli.schedule.statistics import Statistics, statistics


def stats(
    as_json: Json = False,
    paging: Paging = True,
) -> None:
    settings = opening.settings()
    day = opening.today(settings)
    books = library()
    questions = catalogue(books)
    with opening.progress(settings) as store:
        store.rename(books.renamed)
        queue = todays_queue(store, questions, settings, day)
        numbers = statistics(
            store.entries(acts=["answer"]), store.cards(), questions, queue, day, settings
        )
    if as_json:
        print(json.dumps(as_dict(numbers), ensure_ascii=False, indent=2))
        return
    from quizcli.screens.stats import stats_lines
    from quizcli.screens.theme import print_lines

    titles = {topic.id: topic.title(current()) for topic in books.topics}
    with paged(settings, wanted=paging) as (console, look):
        print_lines(console, stats_lines(numbers, lambda topic: titles.get(topic, topic), look))


def as_dict(numbers: Statistics) -> dict[str, Any]:
    """The statistics as JSON; shares are from 0 to 1."""
    retention = numbers.retention
    return {
        "day": numbers.day.isoformat(),
        "until": numbers.until.isoformat(),
        "today": {
            "answers": numbers.today.answers,
            "right": numbers.today.right,
            "seconds": round(numbers.today.seconds, 1),
            "due": numbers.today.due,
            "new": numbers.today.new,
        },
        "streak": {"now": numbers.streak.now, "best": numbers.streak.best},
        "retention": {
            "asked": retention.asked,
            "recalled": retention.recalled,
            "share": None if retention.share is None else round(retention.share, 4),
            "target": retention.target,
        },
        "answers": numbers.answers,
        "days": {on.isoformat(): count for on, count in sorted(numbers.days.items())},
        "forecast": {on.isoformat(): count for on, count in numbers.forecast},
        "topics": [
            {
                "topic": topic.topic,
                "questions": topic.questions,
                "seen": topic.seen,
                "recall": round(topic.recall, 4),
                "recall_until": round(topic.on_date, 4),
                "lapses": topic.lapses,
            }
            for topic in numbers.mastery
        ],
        "weakest": [
            {"topic": topic.topic, "command": f"quizcli quiz {topic.topic}"}
            for topic in numbers.weakest
        ],
        "leeches": list(numbers.leeches),
        "calibration": [
            {"confidence": row.percent / 100, "answers": row.answers, "right": row.right}
            for row in numbers.calibration
        ],
    }
