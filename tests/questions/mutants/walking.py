"""Faults of the graph and of the walk through it."""

from typing import Any

from engine import conversion
from engine.autograd import gradients, node, walk
from engine.autograd.function_node import FunctionNode
from engine.autograd.node import Node, freed_error
from engine.autograd.walk import Walk
from engine.ops.node import OpNode
from engine.tensor import Tensor
from tests.questions.mutants.fault import fault
from tests.questions.mutants.surgery import change, every_run, nothing, replace


@fault
def graph_is_never_freed() -> None:
    """Every backward pass keeps the graph."""
    replace(
        Walk.__init__,
        lambda original, self, route, retain, record: original(self, route, True, record),
    )


@fault
def retain_graph_ignored() -> None:
    """A backward pass frees the graph although retain_graph is true."""
    replace(
        Walk.__init__,
        lambda original, self, route, retain, record: original(self, route, False, record),
    )


@fault
def create_graph_does_not_retain() -> None:
    """create_graph=True does not keep the graph by itself."""
    old, new = "create_graph if retain_graph is None else retain_graph", "bool(retain_graph)"
    change(gradients.grad, old, new)
    change(gradients.backward, old, new)


@fault
def nothing_saved_still_raises() -> None:
    """A freed node that had saved nothing refuses a second pass, too."""

    def run(original: Any, self: OpNode, *rest: Any) -> Any:
        if self._saved is None:
            raise freed_error(self)
        return original(self, *rest)

    def release(original: Any, self: Node) -> None:
        self._saved = None

    every_run(OpNode, run)
    replace(Node.release, release)


@fault
def freed_nodes_keep_memory() -> None:
    """A freed node refuses a second pass but holds on to the memory of what it had saved."""

    def release(original: Any, self: Node) -> None:
        saved = self._saved
        original(self)
        if saved:
            self.held = saved

    replace(Node.release, release)


@fault
def freed_before_the_end() -> None:
    """A product is freed before the pass has come to it."""

    def run(original: Any, self: OpNode, grad: Any, record: bool, edges: Any) -> Any:
        result = original(self, grad, record, edges)
        for edge in edges:
            if type(edge).__name__ == "MulBackward0":
                edge.release()
        return result

    every_run(OpNode, run)


@fault
def no_accumulate_grad() -> None:
    """next_functions leaves out the AccumulateGrad nodes."""

    def by(original: Any, edge: Any) -> Any:
        return (None, 0) if isinstance(edge, Tensor) else original(edge)

    replace(node._as_pair, by)


@fault
def nodes_have_no_names() -> None:
    """Every node is called Backward."""
    replace(Node.name, lambda original, self: "Backward")


@fault
def nodes_are_visited_too_early() -> None:
    """A node is visited as soon as one consumer has delivered, and again for each other."""
    change(Walk.run, "left = pending[edge] = pending[edge] - 1", "left = 0")


@fault
def oldest_first() -> None:
    """Of the nodes that are ready, the oldest is visited first."""
    change(Walk.run, "(-edge._sequence, edge)", "(edge._sequence % (1 << 63), edge)")


@fault
def any_shape_is_a_loss() -> None:
    """backward() of a tensor of several elements starts with ones."""

    def by(original: Any, output: Any, gradient: Any, *rest: Any) -> Any:
        if gradient is None and isinstance(output, Tensor):
            gradient = output.detach() * 0 + 1
        return original(output, gradient, *rest)

    replace(gradients._first_gradient, by)


@fault
def gradient_argument_ignored() -> None:
    """backward() and grad() start with ones, whatever gradient they are given."""

    def by(original: Any, output: Tensor, gradient: Any, create_graph: bool) -> Any:
        ones = None if gradient is None else gradient.new_ones(gradient.shape)
        return original(output, ones, create_graph)

    replace(gradients._first_gradient, by)


@fault
def any_gradient_fits() -> None:
    """The gradient that backward() starts with may have another shape than the output."""

    def by(original: Any, output: Any, gradient: Any, *rest: Any) -> Any:
        if isinstance(output, Tensor) and gradient is not None and gradient.shape != output.shape:
            gradient = gradient.reshape(-1)[0].expand(output.shape)
        return original(output, gradient, *rest)

    replace(gradients._first_gradient, by)


