-- A renamed question keeps its history: entries under `former` belong to `now`.
CREATE TABLE names (
    former TEXT PRIMARY KEY,
    now    TEXT NOT NULL
) STRICT, WITHOUT ROWID;

CREATE INDEX names_by_now ON names (now);

-- What an interrupted session needs to go on, written together with each answer.
CREATE TABLE sessions (
    name  TEXT PRIMARY KEY,
    at    INTEGER NOT NULL,                 -- microseconds since 1970, UTC
    state TEXT NOT NULL                     -- JSON
) STRICT, WITHOUT ROWID;
