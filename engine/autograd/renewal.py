"""Where paths to a leaf end once it has other data: graphs of before keep their end, the leaf."""

from engine.tensor import Tensor, new


class Successor(Tensor):
    """Stands for a leaf where paths end that were recorded since; its gradients are the leaf's."""

    _data = property(lambda self: self._leaf._data)
    _requires = property(lambda self: self._leaf._requires)
    _hooks = property(lambda self: self._leaf._hooks)
    _grad = property(
        lambda self: self._leaf._grad, lambda self, grad: setattr(self._leaf, "_grad", grad)
    )


def renew(leaf):
    """Let further paths to the leaf end elsewhere than those that there are."""
    if leaf._requires and leaf._node is None:
        leaf._stands_for = new(Successor)
        leaf._stands_for._leaf = leaf


def itself(end):
    """The leaf whose path ends there."""
    return end._leaf if type(end) is Successor else end
