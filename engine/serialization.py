"""`torch.save` and `torch.load`: tensors, and whatever holds them, in a file (Python's pickle)."""

import pickle
from pathlib import Path


def save(obj, f, pickle_module=pickle, pickle_protocol=2, _use_new_zipfile_serialization=True):
    """Write an object to a path or an open file."""
    if hasattr(f, "write"):
        pickle_module.dump(obj, f, pickle_protocol)
        return
    with Path(f).open("wb") as file:
        pickle_module.dump(obj, file, pickle_protocol)


def load(f, map_location=None, pickle_module=pickle, *, weights_only=None, mmap=None):
    """Read what `save` wrote; as with every pickle, only from sources that are trusted."""
    if hasattr(f, "read"):
        return pickle_module.load(f)
    with Path(f).open("rb") as file:
        return pickle_module.load(file)
