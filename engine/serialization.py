"""`torch.save` and `torch.load`: tensors, and whatever holds them, in a file (Python's pickle)."""

import pickle
from pathlib import Path

_HARMLESS = {
    ("_codecs", "encode"),
    *(("__builtin__", name) for name in ("bytearray", "complex", "set")),
    *(("builtins", name) for name in ("bytearray", "complex", "set")),
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


class _Weights(pickle.Unpickler):
    """Reads tensors and plain collections of them, and refuses to call anything else."""

    def find_class(self, module, name):
        if (module, name) in _HARMLESS:
            return super().find_class(module, name)
        raise pickle.UnpicklingError(
            f"the file holds {module}.{name}, which is more than tensors; if you trust its source, "
            "pass weights_only=False"
        )


def save(obj, f, pickle_module=pickle, pickle_protocol=2, _use_new_zipfile_serialization=True):
    """Write an object to a path or an open file."""
    if hasattr(f, "write"):
        pickle_module.dump(obj, f, pickle_protocol)
        return
    with Path(f).open("wb") as file:
        pickle_module.dump(obj, file, pickle_protocol)


def load(f, map_location=None, pickle_module=None, *, weights_only=None, mmap=None):
    """Read what `save` wrote: tensors in collections, or anything with `weights_only=False`.

    Anything can run code as it is read, so only from sources that are trusted.
    """
    if hasattr(f, "read"):
        return _read(f, pickle_module, weights_only)
    with Path(f).open("rb") as file:
        return _read(file, pickle_module, weights_only)


def _read(file, pickle_module, weights_only):
    if weights_only is None:
        weights_only = pickle_module is None
    return _Weights(file).load() if weights_only else (pickle_module or pickle).load(file)
