"""The graph: nodes and their edges.

An edge of a node is None (no gradient needed), a node, a `(node, output number)` pair if the
number is not 0, or the leaf tensor where the path ends. The node of a leaf, AccumulateGrad, is only
created when it is accessed. Gradients travel as bare arrays, or as tensors if the backward pass is
itself recorded (`create_graph`).
"""

import weakref
from itertools import count

from engine.autograd import complex_paths
from engine.autograd.accumulation import accumulate, call_post_accumulate
from engine.autograd.hooks import NodeHooks, add_hook
from engine.autograd.mode import careful, mode, passing, tell, watchers
from engine.autograd.renewal import itself
from engine.tensor import Tensor, alias, wrap

next_number = count().__next__  # later nodes have higher numbers, and so are visited earlier
HIGHEST = (1 << 64) - 1  # for nodes that are visited as soon as they are ready

# What dir() lists for a node besides what it saved; the rest is internal.
_SHOWN = {
    *("_register_hook_dict", "_sequence_nr", "_set_sequence_nr", "metadata", "name"),
    *("next_functions", "register_hook", "register_prehook", "requires_grad", "variable"),
}


class Node:
    """One recorded operation: `grad_fn` of its results."""

    _edges = ()
    _outputs = 1  # number of outputs, that is, of incoming gradients
    _saved = ()  # what the derivative needs; None once freed
    _hooks = _metadata = None
    _accumulators = ()  # accessed nodes of leaves, held so that they stay the same
    _results = {}  # noqa: RUF012 (replaced, never changed)
    _sequence = 0
    requires_grad = True
    dispatched = True  # whether it belongs to an operation of PyTorch, not to a user's Function
    __module__ = "torch.autograd.graph"
    _home = "builtins"  # module of derived types, as PyTorch prints it
    _namespace = ""  # C++ namespace, if `name()` shows one

    def name(self):
        """The name of the node in PyTorch."""
        return self._namespace + type(self).__name__

    def __init_subclass__(cls):
        cls.__module__ = cls._home

    @property
    def metadata(self):
        """A dict for the user's notes about this node."""
        if self._metadata is None:
            self._metadata = {}
        return self._metadata

    @property
    def next_functions(self):
        """The next nodes that gradients go to, each with an output number.

        The AccumulateGrad nodes of leaves live as long as a node whose `next_functions` were read.
        """
        pairs = tuple(_as_pair(edge) for edge in self._edges)
        self._accumulators = [node for node, _ in pairs if type(node) is AccumulateGrad]
        return pairs

    @property
    def hooks(self):
        """Its hooks, created on first access."""
        if self._hooks is None:
            self._hooks = NodeHooks()
        return self._hooks

    def note_result(self, tensor):
        """Store the shape and dtype of a result, so that a pass can start at it."""
        self._results = {**self._results, tensor._nr: (tensor._data.shape, tensor._data.dtype)}

    def register_hook(self, hook):
        """Run `hook(grad_inputs, grad_outputs)` after the node; it may return new grad_inputs."""
        return add_hook(self.hooks.post, hook)

    def register_prehook(self, hook):
        """Run `hook(grad_outputs)` before the node; it may return new grad_outputs."""
        return add_hook(self.hooks.pre, hook)

    def __dir__(self):
        return [n for n in super().__dir__() if n in _SHOWN or n.startswith("__")]

    def _register_hook_dict(self, tensor_hooks):
        raise RuntimeError("hooks of a tensor are registered with tensor.register_hook")

    def _sequence_nr(self):
        return self._sequence

    def _set_sequence_nr(self, number):
        self._sequence = number

    def __call__(self, *grads):
        """Run the derivative directly, on tensors."""
        if len(grads) != self._outputs:
            raise TypeError(f"{self.name()} takes {self._outputs} gradients, not {len(grads)}")
        recorded = mode.grad or passing()
        row = [g if g is None or recorded else g._data for g in grads]
        if any(g is not None and complex_paths.is_complex(g) for g in row):
            complex_paths.begin()
        first = row[0] if self._outputs == 1 else row
        out = complex_paths.visit(self, first, recorded, self._edges)
        if not recorded:
            out = [None if g is None else wrap(g) for g in out]
        return out[0] if len(out) == 1 else tuple(out)

    def run(self, grad, record, edges):
        """The gradients for the edges, given that of the output (a list if there are several).

        They are arrays if `record` is false, otherwise tensors that can be differentiated again.
        `edges` are this node's edges, with None where this pass does not need the gradient.
        """
        raise NotImplementedError(self.name())

    @property
    def holds(self):
        """Whether something is saved here that a pass would release."""
        return bool(self._saved)

    def release(self):
        """Release what was saved; if anything was, a later visit raises."""
        if self._saved:
            self._saved = None


class VisitedFirst:
    """For nodes that only raise: they have the highest number, whatever they are given."""

    _sequence = property(lambda self: HIGHEST, lambda self, number: None)

    def __lt__(self, other):
        return False  # the order among nodes of one number does not matter


def freed_error(node):
    """The error for a second pass through a node that the first pass freed."""
    return RuntimeError(
        f"{node.name()} was visited by an earlier backward pass, which freed the tensors that it "
        "had saved; pass retain_graph=True to every pass but the last"
    )


class AccumulateGrad(Node):
    """The end of a path: adds what arrives into the `.grad` of its leaf."""

    _sequence = HIGHEST
    _namespace = "torch::autograd::"

    def __init__(self, end):
        self.end = end

    @property
    def hooks(self):
        """Its hooks; from now on every graph that ends in its leaf keeps this node alive."""
        if self._hooks is None:
            careful.append("accumulators")
            weakref.finalize(self, careful.remove, "accumulators").atexit = False
        return super().hooks

    @property
    def variable(self):
        """The leaf."""
        return itself(self.end)

    def run(self, grad, record, edges):
        if grad is not None:
            accumulate(self.end, grad, record)
        call_post_accumulate(itself(self.end))
        return ()


def accumulator(leaf):
    """The AccumulateGrad node of a leaf; the same one as long as something refers to it."""
    reference = leaf._accumulator
    node = reference() if reference is not None else None
    if node is None:
        node = AccumulateGrad(leaf)
        leaf._accumulator = weakref.ref(node)
    return node


def _as_pair(edge):
    if edge is None:
        return (None, 0)
    if type(edge) is tuple:
        return edge
    if isinstance(edge, Tensor):
        return (accumulator(edge), 0)
    return (edge, 0)


def passed_through(node, tensors):
    """Add a node with these inputs to the graph; returns an alias of each as its result (None
    stays None).
    """
    node._sequence, node._outputs = next_number(), len(tensors)
    node._edges = tuple([None if t is None else edge_of(t) for t in tensors])
    results = [None if t is None else alias(t) for t in tensors]
    for number, result in enumerate(results):
        if result is not None:
            result._node, result._nr, result._requires = node, number, True
    if watchers:
        tell("recorded", node, results)
    return results


def edge_of(tensor):
    """The edge on which the gradient of `tensor` travels; None if it requires no gradient."""
    view = tensor._view
    if view is not None:
        view.refresh(tensor)
    node = tensor._node
    if node is None:
        if not tensor._requires:
            return None
        if tensor._stands_for is not None:
            return tensor._stands_for
        return tensor if view is None or view.asked else None
    return (node, tensor._nr) if tensor._nr else node
