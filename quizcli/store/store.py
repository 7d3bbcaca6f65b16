"""The progress file: an append-only log, and the cards derived from it."""

import sqlite3
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import replace
from datetime import date, datetime, timedelta
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from quizcli.language import _
from quizcli.model.review import Card, Entry
from quizcli.settings import Settings
from quizcli.store import backups
from quizcli.store.connection import connect, connect_to_read, transaction
from quizcli.store.errors import ReadOnlyError, StoreError, read_only, telling
from quizcli.store.migrations import migrate
from quizcli.store.reader import Reader
from quizcli.store.rows import new_id
from quizcli.store.rules import Rules


class Store(Reader):
    """A progress file; each writing method is one transaction, durable when it returns.

    All methods raise StoreError (one line for the user) if the file cannot be read or written.
    """

    def __init__(self, db: sqlite3.Connection, path: Path, settings: Settings, day: date) -> None:
        super().__init__(db, path)
        self._rules = Rules(self._log, self._deck, settings)
        self._backups = settings.backups
        self._day = day
        self._changed = False
        self.writable = True

    @classmethod
    def open(cls, path: Path, settings: Settings, *, at: datetime, day: date) -> Self:
        """Open or create the file; `at` and `day` date what is written on opening.

        A file that cannot be written is opened read-only.
        """
        try:
            with telling(path):
                path.parent.mkdir(parents=True, exist_ok=True, mode=0o700)
                return cls._opened(connect(path), path, settings, at, day)
        except ReadOnlyError:
            with telling(path):
                if not path.is_file():
                    raise
                store = cls(connect_to_read(path), path, settings, day)
                store.writable = False
                return store

    @classmethod
    def _opened(
        cls, db: sqlite3.Connection, path: Path, settings: Settings, at: datetime, day: date
    ) -> Self:
        try:
            migrate(db, path)
            store = cls(db, path, settings, day)
            if store._rules.differ():
                with store._writing():
                    store._rules.adopt(at, day)
        except BaseException:
            db.close()
            raise
        return store

    def close(self) -> None:
        """Close the file; the first time it was written on a day, make a backup."""
        changed, self._changed = self._changed, False
        try:
            if changed and self._backups:
                with telling(self.path):
                    backups.keep_daily(self._db, self.path, self._day, self._backups)
        finally:
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

    def append(self, *entries: Entry, state: Mapping[str, Any] | None = None) -> Card | None:
        """Write entries, their effect on cards, and the session's `state` in one transaction.

        Returns the card of the last entry. An entry dated before its question's last one is
        dated just after it, so that entries keep their order. `state` is stored under the last
        entry's session, for `--resume`, until `close_session`.
        """
        last = entries[-1]
        with self._writing():
            self._rules.adopt(last.at, last.day)
            rules = self._rules.settings()
            for entry in map(self._log.in_order, entries):
                self._log.add([entry])
                self._deck.follow(entry, rules)
            if state is not None:
                self._sessions.save(last.session, last.at, state)
            return self._deck.card(self._log.name(last.question))

    def undo(
        self,
        *,
        at: datetime,
        day: date,
        entry: str | None = None,
        session: str = "",
        state: Mapping[str, Any] | None = None,
    ) -> Entry | None:
        """Cancel the entry with that id, or else the last one written; None if there is none.

        Entries of one batch (`details["batch"]`) are cancelled together.
        """
        with self._writing():
            target = self._log.last_written(entry)
            if target is None:
                return None
            self._cancel(self._log.batch(target), at, day, session)
            if state is not None:
                self._sessions.save(session, at, state)
            return target

    def redate(self, entries: Iterable[Entry], *, at: datetime, day: date) -> int:
        """Cancel entries dated by a wrong clock, and write them again as of now."""
        wrong = list(entries)
        with self._writing():
            self._cancel(wrong, at, day, "")
            for number, entry in enumerate(wrong):
                again = at + timedelta(microseconds=number)  # keeps their order
                self._log.add([_redated(entry, again, day)])
            self._deck.replay({entry.question for entry in wrong}, self._rules.settings())
        return len(wrong)

    def unite(self, entries: Iterable[Entry]) -> int:
        """Add the entries of another machine's log that are missing here; returns how many."""
        with self._writing():
            before = self._log.rules()[1]
            added, differing = self._log.unite(entries)
            if differing:
                raise StoreError(
                    _(
                        "{count} entries have the id of an existing entry but different content "
                        "(the first is {id}); one of the two was edited, so nothing was added"
                    ).format(count=len(differing), id=differing[0])
                )
            if self._log.rules()[1] != before:
                self._deck.rebuild(self._rules.settings())
            else:
                self._deck.replay(self._log.concerned(added), self._rules.settings())
            return len(added)

    def rename(self, formerly: Mapping[str, str]) -> None:
        """Map entries under former ids to current questions (former → current)."""
        with telling(self.path):
            known = dict(self._db.execute("SELECT former, now FROM names").fetchall())
        if not self.writable or all(known.get(old) == now for old, now in formerly.items()):
            return
        with self._writing():
            fresh = self._log.rename(formerly)
            if moved := {
                name for names in fresh.items() if self._deck.card(names[0]) for name in names
            }:
                self._deck.replay(moved, self._rules.settings())

    def rebuild(self, progress: Callable[[int, int], None] | None = None) -> int:
        """Drop and rebuild all cards from the log; returns how many there are."""
        with self._writing():
            return self._deck.rebuild(self._rules.settings(), progress)

    def save_session(self, name: str, at: datetime, state: Mapping[str, Any]) -> None:
        """Store the state of a running session."""
        with self._writing():
            self._sessions.save(name, at, state)

    def close_session(self, name: str) -> None:
        """Delete the state of a finished session."""
        with self._writing():
            self._sessions.forget(name)

    def require_writable(self) -> None:
        """Raise StoreError if nothing can be saved."""
        if not self.writable:
            raise read_only(self.path)

    # Within a transaction

    @contextmanager
    def _writing(self) -> Iterator[None]:
        try:
            self.require_writable()
            with telling(self.path), transaction(self._db):
                yield
        except BaseException:
            self._rules.forget()
            raise
        self._changed = True

    def _cancel(self, entries: list[Entry], at: datetime, day: date, session: str) -> None:
        for entry in entries:
            cancel = Entry(
                id=new_id(at), act="undo", question=entry.question, at=at, day=day,
                session=session, cancels=entry.id,
            )  # fmt: skip
            self._log.add([cancel])
        self._deck.replay({entry.question for entry in entries}, self._rules.settings())


def _redated(entry: Entry, at: datetime, day: date) -> Entry:
    details = {**entry.details, "dated": entry.at.isoformat()}
    return replace(entry, id=new_id(at), at=at, day=day, details=details)
