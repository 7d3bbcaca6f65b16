"""Queries on the progress file."""

import sqlite3
from collections.abc import Iterable, Iterator, Mapping
from datetime import date
from pathlib import Path
from typing import Any

from quizcli.model.review import Act, Card, Entry
from quizcli.schedule.queue import Done
from quizcli.store import backups
from quizcli.store.deck import Deck
from quizcli.store.errors import telling
from quizcli.store.log import Log
from quizcli.store.sessions import Sessions


class Reader:
    """The read-only half of a `Store`; all methods raise StoreError if reading fails."""

    def __init__(self, db: sqlite3.Connection, path: Path) -> None:
        self.path = path
        self._db = db
        self._log = Log(db)
        self._deck = Deck(db, self._log)
        self._sessions = Sessions(db)

    def card(self, question: str) -> Card | None:
        """The card of one question."""
        with telling(self.path):
            return self._deck.card(self._log.name(question))

    def cards(self) -> list[Card]:
        """All cards, keyed by question."""
        with telling(self.path):
            return self._deck.cards()

    def due(self, day: date, revisions: Mapping[str, int] | None = None) -> list[Card]:
        """Cards to ask on a day: due or revised, neither suspended nor buried.

        `revisions` maps questions to their current revision.
        """
        newer = {question: n for question, n in (revisions or {}).items() if n > 1}
        with telling(self.path):
            due = {card.question: card for card in self._deck.due(day)}
            for card in self._deck.revised(newer):
                if card.reviews and not card.suspended and card.buried != day:
                    due[card.question] = card
        return list(due.values())

    def seen(self, day: date) -> set[str]:
        """Questions that are not new: answered, suspended, or buried on this day."""
        with telling(self.path):
            return self._deck.seen(day)

    def done(self, day: date) -> Done:
        """How many questions were asked on a day: new ones and others, without cramming."""
        with telling(self.path):
            return self._log.done(day)

    def answers_after(self, day: date) -> int:
        """How many answers are dated later than a day, because a clock was wrong."""
        with telling(self.path):
            return self._log.answers_after(day)

    def pace(self) -> float | None:
        """Typical seconds for an answer, once there are enough to tell."""
        with telling(self.path):
            paces = self._log.paces(200)
        return sorted(paces)[len(paces) // 2] if len(paces) >= 20 else None

    def log(self) -> Iterator[Entry]:
        """All entries as written, including undone ones and undos, in time order."""
        with telling(self.path):
            yield from self._log.all()

    def entries(
        self,
        *,
        question: str | None = None,
        acts: Iterable[Act] = (),
        since: date | None = None,
        session: str | None = None,
    ) -> Iterator[Entry]:
        """Entries that were not undone, under current question names, in time order."""
        with telling(self.path):
            yield from self._log.standing(
                question=question, acts=acts, since=since, session=session
            )

    def sessions(self) -> dict[str, dict[str, Any]]:
        """States of unfinished sessions, newest last."""
        with telling(self.path):
            return self._sessions.all()

    def fault(self) -> str | None:
        """What SQLite finds wrong with the whole file, or None; slow for large files."""
        with telling(self.path):
            return backups.fault(self._db)
