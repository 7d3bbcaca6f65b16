"""Shows what a watched run did: beside the code, as a graph, or step by step."""

from collections.abc import Iterable
from functools import partial
from typing import TYPE_CHECKING

from quizcli.cli import opening, pages, stages
from quizcli.screens.stepping import Walkthrough, walk_through

if TYPE_CHECKING:
    from rich.console import Console

    from quizcli.model.graph import Graph
    from quizcli.model.run import Backend, RunResult
    from quizcli.model.topic import Demo, Topic
    from quizcli.screens.theme import Look


def show(code: str, result: "RunResult", *, listing: bool, graph: bool) -> None:
    """Print the program with what its lines did, and the graph it recorded."""
    from quizcli.screens.program import program
    from quizcli.screens.theme import print_lines

    console, look = pages.console_and_look(opening.settings())
    if listing:
        print_lines(console, program(code, look, result))
    if graph:
        show_legend([show_graph(result, console, look)], console, look)


def show_graph(result: "RunResult", console: "Console", look: "Look") -> "Graph":
    """Print the graph that a run recorded."""
    from quizcli.model.graph import Graph
    from quizcli.screens.graph import graph_lines
    from quizcli.screens.theme import print_lines

    graph = Graph.read(result.graph)
    print_lines(console, graph_lines(graph, look))
    return graph


def show_legend(graphs: "Iterable[Graph]", console: "Console", look: "Look") -> None:
    """Print the legend of the drawings."""
    from quizcli.screens.graph import legend
    from quizcli.screens.theme import print_lines

    print_lines(console, legend(look, graphs))


def walk_demos(demos: "Iterable[Demo]", page: "Topic", backend: "Backend") -> None:
    """Step through demos of a topic; each can be changed and run again."""
    from quizcli.language import current
    from quizcli.runner.runner import Runner
    from quizcli.screens.program import to_show
    from quizcli.screens.prose import inline
    from quizcli.screens.varying import Open

    written = {demo.id: demo for demo in page.demos}
    with stages.stage(opening.settings()) as stage, Runner(backend) as runner:

        def run(code: str) -> "RunResult":
            return runner.run(to_show(code))

        for demo in demos:
            left_open = Open(written[demo.id].code, demo.variants)
            caption = inline(demo.caption.get(current()).strip(), stage.look, "title")
            each = Walkthrough(
                caption, demo.code, run(demo.code), run, partial(stages.edited, stage)
            )
            each.vary = partial(left_open.ask, stage) if demo.variants else None
            if not walk_through(stage, each):
                return


def walk(walks: Iterable[Walkthrough]) -> None:
    """Step through programs one after the other, until the user stops."""
    with stages.stage(opening.settings()) as stage:
        for each in walks:
            if not walk_through(stage, each):
                return
