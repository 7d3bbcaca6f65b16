"""Named results of operations that return several tensors, and how they print."""

from collections import namedtuple


def _shown(self):
    rows = (f"{name}={value!r}" for name, value in zip(self._fields, self, strict=True))
    return f"torch.return_types.{type(self).__name__}(\n" + ",\n".join(rows) + ")"


def struct(name, *fields):
    """The type of the results of the operation `name`; also kept here under that name."""
    cls = type(name, (namedtuple(name, fields),), {"__repr__": _shown, "__slots__": ()})
    cls.__module__ = "torch.return_types"
    globals()[name] = cls
    return cls


def out_struct(cls):
    """The type of the same results where they were given as `out=`."""
    name = cls.__name__ + "_out"
    return globals().get(name) or struct(name, *cls._fields)
