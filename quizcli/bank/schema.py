"""The format as JSON Schema for editors, generated from the shapes that read the files."""

from typing import Any

from quizcli.bank.format import TOPIC
from quizcli.bank.shape import Schema

DIALECT = "https://json-schema.org/draft/2020-12/schema"
SCHEMA_FILE = "schema.json"


def json_schema() -> dict[str, Any]:
    """The JSON Schema of a topic's file."""
    definitions: Schema = {}
    body = TOPIC.body(definitions)
    return {"$schema": DIALECT, "title": "A topic of a quizcli bank", **body, "$defs": definitions}


def editor_line(steps_down: int) -> str:
    """The first line of a topic file, which tells editors where the schema is."""
    return f"# yaml-language-server: $schema={'../' * steps_down}{SCHEMA_FILE}"
