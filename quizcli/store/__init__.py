"""What a person did, kept in SQLite: an append-only log, and cards that follow from it."""
