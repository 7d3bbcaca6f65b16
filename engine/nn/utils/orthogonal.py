"""A weight with orthonormal rows or columns, computed from a triangle that is not."""

from engine.creation import eye
from engine.errors import unsupported
from engine.limits import finfo
from engine.nn.modules.module import Module
from engine.nn.utils.parametrize import register_parametrization
from engine.ops.declare import OPS
from engine.ops.joining import cat

_MAPS = ("matrix_exp", "cayley", "householder")


class _Orthogonal(Module):
    """`base` times what a map makes of the parameter: at first the identity, so that it is free.

    Maps take the parameter as a square or tall matrix; a wide one is turned.
    """

    def __init__(self, weight, orthogonal_map):
        super().__init__()
        self.shape, self.orthogonal_map = weight.shape, orthogonal_map
        self.register_buffer("base", None)

    def forward(self, value):
        wide = value.size(-2) < value.size(-1)
        tall = value.mT if wide else value
        if self.orthogonal_map == "householder":
            result = _reflected(tall)
        else:
            result = _turned(tall, self.orthogonal_map)
        result = self.base @ result
        return result.mT if wide else result

    def right_inverse(self, value):
        if value.shape != self.shape:
            raise ValueError(f"the value has shape {list(value.shape)}, not {list(self.shape)}")
        wide = value.size(-2) < value.size(-1)
        tall = value.mT if wide else value
        rows, columns = tall.shape[-2:]
        if rows == columns:
            self.base = tall.clone() if _is_orthogonal(tall) else _orthogonal(tall)
        else:
            drawn = tall.new_empty((*tall.shape[:-1], rows - columns)).normal_()
            self.base = _orthogonal(cat([tall, drawn], -1))
        first = value.new_zeros(value.shape)
        first.diagonal(dim1=-2, dim2=-1).fill_(-1.0)
        return first


def _turned(value, how):
    """The rotation that a skew matrix, made of the lower triangle, stands for."""
    rows, columns = value.shape[-2:]
    value = value.tril()
    if rows != columns:
        value = cat([value, value.new_zeros((*value.shape[:-1], rows - columns))], -1)
    skew = value - value.mT
    if how == "matrix_exp":
        result = OPS["matrix_exp"](skew)
    else:
        one = eye(rows, dtype=skew.dtype)
        below, above = OPS["add"](one, skew, alpha=-0.5), OPS["add"](one, skew, alpha=0.5)
        result = OPS["linalg_solve"](below, above)
    return result[..., :columns] if rows != columns else result


def _reflected(value):
    """The product of the reflections at the columns below the diagonal, which has the signs."""
    rows, columns = value.shape[-2:]
    below = value.tril(-1)
    factors = 2.0 / (1.0 + (below * below).sum(-2))
    one = eye(rows, columns, dtype=value.dtype)
    result, normals = one, below + one
    for i in reversed(range(columns)):
        normal = normals[..., i : i + 1]
        result = result - factors[..., i, None, None] * normal @ (normal.mT @ result)
    return result * value.diagonal(dim1=-2, dim2=-1).int().unsqueeze(-2)


def _is_orthogonal(value):
    size = value.size(-1)
    apart = value.mT @ value - eye(size, dtype=value.dtype)
    return bool((apart.norm(dim=(-2, -1)) < 10.0 * size * finfo(value.dtype).eps).all())


def _orthogonal(value):
    """The orthogonal factor, each column of it in the direction of the matrix's own."""
    found = OPS["linalg_qr"](value)
    return found[0] * found[1].diagonal(dim1=-2, dim2=-1).sgn().unsqueeze(-2)


def orthogonal(module, name="weight", orthogonal_map=None, *, use_trivialization=True):
    """Compute a weight with orthonormal rows or columns, whichever are fewer."""
    weight = getattr(module, name, None)
    if weight is None or name not in module._parameters:
        raise ValueError(f"{type(module).__name__} has no parameter {name!r}")
    if weight.ndim < 2:
        raise ValueError(f"orthogonal() takes a matrix or several, not {weight.ndim} dimensions")
    if orthogonal_map is None:
        square = weight.shape[-2] == weight.shape[-1]
        orthogonal_map = "matrix_exp" if square else "householder"
    if orthogonal_map not in _MAPS:
        raise ValueError(f"orthogonal_map is one of {', '.join(_MAPS)}, not {orthogonal_map!r}")
    if not use_trivialization:
        raise unsupported("orthogonal(use_trivialization=False)")
    register_parametrization(module, name, _Orthogonal(weight, orthogonal_map), unsafe=True)
    return module
