"""The log: rows are only added, never changed or removed. Callers hold the transaction."""

import json
import sqlite3
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from datetime import date
from typing import Any

from quizcli.model.review import Act, Entry
from quizcli.schedule.queue import Done
from quizcli.store.connection import marks
from quizcli.store.rows import ENTRY_COLUMNS, entry_of, entry_row, microseconds, moment

_ENTRY = ", ".join(f"log.{name}" for name in ENTRY_COLUMNS)
_STANDS = "NOT EXISTS (SELECT 1 FROM log AS later WHERE later.cancels = log.id)"
_CAN_BE_UNDONE: tuple[Act, ...] = ("answer", "suspend", "unsuspend", "bury", "reset", "appeal")


class Log:
    """The table `log`, and the table `names` of renamed questions."""

    def __init__(self, db: sqlite3.Connection) -> None:
        self._db = db

    def add(self, entries: Iterable[Entry]) -> None:
        """Add entries; raises sqlite3.IntegrityError if an id exists already."""
        self._db.executemany(
            f"INSERT INTO log ({', '.join(ENTRY_COLUMNS)}) VALUES ({marks(ENTRY_COLUMNS)})",
            map(entry_row, entries),
        )

    def all(self) -> Iterator[Entry]:
        """All entries as written, in time order."""
        return map(entry_of, self._db.execute(f"SELECT {_ENTRY} FROM log ORDER BY at, id"))

    def standing(
        self,
        *,
        question: str | None = None,
        acts: Iterable[Act] = (),
        since: date | None = None,
        session: str | None = None,
    ) -> Iterator[Entry]:
        """Entries that were not undone, under current question names, in time order."""
        where: dict[str, list[Any]] = {"act != 'undo'": [], _STANDS: []}
        if question is not None:
            names = self.names(self.name(question))
            where[f"question IN ({marks(names)})"] = names
        if chosen := list(acts):
            where[f"act IN ({marks(chosen)})"] = chosen
        if since is not None:
            where["day >= ?"] = [since.isoformat()]
        if session is not None:
            where["session = ?"] = [session]
        rows = self._db.execute(
            f"SELECT {_ENTRY}, now FROM log LEFT JOIN names ON former = question"
            f" WHERE {' AND '.join(where)} ORDER BY at, id",
            [value for values in where.values() for value in values],
        )
        for row in rows:
            entry = entry_of(row)
            yield replace(entry, question=row["now"]) if row["now"] else entry

    def in_order(self, entry: Entry) -> Entry:
        """The entry, dated after its question's last entry, as the clock may have been set back."""
        names = self.names(self.name(entry.question))
        (last,) = self._db.execute(
            f"SELECT max(at) FROM log WHERE question IN ({marks(names)})", names
        ).fetchone()
        if last is None or microseconds(entry.at) > last:
            return entry
        return replace(entry, at=moment(last + 1))

    def last_written(self, entry: str | None = None) -> Entry | None:
        """The entry with that id, or else the last one written, if it was not undone."""
        row = self._db.execute(
            f"SELECT {_ENTRY} FROM log WHERE act IN ({marks(_CAN_BE_UNDONE)}) AND {_STANDS}"
            " AND (? IS NULL OR id = ?) ORDER BY seq DESC LIMIT 1",
            (*_CAN_BE_UNDONE, entry, entry),
        ).fetchone()
        return entry_of(row) if row else None

    def batch(self, entry: Entry) -> list[Entry]:
        """The entry and those written in the same batch (`details["batch"]`)."""
        if not entry.details.get("batch"):
            return [entry]
        rows = self._db.execute(
            f"SELECT {_ENTRY} FROM log WHERE day = ? AND act = ?"
            f" AND details ->> 'batch' = ? AND {_STANDS}",
            (entry.day.isoformat(), entry.act, entry.details["batch"]),
        )
        return [entry_of(row) for row in rows]

    def questions(self) -> set[str]:
        """The current names of all questions in the log."""
        rows = self._db.execute(
            "SELECT DISTINCT coalesce(now, question) FROM log LEFT JOIN names"
            " ON former = question WHERE question != ''"
        )
        return {question for (question,) in rows}

    def done(self, day: date) -> Done:
        """How many questions were asked on a day: new ones and others, without cramming."""
        answer = f"act = 'answer' AND counts AND {_STANDS}"
        asked, new = self._db.execute(
            "WITH today AS (SELECT DISTINCT coalesce(now, question) AS name FROM log"
            f" LEFT JOIN names ON former = question WHERE day = :day AND {answer})"
            " SELECT count(*), coalesce(sum(NOT EXISTS (SELECT 1 FROM log WHERE question IN"
            " (SELECT name UNION ALL SELECT former FROM names WHERE now = name)"
            f" AND day < :day AND {answer})), 0) FROM today",
            {"day": day.isoformat()},
        ).fetchone()
        return Done(new=new, reviews=asked - new)

    def answers_after(self, day: date) -> int:
        """How many valid answers are dated later than a day."""
        (count,) = self._db.execute(
            f"SELECT count(*) FROM log WHERE day > ? AND act = 'answer' AND {_STANDS}",
            (day.isoformat(),),
        ).fetchone()
        return int(count)

    def paces(self, answers: int) -> list[float]:
        """Seconds taken by the last answers, newest first."""
        rows = self._db.execute(
            "SELECT seconds FROM log WHERE act = 'answer' AND seconds > 0"
            " ORDER BY seq DESC LIMIT ?",
            (answers,),
        )
        return [float(seconds) for (seconds,) in rows]

    def rules(self) -> tuple[Entry | None, Mapping[str, Any]]:
        """The last `scheduler` entry, and the rules it holds."""
        row = self._db.execute(
            f"SELECT {_ENTRY} FROM log WHERE act = 'scheduler' ORDER BY at DESC, id DESC LIMIT 1"
        ).fetchone()
        entry = entry_of(row) if row else None
        return entry, entry.details if entry else {}

    def name(self, question: str) -> str:
        """The current name of a question."""
        row = self._db.execute("SELECT now FROM names WHERE former = ?", (question,)).fetchone()
        return str(row[0]) if row else question

    def names(self, question: str) -> list[str]:
        """The current name and all former ones."""
        rows = self._db.execute("SELECT former FROM names WHERE now = ?", (question,))
        return [question, *(former for (former,) in rows)]

    def rename(self, formerly: Mapping[str, str]) -> dict[str, str]:
        """Store former → current names; returns the new ones."""
        known = dict(self._db.execute("SELECT former, now FROM names").fetchall())
        fresh = {old: now for old, now in formerly.items() if known.get(old) != now}
        for old, now in fresh.items():
            self._db.execute("DELETE FROM names WHERE former = ?", (now,))
            self._db.execute("INSERT OR REPLACE INTO names (former, now) VALUES (?, ?)", (old, now))
            self._db.execute("UPDATE names SET now = ? WHERE now = ?", (now, old))
        return fresh

    # Logs of other machines

    def unite(self, entries: Iterable[Entry]) -> tuple[list[str], list[str]]:
        """Add missing entries; returns the ids added, and those whose content differs.

        The same id with different content means that a file was edited by hand.
        """
        self._db.execute("DROP TABLE IF EXISTS temp.incoming")
        self._db.execute(f"CREATE TEMP TABLE incoming ({', '.join(ENTRY_COLUMNS)})")
        self._db.executemany(
            f"INSERT INTO incoming VALUES ({marks(ENTRY_COLUMNS)})", map(entry_row, entries)
        )
        columns = ", ".join(ENTRY_COLUMNS)
        added = self._db.execute(
            f"INSERT OR IGNORE INTO log ({columns}) SELECT {columns} FROM incoming"
            " ORDER BY at, id RETURNING id"
        ).fetchall()
        same = " AND ".join(f"log.{name} IS incoming.{name}" for name in ENTRY_COLUMNS)
        differing = self._db.execute(
            f"SELECT id FROM incoming JOIN log USING (id) WHERE NOT ({same})"
        ).fetchall()
        self._db.execute("DROP TABLE temp.incoming")
        return [row[0] for row in added], [row[0] for row in differing]

    def concerned(self, ids: Iterable[str]) -> set[str]:
        """The questions whose cards depend on these entries, or on what they cancel."""
        rows = self._db.execute(
            "WITH given AS (SELECT value AS id FROM json_each(?))"
            " SELECT question FROM log JOIN given USING (id)"
            " UNION SELECT log.question FROM log JOIN log AS later ON later.cancels = log.id"
            " JOIN given ON given.id = later.id",
            (json.dumps(list(ids)),),
        )
        return {question for (question,) in rows if question}
