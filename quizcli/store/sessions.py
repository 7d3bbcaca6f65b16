"""Unfinished sessions, and what is needed to resume each."""

import json
import sqlite3
from collections.abc import Mapping
from datetime import datetime
from typing import Any

from quizcli.store.rows import microseconds


class Sessions:
    """The table of session states; call its methods within a transaction."""

    def __init__(self, db: sqlite3.Connection) -> None:
        self._db = db

    def save(self, name: str, at: datetime, state: Mapping[str, Any]) -> None:
        """Store a state, replacing the previous one."""
        self._db.execute(
            "INSERT OR REPLACE INTO sessions (name, at, state) VALUES (?, ?, ?)",
            (name, microseconds(at), json.dumps(state, ensure_ascii=False)),
        )

    def forget(self, name: str) -> None:
        """Delete the state of a session."""
        self._db.execute("DELETE FROM sessions WHERE name = ?", (name,))

    def all(self) -> dict[str, dict[str, Any]]:
        """States keyed by session name, newest last."""
        rows = self._db.execute("SELECT name, state FROM sessions ORDER BY at, name")
        return {name: json.loads(state) for name, state in rows}
