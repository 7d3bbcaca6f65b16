"""Records what the engine did while a program ran, through its observer."""

import contextlib
import weakref
from typing import Any

from engine.autograd.watching import Observer, saved_of, watch
from engine.tensor import Tensor
from quizcli.runner.graphs import Graph, Leaf, Made
from quizcli.runner.naming import Names
from quizcli.runner.values import Shower, Shown, dtype_name
from quizcli.runner.visits import Visits

ATTRIBUTES = {"grad": "_grad", "requires_grad": "_requires"}


class Lens:
    """Inspects the engine's tensors."""

    def is_tensor(self, value: Any) -> bool:
        return issubclass(type(value), Tensor)

    def facts(self, tensor: Any) -> Shown:
        node = tensor._node
        return {
            "type": type(tensor).__name__,
            "shape": list(tensor._data.shape),
            "dtype": dtype_name(tensor._data.dtype),
            "requires_grad": bool(tensor._requires),
            "grad_fn": node and node.name(),
            "node": node and node._sequence,
            "version": version_of(tensor),
        }

    def array(self, tensor: Any) -> Any:
        return tensor._data

    def is_own(self, value: Any) -> bool:
        return type(value).__module__ == "torch"

    def attribute(self, tensor: Any, name: str) -> Any:
        """The value of `tensor.name`, for attributes that programs assign to."""
        return getattr(tensor, ATTRIBUTES[name]) if name in ATTRIBUTES else tensor


def version_of(tensor: Any) -> int | None:
    """How often its memory was written to; inference tensors do not count writes."""
    if tensor._inference:
        return None
    return tensor._storage.version if tensor._storage else 0


lens = Lens()


