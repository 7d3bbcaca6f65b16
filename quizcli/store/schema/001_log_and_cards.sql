-- The append-only log is the truth; cards follow from it and can be rebuilt.
CREATE TABLE log (
    seq      INTEGER PRIMARY KEY,
    id       TEXT NOT NULL UNIQUE,
    act      TEXT NOT NULL,
    question TEXT NOT NULL,
    at       INTEGER NOT NULL,              -- microseconds since 1970, UTC
    day      TEXT NOT NULL,                 -- the person's study day
    grade    INTEGER,
    right    INTEGER,
    mode     TEXT,
    counts   INTEGER NOT NULL DEFAULT 1,
    seconds  REAL NOT NULL DEFAULT 0,
    hints    INTEGER NOT NULL DEFAULT 0,
    revision INTEGER NOT NULL DEFAULT 1,
    session  TEXT NOT NULL DEFAULT '',
    cancels  TEXT,                          -- id of the entry that an undo cancels
    details  TEXT NOT NULL DEFAULT '{}'     -- JSON
) STRICT;

CREATE INDEX log_by_question ON log (question, at);
CREATE INDEX log_by_day ON log (day);
CREATE INDEX log_by_cancelled ON log (cancels) WHERE cancels IS NOT NULL;
CREATE INDEX log_by_scheduler ON log (at) WHERE act = 'scheduler';

CREATE TABLE cards (
    question   TEXT PRIMARY KEY,
    due        TEXT NOT NULL,
    last       TEXT NOT NULL,
    stability  REAL NOT NULL,
    difficulty REAL NOT NULL,
    reviews    INTEGER NOT NULL,
    lapses     INTEGER NOT NULL,
    suspended  INTEGER NOT NULL,
    leech      INTEGER NOT NULL,
    buried     TEXT,
    revision   INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX cards_by_due ON cards (due);
