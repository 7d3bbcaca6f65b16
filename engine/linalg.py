"""`torch.linalg`: linear algebra, under the names that it has there."""

from engine.absent import refusing
from engine.errors import LinAlgError
from engine.ops.diagonals import diagonal as _diagonal
from engine.ops.names import OPS
from engine.ops.norms import vector_norm

__all__ = ["LinAlgError", "cross", "diagonal", "vector_norm"]


def diagonal(A, *, offset=0, dim1=-2, dim2=-1):
    """The diagonals of matrices."""
    return _diagonal(A, offset, dim1, dim2)


def cross(input, other, *, dim=-1, out=None):
    """Cross products of vectors of 3 elements, along `dim`."""
    return OPS["linalg_cross"](input, other, dim, out=out)


matmul, matrix_power, multi_dot = OPS["matmul"], OPS["matrix_power"], OPS["_multi_dot"]
globals().update(
    {
        name.removeprefix("linalg_"): function
        for name, function in OPS.items()
        if name.startswith("linalg_") and name not in ("linalg_cross", "linalg_vector_norm")
    }
)

__getattr__ = refusing(__name__)
