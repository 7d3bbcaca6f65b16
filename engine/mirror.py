"""Memory whose conjugate is seen, too: both are there, and each write to one goes to the other.

PyTorch leaves the conjugation to whoever reads. Operations here read plain arrays, so a conjugate
has memory of its own, its mirror; the count of writes, which every write raises, tells when to
bring the other side up to date. Memory without a mirror pays nothing for this.
"""

import weakref

import numpy as np

from engine.autograd.mode import mode
from engine.errors import unsupported
from engine.shared import Borrowed, Storage, share
from engine.strides import root
from engine.tensor import own


class Pair:
    """Memory and its mirror, which holds the same numbers with their imaginary parts negated."""

    __slots__ = ("__weakref__", "_imaginary", "_mirrored", "_parts", "memory", "mirror")

    def __init__(self, array):
        self.memory = root(array)
        self.mirror = self.memory.copy(order="K")
        size = array.itemsize // (2 if array.dtype.kind == "c" else 1)
        self._parts, self._mirrored = _parts(self.memory, size), _parts(self.mirror, size)
        if array.size and not np.may_share_memory(self._parts, self.memory):
            raise unsupported("the conjugate of memory with gaps", "clone the tensor first")
        self._imaginary = slice((self._distance(array) // size + 1) % 2, None, 2)
        self.outwards()

    def _distance(self, array):
        """Bytes to the array from the beginning of that of the two memories that it lies in."""
        first, start = _address(array), _address(self.mirror)
        return first - (
            start if 0 <= first - start <= self.mirror.nbytes else _address(self.memory)
        )

    def place(self, array, memory):
        """What lies in `memory`, which is one of the two, where the array does in either."""
        return np.ndarray(
            array.shape, array.dtype, memory.ravel("K"), self._distance(array), array.strides
        )

    def is_imaginary(self, array):
        """Whether the real numbers in the array are imaginary parts."""
        return self._distance(array) // array.itemsize % 2 == self._imaginary.start

    def outwards(self):
        """Bring the mirror up to date."""
        _conjugate(self._parts, self._mirrored, self._imaginary)

    def inwards(self):
        """Bring the memory up to date with its mirror."""
        _conjugate(self._mirrored, self._parts, self._imaginary)


def _parts(memory, size):
    """All real and imaginary parts in the memory, in the order in which they lie."""
    return np.ndarray(memory.nbytes // size, f"f{size}", memory.ravel("K"))


def _address(array):
    return array.__array_interface__["data"][0]


def _conjugate(source, target, imaginary):
    target[...] = source
    np.negative(source[imaginary], out=target[imaginary])


class Mirrored(Storage):
    """Storage whose memory has mirrors."""

    __slots__ = ()
    mirrored = True

    @property
    def version(self):
        return Storage.version.__get__(self)

    @version.setter
    def version(self, value):
        Storage.version.__set__(self, value)
        for pair in self.alive():
            pair.outwards()

    def alive(self):
        """The pairs whose mirrors somebody sees."""
        pairs = [reference() for reference in self.pairs]
        return [pair for pair in pairs if pair is not None]

    def apart(self):
        other = type(self).__new__(type(self))
        other.pairs = self.pairs
        Storage.__init__(other)
        return other


class MirroredAndBorrowed(Mirrored, Borrowed):
    """The same, of memory that cannot grow."""

    __slots__ = ()


class _Uncounted(Mirrored):
    """The same of inference tensors, whose writes nobody counts, and which are not written to
    outside of inference mode."""

    __slots__ = ()
    counts = False

    @property
    def version(self):
        return 0

    @version.setter
    def version(self, value):
        Mirrored.version.__set__(self, 0)
        if not mode.inference:
            raise RuntimeError(
                "an inference tensor cannot be changed in place outside inference_mode; clone it"
            )


class Mirror(Storage):
    """Storage of tensors in the mirror: their writes count for, and come to, the memory itself."""

    __slots__ = ("itself", "pair")
    mirrored = True

    def __init__(self, itself, pair):
        self.itself, self.pair = itself, pair

    @property
    def counts(self):
        return self.itself.counts

    @property
    def version(self):
        return self.itself.version

    @version.setter
    def version(self, value):
        self.pair.inwards()
        self.itself.version = value

    @property
    def reshaped(self):
        return self.itself.reshaped

    @reshaped.setter
    def reshaped(self, version):
        self.itself.reshaped = version

    @property
    def untracked(self):
        return self.itself.untracked

    @untracked.setter
    def untracked(self, views):
        self.itself.untracked = views

    def apart(self):
        return Mirror(self.itself.apart(), self.pair)


def _mirrored(storage):
    """The storage, from now on one that keeps its mirrors up to date."""
    if not storage.mirrored:
        storage.__class__ = MirroredAndBorrowed if isinstance(storage, Borrowed) else Mirrored
        storage.pairs = []
    return storage


def _pair_of(storage, array):
    """The pair of the memory that the array lies in, made if nobody sees its mirror yet."""
    memory, alive = root(array), storage.alive()
    for pair in alive:
        if pair.memory is memory:
            pair.outwards()  # an ndarray over the memory may have been written to, uncounted
            return pair
    pair = Pair(array)
    storage.pairs[:] = [weakref.ref(p) for p in (*alive, pair)]
    return pair


def prepare(tensor):
    """Give a tensor the storage that conjugates will share with it."""
    if tensor._inference and tensor._storage is None:
        tensor._storage = _Uncounted.__new__(_Uncounted)
        tensor._storage.pairs, tensor._storage.untracked = [], ()
    return share(tensor)


def reflect(view, tensor):
    """Let a fresh view of the tensor see, of the memory and its mirror, the other one."""
    storage, array = share(tensor), own(tensor)
    if type(storage) is Mirror:
        pair, view._storage = storage.pair, storage.itself
        view._data = pair.place(array, pair.memory)
    else:
        pair = _pair_of(_mirrored(storage), array)
        view._storage = Mirror(storage, pair)
        view._data = pair.place(array, pair.mirror)
    return view


def is_conjugate(tensor):
    """Whether a tensor is in a mirror and complex: what PyTorch conjugates when it is read."""
    return type(tensor._storage) is Mirror and tensor._data.dtype.kind == "c"


def is_negated(tensor):
    """Whether a tensor is of imaginary parts in a mirror: what PyTorch negates when it is read."""
    storage = tensor._storage
    if type(storage) is not Mirror or tensor._data.dtype.kind == "c":
        return False
    return storage.pair.is_imaginary(own(tensor))


def seated(tensor):
    """The tensor's array, or what lies there in the memory whose mirror the tensor is in."""
    storage = tensor._storage
    if type(storage) is not Mirror:
        return own(tensor)
    return storage.pair.place(own(tensor), storage.pair.memory)


def check_memory(tensor):
    """Refuse to read the memory around imaginary parts in a mirror: all of it would be negated."""
    if is_negated(tensor):
        raise unsupported("other parts of a conjugate's memory", "call resolve_neg() first")
