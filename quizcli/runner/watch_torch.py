"""Records what PyTorch did while a program ran, as far as can be seen from outside.

PyTorch does not report nodes, buffers or gradients in transit. What is left is to inspect `.grad`
and the version of tensors after each statement, and the graph at the end.
"""

import importlib
from collections.abc import Iterator
from typing import Any

from quizcli.runner.graphs import Edge, Graph, Leaf, Made
from quizcli.runner.naming import Names
from quizcli.runner.values import Shower, Shown, dtype_name
from quizcli.runner.visits import Visits

torch: Any = importlib.import_module("torch")
ATTRIBUTES = ("grad", "requires_grad")
MOST = 500  # maximum nodes inspected


class Lens:
    """Inspects PyTorch's tensors."""

    def is_tensor(self, value: Any) -> bool:
        return issubclass(type(value), torch.Tensor)

    def facts(self, tensor: Any) -> Shown:
        node = tensor.grad_fn
        return {
            "type": type(tensor).__name__,
            "shape": list(tensor.shape),
            "dtype": dtype_name(tensor.dtype),
            "requires_grad": bool(tensor.requires_grad),
            "grad_fn": node and _name(node),
            "node": None,
            "version": None if tensor.is_inference() else tensor._version,
        }

    def array(self, tensor: Any) -> Any:
        plain = tensor.detach()
        return plain.to_dense() if plain.layout is not torch.strided else plain

    def is_own(self, value: Any) -> bool:
        return type(value).__module__ == "torch"

    def attribute(self, tensor: Any, name: str) -> Any:
        """The value of `tensor.name`, for attributes that programs assign to."""
        return getattr(tensor, name) if name in ATTRIBUTES and tensor.is_leaf else tensor


lens = Lens()


def _name(node: Any) -> str:
    return str(node.name())


class Watch:
    """Looks for changes and walks the graph."""

    def __init__(self, visits: Visits, names: Names, shower: Shower) -> None:
        self.visits, self.names, self.shower = visits, names, shower
        self.graph = Graph()
        self.grads: dict[int, Any] = {}  # id of a leaf → identity and version of its gradient
        self.versions: dict[int, int] = {}  # id of a tensor → its version

    def start(self) -> None:
        """Nothing to do: there is nothing to observe."""

    def stop(self) -> None:
        """Record the final graph, starting from the named tensors."""
        walk = _Walk(self.graph, self.names, self.shower)
        for tensor, name in self.names.living():
            if tensor.grad_fn is not None:
                walk.add(tensor.grad_fn, tensor.output_nr, name)
        walk.finish()

    def bound(self, name: str, value: Any) -> None:
        """Binding a value does not change it."""
        if issubclass(type(value), torch.Tensor) and not value.is_inference():
            self.versions[id(value)] = value._version

    def changes(self) -> None:
        """A statement ended: gradients and versions may have changed."""
        for tensor, name in self.names.living():
            if tensor.is_inference():
                continue
            if tensor.requires_grad and tensor.is_leaf:
                self._look_at_grad(tensor, name)
            before = self.versions.get(id(tensor))
            self.versions[id(tensor)] = now = tensor._version
            if before is not None and now != before:
                self.visits.note("written", name=name, value=self.shower.show(tensor), version=now)

    def _look_at_grad(self, leaf: Any, name: str) -> None:
        grad = leaf.grad
        now = None if grad is None else (id(grad), grad._version)
        before = self.grads.get(id(leaf))
        if now == before:
            return
        self.grads[id(leaf)] = now
        if grad is None:
            self.visits.note("cleared", leaf=None, name=name)
        else:
            how = "first" if before is None else "changed"
            value = self.shower.gradient(grad)
            self.visits.note("accumulated", leaf=None, name=name, how=how, grad=None, value=value)


class _Walk:
    """Walks the graph from results back to the leaves."""

    def __init__(self, graph: Graph, names: Names, shower: Shower) -> None:
        self.graph, self.names, self.shower = graph, names, shower
        self.numbers: dict[Any, int] = {}
        self.leaves: dict[int, Leaf] = {}
        self.found: list[Made] = []

    def add(self, root: Any, output: int, name: str) -> None:
        """Add all nodes reachable from this one, the node of a named tensor."""
        waiting = [root]
        while waiting:
            node = waiting.pop()
            if node in self.numbers or len(self.numbers) >= MOST:
                continue
            self.numbers[node] = len(self.numbers) + 1
            waiting += [n for n, _ in node.next_functions if n is not None and _is_inner(n)]
        for made in self._described():
            self.found.append(made)
        number = self.numbers.get(root)
        for made in self.found:
            if made["id"] == number:
                made["values"].setdefault(output, name)

    def _described(self) -> Iterator[Made]:
        done = {made["id"] for made in self.found}
        for node, number in self.numbers.items():
            if number not in done:
                yield self._made(node, number)

    def _made(self, node: Any, number: int) -> Made:
        saved, freed = _saved(node, self.names)
        return {
            "id": number,
            "name": _name(node),
            "line": None,
            "outputs": [
                {"shape": list(each.shape), "dtype": dtype_name(each.dtype)}
                for each in getattr(node, "_input_metadata", ())
            ],
            "edges": [self._edge(*edge) for edge in node.next_functions],
            "saved": saved,
            "walk": None,
            "values": {},
            "freed": "walk" if freed else None,
        }

    def _edge(self, node: Any, output: int) -> Edge | None:
        if node is None:
            return None
        if _is_inner(node):
            number = self.numbers.get(node)
            return None if number is None else {"node": number, "output": output}
        return {"leaf": self._leaf(node.variable)["id"]}

    def _leaf(self, tensor: Any) -> Leaf:
        if id(tensor) not in self.leaves:
            grad = tensor.grad
            self.leaves[id(tensor)] = {
                "id": len(self.leaves) + 1,
                "name": self.names.of(tensor),
                "shape": list(tensor.shape),
                "dtype": dtype_name(tensor.dtype),
                "accumulated": int(grad is not None),
                "grad": None if grad is None else self.shower.gradient(grad),
            }
        return self.leaves[id(tensor)]

    def finish(self) -> None:
        """Hand over everything, earliest nodes first, as with the engine."""
        self.graph.leaves.update({leaf["id"]: leaf for leaf in self.leaves.values()})
        order = {number: node._sequence_nr() for node, number in self.numbers.items()}
        for made in sorted(self.found, key=lambda made: order[made["id"]]):
            self.graph.add(made)


def _is_inner(node: Any) -> bool:
    return not hasattr(node, "variable")


def _saved(node: Any, names: Names) -> tuple[list[Shown], bool]:
    """The saved values of a node by name, and whether they were freed."""
    found: list[Shown] = []
    for attribute in dir(node):
        if not attribute.startswith("_saved_") and attribute != "saved_tensors":
            continue
        try:
            value = getattr(node, attribute)
        except RuntimeError:
            return [], True
        several = value if isinstance(value, tuple) else (value,)
        for place, each in enumerate(several):
            if isinstance(each, torch.Tensor):
                name = attribute.removeprefix("_saved_").replace("saved_tensors", str(place))
                found.append(_saved_tensor(name, each, names))
    return found, False


def _saved_tensor(name: str, tensor: Any, names: Names) -> Shown:
    return {
        "name": name,
        "shape": list(tensor.shape),
        "dtype": dtype_name(tensor.dtype),
        "version": tensor._version,
        "kind": "result" if name == "result" else "input",
        "of": names.of(tensor),
    }
