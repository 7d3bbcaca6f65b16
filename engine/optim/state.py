"""What optimizers keep for each parameter: tensors, changed as the arrays behind them."""

import numpy as np

from engine.dtype import float64, get_default_dtype
from engine.ops.rounded import is_few, less_product
from engine.sampling import parts
from engine.tensor import Tensor, own, wrap

PIECE = 1 << 15  # elements


def held(tensor):
    """The array behind a tensor; that of complex numbers by their parts, each a number to move."""
    array = own(tensor)
    return parts(array) if array.dtype.kind == "c" else array


def filled(like, value):
    """A tensor alike in which every number, or part of a complex one, is that."""
    result = wrap(np.empty_like(like))
    held(result)[...] = value
    return result


def pieces(*arrays):
    """Arrays of one shape, part by part: who passes over a part again finds it in the cache."""
    if arrays[0].size <= PIECE or not all(array.flags.c_contiguous for array in arrays):
        return [arrays]
    flat = [array.reshape(-1) for array in arrays]
    return [[a[k : k + PIECE] for a in flat] for k in range(0, flat[0].size, PIECE)]


def number(value):
    """An option as a Python number, also where it is a tensor."""
    return value._data.item() if isinstance(value, Tensor) else value


def scalar(value):
    """A number of the state as a tensor: in float64 if that is the default dtype, else float32."""
    wide = get_default_dtype() is float64
    return wrap(np.array(value, np.float64 if wide else np.float32))


def count(state):
    """Number of the step, kept as a tensor, which counts in place."""
    step = own(state["step"])
    step += 1
    return step.item()


def towards(average, value, weight):
    """Move `average` in place by the part `weight` of its distance from `value`."""
    if value.dtype != average.dtype:
        raise RuntimeError(
            f"the average of a parameter's gradients is {average.dtype}, and its gradient "
            f"{value.dtype}; create a new optimizer after changing a parameter's dtype"
        )
    move(average, value - average, weight)


def add_square(average, value, keep):
    """Let `average` decay in place by `keep`, and fill it up with the square of `value`."""
    average *= keep
    move(average, value * (1 - keep), value)


def move(array, change, factor):
    """Add a change times a factor, a number or an array, in place, rounded as `moved` does."""
    if is_few(array) and change.dtype is array.dtype:
        factor = np.float32(factor) if type(factor) is float else factor
        product = np.multiply(change, factor, dtype=np.float64)
        np.add(array, product, out=array, casting="same_kind")
    else:
        change = change * factor
        array += change


def moved(array, change, factor):
    """The array plus the product, few numbers of float32 rounded once as PyTorch's kernels do."""
    if array.dtype != change.dtype:
        return array + change * factor
    return less_product(array, change, -np.asarray(factor, array.dtype))
