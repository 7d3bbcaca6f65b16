"""Creates a bank: a folder with `bank.yaml`, the schema for editors, and a small valid topic."""

import json
from pathlib import Path

from quizcli.bank.claims import ABOUT_FILE
from quizcli.bank.schema import SCHEMA_FILE, json_schema
from quizcli.errors import QuizError, UsageError
from quizcli.language import _, reason

EXAMPLE = Path(__file__).parent / "example" / "rounding.yaml"


def write_bank(folder: Path) -> None:
    """Create a bank with one example; refuses a folder that is not empty."""
    if folder.exists() and (not folder.is_dir() or any(folder.iterdir())):
        raise UsageError(_("{folder} already exists; name a new folder").format(folder=folder))
    begin_bank(folder)
    (folder / EXAMPLE.name).write_bytes(EXAMPLE.read_bytes())


def begin_bank(folder: Path) -> None:
    """Turn the folder into a bank, if it is not one yet: `bank.yaml` and the schema, no topic."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        about = folder / ABOUT_FILE
        if not about.exists():
            about.write_text("# This file marks the folder of a quizcli bank.\ncomplete: true\n")
        schema = json.dumps(json_schema(), indent=1, ensure_ascii=False) + "\n"
        (folder / SCHEMA_FILE).write_text(schema, encoding="utf-8")
    except OSError as error:
        told = _("cannot write {folder}: {why}").format(folder=folder, why=reason(error))
        raise QuizError(told) from error
