"""What NumPy's functions of matrices are given, and what is made of their results."""

import numpy as np

from engine.errors import LinAlgError, unsupported

_INTEGERS = {  # where only PyTorch's kernels notice that they have none for integers, or for halves
    "cholesky",
    "cholesky_inverse",
    "cholesky_solve",
    "linalg.eigh",
    "linalg.eigvalsh",
    "linalg.lu",
    "linalg.lu_factor",
    "linalg.lu_factor_ex",
    "linalg.solve_triangular",
    "triangular_solve",
}
_HALVES = _INTEGERS | {
    "linalg.cholesky",
    "linalg.cholesky_ex",
    "linalg.cond",
    "linalg.det",
    "linalg.eig",
    "linalg.qr",
    "linalg.solve",
    "linalg.solve_ex",
    "linalg.svd",
    "linalg.svdvals",
}


def check_matrix(name, array, square=True):
    """Refuse what is no (square) matrix or batch of them, or not of a float dtype."""
    if array.ndim < 2:
        raise RuntimeError(f"{name}() takes at least 2 dimensions, not {array.ndim}")
    if square and array.shape[-1] != array.shape[-2]:
        raise RuntimeError(f"{name}() takes square matrices, not {list(array.shape)}")
    if array.dtype.kind not in "fc" or array.dtype.itemsize < 4:
        late = _HALVES if array.dtype.kind == "f" else _INTEGERS
        error = NotImplementedError if name in late else RuntimeError
        raise error(f"{name}() takes float32, float64 or complex, not {array.dtype}")


def solved(name, function, *arrays, **options):
    """NumPy's result, with its complaint as PyTorch's type of error."""
    try:
        return function(*arrays, **options)
    except np.linalg.LinAlgError as error:
        raise LinAlgError(f"{name}(): {error}") from None


def refuse_infinities(name, array):
    """Refuse infinities, over which LAPACK may never end."""
    if np.isinf(array).any():
        raise unsupported(f"{name}() of infinities")


def column_major(array):
    """The same matrices, each laid out by columns, as PyTorch's results of LAPACK are."""
    return np.ascontiguousarray(array.swapaxes(-1, -2)).swapaxes(-1, -2)
