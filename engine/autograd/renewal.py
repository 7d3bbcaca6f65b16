"""Where paths to a leaf end once it has other data: graphs of before keep their end, the leaf."""

from engine.errors import unsupported
from engine.tensor import Tensor, new


class Successor(Tensor):
    """Stands for a leaf where paths end that were recorded since; its gradients are the leaf's."""

    _data = property(lambda self: self._leaf._data)
    _requires = property(lambda self: self._leaf._requires)
    _hooks = property(lambda self: self._leaf._hooks)
    _grad = property(
        lambda self: self._leaf._grad, lambda self, grad: setattr(self._leaf, "_grad", grad)
    )


class Resized(Successor):
    """The same where the leaf got another shape: what becomes of gradients then depends in PyTorch
    on whether somebody still holds a graph of before."""

    @property
    def _data(self):
        raise unsupported("the gradient of a leaf that got another shape as out=")


def renew(leaf, end=Successor):
    """Let further paths to the leaf end elsewhere than those that there are."""
    if leaf._requires and leaf._node is None:
        leaf._stands_for = new(end)
        leaf._stands_for._leaf = leaf


def itself(end):
    """The leaf whose path ends there."""
    return end._leaf if type(end) is Successor else end
