"""The backward pass: an iterative walk that visits each node after all its consumers."""

import gc
from heapq import heappop, heappush

from engine.autograd import anomaly_mode
from engine.autograd.accumulation import accumulate, call_post_accumulate
from engine.autograd.grad_mode import no_grad
from engine.autograd.hook_calls import HookCalls
from engine.autograd.leaf_order import popped
from engine.autograd.mode import careful, mode, pack_hooks, passing, set_pack_hooks, tell, watchers
from engine.autograd.nesting import THREAD_EVERY, here, in_thread
from engine.autograd.renewal import itself
from engine.autograd.route import Route, key
from engine.tensor import Tensor, own


def run_backward(roots, grads, retain_graph, record, targets=None, capture=False, since=0):
    """Backpropagate `grads` from the edges `roots`.

    Gradients are tensors if the walk is recorded or propagates tangents, otherwise bare arrays.
    With `targets` (a list of edges), only the paths to them are walked; with `capture`, their
    gradients are returned (None where nothing arrived) and not accumulated. No path to a target
    leads through nodes with a number below `since`.
    """
    arguments = (roots, grads, retain_graph, record, targets, capture, since)
    if here.depth % THREAD_EVERY == THREAD_EVERY - 1:
        return in_thread(lambda: _run(*arguments))
    return _run(*arguments)


def run_rows(root, starts, targets):
    """`run_backward` for many initial gradients of one output: the route is determined once."""
    route, rows = Route([root], targets, True), []
    with no_grad():
        for start in starts:
            walk = Walk(route, True, False)
            walk.pending = dict(route.pending)  # each walk counts down its own copy
            walk.start([root], [start])
            walk.run()
            rows.append([walk.captured.get(key(edge)) for edge in targets])
    return rows


def _run(roots, grads, retain_graph, record, targets, capture, since):
    tensors = record or passing()
    here.depth += 1
    before, collecting, hooks = mode.enabled, gc.isenabled(), tuple(pack_hooks)
    mode.switch(record)
    if collecting:
        gc.disable()  # a walk creates no cycles, and collections over a large live graph are costly
    try:
        walk = Walk(Route(roots, targets, capture, since), retain_graph, tensors)
        walk.start(roots, grads)
        grads = None
        walk.run()
        if walk.callbacks:
            walk.call_back()
        return walk.found(targets) if capture else None
    finally:
        mode.switch(before)
        here.depth -= 1
        if collecting:
            gc.enable()
        if pack_hooks or hooks:  # changes that derivatives made to the hook stack end with the walk
            set_pack_hooks(hooks)


