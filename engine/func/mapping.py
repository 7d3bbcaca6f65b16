"""`vmap`: a function over a new dimension of its arguments, by calling it for each entry."""

import functools

from engine.autograd.mapped import mapping, mark
from engine.autograd.mode import mode
from engine.errors import unsupported
from engine.func.level import transforming
from engine.func.trees import flatten, spread, unflatten
from engine.ops.joining import stack
from engine.random import default_generator, get_rng_state, set_rng_state
from engine.tensor import Tensor


def vmap(func, in_dims=0, out_dims=0, randomness="error", *, chunk_size=None):
    """A function that maps `func` over dimension `in_dims` of its arguments and stacks the results.

    Keyword arguments are the same in every call. As in PyTorch, which computes all entries at
    once, no branch and no Python number may depend on a mapped value.
    """
    if randomness not in ("error", "different", "same"):
        raise RuntimeError(f"randomness is error, different or same, not {randomness!r}")
    if chunk_size is not None and chunk_size < 1:
        raise ValueError(f"chunk_size must be above 0, not {chunk_size}")

    @functools.wraps(func)
    def wrapper(*args, **kwargs):
        leaves, structure = flatten(args)
        dims = _in_dims(in_dims, args, leaves, structure)
        count = _count(leaves, dims)
        results = []
        draws, level = Draws(randomness), object()
        for i in range(count):
            row = [_entry(v, d, i, level) for v, d in zip(leaves, dims, strict=True)]
            more = i < count - 1 and (chunk_size is None or (i + 1) % chunk_size != 0)
            with draws, transforming("vmap"), mapping(level, more):
                results.append(func(*unflatten(row, structure), **kwargs))
        return _stacked(results, out_dims, level)

    return wrapper


def _entry(value, dim, i, level):
    """One entry of an argument, marked as such; the whole of what is not mapped over."""
    if dim is None:
        return value
    entry = value.select(dim, i)
    entry._level = len(mode.transforms) + 1
    mark(entry, level)
    return entry


def _in_dims(in_dims, args, leaves, structure):
    """The dimension to map over for each leaf, None for those that are the same in every call."""
    if isinstance(in_dims, list):
        in_dims = tuple(in_dims)
    if not isinstance(in_dims, int | tuple):
        raise ValueError(f"in_dims is an int or a tuple, not {type(in_dims).__name__}")
    if not args:
        raise ValueError("a mapped function needs arguments by position")
    if isinstance(in_dims, tuple) and len(in_dims) != len(args):
        raise ValueError(f"in_dims has {len(in_dims)} entries for {len(args)} arguments")
    return [_in_dim(d, v) for d, v in zip(spread(in_dims, structure), leaves, strict=True)]


def _in_dim(dim, value):
    if dim is None:
        return None
    if not isinstance(dim, int):
        raise ValueError(f"in_dims holds ints and None, not {dim!r}")
    if not isinstance(value, Tensor):
        raise ValueError(f"{type(value).__name__} cannot be mapped over; use None in in_dims")
    if not -value.dim() <= dim < value.dim():
        raise ValueError(f"in_dims {dim} is out of range for {value.dim()} dimensions")
    return dim


def _count(values, dims):
    sizes = {v.size(d) for v, d in zip(values, dims, strict=True) if d is not None}
    if not sizes:
        raise ValueError("there is nothing to map over: all in_dims are None")
    if len(sizes) > 1:
        raise ValueError(f"the mapped dimensions differ in size: {sorted(sizes)}")
    size = sizes.pop()
    if not size:
        raise unsupported("vmap over a dimension of size 0")
    return size


def _stacked(results, out_dims, level):
    rows = [flatten(result) for result in results]
    structure = rows[0][1]
    for leaf in rows[0][0]:
        if not isinstance(leaf, Tensor):
            raise ValueError(f"a mapped function returns tensors, not {type(leaf).__name__}")
    if isinstance(out_dims, tuple) and structure is None:
        if len(out_dims) != 1:
            raise ValueError(f"out_dims has {len(out_dims)} entries for one result")
        out_dims = out_dims[0]
    dims = spread(out_dims, structure)
    for leaf, dim in zip(rows[0][0], dims, strict=True):
        if dim is not None and not isinstance(dim, int):
            raise ValueError(f"out_dims {out_dims!r} does not fit what the function returns")
        if dim is None and level in leaf._mapped:
            raise ValueError("out_dims is None for a result that differs between the entries")
    columns = zip(*(leaves for leaves, _ in rows), strict=True)
    joined = [
        column[0] if dim is None else _joined(column, dim)
        for column, dim in zip(columns, dims, strict=True)
    ]
    return unflatten(joined, structure)


def _joined(column, dim):
    """The entries as one tensor, which is of inference mode only if they are."""
    result = stack(list(column), dim)
    result._inference = result._inference and column[0]._inference
    return result


class Draws:
    """Random numbers within one call: refused, the same for every call, or unsupported."""

    def __init__(self, randomness):
        self.randomness, self.first = randomness, get_rng_state()

    def __enter__(self):
        if self.randomness == "same":
            set_rng_state(self.first)
        self.before = get_rng_state()

    def __exit__(self, kind, *_):
        if kind is None and self.randomness != "same" and _drew(self.before):
            set_rng_state(self.before)
            if self.randomness == "error":
                raise RuntimeError(
                    "a mapped function drew random numbers; say with randomness= whether they are "
                    "to be the same for every entry"
                )
            raise unsupported("vmap with randomness='different'")


def _drew(before):
    return bool((default_generator.get_state() != before).any())
