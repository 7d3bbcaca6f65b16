"""Draws the recorded graph in a terminal: one row per node, in backward order."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from rich.text import Text

from quizcli.language import _, listed, plural
from quizcli.model.graph import Graph, Key, Leaf, Node, Part
from quizcli.screens.lanes import Lanes
from quizcli.screens.telling import kind, saved_text
from quizcli.screens.theme import Look
from quizcli.screens.wrapping import wrapped

ROWS = 60  # maximum nodes drawn of one graph
PARTS = 8  # maximum graphs drawn of one program


class Shown(NamedTuple):
    """A node or leaf to draw, and where its lines lead."""

    key: Key
    text: Text
    targets: list[Key]


def graph_lines(graph: Graph, look: Look) -> list[Text]:
    """The parts of the graph, each as a drawing or, in plain text, as a numbered list."""
    if not graph.nodes:
        return wrapped(
            Text(_("No operation was recorded: there is no graph."), "muted"), look.width
        )
    lines: list[Text] = []
    parts = graph.parts()
    for number, part in enumerate(parts[:PARTS], start=1):
        lines += [Text()] * bool(lines)
        lines += _head(part, number, len(parts), look)
        lines += _listed(part.graph, look) if look.plain else _drawn(part.graph, look)
    if len(parts) > PARTS:
        left = plural("… {n} more graph", "… {n} more graphs", len(parts) - PARTS)
        lines.append(Text(left, "muted"))
    if graph.left_out:
        lost = plural(
            "{n} node from the beginning is not kept", "{n} nodes from the beginning are not kept",
            graph.left_out,
        )  # fmt: skip
        lines += wrapped(Text(lost, "muted"), look.width)
    return lines


def _head(part: Part, number: int, count: int, look: Look) -> list[Text]:
    said = _("Graph {number} of {count}").format(number=number, count=count) if count > 1 else ""
    if part.alike > 1:
        alike = _("the last of {n} identical graphs").format(n=part.alike)
        said = f"{said}{_(', ') if said else ''}{alike}"
    return wrapped(Text(said, "muted"), look.width) if said else []


def legend(look: Look, graphs: Iterable[Graph]) -> list[Text]:
    """The legend of the drawings."""
    if look.plain or not any(graph.nodes for graph in graphs):
        return []
    said = _("● operation  ○ leaf; lines follow the flow of gradients")
    return wrapped(Text(said, "muted"), look.width)


# ---- what is shown ------------------------------------------------------------------------------


def in_order(graph: Graph) -> Iterator[Node | Leaf]:
    """Nodes in the order backward visits them; each leaf follows the last node that leads to it."""
    left = graph.uses()
    for node in reversed(list(graph.nodes.values())):
        yield node
        for edge in node.edges:
            if edge is None:
                continue
            left[edge[0]] -= 1
            if not left[edge[0]] and edge[0] in graph.leaves:
                yield graph.leaves[edge[0]]


def node_text(node: Node, used: int) -> Text:
    """The text of a node: its result, its operation, what it keeps, and how often it is used."""
    text = Text()
    names = listed(dict.fromkeys(node.values.values()))
    if names:
        text.append(f"{names} = ", "strong")
    text.append(node.name.rpartition("::")[2], "title")
    shapes = listed(kind(output) for output in node.outputs if output)
    text.append(f"  {shapes}" if shapes else "", "code")
    facts = []
    if node.saved:
        kept = listed(dict.fromkeys(saved_text(each) for each in node.saved))
        facts.append(
            (_("keeps {names}") if not node.freed else _("kept {names}")).format(names=kept)
        )
    if used > 1:
        facts.append(_("used {n} times").format(n=used))
    if node.line:
        facts.append(_("line {n}").format(n=node.line))
    return text.append("  " + _(", ").join(facts), "muted") if facts else text


def leaf_text(leaf: Leaf, used: int) -> Text:
    """The text of a leaf: its name, and what became of its gradient."""
    text = Text().append(leaf.name or _("(unnamed)"), "strong")
    text.append(f"  {kind({'dtype': leaf.dtype, 'shape': leaf.shape})}", "code")
    facts = [_("used {n} times").format(n=used)] if used > 1 else []
    if leaf.grad:
        facts.append(f".grad = {leaf.grad['text']}")
    elif leaf.accumulated:
        facts.append(".grad = None")
    if leaf.accumulated > 1:
        facts.append(_("accumulated {n} times").format(n=leaf.accumulated))
    return text.append("  " + _(", ").join(facts), "muted") if facts else text


def _shown(graph: Graph) -> Iterator[Shown]:
    uses = graph.uses()
    for each in in_order(graph):
        used = uses.get(each.key, 0)
        if isinstance(each, Leaf):
            yield Shown(each.key, leaf_text(each, used), [])
        else:
            yield Shown(each.key, node_text(each, used), _targets(each))


def _targets(node: Node) -> list[Key]:
    """Sort targets, nodes before leaves, so that the line to the next operation is straight."""
    return sorted(node.targets, key=lambda key: key.kind == "leaf")


# ---- how it is shown ----------------------------------------------------------------------------


def _drawn(graph: Graph, look: Look) -> list[Text]:
    lanes, lines = Lanes(), []
    rows = list(_shown(graph))
    for shown in rows[:ROWS]:
        sign = "○" if shown.key.kind == "leaf" else "●"
        row = lanes.arrive(shown.key, sign, goes_on=bool(shown.targets))
        lines += _beside(row.lines, row.below, shown.text, look)
        connector = lanes.leave(shown.key, shown.targets)
        if connector:
            lines.append(Text(connector, "muted"))
    if len(rows) > ROWS:
        left = plural("… {n} more row", "… {n} more rows", len(rows) - ROWS)
        lines += wrapped(Text(left + _("; --format json has all"), "muted"), look.width)
    return lines


def _beside(lines: str, below: str, text: Text, look: Look) -> list[Text]:
    """Put the text beside the lines, which continue if it takes several rows."""
    indent = len(lines) + 1
    parts = wrapped(text, max(10, look.width - indent), hang=2)
    drawn = [Text(f"{lines} ").append_text(parts[0])]
    for part in parts[1:]:
        drawn.append(Text(f"{below:<{indent}}", "muted").append_text(part))
    return drawn


def _listed(graph: Graph, look: Look) -> list[Text]:
    """The graph as a numbered list, for screen readers."""
    rows = list(_shown(graph))
    numbers = {shown.key: number for number, shown in enumerate(rows, start=1)}
    lines: list[Text] = []
    for shown in rows[:ROWS]:
        line = Text(f"{numbers[shown.key]}. ").append_text(shown.text)
        if shown.targets:
            to = listed(str(numbers[key]) for key in shown.targets if key in numbers)
            line.append(_("; leads to {numbers}").format(numbers=to))
        elif shown.key.kind == "leaf":
            line.append(_("; a leaf"))
        lines += wrapped(line, look.width, hang=4)
    if len(rows) > ROWS:
        left = plural("… {n} more row", "… {n} more rows", len(rows) - ROWS)
        lines += wrapped(Text(left + _("; --format json has all"), "muted"), look.width)
    return lines
