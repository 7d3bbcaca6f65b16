"""Where a tensor's elements are: the names of PyTorch's devices, of which one is here."""

import re

from engine.errors import unsupported

_KNOWN = {"cpu", "cuda", "fpga", "hip", "hpu", "ideep", "ipu", "lazy", "maia", "meta", "mkldnn"}
_KNOWN |= {"mps", "mtia", "opencl", "opengl", "privateuseone", "ve", "vulkan", "xla", "xpu"}
_NAME = re.compile(r"([a-z]+)(?::(0|[1-9][0-9]*))?")


class device:
    """A named device; any of PyTorch's can be named, only the CPU can hold tensors."""

    __slots__ = ("index", "type")
    __module__ = "torch"  # the address that PyTorch prints

    def __init__(self, type, index=None):
        if isinstance(type, device):
            type, index = type.type, type.index
        elif isinstance(type, int) and index is None:
            raise RuntimeError(f"device {type} names a GPU, and this engine has none; use 'cpu'")
        elif isinstance(type, str):
            type, index = _parsed(type, index)
        else:
            raise TypeError(f"a device is named by a string such as 'cpu', not {type!r}")
        object.__setattr__(self, "type", type)
        object.__setattr__(self, "index", index)

    def __setattr__(self, name, value):
        raise AttributeError(f"the {name!r} of a torch.device cannot be set")

    def __repr__(self):
        suffix = "" if self.index is None else f", index={self.index}"
        return f"device(type='{self.type}'{suffix})"

    def __str__(self):
        return self.type if self.index is None else f"{self.type}:{self.index}"

    def __eq__(self, other):
        if not isinstance(other, device):
            return NotImplemented
        return self.type == other.type and self.index == other.index

    def __hash__(self):
        return hash((self.type, self.index))

    def __reduce__(self):
        return _named, (str(self),)

    def __enter__(self):
        return check_device(self)

    def __exit__(self, *details):
        pass


def _named(name):
    return device(name)


def _parsed(text, index):
    match = _NAME.fullmatch(text)
    if match is None or match[1] not in _KNOWN:
        raise RuntimeError(f"no device is called {text!r}; use 'cpu'")
    if index is None:
        return match[1], None if match[2] is None else int(match[2])
    if match[2] is not None:
        raise RuntimeError(f"the index of device {text!r} is given twice")
    if index < 0:
        raise RuntimeError(f"the index of a device cannot be negative, as {index} is")
    return match[1], index


CPU = device("cpu")


def check_device(wanted):
    """The CPU, if `wanted` (a `device=` argument) is that or None; any other device is refused."""
    if wanted is None or wanted is CPU:
        return CPU
    if not isinstance(wanted, device | str | int):
        raise TypeError(f"device must be a torch.device or its name, not {wanted!r}")
    named = device(wanted)
    if named.type == "cpu":
        return CPU
    if named.type in ("cuda", "xpu"):  # PyTorch built for the CPU asserts here
        raise AssertionError(f"tensors cannot be on {named}: the engine has only the CPU")
    raise unsupported(f"tensors on device '{named}'", "it has only 'cpu'")


def get_default_device():
    """Where new tensors are made."""
    return CPU


def set_default_device(device):
    """Choose where new tensors are made; only the CPU can be chosen."""
    check_device(device)