class Watch(Observer):  # type: ignore[misc] # the engine is not typed
    """Notes what the observer reports, and keeps the graph."""

    def __init__(self, visits: Visits, names: Names, shower: Shower) -> None:
        self.visits, self.names, self.shower = visits, names, shower
        self.graph = Graph()
        self.leaves: dict[int, tuple[Any, Leaf]] = {}  # keyed by the id of the tensor
        self.filled: dict[int, Any] = {}  # leaves that have a gradient, keyed by number
        self.nodes: dict[int, Any] = {}  # weak references to nodes that hold something
        self.walks: list[int] = []  # the running backward passes, outermost first
        self.number_of_walks = 0
        self._watching = contextlib.ExitStack()

    def start(self) -> None:
        """Start observing."""
        self._watching.enter_context(watch(self))

    def stop(self) -> None:
        """Stop observing."""
        self._watching.close()
        self.nodes.clear()
        for reference, leaf in self.leaves.values():
            tensor = reference()
            if tensor is not None:
                leaf["name"] = self.names.of(tensor) or leaf["name"]
                leaf["grad"] = self._shown_grad(tensor)

    def bound(self, name: str, value: Any) -> None:
        """The program bound a value."""
        if issubclass(type(value), Tensor) and value._node is not None:
            self.graph.name_value(value._node._sequence, value._nr, name)

    def changes(self) -> None:
        """A statement ended: gradients may have been cleared."""
        gone = []
        for number, reference in self.filled.items():
            leaf = reference()
            if leaf is None or leaf._grad is None:
                gone.append((number, leaf))
        for number, leaf in gone:
            del self.filled[number]
            if leaf is not None:
                self.visits.note("cleared", leaf=number, name=self._name(leaf))

    # ---- reported by the engine ------------------------------------------------------------------

    def recorded(self, node: Any, results: Any) -> None:
        """See Observer."""
        made: Made = {
            "id": node._sequence,
            "name": node.name(),
            "line": self.visits.where()[1],
            "outputs": [self._output(result) for result in results],
            "edges": [self._edge(edge) for edge in node._edges],
            "saved": [self._saved(each) for each in saved_of(node)],
            "walk": self.walks[-1] if self.walks else None,
            "values": {},
            "freed": None,
        }
        self.graph.add(made)
        self.visits.note(
            "recorded",
            node=made["id"],
            name=made["name"],
            outputs=made["outputs"],
            edges=made["edges"],
            saved=made["saved"],
            walk=made["walk"],
        )
        if node.holds:
            number = node._sequence
            self.nodes[number] = weakref.ref(node, lambda _gone: self._dropped(number))

    def began(self, walk: Any, roots: Any, grads: Any) -> None:
        """See Observer."""
        self.number_of_walks += 1
        self.walks.append(self.number_of_walks)
        edges = [self._edge(root) for root in roots]
        self.graph.begin_pass(edges)
        self.visits.note(
            "began",
            walk=self.walks[-1],
            roots=edges,
            grads=[self._gradient(grad) for grad in grads],
            retain=bool(walk.retain),
            record=bool(walk.record),
            only=walk.route.needed is not None,
            accumulates=not walk.route.captures,
        )

    def passed(self, node: Any, incoming: Any, outgoing: Any) -> None:
        """See Observer; in long runs, only the beginning is reported node by node."""
        if self.visits.first:
            return
        rows = incoming if isinstance(incoming, list) else [incoming]
        self.visits.note(
            "passed",
            node=node._sequence,
            name=node.name(),
            edges=[self._edge(edge) for edge in node._edges],
            incoming=[self._gradient(each) for each in rows],
            outgoing=[self._gradient(each) for each in outgoing],
            walk=self.walks[-1] if self.walks else None,
        )

    def freed(self, node: Any) -> None:
        """See Observer."""
        self.nodes.pop(node._sequence, None)
        self._noted_freed(node._sequence, "walk")

    def accumulated(self, leaf: Any, grad: Any, how: str) -> None:
        """See Observer."""
        known = self._leaf(leaf)
        number, value = known["id"], self._shown_grad(leaf)
        known["accumulated"] += 1
        known["grad"] = value
        self.filled[number] = self.leaves[id(leaf)][0]
        self.visits.note(
            "accumulated",
            leaf=number,
            name=self._name(leaf),
            how=how,
            grad=self._gradient(grad),
            value=value,
        )

    def retained(self, tensor: Any, grad: Any) -> None:
        """See Observer."""
        self.visits.note("retained", name=self._name(tensor), value=self._shown_grad(tensor))

    def written(self, tensor: Any) -> None:
        """See Observer."""
        name = self._name(tensor)
        if name is None:
            tensor, name = self._with_memory_of(tensor)
        if name is not None:
            value = self.shower.show(tensor)
            self.visits.note("written", name=name, value=value, version=version_of(tensor))

    def raised(self, node: Any, error: BaseException) -> None:
        """See Observer."""
        self.visits.note("failed", node=node._sequence, name=node.name())

    def ended(self, walk: Any) -> None:
        """See Observer."""
        self.visits.note("ended", walk=self.walks.pop() if self.walks else None)

    # ---- as plain data ------------------------------------------------------------------------

    def _edge(self, edge: Any) -> Shown | None:
        if edge is None:
            return None
        target, output = edge if type(edge) is tuple else (edge, 0)
        if isinstance(target, Tensor):
            return {"leaf": self._leaf(target)["id"]}
        return {"node": target._sequence, "output": output}

    def _leaf(self, tensor: Any) -> Leaf:
        found = self.leaves.get(id(tensor))
        if found is not None and found[0]() is tensor:
            return found[1]
        leaf: Leaf = {
            "id": len(self.graph.leaves) + 1,
            "name": self._name(tensor),
            "shape": list(tensor._data.shape),
            "dtype": dtype_name(tensor.dtype),
            "accumulated": 0,
            "grad": None,
        }
        self.graph.leaves[leaf["id"]] = leaf
        self.leaves[id(tensor)] = weakref.ref(tensor), leaf
        return leaf

    def _saved(self, saved: Any) -> Shown:
        return {
            "name": saved.name,
            "shape": None if saved.shape is None else list(saved.shape),
            "dtype": saved.dtype and dtype_name(saved.dtype),
            "version": saved.version,
            "kind": saved.kind,
            "of": self._name(saved.value) if saved.kind == "input" else self._number(saved),
        }

    def _number(self, saved: Any) -> str | None:
        if saved.kind != "number":
            return None
        return str(saved.value)

    def _output(self, result: Any) -> Shown | None:
        if not isinstance(result, Tensor):
            return None
        return {"shape": list(result._data.shape), "dtype": dtype_name(result._data.dtype)}

    def _gradient(self, grad: Any) -> Shown | None:
        return None if grad is None else self.shower.gradient(grad)

    def _shown_grad(self, tensor: Any) -> Shown | None:
        return self._gradient(tensor._grad)

    def _name(self, tensor: Any) -> str | None:
        """The program's name for this tensor, possibly as the gradient of another."""
        name = self.names.of(tensor, self.visits.calls[-1].names)
        if name is None:
            for reference in self.filled.values():
                leaf = reference()
                if leaf is not None and leaf._grad is tensor:
                    return f"{self.names.of(leaf) or ''}.grad"
        return name

    def _with_memory_of(self, tensor: Any) -> tuple[Any, str | None]:
        """Another named tensor on the same memory."""
        for other, name in self.names.living():
            if other._storage is tensor._storage is not None:
                return other, name
        return tensor, None

    # ---- buffers ------------------------------------------------------------------------------

    def _dropped(self, number: int) -> None:
        """A node that still held something was dropped, because nothing referred to it any more."""
        if self.nodes.pop(number, None) is not None:
            self._noted_freed(number, "dropped")

    def _noted_freed(self, number: int, how: str) -> None:
        made = self.graph.nodes.get(number)
        if made is not None:
            made["freed"] = how
            self.visits.note("freed", node=number, name=made["name"], how=how, saved=made["saved"])
