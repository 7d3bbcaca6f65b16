"""`torch.version`: the PyTorch that the engine is the twin of."""

import re

cuda = hip = xpu = git_version = None
debug = False


class TorchVersion(str):
    """A version that is compared as one, with text or with numbers."""

    __slots__ = ()
    __module__ = "torch.torch_version"
    __hash__ = str.__hash__

    def __eq__(self, other):
        return _numbers(self) == _numbers(other)

    def __ne__(self, other):
        return not self == other

    def __lt__(self, other):
        return _numbers(self) < _numbers(other)

    def __le__(self, other):
        return _numbers(self) <= _numbers(other)

    def __gt__(self, other):
        return _numbers(self) > _numbers(other)

    def __ge__(self, other):
        return _numbers(self) >= _numbers(other)


def _numbers(version):
    """The release as numbers, without zeros at its end, which count for nothing."""
    if not isinstance(version, str):
        parts = [int(part) for part in version]
    else:
        parts = [int(part) for part in re.match(r"[0-9.]*", version)[0].split(".") if part]
    while parts and not parts[-1]:
        parts.pop()
    return parts


__version__ = TorchVersion("2.13.0")
