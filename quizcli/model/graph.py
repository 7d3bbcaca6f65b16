"""The graph that a program recorded, and its connected parts."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Literal, NamedTuple, Self

Kind = Literal["node", "leaf"]


class Key(NamedTuple):
    """A node or a leaf."""

    kind: Kind
    id: int


@dataclass(frozen=True, slots=True)
class Node:
    """A recorded operation; `edges` lead where its gradients go, None where none is needed."""

    key: Key
    name: str
    line: int | None
    outputs: Sequence[Mapping[str, Any] | None]
    edges: Sequence[tuple[Key, int] | None]  # with the output number that the edge leads to
    saved: Sequence[Mapping[str, Any]]
    values: Mapping[int, str]  # output number → its name in the program
    freed: str | None
    walk: int | None

    @property
    def targets(self) -> list[Key]:
        """The targets of its edges, each once."""
        return list(dict.fromkeys(edge[0] for edge in self.edges if edge))


@dataclass(frozen=True, slots=True)
class Leaf:
    """A tensor where paths end and gradients accumulate."""

    key: Key
    name: str | None
    shape: Sequence[int]
    dtype: str
    accumulated: int
    grad: Mapping[str, Any] | None


@dataclass(frozen=True, slots=True)
class Graph:
    """Nodes in recording order, and leaves."""

    nodes: Mapping[Key, Node]
    leaves: Mapping[Key, Leaf]
    left_out: int = 0

    @classmethod
    def read(cls, plain: Mapping[str, Any] | None) -> Self:
        """Read the graph of a RunResult."""
        plain = plain or {"nodes": (), "leaves": (), "left_out": 0}
        nodes = [_node(each) for each in plain["nodes"]]
        leaves = [_leaf(each) for each in plain["leaves"]]
        return cls({n.key: n for n in nodes}, {n.key: n for n in leaves}, plain["left_out"])

    def uses(self) -> dict[Key, int]:
        """How many edges lead to each node and leaf."""
        count: dict[Key, int] = {}
        for node in self.nodes.values():
            for edge in node.edges:
                if edge:
                    count[edge[0]] = count.get(edge[0], 0) + 1
        return count

    def parts(self) -> "list[Part]":
        """The connected parts in recording order; of identical parts, only the last."""
        found: dict[Any, Part] = {}
        for nodes in self._connected():
            part = Graph({n.key: n for n in nodes}, self._leaves_of(nodes))
            before = found.pop(part.likeness(), None)
            found[part.likeness()] = Part(part, before.alike + 1 if before else 1)
        return list(found.values())

    def _connected(self) -> list[list[Node]]:
        group: dict[Key, int] = {}
        members: dict[int, list[Node]] = {}
        for number, node in enumerate(self.nodes.values()):
            joined = {group[t] for t in node.targets if t.kind == "node" and t in group}
            place = min(joined, default=number)
            for other in joined - {place}:
                for each in members[other]:
                    group[each.key] = place
                members[place] += members.pop(other)
            group[node.key] = place
            members.setdefault(place, []).append(node)
        order = {key: number for number, key in enumerate(self.nodes)}
        return [sorted(each, key=lambda n: order[n.key]) for each in members.values()]

    def _leaves_of(self, nodes: Iterable[Node]) -> dict[Key, Leaf]:
        reached = {target for node in nodes for target in node.targets}
        return {key: leaf for key, leaf in self.leaves.items() if key in reached}

    def likeness(self) -> Any:
        """A key that is equal for graphs that differ only in when they were recorded."""
        place = {key: number for number, key in enumerate([*self.nodes, *self.leaves])}
        names = {key: leaf.name for key, leaf in self.leaves.items()}
        return tuple(
            (
                node.name,
                node.line,
                str(node.outputs),
                tuple(e and (names.get(e[0]), place.get(e[0]), e[1]) for e in node.edges),
            )
            for node in self.nodes.values()
        )


class Part(NamedTuple):
    """A connected graph, and how many identical ones there were."""

    graph: Graph
    alike: int


def _node(plain: Mapping[str, Any]) -> Node:
    return Node(
        Key("node", plain["id"]),
        plain["name"],
        plain["line"],
        plain["outputs"],
        [edge and (_key(edge), edge.get("output", 0)) for edge in plain["edges"]],
        plain["saved"],
        dict(plain["values"]),
        plain["freed"],
        plain["walk"],
    )


def _leaf(plain: Mapping[str, Any]) -> Leaf:
    fields = ("name", "shape", "dtype", "accumulated", "grad")
    return Leaf(Key("leaf", plain["id"]), *(plain[field] for field in fields))


def _key(edge: Mapping[str, Any]) -> Key:
    return Key("leaf", edge["leaf"]) if "leaf" in edge else Key("node", edge["node"])
