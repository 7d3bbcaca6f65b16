"""The cards: a cache derived from the log. Callers hold the transaction."""

import sqlite3
from collections.abc import Callable, Iterable
from dataclasses import replace
from datetime import date
from typing import Any

from quizcli.model.review import Card, Entry
from quizcli.settings import Settings
from quizcli.store.connection import marks
from quizcli.store.log import Log
from quizcli.store.rows import CARD_COLUMNS, card_of, card_row


class Deck:
    """The table `cards`."""

    def __init__(self, db: sqlite3.Connection, log: Log) -> None:
        self._db = db
        self._log = log

    def card(self, question: str) -> Card | None:
        """The card of a question."""
        row = self._db.execute("SELECT * FROM cards WHERE question = ?", (question,)).fetchone()
        return card_of(row) if row else None

    def cards(self, where: str = "true", values: Iterable[Any] = ()) -> list[Card]:
        """Cards that satisfy a condition, keyed by question."""
        rows = self._db.execute(
            f"SELECT * FROM cards WHERE {where} ORDER BY question", tuple(values)
        )
        return [card_of(row) for row in rows]

    def due(self, day: date) -> list[Card]:
        """Cards that are due on a day, neither suspended nor buried."""
        return self.cards(
            "due <= ? AND reviews > 0 AND NOT suspended AND buried IS NOT ?",
            (day.isoformat(), day.isoformat()),
        )

    def revised(self, revisions: dict[str, int]) -> list[Card]:
        """Cards whose question has a newer revision than the one last answered."""
        if not revisions:
            return []
        cards = self.cards(f"question IN ({marks(revisions)})", revisions)
        return [card for card in cards if card.revision < revisions[card.question]]

    def seen(self, day: date) -> set[str]:
        """Questions that are not new: answered, suspended, or buried on this day."""
        rows = self._db.execute(
            "SELECT question FROM cards WHERE reviews > 0 OR suspended OR buried = ?",
            (day.isoformat(),),
        )
        return {question for (question,) in rows}

    def follow(self, entry: Entry, rules: Settings) -> None:
        """Update the card with the entry just written, the last one of its question."""
        from quizcli.schedule.memory import next_card

        question = self._log.name(entry.question)
        if entry.act == "undo":
            self.replay([question], rules)
        elif question:
            card = next_card(self.card(question), replace(entry, question=question), rules)
            self._put(question, card)

    def replay(self, questions: Iterable[str], rules: Settings) -> None:
        """Rebuild the cards of these questions from their whole history."""
        from quizcli.schedule.memory import replay

        for question in questions:
            now = self._log.name(question)
            self._put(now, replay(self._log.standing(question=now), rules))
            if now != question:
                self._put(question, None)

    def rebuild(self, rules: Settings, progress: Callable[[int, int], None] | None = None) -> int:
        """Drop and rebuild all cards; calls `progress(done, of)`."""
        self._db.execute("DELETE FROM cards")
        questions = sorted(self._log.questions())
        for number, question in enumerate(questions, start=1):
            self.replay([question], rules)
            if progress:
                progress(number, len(questions))
        return int(self._db.execute("SELECT count(*) FROM cards").fetchone()[0])

    def _put(self, question: str, card: Card | None) -> None:
        if card is None:
            self._db.execute("DELETE FROM cards WHERE question = ?", (question,))
        else:
            self._db.execute(
                f"INSERT OR REPLACE INTO cards ({', '.join(CARD_COLUMNS)})"
                f" VALUES ({marks(CARD_COLUMNS)})",
                card_row(card),
            )
