"""The shape of a tensor: a tuple that prints as PyTorch's."""

import math
from functools import partial
from operator import index


class Size(tuple):
    """A tuple of sizes, one for each dimension."""

    __slots__ = ()
    __module__ = "torch"  # the address that PyTorch prints

    def __new__(cls, sizes=()):
        whole = []
        for position, size in enumerate(sizes):
            try:
                whole.append(int(index(size)))
            except TypeError:
                kind = type(size).__name__
                raise TypeError(f"item {position} of a Size is a {kind}, not an int") from None
        return tuple.__new__(cls, whole)

    def __repr__(self):
        return f"torch.Size({list(self)})"

    def __reduce__(self):
        return _unpickled, (tuple(self),)

    def numel(self):
        """Number of elements of a tensor of this shape."""
        return math.prod(self)

    def __add__(self, other):
        if not isinstance(other, tuple):
            raise TypeError(f"only a tuple can be joined to a Size, not {type(other).__name__}")
        return size_of(tuple.__add__(self, other))

    def __radd__(self, other):
        if not isinstance(other, tuple):
            return NotImplemented
        return size_of(tuple.__add__(other, self))

    def __mul__(self, times):
        return size_of(tuple.__mul__(self, times))

    __rmul__ = __mul__

    def __getitem__(self, key):
        item = tuple.__getitem__(self, key)
        return size_of(item) if key.__class__ is slice else item


def _unpickled(sizes):
    return size_of(sizes)


size_of = partial(tuple.__new__, Size)  # a Size of a tuple of ints, such as a shape, unchecked
