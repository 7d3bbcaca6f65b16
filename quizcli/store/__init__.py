"""Stores the user's progress in SQLite: an append-only log, and cards derived from it."""
