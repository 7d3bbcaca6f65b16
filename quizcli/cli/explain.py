"""`quizcli explain`: look up a topic and watch its proof run."""

from collections.abc import Iterable
from dataclasses import asdict
from typing import TYPE_CHECKING, Annotated, Any

import typer

from quizcli.cli import opening
from quizcli.cli.demos import chosen, edited, may_run, results_of, with_settings
from quizcli.cli.finding import completions, named, unsure
from quizcli.cli.opening import library
from quizcli.cli.paging import Paging, paged
from quizcli.cli.saying import say
from quizcli.cli.usage import Json, RunsOn
from quizcli.errors import ExitCode
from quizcli.language import _, current
from quizcli.model.topic import Demo, Topic
from quizcli.screens import topic as draw
from quizcli.screens.theme import print_lines

if TYPE_CHECKING:
    from rich.console import Console

    from quizcli.bank.library import Library
    from quizcli.bank.lookup import Found
    from quizcli.model.graph import Graph
    from quizcli.model.run import RunResult
    from quizcli.screens.theme import Look


def explain(
    topic: Annotated[
        list[str],
        typer.Argument(
            metavar="TOPIC",
            autocompletion=completions,
            help=_("Topic id, title, alias or API name; typos are fine."),
        ),
    ],
    set_: Annotated[
        list[str] | None,
        typer.Option("--set", metavar="NAME=VALUE", help=_("Set NAME to VALUE in the program.")),
    ] = None,
    demo: Annotated[
        str | None, typer.Option(metavar="ID", help=_("Only this one of the topic's programs."))
    ] = None,
    run: Annotated[
        bool, typer.Option(" /--no-run", help=_("Show the code without running it."))
    ] = True,
    graph: Annotated[
        bool, typer.Option("--graph", help=_("Draw the graph that each program records."))
    ] = False,
    step: Annotated[
        bool,
        typer.Option("--step", help=_("Step through the programs, line by line and node by node.")),
    ] = False,
    edit: Annotated[
        bool, typer.Option("--edit", help=_("Edit the programs in your editor, then run them."))
    ] = False,
    as_json: Json = False,
    backend: RunsOn = "engine",
    paging: Paging = True,
) -> None:
    books = library()
    query = " ".join(topic)
    found = books.find(query)
    if not found.sure:
        _not_sure(books, query, found, as_json=as_json)
    page = books.topic(found.topics[0])
    demos = chosen(with_settings(page.demos, set_ or []), demo)
    running = run and may_run(books, page.id)
    if running and edit:
        demos = [edited(each) for each in demos]
    if running and step:
        from quizcli.cli.watching import walk_demos

        walk_demos(demos, page, backend)
        return
    results = results_of(demos, backend) if running else (None for _each in demos)
    if as_json:
        import json

        print(json.dumps(_as_json(page, demos, results), ensure_ascii=False, indent=2))
        return
    titles = {entry.id: entry.title(current()) for entry in books.topics}
    with paged(opening.settings(), wanted=paging) as (console, look):
        print_lines(console, draw.opening(page, look))
        _show_demos(zip(demos, results, strict=True), console, look, graph=graph)
        print_lines(console, draw.closing(page, titles, look))


def _show_demos(
    demos: "Iterable[tuple[Demo, RunResult | None]]",
    console: "Console",
    look: "Look",
    *,
    graph: bool,
) -> None:
    graphs: list[Graph] = []
    for shown, result in demos:
        print_lines(console, draw.demo(shown, result, look))
        if graph and result:
            from quizcli.cli.watching import show_graph

            graphs.append(show_graph(result, console, look))
    if graphs:
        from quizcli.cli.watching import show_legend

        show_legend(graphs, console, look)


def _not_sure(books: "Library", query: str, found: "Found", *, as_json: bool) -> None:
    said, topics = unsure(books, query, found)
    if as_json:
        import json

        print(json.dumps({"found": False, "query": query, "nearest": list(topics)}))
    else:
        say(f"quizcli: {said}", err=True)
        for each in named(books, topics):
            say(f"  {each}", err=True)
    raise typer.Exit(ExitCode.FOUND_WRONG)


def _as_json(topic: Topic, demos: list[Demo], results: Iterable[Any]) -> dict[str, Any]:
    language = current()
    return {
        "found": True,
        "id": topic.id,
        "title": topic.title.get(language),
        "summary": topic.summary.get(language),
        "demos": [
            {
                "id": demo.id,
                "caption": demo.caption.get(language),
                "code": demo.code,
                "run": _run_as_json(result),
            }
            for demo, result in zip(demos, results, strict=True)
        ],
        "pitfalls": [pitfall.get(language) for pitfall in topic.pitfalls],
        "myths": [
            {"claim": m.claim.get(language), "truth": m.truth.get(language), "demo": m.demo}
            for m in topic.myths
        ],
        "builds_on": list(topic.builds_on),
        "see_also": list(topic.see_also),
        "questions": len(topic.questions),
    }


def _run_as_json(result: "RunResult | None") -> dict[str, Any] | None:
    if result is None:
        return None
    return {
        "outcome": result.outcome,
        "stdout": result.stdout,
        "error": asdict(result.error) if result.error else None,
        "seconds": round(result.seconds, 4),
    }
