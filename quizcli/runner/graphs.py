"""The graph that a program recorded, as plain data."""

from typing import Any, TypedDict

MOST = 2000  # maximum nodes kept; the latest if there are more
TEMPORARY = {"AsStridedBackward0", "SelectBackward0", "SliceBackward0"}
Edge = dict[str, Any]  # {"node": id, "output": number} or {"leaf": id}


class Made(TypedDict):
    """A node, as it was recorded."""

    id: int
    name: str
    line: int | None
    outputs: list[Any]  # shape and dtype of each, None for non-tensors
    edges: list[Edge | None]
    saved: list[Any]
    walk: int | None  # the backward pass during which it was recorded
    values: dict[int, str]  # output number → its name in the program
    freed: str | None  # "walk" or "dropped"


class Leaf(TypedDict):
    """A tensor where paths end."""

    id: int
    name: str | None
    shape: list[int]
    dtype: str
    accumulated: int  # how often a gradient was added to its `.grad`
    grad: Any


class Graph:
    """Nodes, leaves, and the roots of backward passes."""

    def __init__(self) -> None:
        self.nodes: dict[int, Made] = {}
        self.leaves: dict[int, Leaf] = {}
        self.roots: dict[tuple[str, int], Edge] = {}
        self.left_out = 0

    def add(self, made: Made) -> None:
        """Add a recorded node."""
        self.nodes[made["id"]] = made
        if len(self.nodes) > MOST:
            del self.nodes[next(iter(self.nodes))]
            self.left_out += 1

    def name_value(self, node: int, output: int, name: str) -> None:
        """Name an output of the node as the program does."""
        if node in self.nodes:
            self.nodes[node]["values"].setdefault(output, name)

    def begin_pass(self, roots: list[Edge | None]) -> None:
        """Note the roots of a backward pass."""
        for root in roots:
            if root is not None:
                kind = "leaf" if "leaf" in root else "node"
                self.roots[kind, root[kind]] = root
        while len(self.roots) > MOST:
            del self.roots[next(iter(self.roots))]

    def plain(self) -> dict[str, Any] | None:
        """The graph as plain data; None if nothing was recorded."""
        if not self.nodes:
            return None
        self._drop_temporary()
        used = self._uses()
        reached = {edge["leaf"] for made in self.nodes.values() for edge in _leaf_edges(made)}
        return {
            "nodes": [
                {
                    **made,
                    "values": [[output, name] for output, name in made["values"].items()],
                    "used": used.get(("node", made["id"]), 0),
                }
                for made in self.nodes.values()
            ],
            "leaves": [
                {**leaf, "used": used.get(("leaf", leaf["id"]), 0)}
                for leaf in self.leaves.values()
                if leaf["id"] in reached or leaf["accumulated"]
            ],
            "roots": [r for r in self.roots.values() if r.get("node") in self.nodes or "leaf" in r],
            "left_out": self.left_out,
        }

    def _uses(self) -> dict[tuple[str, int], int]:
        """The number of edges that lead to each node and leaf."""
        used: dict[tuple[str, int], int] = {}
        for made in self.nodes.values():
            for edge in made["edges"]:
                if edge is not None:
                    key = "leaf" if "leaf" in edge else "node"
                    used[key, edge[key]] = used.get((key, edge[key]), 0) + 1
        return used

    def _drop_temporary(self) -> None:
        """Drop views that serve only a write through them: `x[0] = 1` makes one."""
        while True:
            used = self._uses()
            loose = [
                number
                for number, made in self.nodes.items()
                if made["name"] in TEMPORARY
                and not (
                    made["values"] or ("node", number) in self.roots or ("node", number) in used
                )
            ]
            if not loose or len(loose) == len(self.nodes):
                return
            for number in loose:
                del self.nodes[number]


def _leaf_edges(made: Made) -> list[Edge]:
    return [edge for edge in made["edges"] if edge is not None and "leaf" in edge]
