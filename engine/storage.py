"""`torch.storage`: the memory that a tensor and its views share."""

from engine import dtype as dtypes
from engine.address import posing
from engine.mirror import seated
from engine.strides import memory_of
from engine.warn import warn_once


class UntypedStorage:
    """The memory that a tensor and its views share, in bytes."""

    def __init__(self, tensor):
        self.array = memory_of(seated(tensor))

    @property
    def _places(self):
        return self.array.view("u1")

    def data_ptr(self):
        """The memory address."""
        return self.array.__array_interface__["data"][0]

    def nbytes(self):
        """The size in bytes."""
        return self.array.nbytes

    def size(self):
        """The number of elements."""
        return self._places.size

    def tolist(self):
        """The contents as a list, in memory order."""
        return self._places.tolist()

    def fill_(self, value):
        """Write the value to all elements."""
        self._places[...] = value
        return self

    def __len__(self):
        return self.size()

    def __iter__(self):
        return iter(self.tolist())

    def __getitem__(self, place):
        return self._places[place].item()

    def __setitem__(self, place, value):
        self._places[place] = value

    def __repr__(self):
        rows = "".join(f" {value}\n" for value in self.tolist())
        return f"{rows}[torch.storage.{type(self).__name__}({self._kind()}) of size {len(self)}]"

    def _kind(self):
        return "device=cpu"


class TypedStorage(UntypedStorage):
    """The same memory, counted in elements."""

    def __init__(self, tensor):
        warn_once("elements of storages are going away; use untyped_storage()", stacklevel=3)
        super().__init__(tensor)

    @property
    def _places(self):
        return self.array

    @property
    def dtype(self):
        """The dtype of the elements."""
        return dtypes.from_numpy(self.array.dtype)

    def element_size(self):
        """The size of an element in bytes."""
        return self.array.itemsize

    def _kind(self):
        return f"dtype={self.dtype!r}, device=cpu"


posing(UntypedStorage)
posing(TypedStorage)


def storage(self):
    """The memory that this tensor shares with its views, counted in elements."""
    return TypedStorage(self)


def untyped_storage(self):
    """The memory that this tensor shares with its views."""
    return UntypedStorage(self)
