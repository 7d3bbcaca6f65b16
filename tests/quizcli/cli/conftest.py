import sys
import time
from typing import NamedTuple

import pytest

from quizcli import language
from quizcli.cli import environment
from quizcli.cli.app import main


class Said(NamedTuple):
    code: int
    out: str
    err: str


@pytest.fixture(scope="session")
def cache(tmp_path_factory):
    """The parsed bank, for all tests of a run."""
    return tmp_path_factory.mktemp("cache")


@pytest.fixture
def home(tmp_path, cache, monkeypatch):
    """A person's folder, on a day that stands still: Sunday 1 March 2026, noon."""
    (tmp_path / "cache").symlink_to(cache)
    for name in ("LC_ALL", "LC_MESSAGES", "LANG", "QUIZCLI_LANG", "QUIZCLI_PLAIN", "NO_COLOR"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("QUIZCLI_HOME", str(tmp_path))
    monkeypatch.setenv("QUIZCLI_NOW", "2026-03-01T12:00+00:00")
    monkeypatch.setenv("QUIZCLI_ZONE", "UTC")
    monkeypatch.setenv("COLUMNS", "80")
    yield tmp_path
    language.use("en")


@pytest.fixture
def cli(home, monkeypatch, capsys):
    """Runs a command line in this process; gives its exit code and what it printed."""

    def run(*arguments):
        monkeypatch.setattr(sys, "argv", ["quizcli", *map(str, arguments)])
        monkeypatch.setattr(environment, "_STARTED", time.monotonic())  # its clock starts here
        with pytest.raises(SystemExit) as ended:
            main()
        return Said(int(ended.value.code or 0), *capsys.readouterr())

    return run
