"""`torch.save` and `torch.load`: tensors, and whatever holds them, in a file (Python's pickle)."""

import contextlib
import pickle
from functools import partial
from pathlib import Path

from engine.device import check_device, device

_HARMLESS = {
    ("_codecs", "encode"),
    *(("__builtin__", name) for name in ("bytearray", "bytes", "complex", "set")),
    *(("builtins", name) for name in ("bytearray", "bytes", "complex", "set")),
    ("collections", "Counter"),
    ("collections", "OrderedDict"),
    ("engine.copying", "restored"),
    ("engine.device", "_named"),
    ("engine.dtype", "named"),
    ("engine.layout", "strided"),
    ("engine.size", "_unpickled"),
    ("numpy", "dtype"),
    ("numpy", "ndarray"),
    ("numpy._core.multiarray", "_reconstruct"),
    ("numpy._core.numeric", "_frombuffer"),
}


_trusted = []  # classes and functions, or pairs of one and the path that files know it by


def add_safe_globals(safe_globals):
    """Trust these classes and functions in files that are read with `weights_only`."""
    _trusted.extend(safe_globals)


def get_safe_globals():
    """The classes and functions that are trusted."""
    return list(_trusted)


def clear_safe_globals():
    """Trust none any more."""
    _trusted.clear()


@contextlib.contextmanager
def safe_globals(safe_globals):
    """In the block, trust these classes and functions."""
    before = get_safe_globals()
    add_safe_globals(safe_globals)
    try:
        yield
    finally:
        _trusted[:] = before


class _Weights(pickle.Unpickler):
    """Reads tensors and plain collections of them, and refuses to call anything else.

    Arrays are read as the memory of tensors; one that no tensor takes is refused at the end.
    """

    def __init__(self, file):
        super().__init__(file)
        self.untaken = {}

    def load(self):
        found = super().load()
        if self.untaken:
            raise _refusal("numpy.ndarray")
        return found

    def _array(self, make, *args):
        array = make(*args)
        self.untaken[id(array)] = array
        return array

    def _tensor(self, restored, cls, memory, *rest):
        self.untaken.pop(id(memory), None)
        return restored(cls, memory, *rest)

    def find_class(self, module, name):
        for trusted in _trusted:
            trusted, path = trusted if isinstance(trusted, tuple) else (trusted, None)
            if f"{module}.{name}" == (path or f"{trusted.__module__}.{trusted.__qualname__}"):
                return trusted
        if (module, name) not in _HARMLESS:
            raise _refusal(f"{module}.{name}")
        found = super().find_class(module, name)
        if name in ("_reconstruct", "_frombuffer"):
            return partial(self._array, found)
        return partial(self._tensor, found) if name == "restored" else found


def _refusal(what):
    return pickle.UnpicklingError(
        f"the file holds {what}, not only tensors; if you trust its source, pass weights_only=False"
    )


def save(obj, f, pickle_module=pickle, pickle_protocol=2, _use_new_zipfile_serialization=True):
    """Write an object to a path or an open file."""
    if hasattr(f, "write"):
        pickle_module.dump(obj, f, pickle_protocol)
        return
    if not Path(f).parent.is_dir():
        raise RuntimeError(f"there is no folder {Path(f).parent}")
    with Path(f).open("wb") as file:
        pickle_module.dump(obj, file, pickle_protocol)


def load(f, map_location=None, pickle_module=None, *, weights_only=None, mmap=None):
    """Read what `save` wrote: tensors in collections, or anything with `weights_only=False`.

    Anything can run code as it is read, so only from sources that are trusted.
    """
    _check_place(map_location)
    if hasattr(f, "read"):
        return _read(f, pickle_module, weights_only)
    with Path(f).open("rb") as file:
        return _read(file, pickle_module, weights_only)


def _check_place(map_location):
    """Refuse to put tensors elsewhere than in the memory of the CPU."""
    if isinstance(map_location, dict):
        map_location = map_location.get("cpu")
    if map_location is None or callable(map_location):
        return
    if not isinstance(map_location, str | device):
        raise TypeError(f"map_location is a device, not {type(map_location).__name__}")
    place = device(map_location)
    if place.type == "cuda":
        raise RuntimeError("tensors cannot be put on a GPU: there is none")
    check_device(place)


def _read(file, pickle_module, weights_only):
    if weights_only is None:
        weights_only = pickle_module is None
    return _Weights(file).load() if weights_only else (pickle_module or pickle).load(file)
