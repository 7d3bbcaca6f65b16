"""What a leaf is to the graph after its `.data` was replaced.

Graphs that were recorded before still end in the leaf itself; paths that are recorded from then on
end in a `Successor`, which stands for it.
"""

from engine.errors import unsupported
from engine.tensor import Tensor, new


class Successor(Tensor):
    """The end of paths to a leaf recorded since; its gradients go to the leaf."""

    _data = property(lambda self: self._leaf._data)
    _requires = property(lambda self: self._leaf._requires)
    _hooks = property(lambda self: self._leaf._hooks)
    _grad = property(
        lambda self: self._leaf._grad, lambda self, grad: setattr(self._leaf, "_grad", grad)
    )


class Resized(Successor):
    """The same where the leaf got another shape.

    What happens to gradients then depends, in PyTorch, on whether an earlier graph still exists.
    """

    @property
    def _data(self):
        raise unsupported("the gradient of a leaf that got another shape as out=")


def renew(leaf, end=Successor):
    """Let paths that are recorded from now on end in a new `end` of the leaf."""
    if leaf._requires and leaf._node is None:
        leaf._stands_for = new(end)
        leaf._stands_for._leaf = leaf


def itself(end):
    """The leaf itself, where a path ends in its Successor."""
    return end._leaf if type(end) is Successor else end
