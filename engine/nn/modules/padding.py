"""Borders added around the last dimensions."""

from engine.nn import functional
from engine.nn.modules.conv import each
from engine.nn.modules.module import Module


class _Pad(Module):
    """Adds (left, right, top, bottom, ...) in one of the modes of `functional.pad`."""

    _mode = "constant"

    def __init__(self, padding):
        super().__init__()
        self.padding = each(padding, 2 * self._dims)

    def forward(self, input):
        if self._mode == "circular":
            self._check_dims(input)
        return functional.pad(input, self.padding, self._mode)

    def _check_dims(self, input):
        if input.dim() not in (self._dims + 1, self._dims + 2):
            raise ValueError(
                f"{type(self).__name__} takes {self._dims + 1} or {self._dims + 2} dimensions, "
                f"not {input.dim()}"
            )

    def extra_repr(self):
        return str(self.padding)


class _ConstantPad(_Pad):
    def __init__(self, padding, value):
        super().__init__(padding)
        self.value = value

    def forward(self, input):
        return functional.pad(input, self.padding, "constant", self.value)

    def extra_repr(self):
        return f"padding={self.padding}, value={self.value}"


class _ZeroPad(_ConstantPad):
    def __init__(self, padding):
        super().__init__(padding, 0.0)

    def extra_repr(self):
        return str(self.padding)


def _family(name, base, mode):
    """The module for one, two and three dimensions."""
    return [
        type(
            f"{name}{dims}d",
            (base,),
            {
                "__module__": __name__,
                "__doc__": f"Padding of the last {dims} dimension(s).",
                "_dims": dims,
                "_mode": mode,
            },
        )
        for dims in (1, 2, 3)
    ]


ConstantPad1d, ConstantPad2d, ConstantPad3d = _family("ConstantPad", _ConstantPad, "constant")
ZeroPad1d, ZeroPad2d, ZeroPad3d = _family("ZeroPad", _ZeroPad, "constant")
ReflectionPad1d, ReflectionPad2d, ReflectionPad3d = _family("ReflectionPad", _Pad, "reflect")
ReplicationPad1d, ReplicationPad2d, ReplicationPad3d = _family("ReplicationPad", _Pad, "replicate")
CircularPad1d, CircularPad2d, CircularPad3d = _family("CircularPad", _Pad, "circular")

__all__ = [
    f"{name}Pad{dims}d"
    for name in ("Circular", "Constant", "Reflection", "Replication", "Zero")
    for dims in (1, 2, 3)
]
