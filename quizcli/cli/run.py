"""`quizcli run`: any Python file in the child process, where torch is the engine."""

import json
import sys
from dataclasses import asdict
from pathlib import Path
from typing import Annotated

import typer

from quizcli.cli import environment
from quizcli.errors import ExitCode, UsageError
from quizcli.language import _
from quizcli.model.printable import printable
from quizcli.model.run import Backend, Limits, Program, RunResult
from quizcli.runner.runner import Place, Runner

STDIN = "-"
SECONDS = 60.0


def run(
    file: Annotated[str, typer.Argument(metavar="FILE", help=_("A Python file; - reads stdin."))],
    arguments: Annotated[
        list[str] | None, typer.Argument(metavar="[-- ARGS]...", help=_("Its sys.argv[1:]."))
    ] = None,
    backend: Annotated[
        Backend, typer.Option(help=_("What runs the code: the engine, or PyTorch itself."))
    ] = "engine",
    seconds: Annotated[
        float, typer.Option(min=0.1, help=_("Stop it after so many seconds."))
    ] = SECONDS,
    as_json: Annotated[bool, typer.Option("--json", help=_("For scripts."))] = False,
) -> None:
    with Runner(backend, Limits(seconds=seconds, output=OUTPUT)) as runner:
        program = Program(_source(file), name="<stdin>" if file == STDIN else file)
        result = runner.run(program, place=_place(file, arguments or []))
    if as_json:
        print(json.dumps(asdict(result), ensure_ascii=False, indent=2))
    else:
        _show(result, program.name)
    raise typer.Exit(_exit_code(result))


OUTPUT = 8 << 20  # bytes: a person's own training run may say more than a demo


def _source(file: str) -> str:
    if file == STDIN:
        return sys.stdin.read()
    try:
        return Path(file).read_text(encoding="utf-8")
    except OSError as error:
        raise UsageError(f"{file}: {error.strerror}") from None
    except UnicodeDecodeError:
        raise UsageError(_("{file}: this is not a UTF-8 text").format(file=file)) from None


def _place(file: str, arguments: list[str]) -> Place:
    if file == STDIN:
        return Place(arguments=tuple(arguments))
    folder, home = Path(file).resolve().parent, environment.home()
    if folder == home or folder in home.parents:  # too much to be read: only the modules there
        return Place(None, tuple(folder.glob("*.py")), file, tuple(arguments))
    return Place(folder, (folder,), file, tuple(arguments))


def _show(result: RunResult, name: str) -> None:
    """What Python would show: output, then warnings, then the traceback."""
    _write(result.stdout, err=False)
    _write(result.stderr, err=True)
    for line, text in result.warnings:
        _write(f"{name}:{line}: {text}\n", err=True)
    error = result.error
    if error is None:
        return
    if error.type == "SystemExit":
        _write("" if error.message.isdigit() else f"{error.message}\n", err=True)
    elif error.traceback and result.outcome != "refused":
        _write(error.traceback, err=True)
    else:
        where = f"{name}:{error.line}: " if error.line else f"{name}: "
        _write(f"{where}{error.message}\n", err=True)


def _write(text: str, *, err: bool) -> None:
    stream = sys.stderr if err else sys.stdout
    stream.write(printable(text) if stream.isatty() else text)
    stream.flush()


def _exit_code(result: RunResult) -> int:
    if result.ok:
        return ExitCode.FINE
    error = result.error
    if error and error.type == "SystemExit" and error.message.isdigit():
        return int(error.message) & 0xFF
    return ExitCode.FOUND_WRONG
