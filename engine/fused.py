"""A multiplication and an addition, rounded once: PyTorch's code is compiled to such steps."""

import numpy as np


def fused(x, factor, addend):
    """`x * factor + addend`, rounded once to the type of `x` (float32 or float64)."""
    if x.dtype == np.float32:
        exact = x.astype(np.float64)
        exact *= factor  # 24 by 24 bits fit into 53
        exact += addend
        return exact.astype(np.float32)
    product = x * factor
    total = product + addend
    part = total - product
    lost = (product - (total - part)) + (addend - part)  # by the sum
    lost += _lost_by_product(x, factor, product)
    return np.add(total, lost, out=total, where=np.isfinite(total))


def _lost_by_product(x, factor, product):
    (x_high, x_low), (f_high, f_low) = _halves(x), _halves(factor)
    error = x_high * f_high - product
    error += x_high * f_low
    error += x_low * f_high
    error += x_low * f_low
    return error


def _halves(x):
    """Two numbers of at most 26 bits whose sum is `x`."""
    scaled = 134217729.0 * x  # 2 ** 27 + 1
    high = scaled - (scaled - x)
    return high, x - high
