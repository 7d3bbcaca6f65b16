"""What can be asked of the progress file."""

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
    """The half of a `Store` that changes nothing; StoreError says what cannot be read."""

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
        """All cards, by question."""
        with telling(self.path):
            return self._deck.cards()

    def due(self, day: date, revisions: Mapping[str, int] | None = None) -> list[Card]:
        """Cards to ask on a day: due or revised, neither suspended nor buried.

        `revisions` (question → revision) tells of questions whose author revised them.
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
        """How many questions were asked on a day: new ones, and others (cramming apart)."""
        with telling(self.path):
            return self._log.done(day)

    def answers_after(self, day: date) -> int:
        """How many answers are dated later than a day, as a wrong clock leaves them."""
        with telling(self.path):
            return self._log.answers_after(day)

    def pace(self) -> float | None:
        """Typical seconds for an answer, once there are enough to tell."""
        with telling(self.path):
            paces = self._log.paces(200)
        return sorted(paces)[len(paces) // 2] if len(paces) >= 20 else None

    def log(self) -> Iterator[Entry]:
        """Every entry as it was written, also undone ones and undos, in the order of time."""
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
        """Entries that were not undone, under the present names of questions, in time's order."""
        with telling(self.path):
            yield from self._log.standing(
                question=question, acts=acts, since=since, session=session
            )

    def sessions(self) -> dict[str, dict[str, Any]]:
        """States of the sessions that did not come to their end, newest last."""
        with telling(self.path):
            return self._sessions.all()

    def fault(self) -> str | None:
        """What SQLite finds wrong with the whole file, or None; takes long for a large one."""
        with telling(self.path):
            return backups.fault(self._db)
