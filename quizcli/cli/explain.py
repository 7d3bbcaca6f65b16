"""`quizcli explain`: look a topic up, and see its proof run."""

from collections.abc import Iterable
from dataclasses import asdict, replace
from typing import TYPE_CHECKING, Annotated, Any, Literal

import typer

from quizcli.cli import opening, pages
from quizcli.cli.finding import named
from quizcli.cli.opening import library
from quizcli.errors import ExitCode, UsageError
from quizcli.language import _, current
from quizcli.model.program import with_values
from quizcli.model.topic import Demo, Topic, Value
from quizcli.screens import topic as draw
from quizcli.screens.program import to_show
from quizcli.screens.theme import print_lines

if TYPE_CHECKING:
    from quizcli.bank.library import Library
    from quizcli.model.run import Backend, RunResult


def explain(
    topic: Annotated[
        list[str],
        typer.Argument(metavar="TOPIC", help=_("An id, a name, an API name; typos are forgiven.")),
    ],
    set_: Annotated[
        list[str] | None,
        typer.Option("--set", metavar="NAME=VALUE", help=_("Run with another value.")),
    ] = None,
    run: Annotated[bool, typer.Option(" /--no-run", help=_("Show the code, run nothing."))] = True,
    as_json: Annotated[bool, typer.Option("--json", help=_("For scripts."))] = False,
    backend: Annotated[
        Literal["engine", "torch"],
        typer.Option(help=_("What runs the code: the engine, or PyTorch itself.")),
    ] = "engine",
) -> None:
    books = library()
    query = " ".join(topic)
    found = books.find(query)
    if not found.sure:
        _not_sure(books, query, found.topics, as_json=as_json)
    page = books.topic(found.topics[0])
    demos = with_settings(page.demos, set_ or [])
    running = run and may_run(books, page.id)
    results = results_of(demos, backend) if running else (None for _each in demos)
    if as_json:
        import json

        print(json.dumps(_as_json(page, demos, results), ensure_ascii=False, indent=2))
        return
    console, look = pages.console_and_look(opening.settings())
    titles = {entry.id: entry.title(current()) for entry in books.topics}
    print_lines(console, draw.opening(page, look))
    for shown, result in zip(demos, results, strict=True):
        print_lines(console, draw.demo(shown, result, look))
    print_lines(console, draw.closing(page, titles, look))


def with_settings(demos: Iterable[Demo], settings: Iterable[str]) -> list[Demo]:
    """The demos with the values of `name=value` put in; raises UsageError where none has it."""
    given = dict(_setting(each) for each in settings)
    known = {name for demo in demos for name in demo.variants}
    for name in given:
        if name not in known:
            raise UsageError(
                _("--set {name}: no program here has that value; there is: {known}").format(
                    name=name, known=", ".join(sorted(known)) or "-"
                )
            )
    shown: list[Demo] = []
    for demo in demos:
        values = {name: given.get(name, choices[0]) for name, choices in demo.variants.items()}
        ready = with_values(demo, values)
        shown.append(replace(ready, variants=demo.variants))
    return shown


def results_of(demos: Iterable[Demo], backend: "Backend") -> "Iterable[RunResult]":
    """Each demo's run, made when it is asked for; the child warms up meanwhile."""
    from quizcli.runner.runner import Runner

    with Runner(backend) as runner:
        for demo in demos:
            yield runner.run(to_show(demo.code))


def may_run(books: "Library", topic: str) -> bool:
    """Whether the person trusts the bank that this topic is of; says so if not."""
    if books.may_run(topic):
        return True
    typer.echo(_("Not run: this bank is not trusted yet; see `quizcli bank trust`."), err=True)
    return False


def _setting(text: str) -> tuple[str, Value]:
    from ast import literal_eval

    name, equals, value = text.partition("=")
    if not equals or not name.strip():
        raise UsageError(_("--set {text}: write it as NAME=VALUE").format(text=text))
    try:
        parsed: Value = literal_eval(value.strip())
    except (ValueError, SyntaxError):
        parsed = value.strip()
    return name.strip(), parsed


def _not_sure(books: "Library", query: str, nearest: tuple[str, ...], *, as_json: bool) -> None:
    if as_json:
        import json

        print(json.dumps({"found": False, "query": query, "nearest": list(nearest)}))
    elif nearest:
        typer.echo(
            _("quizcli: not sure what '{query}' means; nearest:").format(query=query), err=True
        )
        for each in named(books, nearest):
            typer.echo(f"  {each}", err=True)
    else:
        said = _("quizcli: nothing fits '{query}'; `quizcli topics` lists all")
        typer.echo(said.format(query=query), err=True)
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
