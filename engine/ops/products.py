"""Products of vectors and matrices, and their sums with a third tensor."""

import numpy as np

from engine.autograd.views import check_inplace
from engine.limits import checked
from engine.ops.compose import composed
from engine.ops.declare import op
from engine.ops.inplace import inplace
from engine.ops.operands import check_alpha
from engine.ops.pointwise import scaled
from engine.ops.promote import in_single, one_dtype
from engine.ops.shape import t
from engine.ops.sum_to import sum_to
from engine.shared import bump_version
from engine.tensor import Tensor, own

_DIMENSIONS = {1: "a vector", 2: "a matrix", 3: "a batch of matrices"}


def turned(x):
    """The last two dimensions exchanged, for derivatives."""
    if type(x) is np.ndarray:
        return x.T if x.ndim == 2 else x.swapaxes(-1, -2)
    return t(x) if x.ndim == 2 else x.transpose(-2, -1)


def times(x, y):
    """The product of two matrices, arrays or tensors."""
    if type(x) is not np.ndarray:
        return mm(x, y)
    return _dot(x, y) if len(y) == 1 else x.dot(y)  # `@` of arrays takes thrice as long


def times_each(x, y):
    """The products of the matrices of two batches, arrays or tensors."""
    return bmm(x, y) if isinstance(x, Tensor) else x @ y


def _check(name, first, second, dims):
    """Refuse operands of other dimensions, of two dtypes, or whose sizes do not meet."""
    for x, ndim in zip((first, second), dims, strict=True):
        if x.ndim != ndim:
            error = IndexError if name == "mv" and not first.ndim else RuntimeError
            raise error(f"{name}() takes {_DIMENSIONS[ndim]}, not {x.ndim} dimensions")
    if not _is_nothing(name, first, second):
        one_dtype(name, first, second)
    inner = second.shape[-2] if dims[1] > 1 else second.shape[0]
    if first.shape[-1] != inner or (dims[0] == 3 and first.shape[0] != second.shape[0]):
        raise RuntimeError(
            f"{name}(): shapes {list(first.shape)} and {list(second.shape)} cannot be multiplied: "
            "the columns of the first must be as many as the rows of the second"
        )


def _is_nothing(name, first, second):
    """Whether a batch is empty: PyTorch multiplies nothing then, and asks for no dtype."""
    return name == "bmm" and not (first.size and second.size)


def _meet(x, y):
    """Whether two arrays are the usual operands: matrices of one float dtype that fit."""
    return (
        x.ndim == 2 == y.ndim
        and x.shape[1] == y.shape[0] != 1
        and x.dtype is y.dtype
        and x.dtype.kind == "f"
    )


def _product(name, first, second, dims):
    _check(name, first, second, dims)
    if _is_nothing(name, first, second):
        return np.zeros((*first.shape[:2], second.shape[2]), second.dtype)
    if first.dtype.kind == "b":
        raise NotImplementedError(f"{name}() of bools")
    return first @ second if dims[0] == 3 else _dot(first, second)


def _dot(x, y):
    """A product of arrays; of a column and a row it is all products, as they are: -0.0, too."""
    if x.ndim == 2 == y.ndim and len(y) == 1 != len(x) and y.shape[1] != 1:
        return x * y
    product = x.dot(y)
    return product if len(y) != 1 else product + product.dtype.type(0)  # a sum has no -0.0


# ---- products -----------------------------------------------------------------------------------


def _of_first(g, mat2, strides):
    """The gradient of the first factor of a product of matrices, which lies as that factor does."""
    if strides[0] < strides[1]:  # by columns
        return turned(times(mat2, turned(g)))
    return times(g, turned(mat2))


def _of_second(g, mat1, strides):
    """The gradient of the second factor, which lies as that factor does."""
    if strides[0] < strides[1]:
        return turned(times(turned(g), mat1))
    return times(turned(mat1), g)


@op(
    self=lambda g, self_strides, mat2: _of_first(g, mat2, self_strides),
    mat2=lambda g, self, mat2_strides: _of_second(g, self, mat2_strides),
    broadcasts=False,
)
def mm(self, mat2):
    """Product of two matrices."""
    if _meet(self, mat2):
        return self.dot(mat2)
    return _product("mm", self, mat2, (2, 2))


@op(
    self=lambda g, mat2: times_each(g, turned(mat2)),
    mat2=lambda g, self: times_each(turned(self), g),
    broadcasts=False,
)
def bmm(self, mat2):
    """Products of the matrices of two batches."""
    return _product("bmm", self, mat2, (3, 3))


@op(self=lambda g, vec: _outer(g, vec), vec=lambda g, self: turned(self) @ g, broadcasts=False)
def mv(self, vec):
    """Matrix times vector."""
    return _product("mv", self, vec, (2, 1))


def _outer(x, y):
    return x.reshape((-1, 1)) * y


@op(self=lambda g, tensor: g * tensor, tensor=lambda g, self: g * self, broadcasts=False)
def dot(self, tensor):
    """Inner product of two vectors of one length."""
    return _product("dot", self, tensor, (1, 1))


@op(self=lambda g, other: g.conj() * other, other=lambda g, self: g * self, broadcasts=False)
def vdot(self, other):
    """Inner product of two vectors, the first conjugated."""
    return _product("vdot", self.conj() if self.dtype.kind == "c" else self, other, (1, 1))


