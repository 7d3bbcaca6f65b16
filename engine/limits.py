"""The limits of element types: `finfo` and `iinfo`."""

from __future__ import annotations

import numpy as np

from engine.dtype import FLOAT, INTEGER, dtype, get_default_dtype


class finfo:
    """Limits of a float dtype (of the parts, for a complex one)."""

    __module__ = "torch"

    def __init__(self, type: dtype | None = None) -> None:
        type = get_default_dtype() if type is None else type
        if not isinstance(type, dtype) or type.category < FLOAT:
            raise TypeError(f"finfo needs a floating-point dtype, not {type!r}; see iinfo")
        limits = np.finfo(type.to_real().numpy)
        self.bits = limits.bits
        self.dtype = type.to_real().name
        self.eps = limits.eps.item()
        self.max = limits.max.item()
        self.min = limits.min.item()
        self.resolution = float(f"1e-{limits.precision}")
        self.smallest_normal = self.tiny = limits.smallest_normal.item()

    def __repr__(self) -> str:
        return (
            f"finfo(resolution={self.resolution:g}, min={self.min:g}, max={self.max:g}, "
            f"eps={self.eps:g}, smallest_normal={self.tiny:g}, tiny={self.tiny:g}, "
            f"dtype={self.dtype})"
        )

    def __eq__(self, other: object) -> bool:
        return isinstance(other, finfo) and other.dtype == self.dtype

    __hash__ = None  # type: ignore[assignment]


class iinfo:
    """Limits of an integer dtype."""

    __module__ = "torch"

    def __init__(self, type: dtype) -> None:
        if not isinstance(type, dtype) or type.category != INTEGER:
            raise TypeError(f"iinfo needs an integer dtype, not {type!r}; see finfo")
        limits = np.iinfo(type.numpy)
        self.bits, self.dtype = limits.bits, type.name
        self.min, self.max = int(limits.min), int(limits.max)

    def __repr__(self) -> str:
        return f"iinfo(min={self.min:g}, max={self.max:g}, dtype={self.dtype})"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, iinfo) and other.dtype == self.dtype

    __hash__ = None  # type: ignore[assignment]
