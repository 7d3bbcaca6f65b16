"""The route of a backward pass: which nodes it visits, determined before it starts."""


def key(edge):
    """An edge as (node or leaf, number of its output)."""
    return edge if type(edge) is tuple else (edge, 0)


class Route:
    """Everything reachable from `roots`; if `targets` are given, only what leads to them.

    With `capture`, the gradients of targets are requested; otherwise the targets are visited.
    No path to a target leads through nodes with a number below `since`.
    """

    def __init__(self, roots, targets=None, capture=False, since=0):
        self.pending = {}  # node or leaf → number of edges that lead to it
        self.needed = None  # nodes on a path to a target, or None: all
        self.captures = {}  # node or leaf → output numbers whose gradients are requested
        self.root = key(roots[0])[0] if len(roots) == 1 else None  # if there is only one
        self._kept = {}  # node → its edges that lead to a target
        if targets is None:
            self._count(roots)
        else:
            parents = self._count_with_parents(roots, since)
            self._restrict(targets, capture, parents)

    def _count(self, roots):
        pending, stack = self.pending, []
        edges = roots
        while True:
            for edge in edges:
                if edge is not None:
                    target = edge[0] if type(edge) is tuple else edge
                    known = pending.get(target)
                    if known is None:
                        pending[target] = 1
                        stack.append(target)
                    else:
                        pending[target] = known + 1
            if not stack:
                return
            edges = stack.pop()._edges

    def _count_with_parents(self, roots, since):
        """Count edges, and also note the parents of each node."""
        pending, stack, parents = self.pending, [], {}
        node, edges = None, roots
        while True:
            for edge in edges:
                if edge is None:
                    continue
                target = edge[0] if type(edge) is tuple else edge
                if target in pending:
                    pending[target] += 1
                else:
                    pending[target] = 1
                    parents[target] = []
                    stack.append(target)
                if node is not None:
                    parents[target].append(node)
            if not stack:
                return parents
            node = stack.pop()
            too_old = since and node._sequence is not None and node._sequence < since
            edges = () if too_old else node._edges

    def _restrict(self, targets, capture, parents):
        """Restrict the route to nodes that lead to a target."""
        needed, stack = set(), []
        for edge in targets:
            node, number = key(edge)
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

    def leads_on(self, node):
        """Whether a gradient of the node is needed."""
        return self.needed is None or node in self.needed or node in self.captures

    def edges_of(self, node):
        """The edges of a node, with None for those that do not lead to a target."""
        kept = self._kept.get(node)
        if kept is None:
            kept = self._kept[node] = []
            for edge in node._edges:
                target = edge[0] if type(edge) is tuple else edge
                kept.append(edge if target is not None and self.leads_on(target) else None)
        return kept

    def count_reached(self, edges):
        """How many of `edges` receive a gradient, not counting a lone root."""
        nodes = [key(edge)[0] for edge in edges]
        others = [node for node in nodes if node is not self.root]
        if any(node in self.captures and node._sequence is None for node in others):
            raise RuntimeError(
                "multi-grad hooks do not work for leaves whose gradient grad() returns"
            )
        return sum(
            node in self.pending and node is not self.root and self.leads_on(node) for node in nodes
        )