@composed
def outer(self, vec2):
    """All products of an element of each of two vectors, as a matrix."""
    if self.ndim != 1 or vec2.ndim != 1:
        raise RuntimeError(f"outer() takes vectors, not {self.ndim} and {vec2.ndim} dimensions")
    return self.reshape(-1, 1) * vec2


# ---- added to a third ---------------------------------------------------------------------------


def _added(name, self, product, beta, alpha):
    """`beta * self + alpha * product`; `product` is changed, unless its dtype does not allow it."""
    one_dtype(name, self, product)
    beta, alpha = checked(beta, product.dtype), checked(alpha, product.dtype)
    shape = product.shape
    if alpha != 1:
        product = product * alpha
    if beta == 0:
        return product
    try:
        return np.add(product, scaled(self, beta), out=product)
    except ValueError:
        raise RuntimeError(
            f"{name}(): a tensor of shape {list(self.shape)} cannot be expanded to the shape "
            f"{list(shape)} of the product"
        ) from None


@in_single
def _addmm_of_half(self, mat1, mat2, beta, alpha):
    return _added("addmm", self, _product("addmm", mat1, mat2, (2, 2)), beta, alpha)


def _of_addend(g, self_shape, beta):
    if isinstance(g, Tensor):
        return sum_to(scaled(g, beta), self_shape)
    return scaled(sum_to(g, self_shape), beta)


@op(
    self=_of_addend,
    mat1=lambda g, mat1_strides, mat2, alpha: scaled(_of_first(g, mat2, mat1_strides), alpha),
    mat2=lambda g, mat1, mat2_strides, alpha: scaled(_of_second(g, mat1, mat2_strides), alpha),
    broadcasts=False,
)
def addmm(self, mat1, mat2, *, beta=1, alpha=1):
    """`beta * self + alpha * (mat1 @ mat2)`."""
    if mat1.dtype.char == "e" and self.dtype == mat2.dtype == mat1.dtype:
        return _addmm_of_half(self, mat1, mat2, beta, alpha)
    if beta == 1 and alpha == 1 and self.dtype is mat1.dtype and _meet(mat1, mat2):
        product = mat1.dot(mat2)
        if self.shape == product.shape[1:] or self.shape == product.shape:
            return np.add(product, self, product)
    return _added("addmm", self, _product("addmm", mat1, mat2, (2, 2)), beta, alpha)


@op(
    self=_of_addend,
    mat=lambda g, vec, alpha: scaled(_outer(g, vec), alpha),
    vec=lambda g, mat, alpha: scaled(turned(mat) @ g, alpha),
    broadcasts=False,
)
def addmv(self, mat, vec, *, beta=1, alpha=1):
    """`beta * self + alpha * (mat @ vec)`."""
    product = np.atleast_1d(_product("addmv", mat, vec, (2, 1)))
    return _added("addmv", self, product, beta, alpha)


@op(
    self=_of_addend,
    vec1=lambda g, vec2, alpha: scaled(g @ vec2, alpha),
    vec2=lambda g, vec1, alpha: scaled(turned(g) @ vec1, alpha),
    broadcasts=False,
)
def addr(self, vec1, vec2, *, beta=1, alpha=1):
    """`beta * self + alpha * outer(vec1, vec2)`."""
    if vec1.ndim != 1 or vec2.ndim != 1:
        raise RuntimeError(f"addr() takes vectors, not {vec1.ndim} and {vec2.ndim} dimensions")
    for factor in (beta, alpha):
        check_alpha(factor, vec1.dtype)
    return _added("addr", self, np.multiply.outer(vec1, vec2), beta, alpha)


@op(
    self=_of_addend,
    batch1=lambda g, batch2, alpha: scaled(times_each(g, turned(batch2)), alpha),
    batch2=lambda g, batch1, alpha: scaled(times_each(turned(batch1), g), alpha),
    broadcasts=False,
)
def baddbmm(self, batch1, batch2, *, beta=1, alpha=1):
    """`beta * self + alpha * bmm(batch1, batch2)`."""
    return _added("baddbmm", self, _product("baddbmm", batch1, batch2, (3, 3)), beta, alpha)


@op(
    self=_of_addend,
    batch1=lambda g, batch2, alpha: scaled(times_each(_repeated(g, batch2), turned(batch2)), alpha),
    batch2=lambda g, batch1, alpha: scaled(times_each(turned(batch1), _repeated(g, batch1)), alpha),
    broadcasts=False,
)
def addbmm(self, batch1, batch2, *, beta=1, alpha=1):
    """`beta * self + alpha * ` the sum of `bmm(batch1, batch2)` over the batch."""
    product = _product("addbmm", batch1, batch2, (3, 3))
    product = product.sum(0, dtype=product.dtype)
    return _added("addbmm", self, product, beta, alpha)


def _repeated(g, batch):
    """The gradient of a sum over the batch, for each of its entries."""
    return (
        g[None] if not isinstance(g, Tensor) else g.unsqueeze(0).expand((batch.shape[0], *g.shape))
    )


def addbmm_(self, batch1, batch2, *, beta=1, alpha=1):
    """`addbmm` in place, for which the tensor itself is expanded where its shape is smaller."""
    result = addbmm(self, batch1, batch2, beta=beta, alpha=alpha)
    if result._data.shape == self._data.shape:
        return _addbmm(self, batch1, batch2, beta=beta, alpha=alpha)
    check_inplace(self, result._requires)
    self._data, self._node, self._nr = own(result), result._node, 0
    self._requires = result._requires
    bump_version(self)
    return self


_addbmm = inplace(addbmm.op, "addbmm_")
addbmm.inplace = addbmm_
