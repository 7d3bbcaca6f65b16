"""Exports the recorded graph as text for other tools: Graphviz, Mermaid."""

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from quizcli.model.graph import Graph, Key, Leaf, Node
from quizcli.screens.graph import in_order, leaf_text, node_text


class Named(NamedTuple):
    """The graph of one program."""

    name: str
    graph: Graph


class Box(NamedTuple):
    """A node or leaf with its lines of text."""

    key: Key
    lines: Sequence[str]


def boxes(graph: Graph) -> list[Box]:
    """All boxes, in backward order."""
    uses = graph.uses()
    return [Box(each.key, _lines(each, uses.get(each.key, 0))) for each in in_order(graph)]


def _lines(each: Node | Leaf, used: int) -> list[str]:
    text = leaf_text(each, used) if isinstance(each, Leaf) else node_text(each, used)
    return [part for part in text.plain.split("  ") if part]


def edges(graph: Graph) -> Iterator[tuple[Key, Key, str]]:
    """The edges along which gradients flow, with the output number if there are several."""
    for node in graph.nodes.values():
        for edge in node.edges:
            if edge is not None:
                target = graph.nodes.get(edge[0])
                several = target is not None and len(target.outputs) > 1
                yield node.key, edge[0], str(edge[1]) if several else ""


def dot(graphs: Iterable[Named]) -> str:
    """The graphs for Graphviz, each as a separate digraph."""
    return "\n".join(_digraph(name, graph) for name, graph in graphs)


def _digraph(name: str, graph: Graph) -> str:
    lines = [f"digraph {_quoted(name)} {{", "  node [shape=box, fontname=monospace];"]
    for key, text in boxes(graph):
        style = ", style=rounded" if key.kind == "leaf" else ""
        lines.append(f"  {_id(key)} [label={_quoted(*text)}{style}];")
    for start, end, label in edges(graph):
        label = f" [label={_quoted(label)}]" if label else ""
        lines.append(f"  {_id(start)} -> {_id(end)}{label};")
    return "\n".join([*lines, "}", ""])


def mermaid(graphs: Iterable[Named]) -> str:
    """The graphs for Mermaid, which many Markdown viewers render, each as a separate flowchart."""
    return "\n".join(_flowchart(name, graph) for name, graph in graphs)


def _flowchart(name: str, graph: Graph) -> str:
    lines = [f"%% {name}", "flowchart TD"]
    for key, text in boxes(graph):
        label = _escaped("<br>".join(each.replace("<", "&lt;") for each in text))
        left, right = ("([", "])") if key.kind == "leaf" else ("[", "]")
        lines.append(f"  {_id(key)}{left}{label}{right}")
    for start, end, label in edges(graph):
        arrow = f"-- {label} -->" if label else "-->"
        lines.append(f"  {_id(start)} {arrow} {_id(end)}")
    return "\n".join([*lines, ""])


def _id(key: Key) -> str:
    return f"{key.kind}{key.id}"


def _quoted(*lines: str) -> str:
    escaped = [line.replace("\\", "\\\\").replace('"', '\\"') for line in lines]
    return '"' + "\\n".join(escaped) + '"'


def _escaped(text: str) -> str:
    return '"' + text.replace('"', "#quot;") + '"'
