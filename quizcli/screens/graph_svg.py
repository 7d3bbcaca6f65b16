"""Draws the recorded graph as SVG: boxes in layers from results down to leaves, and curves."""

from collections.abc import Iterable, Mapping, Sequence
from html import escape
from typing import NamedTuple

from rich.cells import cell_len

from quizcli.model.graph import Graph, Key
from quizcli.screens.graph_files import Box, Named, boxes, edges

LETTER, LINE = 7.3, 17.0  # width of a character and height of a line, in pixels
PAD, ACROSS, DOWN = 10.0, 24.0, 42.0  # around the text, between boxes, between layers
SWEEPS = 4
STYLE = """
  text { font: 12px ui-monospace, Menlo, Consolas, monospace; fill: #1f2328; }
  text.name { font-weight: bold; } text.rest { fill: #59636e; }
  rect { fill: #f6f8fa; stroke: #59636e; } rect.leaf { fill: #ddf4ff; stroke: #0969da; }
  path { fill: none; stroke: #59636e; marker-end: url(#end); }
  @media (prefers-color-scheme: dark) {
    text { fill: #f0f6fc; } text.rest { fill: #9198a1; } rect { fill: #151b23; stroke: #9198a1; }
    rect.leaf { fill: #0c2d4a; stroke: #4493f8; } path { stroke: #9198a1; }
  }
"""
ARROW = (
    '<defs><marker id="end" viewBox="0 0 8 8" refX="8" refY="4" markerWidth="7" markerHeight="7" '
    'orient="auto"><path d="M0 0L8 4L0 8z" style="fill:#59636e;stroke:none"/></marker></defs>'
)


class Placed(NamedTuple):
    """A box with its position and size."""

    box: Box
    x: float
    y: float
    width: float
    height: float


def svg(graphs: Iterable[Named]) -> str:
    """One drawing of all graphs, one below the other."""
    drawn: list[str] = []
    width, top = 0.0, PAD
    for name, graph in graphs:
        drawn.append(f'<text class="name" x="{PAD}" y="{top + LINE:.1f}">{escape(name)}</text>')
        placed = _placed(graph, top + 2 * LINE)
        drawn += [_curve(placed[start], placed[end]) for start, end, _label in edges(graph)
                  if end in placed]  # fmt: skip
        drawn += [_box(each) for each in placed.values()]
        width = max([width, PAD + len(name) * LETTER, *(p.x + p.width for p in placed.values())])
        top = max([top + 3 * LINE, *(p.y + p.height + 2 * LINE for p in placed.values())])
    size = f"{width + PAD:.0f} {top:.0f}"
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size}">'
    return "\n".join([head, f"<style>{STYLE}</style>", ARROW, *drawn, "</svg>", ""])


def _placed(graph: Graph, top: float) -> dict[Key, Placed]:
    """Place the boxes: layers by longest path, ordered to reduce crossings."""
    everything = {box.key: box for box in boxes(graph)}
    layers = _layers(graph, everything)
    _straighten(layers, graph)
    widest = max((_width([everything[key] for key in layer]) for layer in layers), default=0.0)
    placed: dict[Key, Placed] = {}
    for layer in layers:
        x = PAD + (widest - _width([everything[key] for key in layer])) / 2
        height = max(len(everything[key].lines) for key in layer) * LINE + PAD
        for key in layer:
            width = _box_width(everything[key])
            placed[key] = Placed(everything[key], x, top, width, height)
            x += width + ACROSS
        top += height + DOWN
    return placed


def _layers(graph: Graph, everything: Mapping[Key, Box]) -> list[list[Key]]:
    depth = dict.fromkeys(everything, 0)
    for key in everything:  # in backward order, so each before its targets
        for target in graph.nodes[key].targets if key in graph.nodes else ():
            if target in depth:
                depth[target] = max(depth[target], depth[key] + 1)
    layers: list[list[Key]] = [[] for _ in range(max(depth.values(), default=-1) + 1)]
    for key, level in depth.items():
        layers[level].append(key)
    return layers


def _straighten(layers: Sequence[list[Key]], graph: Graph) -> None:
    """Order each layer by the positions of its neighbours, downwards and then upwards."""
    near: dict[Key, list[Key]] = {}
    for start, end, _label in edges(graph):
        near.setdefault(start, []).append(end)
        near.setdefault(end, []).append(start)
    place = {key: spot for layer in layers for key, spot in _spots(layer)}
    for sweep in range(SWEEPS):
        for layer in layers if sweep % 2 == 0 else reversed(layers):
            means = {
                key: sum(place[other] for other in near[key] if other in place) / len(near[key])
                if near.get(key) else place[key]
                for key in layer
            }  # fmt: skip
            layer.sort(key=means.__getitem__)
            place.update(_spots(layer))


def _spots(layer: Sequence[Key]) -> list[tuple[Key, float]]:
    """The positions of a layer's members, from 0 to 1."""
    return [(key, number / (len(layer) + 1)) for number, key in enumerate(layer, 1)]


def _width(layer: Sequence[Box]) -> float:
    return sum(map(_box_width, layer)) + ACROSS * (len(layer) - 1)


def _box_width(box: Box) -> float:
    return max(cell_len(line) for line in box.lines) * LETTER + 2 * PAD


def _box(placed: Placed) -> str:
    box, x, y, width, height = placed
    kind = ' class="leaf" rx="12"' if box.key.kind == "leaf" else ' rx="3"'
    parts = [f'<rect{kind} x="{x:.1f}" y="{y:.1f}" width="{width:.1f}" height="{height:.1f}"/>']
    for number, line in enumerate(box.lines):
        style = "rest" if number else "name"
        at = f'x="{x + PAD:.1f}" y="{y + LINE * (number + 1):.1f}"'
        parts.append(f'<text class="{style}" {at}>{escape(line)}</text>')
    return "".join(parts)


def _curve(start: Placed, end: Placed) -> str:
    x1, y1 = start.x + start.width / 2, start.y + start.height
    x2, y2 = end.x + end.width / 2, end.y
    middle = (y1 + y2) / 2
    turns = f"{x1:.1f} {middle:.1f} {x2:.1f} {middle:.1f} {x2:.1f} {y2:.1f}"
    return f'<path d="M{x1:.1f} {y1:.1f}C{turns}"/>'
