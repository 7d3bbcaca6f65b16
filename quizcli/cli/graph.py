"""`quizcli graph`: the graph recorded by a topic's programs or by a Python file."""

import json
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from quizcli.cli import opening
from quizcli.cli.demos import chosen, may_run, results_of, with_settings
from quizcli.cli.finding import completions, topic_named
from quizcli.cli.paging import Paging, paged
from quizcli.cli.saying import say
from quizcli.cli.usage import RunsOn
from quizcli.errors import ExitCode
from quizcli.language import _, current
from quizcli.model.graph import Graph
from quizcli.model.run import Backend, RunResult
from quizcli.screens.graph_files import Named

if TYPE_CHECKING:
    from rich.console import Console
    from rich.text import Text

    from quizcli.model.topic import Demo
    from quizcli.screens.theme import Look

Ran = tuple[str, "Text", RunResult]  # a program's name, its title, its run


def graph(
    what: Annotated[
        list[str],
        typer.Argument(
            metavar="TOPIC|FILE",
            autocompletion=completions,
            help=_("Topic id, title or alias, or a Python file."),
        ),
    ],
    demo: Annotated[
        str | None, typer.Option(metavar="ID", help=_("Only this one of the topic's programs."))
    ] = None,
    set_: Annotated[
        list[str] | None,
        typer.Option("--set", metavar="NAME=VALUE", help=_("Set NAME to VALUE in the program.")),
    ] = None,
    form: Annotated[
        Literal["text", "dot", "mermaid", "svg", "json"],
        typer.Option(
            "--format",
            metavar="text|dot|mermaid|svg|json",
            help=_("Output format; text is for reading, the rest for other tools."),
        ),
    ] = "text",
    backend: RunsOn = "engine",
    paging: Paging = True,
) -> None:
    name = " ".join(what)
    if name == "-" or name.endswith(".py") or Path(name).is_file():
        runs = _of_file(name, backend)
    else:
        runs = _of_topic(name, demo, set_ or [], backend)
    if form == "text":
        with paged(opening.settings(), wanted=paging) as (console, look):
            _draw(runs, console, look)
    else:
        print(_exported(form, list(runs)), end="")


def _of_file(file: str, backend: Backend) -> Iterable[Ran]:
    from rich.text import Text

    from quizcli.cli.own import place_of, program_of
    from quizcli.runner.runner import Runner

    with Runner(backend) as runner:
        result = runner.run(program_of(file, watch=True), place=place_of(file, []))
    if result.error:
        said = f"quizcli: {file}: {result.error.type}: {result.error.message}"
        say(said.rstrip(": "), err=True)
    yield file, Text(file, "title"), result


def _of_topic(query: str, demo: str | None, settings: list[str], backend: Backend) -> Iterable[Ran]:
    from quizcli.screens.prose import inline
    from quizcli.screens.theme import Look

    books = opening.library()
    page = books.topic(topic_named(books, query))
    demos: list[Demo] = chosen(with_settings(page.demos, settings), demo)
    if not may_run(books, page.id):
        raise typer.Exit(ExitCode.FOUND_WRONG)
    for each, result in zip(demos, results_of(demos, backend), strict=True):
        caption = inline(each.caption.get(current()).strip(), Look(), "title")
        yield each.id, caption.append(f"  {each.id}", "muted"), result


def _draw(runs: Iterable[Ran], console: "Console", look: "Look") -> None:
    from rich.text import Text

    from quizcli.screens.graph import graph_lines, legend
    from quizcli.screens.theme import print_lines
    from quizcli.screens.wrapping import wrapped

    graphs = []
    for number, (_name, title, result) in enumerate(runs):
        graphs.append(Graph.read(result.graph))
        head = [*[Text()] * bool(number), *wrapped(title, look.width)]
        print_lines(console, [*head, *graph_lines(graphs[-1], look)])
    if signs := legend(look, graphs):
        print_lines(console, [Text(), *signs])


def _exported(form: str, runs: list[Ran]) -> str:
    if form == "json":
        found = [{"program": name, "graph": result.graph} for name, _title, result in runs]
        return json.dumps(found, ensure_ascii=False, indent=2) + "\n"
    graphs = [Named(name, Graph.read(result.graph)) for name, _title, result in runs]
    if form == "svg":
        from quizcli.screens.graph_svg import svg

        return svg(graphs)
    from quizcli.screens import graph_files

    return graph_files.dot(graphs) if form == "dot" else graph_files.mermaid(graphs)
