"""The user's own Python file: its text and where it runs."""

from pathlib import Path

from quizcli.cli import environment
from quizcli.cli.texts import STDIN, read_text
from quizcli.model.run import Program
from quizcli.runner.runner import Place


def program_of(file: str, *, watch: bool) -> Program:
    """Read the program from a file or standard input; raises UsageError if it cannot be read."""
    return Program(read_text(file), name="<stdin>" if file == STDIN else file, watch=watch)


def place_of(file: str, arguments: list[str]) -> Place:
    """Where the file runs: in its own folder, which it may read."""
    if file == STDIN:
        return Place(arguments=tuple(arguments))
    if not Path(file).is_file():  # a pipe, whose folder belongs to the system
        return Place(None, (), file, tuple(arguments))
    folder, home = Path(file).resolve().parent, environment.home()
    if folder == home or folder in home.parents:  # too much to expose: only its modules
        return Place(None, tuple(folder.glob("*.py")), file, tuple(arguments))
    return Place(folder, (folder,), file, tuple(arguments))
