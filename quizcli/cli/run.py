"""`quizcli run`: runs a Python file in the child process, where torch is the engine."""

import json
import sys
from dataclasses import asdict
from typing import Annotated

import typer

from quizcli.cli.own import place_of, program_of
from quizcli.cli.usage import Json, RunsOn
from quizcli.errors import ExitCode
from quizcli.language import _
from quizcli.model.printable import printable
from quizcli.model.run import Limits, Program, RunResult
from quizcli.runner.runner import Runner

SECONDS = 60.0
OUTPUT = 8 << 20  # bytes: a training run may print more than a demo


def run(
    file: Annotated[
        str, typer.Argument(metavar="FILE", help=_("Python file; - reads standard input."))
    ],
    arguments: Annotated[
        list[str] | None,
        typer.Argument(metavar="[-- ARG]...", help=_("Arguments for the program (sys.argv[1:]).")),
    ] = None,
    backend: RunsOn = "engine",
    seconds: Annotated[
        float,
        typer.Option(metavar="N", min=0.1, help=_("Stop the program after this many seconds.")),
    ] = SECONDS,
    watch: Annotated[
        bool, typer.Option("--watch", help=_("Show what each line did beside it."))
    ] = False,
    graph: Annotated[
        bool, typer.Option("--graph", help=_("Draw the graph that the program records."))
    ] = False,
    step: Annotated[
        bool,
        typer.Option("--step", help=_("Step through the program, line by line and node by node.")),
    ] = False,
    as_json: Json = False,
) -> None:
    program = program_of(file, watch=watch or graph or step)
    place = place_of(file, arguments or [])
    with Runner(backend, Limits(seconds=seconds, output=OUTPUT)) as runner:
        result = runner.run(program, place=place)
    if as_json:
        print(json.dumps(asdict(result), ensure_ascii=False, indent=2))
    elif program.watch:
        _show_watched(program, result, watch=watch, graph=graph, step=step)
    else:
        _show(result, program.name)
    raise typer.Exit(_exit_code(result))


def _show_watched(
    program: Program, result: RunResult, *, watch: bool, graph: bool, step: bool
) -> None:
    """Show the program as `explain` does, with the output beside the lines."""
    from rich.text import Text

    from quizcli.cli import watching
    from quizcli.screens.stepping import Walkthrough

    if step:
        watching.walk([Walkthrough(Text(program.name, "title"), program.source, result)])
    elif not watch:
        _show(result, program.name)
    watching.show(program.source, result, listing=watch and not step, graph=graph)


def _show(result: RunResult, name: str) -> None:
    """Show what Python would: output, then warnings, then the traceback."""
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
