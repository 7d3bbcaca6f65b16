"""How arrays lie in memory, and arrays of any shape and strides over the memory of another."""

import numpy as np
from numpy.lib.stride_tricks import as_strided as _slow_as_strided


def root(array):
    """The array that owns the memory, also behind what `as_strided` holds it by."""
    while array.base is not None:
        below = (
            array.base if isinstance(array.base, np.ndarray) else getattr(array.base, "base", None)
        )
        if not isinstance(below, np.ndarray):
            break
        array = below
    return array


def memory_of(array):
    """All memory that the array is a view of, in elements of its dtype, in the order they lie."""
    owner = root(array)
    flat = owner.reshape(-1) if owner.flags.c_contiguous else owner.ravel("K")
    if flat.dtype == array.dtype:
        return flat
    return np.ndarray(flat.nbytes // array.itemsize, array.dtype, flat)


def strided(array, shape, strides):
    """The memory of `array`, from its first element on, seen with another shape and strides."""
    if array.flags.c_contiguous and array.size:
        return np.ndarray(shape, array.dtype, array, 0, strides)  # twenty times faster
    return _slow_as_strided(array, shape, strides)


def row_major(array):
    """The array, copied if it does not lie in row-major order without gaps.

    Most operations leave that to the order of their operands; this is for the others.
    """
    return array if array.flags.c_contiguous else array.copy()


def in_order_of(first, array, *others):
    """A new array in the order of memory of the first operand that it was computed from, or where
    that repeats elements, of the others.

    NumPy has it in row-major order where the operands disagree.
    """
    ordered = first.shape != array.shape or first.flags.c_contiguous
    return array if ordered or array.size < 2 else arranged(array, first, *others)


def arranged(array, *operands):
    """A new array in the order of memory that PyTorch gives to what is computed of operands."""
    if not isinstance(array, np.ndarray) or array.ndim < 2 or array.size < 2:
        return array
    sources = [v for v in operands if isinstance(v, np.ndarray) and v.ndim]
    if array.flags.c_contiguous and all(v.flags.c_contiguous for v in sources):
        return array
    rows = [np.broadcast_to(v, array.shape).strides for v in sources]
    result = _blank(array.shape, rows, array.dtype)
    if result.strides == array.strides:
        return array
    result[...] = array
    return result


def lies_as(like, array):
    """Whether the strides are those of `like` if that has no gaps, else those of rows."""
    rows = array.flags.c_contiguous
    if like.flags.c_contiguous:
        return rows
    if not _is_dense(like):
        return rows
    return all(
        n == 1 or s == t for n, s, t in zip(like.shape, like.strides, array.strides, strict=True)
    )


def empty_as(like, dtype):
    """An array of the same shape without values, for which `lies_as` holds."""
    return np.empty_like(like, dtype, order="K" if _is_dense(like) else "C")


def blank_as(like, dtype):
    """An array to be filled that lies as `like`; where that has gaps or repeats, as it would not.

    Its dimensions then keep their order from the smallest step to the largest; a repeated one
    stays where it stands among them.
    """
    if like.flags.c_contiguous or _is_dense(like):
        return np.empty_like(like, dtype)
    return _blank(like.shape, [like.strides], dtype)


def _blank(shape, rows, dtype):
    """An array to be filled, its dimensions in the order of the first strides that tell."""
    order = list(range(len(shape)))[::-1]
    for i in range(1, len(order)):
        place = i
        for j in range(i - 1, -1, -1):
            found = _compare(shape, rows, order[j], order[place])
            if found > 0:
                order[j], order[place] = order[place], order[j]
                place = j
            elif found < 0:
                break
    strides, step = [0] * len(shape), np.dtype(dtype).itemsize
    for dim in order:
        strides[dim] = step
        step *= max(shape[dim], 1)
    return np.ndarray(shape, dtype, np.empty(step, np.uint8), 0, strides)


def _compare(shape, rows, one, other):
    """Whether a dimension has the larger step (1), the smaller (-1), or that cannot be said (0)."""
    for strides in rows:
        step, next_step = strides[one], strides[other]
        if not step or not next_step:
            continue
        if step != next_step:
            return 1 if step > next_step else -1
        if shape[one] > shape[other]:
            return 1
    return 0


def picked(array, source, place):
    """What was picked from `source` by index arrays, in the order of memory that PyTorch has it in.

    `place` holds them, masks, and slices for whole dimensions.
    """
    entries = [(p, isinstance(p, slice)) for p in place]
    flat = all(whole or p.ndim == 1 or p.flags.c_contiguous for p, whole in entries)
    if array.ndim < 2 or array.size < 2 or (flat and source.flags.c_contiguous):
        return array.ravel().reshape(array.shape)  # NumPy may keep odd steps of lengths of 1
    kept, taken, dim = [], [], 0
    for entry, whole in entries:
        width = 1 if whole or entry.dtype != np.bool_ else entry.ndim
        (kept if whole else taken).extend(range(dim, dim + width))
        dim += width
    kept += range(dim, source.ndim)
    together = taken == list(range(taken[0], taken[-1] + 1))
    before = sum(k < taken[0] for k in kept) if together else 0
    made = array.ndim - len(kept)
    steps = [source.strides[k] for k in kept]
    rows = [[*steps[:before], *[0] * made, *steps[before:]]]
    for entry, whole in entries:
        if not whole and entry.dtype != np.bool_:
            inner = np.broadcast_to(entry, array.shape[before : before + made]).strides
            rows.append([*[0] * before, *inner, *[0] * (len(kept) - before)])
    result = _blank(array.shape, rows, array.dtype)
    result[...] = array
    return result


def copied_as(like, array):
    """A copy of the array for which `lies_as` holds."""
    result = empty_as(like, array.dtype)
    result[...] = array
    return result


def offset_of(array):
    """Elements before the first of `array` in the memory it is a view of."""
    first, owner = (a.__array_interface__["data"][0] for a in (array, root(array)))
    return (first - owner) // array.itemsize


def steps_of(array):
    """Strides counted in elements."""
    return tuple(s // array.itemsize for s in array.strides)


def place_in(part, whole):
    """Where an array lies in another one, for `at`: shape, strides, offset in bytes, dtype.

    None where that cannot be said of any array like `whole`, or elements of `part` share memory.
    """
    if part.dtype != whole.dtype or not whole.flags.c_contiguous or not part.size:
        return None
    least = end = part.itemsize
    for stride, size in sorted(zip(part.strides, part.shape, strict=True)):
        if size > 1:
            if stride < least:
                return None
            least = stride * size
            end += stride * (size - 1)
    first, start = (a.__array_interface__["data"][0] for a in (part, whole))
    if not 0 <= first - start <= whole.nbytes - end:
        return None
    return part.shape, part.strides, first - start, part.dtype


def at(place, whole):
    """The part of `whole` at a place that `place_in` gave; None where it lies otherwise."""
    shape, strides, offset, dtype = place
    if whole.dtype != dtype or not whole.flags.c_contiguous:
        return None
    return np.ndarray(shape, dtype, whole, offset, strides)


def _is_dense(array):
    """Whether the elements fill their memory without gaps, in some order of dimensions."""
    if array.flags.forc:
        return True
    expected = array.itemsize
    for stride, size in sorted(
        (b, n) for b, n in zip(array.strides, array.shape, strict=True) if n != 1
    ):
        if stride != expected:
            return False
        expected *= size
    return True


def share_memory(one, other):
    """Whether two arrays are one, or are without gaps and share some memory."""
    if one is other:
        return bool(one.size)
    if one.base is None and other.base is None:
        return False
    if not (one.size and other.size and np.may_share_memory(one, other)):
        return False
    return _is_dense(one) and _is_dense(other)


def interlace(one, other):
    """Whether elements of `other` are read after they were written to as elements of `one`.

    That is asked where not both are without gaps; else such writes are refused anyway.
    """
    if one is other or (one.base is None and other.base is None):
        return False
    if not np.may_share_memory(one, other) or lie_alike(one, other):
        return False
    if (_is_dense(one) and _is_dense(other)) or not np.shares_memory(one, other):
        return False
    try:
        other = np.broadcast_to(other, one.shape)
    except ValueError:  # several elements become one, or are picked
        return True
    read, written = _addresses(other), _addresses(one)
    changed = written[read != written]  # the others are written with what they hold
    return bool((np.isin(read, changed) & (read < written)).any())


def _addresses(array):
    """Where in memory each element is."""
    first = array.__array_interface__["data"][0]
    rows = [np.arange(n) * s for n, s in zip(array.shape, array.strides, strict=True)]
    return first + sum(np.ix_(*rows), np.zeros(array.shape, np.int64))


def expanded(array):
    """Whether a stride is 0, so that one place stands for several elements."""
    strides = array.strides
    if 0 not in strides or array.size < 2:
        return False
    return any(n > 1 and not s for n, s in zip(array.shape, strides, strict=True))


def interlocks(array):
    """Whether elements may share a place though no stride is 0, as those of windows do."""
    reach = array.itemsize
    for stride, size in sorted(zip(array.strides, array.shape, strict=True)):
        if size > 1 and stride:
            if stride < reach:
                return True
            reach += stride * (size - 1)
    return False


def lie_alike(one, other):
    """Whether two arrays are the same view of the same memory."""
    first, second = (np.asarray(a).__array_interface__["data"][0] for a in (one, other))
    same = first == second and one.shape == other.shape and one.dtype == other.dtype
    return same and one.strides == other.strides


def partly_overlap(one, other):
    """Whether they share some, without being the same view of it."""
    if one is other or not share_memory(one, other):
        return False
    first, second = (a.__array_interface__["data"][0] for a in (one, other))
    if one.shape != other.shape:
        return first != second or one.size != other.size or one.strides != other.strides
    return first != second or not _step_alike(one, other)


def _step_alike(one, other):
    """Whether the strides agree, but for new dimensions, where NumPy has strides of its own."""
    rows = zip(one.shape, one.strides, other.strides, strict=True)
    return all(s == t or (n == 1 and not (s and t)) for n, s, t in rows)
