"""The backward pass: an iterative walk that visits each node once all its consumers are done."""

import gc
from heapq import heappop, heappush

from engine.autograd.hook_calls import HookCalls
from engine.autograd.mode import careful, mode, pack_hooks, passing, set_pack_hooks, tell, watchers
from engine.autograd.nesting import THREAD_EVERY, here, in_thread
from engine.autograd.node import accumulate
from engine.tensor import Tensor, own


def run_backward(roots, grads, retain_graph, record, targets=None, capture=False, since=0):
    """Send `grads` back along the edges `roots`; they, and what becomes of them, are tensors if the
    walk is recorded or tensors have tangents, which it then passes on, and else bare arrays.

    With `targets` (a list of edges) only the paths to them are walked; with `capture` their
    gradients are returned, None where nothing arrived, and not accumulated. No path to a target
    leads through nodes with a number below `since`.
    """
    arguments = (roots, grads, retain_graph, record, targets, capture, since)
    if here.depth % THREAD_EVERY == THREAD_EVERY - 1:
        return in_thread(lambda: _run(*arguments))
    return _run(*arguments)


def run_rows(root, starts, targets):
    """`run_backward` for many first gradients of one output: the way is found out once."""
    walk = Walk(True, False)
    walk.prepare([root], targets, True)
    pending, rows = dict(walk.pending), []
    before = mode.enabled
    mode.switch(False)
    try:
        for start in starts:
            walk.pending, walk.captured = dict(pending), {}
            walk.start([root], [start])
            walk.run()
            rows.append([walk.captured.get(_key(edge)) for edge in targets])
    finally:
        mode.switch(before)
    return rows


def _run(roots, grads, retain_graph, record, targets, capture, since):
    walk = Walk(retain_graph, record or passing())
    here.depth += 1
    before, collecting, hooks = mode.enabled, gc.isenabled(), tuple(pack_hooks)
    mode.switch(record)
    if collecting:
        gc.disable()  # a walk makes no cycles, and passes over a large live graph are costly
    try:
        walk.prepare(roots, targets, capture, since)
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
        if pack_hooks or hooks:  # what derivatives did to the stack of hooks ends with the walk
            set_pack_hooks(hooks)


def _key(edge):
    return edge if type(edge) is tuple else (edge, 0)


def _count(edge, parent, pending, stack, parents):
    if edge is None:
        return
    node = edge[0] if type(edge) is tuple else edge
    if node in pending:
        pending[node] += 1
    else:
        pending[node] = 1
        parents[node] = []
        stack.append(node)
    if parent is not None:
        parents[node].append(parent)