class Walk(HookCalls):
    """One pass through the graph along a `Route`, which other passes may share."""

    def __init__(self, route, retain, record):
        super().__init__(retain, record)
        self.route = route
        self.pending = route.pending  # node or leaf → number of edges still to deliver
        self.buffers = {}  # node or leaf → gradient so far; a list if it has several outputs
        self.ready = []  # heap of (-sequence number, node)
        self.leaves = []  # leaves whose gradient is complete
        self.waiting = []  # for each of these, how many nodes were ready at that time
        self.captured = {}  # (node or leaf, output number) → requested gradient
        self.callbacks = []

    def start(self, roots, grads):
        """Deliver the initial gradients to the roots."""
        if watchers:
            tell("began", self, roots, grads)
        for edge, grad in zip(roots, grads, strict=True):
            if isinstance(grad, Tensor) and not self.record:
                tensor, grad = grad, own(grad)
                self.given[id(grad)] = tensor
            node, number = edge if type(edge) is tuple else (edge, 0)
            if len(roots) > 1 and not self.route.leads_on(node):
                continue
            if node._outputs != 1:
                self._add_numbered(node, number, grad)
            elif grad is not None:
                self.buffers[node] = self.buffers[node] + grad if node in self.buffers else grad
            self.pending[node] -= 1
            if self.pending[node]:
                continue
            if node._sequence is None:
                self.leaves.append(node)
                self.waiting.append(len(self.ready))
            else:
                heappush(self.ready, (-node._sequence, node))

    def _add_numbered(self, node, number, grad):
        row = self.buffers.get(node)
        if row is None:
            row = self.buffers[node] = [None] * node._outputs
        if grad is not None:
            row[number] = grad if row[number] is None else row[number] + grad

    def run(self):
        """Visit ready nodes until none is left."""
        ready, buffers, pending = self.ready, self.buffers, self.pending
        record, retain = self.record, self.retain
        needed, captures = self.route.needed, self.route.captures
        outer, here.walk = here.walk, self
        try:
            if self.leaves:
                self._finish_leaves()
            while ready:
                node = heappop(ready)[1]
                grad = buffers.pop(node, None)
                edges = node._edges
                if needed is not None:
                    if node not in needed:
                        grad = self._pass_by(node, grad)
                        if node in captures:
                            self._capture(node, grad)
                        continue
                    if node in captures:
                        self._capture(node, grad)
                    edges = self.route.edges_of(node)
                if node._hooks is not None or careful:
                    grads = self._run_watched(node, grad, edges)
                else:
                    grads = node.run(grad, record, edges)
                grad = None
                if not retain:
                    node.release()
                for edge, value in zip(edges, grads):  # noqa: B905 (strict costs; `run` is ours)
                    if edge is None:
                        continue
                    if type(edge) is tuple:
                        edge, number = edge
                        self._add_numbered(edge, number, value)
                    elif value is not None:
                        if edge._outputs != 1:
                            self._add_numbered(edge, 0, value)
                        elif edge in buffers:
                            buffers[edge] = buffers[edge] + value
                        else:
                            buffers[edge] = value
                    left = pending[edge] = pending[edge] - 1
                    if left:
                        continue
                    if edge._sequence is None:
                        self.leaves.append(edge)
                        self.waiting.append(len(ready))
                    else:
                        heappush(ready, (-edge._sequence, edge))
                grads = value = None  # release references, so that a leaf may keep a gradient
                if self.leaves:
                    self._finish_leaves()
        finally:
            here.walk = outer
            if watchers:
                tell("ended", self)

    def call_back(self):
        """Run the callbacks queued during the walk; they may queue more."""
        outer, here.walk = here.walk, self
        try:
            while self.callbacks:
                self.callbacks.pop(0)()
        finally:
            here.walk = outer

    def _capture(self, node, grad):
        for number in self.route.captures[node]:
            value = grad[number] if node._outputs != 1 and grad is not None else grad
            self.captured[(node, number)] = value

    def found(self, targets):
        """The captured gradients; the user's own tensors where those arrived unchanged."""
        values = [self.captured.get(key(edge)) for edge in targets]
        return [self.given.get(id(v), v) for v in values] if self.given else values

    # ---- leaves ---------------------------------------------------------------------------

    def _finish_leaves(self):
        leaves, self.leaves = self.leaves, []
        waiting, self.waiting = self.waiting, []
        if len(leaves) > 2 and any(x._hooks or x._accumulator for x in leaves):
            leaves = popped(leaves, waiting, len(self.ready))
        aimed = self.route.needed is not None
        for leaf in leaves:
            if leaf._hooks is not None or leaf._accumulator is not None or aimed:
                self._finish_watched_leaf(leaf)
                continue
            grad = self.buffers.pop(leaf, None)
            if grad is not None:
                accumulate(leaf, grad, self.record)

    @anomaly_mode.told
    def _finish_watched_leaf(self, leaf):
        grad = self.buffers.pop(leaf, None)
        hooks = leaf._hooks
        if hooks is not None:
            for hook in list(hooks.tensor_pre.values()):
                grad = self._call_hook(hook, grad)
        if leaf in self.route.captures:
            self.captured[(leaf, 0)] = grad
        if self.route.needed is not None and leaf not in self.route.needed:
            return
        node = leaf._accumulator() if leaf._accumulator is not None else None
        node_hooks = node._hooks if node is not None else None
        if node_hooks is not None:
            grad = self._call_pre(node_hooks, [grad])[0]
        before = grad
        if grad is not None:
            accumulate(leaf, grad, self.record, held=1)
        if hooks is not None:
            call_post_accumulate(itself(leaf))
        if node_hooks is not None:
            self._call_post(node_hooks, [], [before])