@fault
def constants_have_gradients() -> None:
    """backward() of a tensor that does not require grad does nothing."""

    def by(original: Any, tensors: Any, *rest: Any, **more: Any) -> None:
        if not (isinstance(tensors, Tensor) and not tensors.requires_grad):
            original(tensors, *rest, **more)

    replace(gradients.backward, by)


@fault
def grad_writes_to_leaves() -> None:
    """autograd.grad also adds to the .grad of its inputs."""

    def by(original: Any, outputs: Any, inputs: Any, *rest: Any, **more: Any) -> Any:
        found = original(outputs, inputs, *rest, **more)
        for leaf, g in zip(gradients._sequence(inputs), found, strict=False):
            if g is not None and isinstance(leaf, Tensor) and leaf.is_leaf:
                node.accumulate(leaf, g.detach()._data, False)
        return found

    replace(gradients.grad, by)


@fault
def inputs_of_backward_ignored() -> None:
    """backward(inputs=...) adds to the .grad of every leaf."""

    def by(original: Any, *args: Any) -> Any:
        *most, targets, capture = args
        return original(*most, targets if capture else None, capture)

    replace(walk._run, by)


@fault
def unused_inputs_allowed() -> None:
    """grad() gives None for an unused input without being asked to."""
    change(gradients._found, "if not allow_unused:", "if False:")


@fault
def unused_inputs_get_zeros() -> None:
    """allow_unused=True gives zeros for an unused input."""
    change(gradients._found, "if materialize:", "if materialize or allow_unused:")


@fault
def created_graph_is_cut() -> None:
    """grad(create_graph=True) gives gradients without history."""

    def by(original: Any, value: Any, *rest: Any) -> Any:
        found = original(value, *rest)
        return found if found is None else found.detach()

    replace(gradients._found, by)


@fault
def backward_creates_no_graph() -> None:
    """backward(create_graph=True) leaves a .grad without history."""

    def by(original: Any, leaf: Tensor, grad: Any, record: bool, **more: Any) -> None:
        original(leaf, grad.detach() if record else grad, record, **more)

    replace(node.accumulate, by)


@fault
def derivatives_are_always_recorded() -> None:
    """grad() gives gradients with history although create_graph is false."""

    def by(original: Any, *args: Any, create_graph: bool = False, **more: Any) -> Any:
        return original(*args, create_graph=True, **more)

    replace(gradients.grad, by)


@fault
def item_keeps_the_graph() -> None:
    """item() gives the tensor itself, graph and all."""
    replace(conversion.item, lambda original, self: self)


@fault
def functions_are_never_freed() -> None:
    """The node of a custom Function keeps what it saved."""
    replace(FunctionNode.release, nothing)


@fault
def materialize_grads_ignored() -> None:
    """grad(materialize_grads=True) gives None for an unused input."""
    change(gradients._found, "if materialize:", "if False:")
    change(gradients._found, "if not allow_unused:", "if not allow_unused and not materialize:")


@fault
def inputs_may_be_constants() -> None:
    """grad() gives None for an input that does not require grad."""

    def by(original: Any, outputs: Any, inputs: Any, *rest: Any, **more: Any) -> Any:
        inputs = gradients._sequence(inputs)
        known = [x for x in inputs if not isinstance(x, Tensor) or x.requires_grad]
        found = iter(original(outputs, known, *rest, **more) if known else ())
        return tuple(next(found) if any(x is k for k in known) else None for x in inputs)

    replace(gradients.grad, by)


@fault
def starts_from_one_output() -> None:
    """backward([a, b]) and grad([a, b], ...) start from the first output only."""

    def by(original: Any, outputs: Any, grads: Any, create_graph: bool) -> Any:
        return original(outputs[:1], grads[:1], create_graph)

    replace(gradients._start, by)


@fault
def gradients_lose_their_values() -> None:
    """A second gradient on the way to a node with several outputs replaces the first."""
    change(Walk._add_numbered, "row[number] + grad", "grad")
