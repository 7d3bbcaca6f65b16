"""The printed form of tensors, to the character that of PyTorch."""

import math
from dataclasses import dataclass, fields, replace

import numpy as np

from engine.dtype import BOOL, FLOAT, INTEGER, from_numpy, get_default_dtype, int64


@dataclass(frozen=True)
class PrintOptions:
    """How much of a tensor is printed, and how."""

    precision: int = 4  # digits after the point
    threshold: float = 1000  # elements from which on only the edges are shown
    edgeitems: int = 3  # elements shown at each edge of a shortened dimension
    linewidth: int = 80  # columns
    sci_mode: bool | None = None  # None: when the magnitudes ask for it


_PROFILES = {
    "default": PrintOptions(),
    "short": PrintOptions(precision=2, edgeitems=2),
    "full": PrintOptions(threshold=math.inf),
}
_options = PrintOptions()


def set_printoptions(
    precision=None, threshold=None, edgeitems=None, linewidth=None, profile=None, sci_mode=None
):
    """Change how tensors print: first to a profile, then option by option.

    `sci_mode` alone does not stay: every call sets it, to None if it is not given.
    """
    global _options
    chosen = _options
    if profile is not None:
        chosen = _PROFILES.get(profile, chosen)
    given = {
        "precision": precision,
        "threshold": threshold,
        "edgeitems": edgeitems,
        "linewidth": linewidth,
    }
    changes = {name: value for name, value in given.items() if value is not None}
    _options = replace(chosen, **changes, sci_mode=sci_mode)


def get_printoptions():
    """The options in force, by name."""
    return {field.name: getattr(_options, field.name) for field in fields(_options)}


def format_array(array, prefix="tensor(", suffixes=()):
    """`tensor([...], <what is not to be taken for granted>)` for the array and more `suffixes`."""
    indent = len(prefix)
    remarks = [*_remarks(array), *suffixes]
    if array.size == 0:
        return _with_remarks(prefix + "[]", remarks, indent)
    shortened = array.size > _options.threshold
    write, width = _writer(_edges(array) if shortened else array)
    return _with_remarks(prefix + _nested(array, indent, shortened, write, width), remarks, indent)


def _remarks(array):
    remarks = []
    if array.size == 0 and array.ndim != 1:
        remarks.append(f"size={tuple(array.shape)}")
    kind, default = from_numpy(array.dtype), get_default_dtype()
    if array.size == 0:
        obvious = kind is default
    else:
        obvious = kind in (default, int64, default.to_complex()) or kind.category == BOOL
    if not obvious:
        remarks.append(f"dtype={kind!r}")
    return remarks


def _with_remarks(text, remarks, indent):
    """Append remarks, each on a new line where it would not fit."""
    used = len(text) - text.rfind("\n") + 1
    for remark in remarks:
        used += len(remark) + 2
        if used > _options.linewidth:
            text += ",\n" + " " * indent + remark
            used = indent + len(remark)
        else:
            text += ", " + remark
    return text + ")"


def _edges(array):
    """The elements that a shortened form shows."""
    edge = _options.edgeitems
    for axis, size in enumerate(array.shape):
        if size > 2 * edge:
            kept = [*range(edge), *range(size - edge, size)]
            array = array.take(kept, axis)
    return array


def _nested(array, indent, shortened, write, width):
    """The bracketed form of an array whose text starts at column `indent`."""
    if array.ndim == 0:
        return write(array.item())
    edge, size = _options.edgeitems, array.shape[0]
    cut = shortened and size > 2 * edge
    shown = [array[:edge], array[size - edge :]] if cut else [array]
    if array.ndim == 1:
        return _row([[write(value) for value in part.tolist()] for part in shown], indent, width)
    parts = [
        [_nested(block, indent + 1, shortened, write, width) for block in part] for part in shown
    ]
    gap = "," + "\n" * (array.ndim - 1) + " " * (indent + 1)
    return "[" + gap.join(_joined(parts, "...")) + "]"


def _joined(parts, ellipsis):
    return parts[0] if len(parts) == 1 else [*parts[0], ellipsis, *parts[1]]


def _row(parts, indent, width):
    """One dimension, broken into lines of as many elements as the line width allows."""
    words = _joined(parts, " ...")
    per_line = max(1, (_options.linewidth - indent) // (width + 2))
    lines = [", ".join(words[i : i + per_line]) for i in range(0, len(words), per_line)]
    return "[" + (",\n" + " " * (indent + 1)).join(lines) + "]"


def _writer(values):
    """A function that writes one of `values`, and the width that lines are broken by."""
    kind = from_numpy(values.dtype)
    if kind.category <= INTEGER:
        return _aligned(str, values)
    if kind.category == FLOAT:
        return _float_writer(values)
    (write_real, real_width), (write_imag, imag_width) = map(
        _float_writer, (values.real, values.imag)
    )

    def write(value):
        imag = write_imag(value.imag).lstrip() + "j"
        return write_real(value.real) + ("" if imag[0] in "+-" else "+") + imag

    return write, real_width + imag_width + 1


def _float_writer(values):
    """Zeros, infinities and NaN have no say in the style and the width."""
    values = values.astype(np.float64)
    values = values[np.isfinite(values) & (values != 0)]
    if not values.size:
        return _aligned(_whole_number, values)
    whole = np.array_equal(values, np.ceil(values))
    if _scientific_suits(abs(values), whole) if _options.sci_mode is None else _options.sci_mode:
        return _aligned(_scientific, values)
    return _aligned(_whole_number if whole else _fixed_point, values)


def _scientific_suits(sizes, whole):
    low, high = sizes.min(), sizes.max()
    return high > 1e8 or low < high / 1000 or (not whole and low < 1e-4)


def _aligned(write, values):
    width = max(map(len, map(write, values.ravel().tolist())), default=1)
    return lambda value: write(value).rjust(width), width


def _whole_number(value):
    return f"{value:.0f}." if math.isfinite(value) else str(value)


def _fixed_point(value):
    return f"{value:.{_options.precision}f}"


def _scientific(value):
    return f"{value:.{_options.precision}e}"
