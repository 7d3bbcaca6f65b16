"""The command line as a whole: its table, its errors, what it loads."""

import subprocess
import sys
from pathlib import Path

import pytest

import quizcli.cli
from quizcli.cli.app import COMMANDS, load
from tests.e2e.commands import ROOT, run
from tests.homes import home_with_bank

HERE = Path(quizcli.cli.__file__).parent
PARTS = {  # files of the room that are no commands
    "app", "cases", "checking", "consent", "demos", "environment", "finding", "help_page", "home",
    "importing", "interviewing", "opening", "own", "pages", "paging", "saying",
    "sitting", "stages", "texts", "today", "usage", "watching",
}  # fmt: skip
HEAVY = {
    "numpy", "yaml", "fsrs", "rapidfuzz", "engine", "torch", "asyncio", "pydantic", "readline",
    "rich.markdown", "rich.syntax", "rich.progress", "rich.table", "pygments", "tomlkit",
    "importlib.metadata", "http", "email", "unittest", "secrets", "hashlib",
}  # fmt: skip


def test_every_command_has_its_row_and_every_row_its_command() -> None:
    files = {file.stem for file in HERE.glob("*.py")} - {"__init__"}
    assert {row.name for row in COMMANDS} <= files
    assert {row.target.split(":")[0].rpartition(".")[2] for row in COMMANDS} == files - PARTS


@pytest.mark.parametrize("row", COMMANDS, ids=lambda row: row.name)
def test_a_command_loads_and_says_what_it_is_for(row: object) -> None:
    command = load(row)  # type: ignore[arg-type]
    assert command.name == row.name  # type: ignore[attr-defined]
    assert command.help
    assert any("--lang" in parameter.opts for parameter in command.params)


def loaded(home: Path, *arguments: str, typed: str = "") -> set[str]:
    """The modules that a command line has loaded when it ends."""
    code = (
        "import sys, atexit; sys.argv = ['quizcli', *sys.argv[1:]]\n"
        "atexit.register(lambda: print('\\n'.join(['MODULES', *sys.modules])))\n"
        "from quizcli.__main__ import main; main()"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, *arguments],
        input=typed, capture_output=True, text=True, cwd=ROOT, check=False,
        env={"QUIZCLI_HOME": str(home), "PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8"},
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    return set(done.stdout.split("MODULES\n")[1].split())


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory, cache: Path) -> Path:
    home = home_with_bank(tmp_path_factory.mktemp("app"), cache)
    run(home, "topics")  # parses the bank once
    return home


@pytest.mark.parametrize(
    ("arguments", "typed", "allowed"),
    [
        (["--help"], "", set()),
        (["--version"], "", set()),
        (["quiz", "--help"], "", set()),
        (["topics"], "", set()),
        (["explain", "retain_graph", "--no-run"], "", set()),
        (["explain", "retain_graph"], "", set()),
        (["graph", "retain_graph"], "", set()),
        ([], "", {"sqlite3"}),
        (["quiz", "--seed", "1"], ":q\n", {"sqlite3"}),
    ],
    ids=lambda value: " ".join(value) if isinstance(value, list) else None,
)
def test_a_path_loads_nothing_heavy(
    home: Path, arguments: list[str], typed: str, allowed: set[str]
) -> None:
    modules = loaded(home, *arguments, typed=typed)
    assert modules & (HEAVY | {"sqlite3"}) <= allowed


def test_help_does_not_even_load_what_draws(home: Path) -> None:
    assert not {"rich", "platformdirs.unix", "quizcli.bank", "quizcli.screens"} & loaded(
        home, "--help"
    )


def test_an_error_is_one_line_without_a_traceback(home: Path) -> None:
    done = run(home, "quiz", "xyzzy")
    assert done.returncode == 1
    assert len(done.stderr.splitlines()) == 1
    assert done.stderr.startswith("quizcli: ")


def test_a_mistyped_command_is_told_the_nearest(home: Path) -> None:
    done = run(home, "quizz")
    assert done.returncode == 2
    assert "did you mean quiz?" in done.stderr


def test_a_broken_settings_file_is_told_with_its_place(home: Path) -> None:
    file = home / "config" / "config.toml"
    file.parent.mkdir(exist_ok=True)
    file.write_text("languag = 'zh'\n", encoding="utf-8")
    try:
        done = run(home)
        assert done.returncode == 2
        assert str(file) in done.stderr
        assert run(home, "--help").returncode == 0
    finally:
        file.unlink()


def test_the_language_of_the_settings_is_spoken_unless_another_is_asked_for(home: Path) -> None:
    file = home / "config" / "config.toml"
    file.parent.mkdir(exist_ok=True)
    file.write_text("language = 'zh'\n", encoding="utf-8")
    try:
        assert "道题" in run(home).stdout
        assert "questions" in run(home, "--lang", "en").stdout
        assert "questions" in run(home, QUIZCLI_LANG="en").stdout
    finally:
        file.unlink()
