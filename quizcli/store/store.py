"""The progress file: an append-only log, and the cards that follow from it."""

import json
import sqlite3
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from datetime import date, datetime, timedelta
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from quizcli.model.review import Act, Card, Entry
from quizcli.model.settings import Settings
from quizcli.schedule.queue import Done
from quizcli.store.errors import StoreError, telling
from quizcli.store.migrations import migrate
from quizcli.store.rows import (
    CARD_COLUMNS,
    ENTRY_COLUMNS,
    card_of,
    card_row,
    entry_of,
    entry_row,
    microseconds,
    new_id,
)

_ENTRY = ", ".join(f"log.{name}" for name in ENTRY_COLUMNS)
_STANDS = "NOT EXISTS (SELECT 1 FROM log AS later WHERE later.cancels = log.id)"
_UNDONE_BY_UNDO: tuple[Act, ...] = ("answer", "suspend", "unsuspend", "bury", "reset", "appeal")


class Store:
    """One progress file; every method is one transaction, durable when it returns.

    All raise StoreError (one line for the person) when the file cannot be read or written.
    """

    def __init__(self, db: sqlite3.Connection, path: Path, settings: Settings) -> None:
        self._db = db
        self._settings = settings
        self._adopted = False
        self.path = path

    @classmethod
    def open(cls, path: Path, settings: Settings, *, at: datetime, day: date) -> Self:
        """Open or create the file; `at` and `day` say when that is, for what is written then."""
        with telling(path):
            path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
            db = connect(path)
            try:
                migrate(db, path, path.parent / "backups")
                store = cls(db, path, settings)
                store._adopt_changed_rules(at, day)
            except BaseException:
                db.close()
                raise
        return store

    def close(self) -> None:
        """Close the file."""
        self._db.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    # Writing

    def append(self, *entries: Entry, state: Mapping[str, Any] | None = None) -> Card | None:
        """Write entries, what follows for their cards, and the session's `state`, as one.

        Returns the card of the last entry. `state` is kept under the last entry's session, for
        `--resume`, until `close_session`.
        """
        last = entries[-1]
        with self._writing():
            self._adopt(last.at, last.day)
            self._insert(entries)
            if state is not None:
                self._save_session(last.session, last.at, state)
            for entry in entries:
                self._follow(entry)
            return self._card(self._name(last.question))

    def undo(
        self,
        *,
        at: datetime,
        day: date,
        entry: str | None = None,
        session: str = "",
        state: Mapping[str, Any] | None = None,
    ) -> Entry | None:
        """Cancel the entry with that id, or else the newest that stands; None if there is none.

        Entries written as one batch (`details["batch"]`) are cancelled together.
        """
        with self._writing():
            target = self._newest(entry)
            if target is None:
                return None
            undone = [target, *self._rest_of_batch(target)]
            for one in undone:
                cancel = Entry(
                    id=new_id(at), act="undo", question=one.question, at=at, day=day,
                    session=session, cancels=one.id,
                )  # fmt: skip
                self._insert([cancel])
            if state is not None:
                self._save_session(session, at, state)
            self._replay({one.question for one in undone})
            return target

    def rename(self, formerly: Mapping[str, str]) -> None:
        """Give entries under former ids (former → present) to the present questions."""
        with telling(self.path):
            known = dict(self._db.execute("SELECT former, now FROM names"))
        fresh = {old: now for old, now in formerly.items() if known.get(old) != now}
        if not fresh:
            return
        with self._writing():
            self._db.executemany(
                "INSERT INTO names (former, now) VALUES (?, ?)"
                " ON CONFLICT (former) DO UPDATE SET now = excluded.now",
                fresh.items(),
            )
            self._db.executemany(
                "UPDATE names SET now = ? WHERE now = ?", [(now, old) for old, now in fresh.items()]
            )
            self._replay({*fresh, *fresh.values()})

    def rebuild(self, progress: Callable[[int, int], None] | None = None) -> int:
        """Drop all cards and make them again from the log; returns how many there are."""
        with self._writing():
            return self._rebuild(progress)

    def save_session(self, name: str, at: datetime, state: Mapping[str, Any]) -> None:
        """Keep the state of a session under way."""
        with self._writing():
            self._save_session(name, at, state)

    def close_session(self, name: str) -> None:
        """Forget the state of a session that came to its end."""
        with self._writing():
            self._db.execute("DELETE FROM sessions WHERE name = ?", (name,))

    # Reading

    def card(self, question: str) -> Card | None:
        """The card of one question."""
        with telling(self.path):
            return self._card(question)

    def cards(self) -> list[Card]:
        """All cards, by question."""
        return self._cards("")

    def due(self, day: date, revisions: Mapping[str, int] | None = None) -> list[Card]:
        """Cards to ask on a day: due, neither suspended nor buried.

        `revisions` (question → revision) adds those whose question was revised since.
        """
        cards = self._cards(
            "WHERE due <= ? AND reviews > 0 AND NOT suspended AND buried IS NOT ?",
            (day.isoformat(), day.isoformat()),
        )
        if revisions and max(revisions.values()) > 1:
            newer = [card for card in self._cards("WHERE due > ?", (day.isoformat(),))
                     if revisions.get(card.question, 0) > card.revision]  # fmt: skip
            cards += [c for c in newer if c.reviews and not c.suspended and c.buried != day]
        return cards

    def seen(self, day: date) -> set[str]:
        """Questions that are not new: answered, suspended, or buried on this day."""
        with telling(self.path):
            rows = self._db.execute(
                "SELECT question FROM cards WHERE reviews > 0 OR suspended OR buried = ?",
                (day.isoformat(),),
            )
            return {question for (question,) in rows}

    def done(self, day: date) -> Done:
        """How many questions were asked on a day: new ones, and others (cramming apart)."""
        answer = f"act = 'answer' AND counts AND {_STANDS}"
        with telling(self.path):
            asked, new = self._db.execute(
                "WITH today AS (SELECT DISTINCT question FROM log"  # noqa: S608
                f" WHERE day = :day AND {answer})"
                " SELECT count(*), coalesce(sum(NOT EXISTS (SELECT 1 FROM log"
                f" WHERE log.question = today.question AND day < :day AND {answer})), 0)"
                " FROM today",
                {"day": day.isoformat()},
            ).fetchone()
        return Done(new=new, reviews=asked - new)

    def entries(
        self,
        *,
        question: str | None = None,
        acts: Iterable[Act] = (),
        since: date | None = None,
        session: str | None = None,
        cancelled: bool = False,
    ) -> Iterator[Entry]:
        """Entries in the order of their time; cancelled ones, and undos, only if asked for."""
        where: list[str] = [] if cancelled else ["act != 'undo'", _STANDS]
        values: list[Any] = []
        if question is not None:
            names = self._names(question)
            where.append(f"question IN ({_marks(names)})")
            values += names
        if chosen := tuple(acts):
            where.append(f"act IN ({_marks(chosen)})")
            values += chosen
        if since is not None:
            where.append("day >= ?")
            values.append(since.isoformat())
        if session is not None:
            where.append("session = ?")
            values.append(session)
        clause = f" WHERE {' AND '.join(where)}" if where else ""
        with telling(self.path):
            rows = self._db.execute(f"SELECT {_ENTRY} FROM log{clause} ORDER BY at, id", values)  # noqa: S608
            yield from map(entry_of, rows)

    def sessions(self) -> dict[str, dict[str, Any]]:
        """States of the sessions that did not come to their end, newest last."""
        with telling(self.path):
            rows = self._db.execute("SELECT name, state FROM sessions ORDER BY at, name")
            return {name: json.loads(state) for name, state in rows}

    # Within a transaction

    @contextmanager
    def _writing(self) -> Iterator[None]:
        with telling(self.path):
            self._db.execute("BEGIN IMMEDIATE")
            try:
                yield
                self._db.execute("COMMIT")
            except BaseException:
                if self._db.in_transaction:
                    self._db.execute("ROLLBACK")
                self._adopted = False
                raise

    def _insert(self, entries: Iterable[Entry], *, known: str = "FAIL") -> int:
        before = self._db.total_changes
        self._db.executemany(
            f"INSERT OR {known} INTO log ({', '.join(ENTRY_COLUMNS)})"  # noqa: S608
            f" VALUES ({_marks(ENTRY_COLUMNS)})",
            map(entry_row, entries),
        )
        return self._db.total_changes - before

    def _save_session(self, name: str, at: datetime, state: Mapping[str, Any]) -> None:
        self._db.execute(
            "INSERT OR REPLACE INTO sessions (name, at, state) VALUES (?, ?, ?)",
            (name, microseconds(at), json.dumps(state, ensure_ascii=False)),
        )

    def _follow(self, entry: Entry) -> None:
        """Bring the card up to date with one entry just written."""
        from quizcli.schedule.memory import next_card

        question = self._name(entry.question)
        names = self._names(question)
        newer = self._db.execute(
            f"SELECT 1 FROM log WHERE question IN ({_marks(names)})"  # noqa: S608
            " AND (at, id) > (?, ?) LIMIT 1",
            (*names, microseconds(entry.at), entry.id),
        ).fetchone()
        if newer or entry.act == "undo":
            self._replay({question})
        else:
            card = next_card(self._card(question), replace(entry, question=question), self._rules())
            self._put(question, card)

    def _replay(self, questions: Iterable[str]) -> None:
        from quizcli.schedule.memory import replay

        rules = self._rules()
        for question in questions:
            now = self._name(question)
            self._put(now, replay(self._history(now), rules))
            if now != question:
                self._put(question, None)

    def _rebuild(self, progress: Callable[[int, int], None] | None) -> int:
        self._db.execute("DELETE FROM cards")
        rows = self._db.execute("SELECT DISTINCT question FROM log WHERE question != ''").fetchall()
        questions = {self._name(question) for (question,) in rows}
        for number, question in enumerate(sorted(questions), start=1):
            self._replay([question])
            if progress:
                progress(number, len(questions))
        return int(self._db.execute("SELECT count(*) FROM cards").fetchone()[0])

    def _history(self, question: str) -> list[Entry]:
        names = self._names(question)
        rows = self._db.execute(
            f"SELECT {_ENTRY} FROM log WHERE question IN ({_marks(names)})"  # noqa: S608
            f" AND act != 'undo' AND {_STANDS}",
            names,
        )
        return [replace(entry_of(row), question=question) for row in rows]

    def _put(self, question: str, card: Card | None) -> None:
        if card is None:
            self._db.execute("DELETE FROM cards WHERE question = ?", (question,))
        else:
            self._db.execute(
                f"INSERT OR REPLACE INTO cards ({', '.join(CARD_COLUMNS)})"  # noqa: S608
                f" VALUES ({_marks(CARD_COLUMNS)})",
                card_row(card),
            )

    def _card(self, question: str) -> Card | None:
        row = self._db.execute("SELECT * FROM cards WHERE question = ?", (question,)).fetchone()
        return card_of(row) if row else None

    def _cards(self, where: str, values: tuple[Any, ...] = ()) -> list[Card]:
        with telling(self.path):
            rows = self._db.execute(f"SELECT * FROM cards {where} ORDER BY question", values)  # noqa: S608
            return [card_of(row) for row in rows]

    def _name(self, question: str) -> str:
        row = self._db.execute("SELECT now FROM names WHERE former = ?", (question,)).fetchone()
        return str(row[0]) if row else question

    def _names(self, question: str) -> list[str]:
        rows = self._db.execute("SELECT former FROM names WHERE now = ?", (question,))
        return [question, *(former for (former,) in rows)]

    def _newest(self, entry: str | None) -> Entry | None:
        row = self._db.execute(
            f"SELECT {_ENTRY} FROM log WHERE act IN ({_marks(_UNDONE_BY_UNDO)}) AND {_STANDS}"  # noqa: S608
            " AND (? IS NULL OR id = ?) ORDER BY seq DESC LIMIT 1",
            (*_UNDONE_BY_UNDO, entry, entry),
        ).fetchone()
        return entry_of(row) if row else None

    def _rest_of_batch(self, entry: Entry) -> list[Entry]:
        batch = entry.details.get("batch")
        if not batch:
            return []
        rows = self._db.execute(
            f"SELECT {_ENTRY} FROM log WHERE act = ? AND at = ? AND id != ?"  # noqa: S608
            f" AND details ->> 'batch' = ? AND {_STANDS}",
            (entry.act, microseconds(entry.at), entry.id, batch),
        )
        return [entry_of(row) for row in rows]

    # The rules of the schedule, which stand in the log

    def _rules(self) -> Settings:
        return self._settings.with_rules(self._header() or {})

    def _header(self) -> dict[str, Any] | None:
        entry = self._last_header()
        return dict(entry.details) if entry else None

    def _last_header(self) -> Entry | None:
        row = self._db.execute(
            f"SELECT {_ENTRY} FROM log WHERE act = 'scheduler' ORDER BY at DESC, id DESC LIMIT 1"  # noqa: S608
        ).fetchone()
        return entry_of(row) if row else None

    def _adopt_changed_rules(self, at: datetime, day: date) -> None:
        """At the start only what can be seen without loading FSRS: its version follows later."""
        header = self._header()
        if header is not None and self._settings.with_rules(header) != self._settings:
            with self._writing():
                self._adopt(at, day)

    def _adopt(self, at: datetime, day: date) -> None:
        """Write the rules into the log if they changed, and let all cards follow from them."""
        if self._adopted:
            return
        from quizcli.schedule.memory import SCHEDULER, scheduler

        weights = list(scheduler(self._settings).parameters)
        rules = {"scheduler": SCHEDULER, **self._settings.rules(), "weights": weights}
        last = self._last_header()
        if last is None or last.details != rules:
            if last is not None:
                at = max(
                    at, last.at + timedelta(microseconds=1)
                )  # the clock may have been set back
            header = Entry(
                id=new_id(at), act="scheduler", question="", at=at, day=day, details=rules
            )
            self._insert([header])
            if last is not None:
                self._rebuild(None)
        self._adopted = True


def connect(path: Path) -> sqlite3.Connection:
    """A connection whose commits are on the disk when they return."""
    if path.is_dir():
        raise StoreError(f"{path}: is a folder; the progress file cannot be there")
    db = sqlite3.connect(path, timeout=20, isolation_level=None)
    db.row_factory = sqlite3.Row
    db.execute("PRAGMA synchronous = FULL")
    return db


def _marks(values: Iterable[Any]) -> str:
    return ", ".join("?" for _ in values)