class Walk(HookCalls):
    """One pass through the graph."""

    def __init__(self, retain, record):
        super().__init__(retain, record)
        self.pending = {}  # node or leaf → number of edges that still have to deliver
        self.buffers = {}  # node or leaf → gradient so far; a list where it has several outputs
        self.ready = []  # heap of (-sequence number, node)
        self.leaves = []  # leaves whose gradient is complete
        self.needed = None  # nodes on a path to a target, or None: all
        self.captures = {}  # node or leaf → output numbers whose gradient is asked for
        self.captured = {}
        self.wanted = {}  # node → its edges that lead to a target
        self.callbacks = []
        self.root = None  # if there is but one

    def prepare(self, roots, targets, capture, since=0):
        """Count for every reachable node how many edges lead to it."""
        if len(roots) == 1:
            self.root = _key(roots[0])[0]
        pending, stack = self.pending, []
        parents = {} if targets is not None else None
        for edge in roots:
            node = edge[0] if type(edge) is tuple else edge
            if node not in pending:
                stack.append(node)
                if parents is not None:
                    parents[node] = []
            pending[node] = pending.get(node, 0) + 1
        while stack:
            node = stack.pop()
            if parents is not None:
                if since and node._sequence is not None and node._sequence < since:
                    continue
                for edge in node._edges:
                    _count(edge, node, pending, stack, parents)
                continue
            for edge in node._edges:
                if edge is not None:
                    target = edge[0] if type(edge) is tuple else edge
                    known = pending.get(target)
                    if known is None:
                        pending[target] = 1
                        stack.append(target)
                    else:
                        pending[target] = known + 1
        if targets is not None:
            self._restrict(targets, capture, parents)

    def _restrict(self, targets, capture, parents):
        """Keep to the nodes from which a target is reached."""
        needed, stack = set(), []
        for edge in targets:
            node, number = _key(edge)
            if node not in self.pending:
                continue
            if capture:
                self.captures.setdefault(node, set()).add(number)
            else:
                needed.add(node)
            stack.append(node)
        while stack:
            for parent in parents[stack.pop()]:
                if parent not in needed:
                    needed.add(parent)
                    stack.append(parent)
        self.needed = needed

    def start(self, roots, grads):
        """Put the first gradients where the walk begins."""
        if watchers:
            tell("began", self, roots, grads)
        for edge, grad in zip(roots, grads, strict=True):
            if isinstance(grad, Tensor) and not self.record:
                tensor, grad = grad, own(grad)
                self.given[id(grad)] = tensor
            node, number = edge if type(edge) is tuple else (edge, 0)
            if len(roots) > 1 and not self._leads_to_target(node):
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
            else:
                heappush(self.ready, (-node._sequence, node))

    def _leads_to_target(self, node):
        return self.needed is None or node in self.needed or node in self.captures

    def _add_numbered(self, node, number, grad):
        row = self.buffers.get(node)
        if row is None:
            row = self.buffers[node] = [None] * node._outputs
        if grad is not None:
            row[number] = grad if row[number] is None else row[number] + grad

    def run(self):
        """Visit what is ready until nothing is."""
        ready, buffers, pending = self.ready, self.buffers, self.pending
        record, retain = self.record, self.retain
        outer, here.walk = here.walk, self
        try:
            if self.leaves:
                self._finish_leaves()
            while ready:
                node = heappop(ready)[1]
                grad = buffers.pop(node, None)
                edges = node._edges
                if self.needed is not None:
                    if node not in self.needed:
                        grad = self._before_node(node, grad)
                        if node in self.captures:
                            self._capture(node, grad)
                        continue
                    if node in self.captures:
                        self._capture(node, grad)
                    edges = self._kept_edges(node)
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
                    else:
                        heappush(ready, (-edge._sequence, edge))
                grads = value = None  # a leaf may keep a gradient that nobody else refers to
                if self.leaves:
                    self._finish_leaves()
        finally:
            here.walk = outer
            if watchers:
                tell("ended", self)

    def call_back(self):
        """Make the calls that were asked for during the walk; they may ask for more."""
        outer, here.walk = here.walk, self
        try:
            while self.callbacks:
                self.callbacks.pop(0)()
        finally:
            here.walk = outer

    def count_reached(self, edges):
        """How many of `edges` this walk delivers a gradient to, not counting a root alone."""
        nodes = [edge[0] if type(edge) is tuple else edge for edge in edges]
        others = [node for node in nodes if node is not self.root]
        if any(node in self.captures and node._sequence is None for node in others):
            raise RuntimeError("multi-grad hooks do not work for leaves that grad() is asked for")
        leaf = self.root is not None and self.root._sequence is None
        alone = self.root if leaf or self.needed is None else None
        return sum(
            node in self.pending and node is not alone and self._leads_to_target(node)
            for node in nodes
        )

    def _kept_edges(self, node):
        """The edges of a node, None where they do not lead to a target."""
        kept = self.wanted.get(node)
        if kept is None:
            kept = []
            for edge in node._edges:
                target = edge[0] if type(edge) is tuple else edge
                leads = target is not None and self._leads_to_target(target)
                kept.append(edge if leads else None)
            self.wanted[node] = kept
        return kept

    def _capture(self, node, grad):
        for number in self.captures[node]:
            value = grad[number] if node._outputs != 1 and grad is not None else grad
            self.captured[(node, number)] = value

    def found(self, targets):
        """The captured gradients; tensors where they are a user's tensors as they were given."""
        values = [self.captured.get(_key(edge)) for edge in targets]
        return [self.given.get(id(v), v) for v in values] if self.given else values

    # ---- leaves ---------------------------------------------------------------------------

    def _finish_leaves(self):
        leaves, self.leaves = self.leaves, []
        for leaf in leaves:
            if leaf._hooks is not None or leaf._accumulator is not None or self.needed is not None:
                self._finish_watched_leaf(leaf)
                continue
            grad = self.buffers.pop(leaf, None)
            if grad is not None:
                accumulate(leaf, grad, self.record)

    def _finish_watched_leaf(self, leaf):
        grad = self.buffers.pop(leaf, None)
        hooks = leaf._hooks
        if hooks is not None:
            for hook in list(hooks.tensor_pre.values()):
                grad = self._call_hook(hook, grad)
        if leaf in self.captures:
            self.captured[(leaf, 0)] = grad
        if self.needed is not None and leaf not in self.needed:
            return
        node = leaf._accumulator() if leaf._accumulator is not None else None
        node_hooks = node._hooks if node is not None else None
        if node_hooks is not None:
            grad = self._call_pre(node_hooks, [grad])[0]
        before = grad
        if grad is not None:
            accumulate(leaf, grad, self.record, held=1)
        if hooks is not None:
            for hook in list(hooks.post_accumulate.values()):
                returned = hook(leaf)
                if returned is not None:
                    error = RuntimeError if isinstance(returned, Tensor) else TypeError
                    raise error("a post-accumulate-grad hook must return None")
        if node_hooks is not None:
            self._call_post(node_hooks, [], [before])
