"""`quizcli` without arguments: where you stand and what to do next."""

from collections import Counter
from datetime import date, timedelta
from typing import TYPE_CHECKING

from quizcli.cli import opening, pages
from quizcli.cli.opening import library
from quizcli.cli.today import catalogue, todays_queue
from quizcli.model.review import Card
from quizcli.screens.home import Standing
from quizcli.screens.home import home as page
from quizcli.screens.theme import print_lines
from quizcli.settings import Settings

if TYPE_CHECKING:
    from quizcli.store.store import Store


def home() -> None:
    settings = opening.settings()
    with opening.progress(settings) as store:
        standing = standing_of(store, settings)
    console, look = pages.console_and_look(settings)
    print_lines(console, page(standing, look))


def standing_of(store: "Store", settings: Settings) -> Standing:
    """Where this user stands today."""
    books, today = library(), opening.today(settings)
    revisions = catalogue(books)
    cards = [card for card in store.cards() if card.question in revisions]
    done = store.done(today)
    queue = todays_queue(store, revisions, settings, today)
    return Standing(
        today=today,
        questions=len(revisions),
        known=sum(card.reviews > 0 for card in cards),
        topics=len(books.topics),
        due=len(queue.due),
        new=len(queue.new),
        waiting=queue.waiting,
        answered_today=done.new + done.reviews,
        interrupted=tuple({state["mode"]: None for state in store.sessions().values()}),
        interview=settings.interview_date,
        ahead=store.answers_after(today),
        weakest=_weakest(cards),
        problems=books.problems,
        again=None if queue.questions else _next_day(cards, len(revisions), settings, today),
    )


def _next_day(cards: list[Card], questions: int, settings: Settings, today: date) -> date | None:
    """The next day with something to ask, if nothing is left today."""
    tomorrow = today + timedelta(days=1)
    met = [card for card in cards if card.reviews]
    if len(met) < questions and settings.new_per_day:
        return tomorrow
    return min((max(card.due, tomorrow) for card in met if not card.suspended), default=None)


def _weakest(cards: list[Card]) -> str | None:
    """The topic with the most difficult questions, as the scheduler estimates them."""
    lapses = Counter[str]()
    for card in cards:
        lapses[card.question.partition("/")[0]] += card.lapses
    topic, most = lapses.most_common(1)[0] if lapses else ("", 0)
    return topic if most else None
