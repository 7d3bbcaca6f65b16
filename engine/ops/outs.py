"""What is given as `out=`, and by which rules the result of an operation is stored there."""

import numpy as np

from engine.autograd.mode import careful, mode
from engine.autograd.renewal import Resized, renew
from engine.autograd.tangents import tangent_of
from engine.autograd.views import check_overlap, overlaps
from engine.dtype import can_cast
from engine.errors import unsupported
from engine.ops.writing import overwrite, resize
from engine.return_types import out_struct
from engine.strides import interlace, partly_overlap, share_memory
from engine.tensor import Tensor, own, tensors_in

# Operations that want the very dtype of their result; others store it in any that it can become.
_EXACT = set(
    """
    abs addbmm addmm addmv addr all amax amin any argmax argmin argwhere baddbmm bernoulli
    bitwise_not bmm bucketize ceil clamp_max clamp_min complex conj_physical cross diag dot
    float_power floor frac gather heaviside histc index_add index_copy index_reduce index_select
    inner isin isneginf isposinf linalg_cross linalg_det linalg_inv linalg_vector_norm
    log_softmax logcumsumexp masked_select matmul mm multinomial mv nan_to_num neg nonzero norm
    quantile renorm round scatter scatter_add scatter_reduce searchsorted sgn sign signbit
    softmax take take_along_dim tensordot tril triu trunc vdot where
    """.split()
)
# Operations that read an operand again after they began to write: it may not lie in that memory.
_REREADING = set(
    """
    addmm addmv amax amin bmm dot linalg_vector_norm logsumexp mean mm mv nansum prod softmax
    std sum var
    """.split()
)
# Operations that read an element just before they write to its place.
_STEPPING = {"cumprod", "cumsum"}
# Operations that would compute in the dtype of what they are to write to.
_WIDENING = {"cumprod", "cumsum", "mean", "nansum", "prod", "std", "sum", "var"}
# Operations whose operands may not even be what is written to.
_APART = {"cat", "gather", "index_select", "masked_select", "max", "min", "stack", "take"}
_JOINING = {"cat", "column_stack", "dstack", "hstack", "stack", "vstack"}
# Operations that give memory another shape before they ask whether elements share a place.
_LATE = set(
    """
    arange baddbmm bernoulli cross cumprod cumsum diag empty eye full gather histc index_add
    index_copy index_reduce inner linalg_cross linalg_det linalg_inv linspace log_softmax
    logcumsumexp matmul multinomial nanmean ones quantile renorm take_along_dim tensordot vdot
    zeros
    """.split()
)
_LATE |= _JOINING | _REREADING | {"max", "min"}
# Operations whose results have no derivative.
_CONSTANT = set(
    """
    bitwise_and bitwise_left_shift bitwise_not bitwise_or bitwise_right_shift bitwise_xor
    bucketize eq gcd ge gt histc isin isneginf isposinf lcm le logical_and logical_not logical_or
    logical_xor lt ne searchsorted signbit
    """.split()
)
# Operations that do not look whether elements share a place: in which order they are written there
# is anybody's guess.
_UNCHECKED = set(
    """
    amax amin argmax argmin bmm cummax cummin eye histc linalg_vector_norm matmul mv nansum norm
    prod randperm std sum tril triu var
    """.split()
)
_MAKING = {"empty", "full", "ones", "zeros"}
# Functions that give it another shape without a word.
_QUIET = _MAKING | {"eye", "linspace", "logspace", "rand", "randint", "randn", "randperm", "range"}
# Operations that look at what they are to write to before they look at their arguments.
LOOKING_FIRST = {"gather", "index_select", "max", "min"}
# Operations that have no such argument.
WITHOUT = set(
    """
    _prelu_kernel _rrelu adjoint argsort argwhere as_strided atleast_1d atleast_2d atleast_3d
    bincount block_diag broadcast_to cartesian_prod cdist celu chunk clone combinations conj
    constant_pad_nd corrcoef count_nonzero cov cumulative_trapezoid diag_embed diagflat diagonal
    diagonal_scatter dist dsplit fill flatten flip fliplr flipud gradient hsplit imag
    index_fill index_put isclose isfinite isinf isnan isreal logdet masked_fill masked_scatter
    matrix_exp movedim narrow permute pinverse positive prelu put ravel real relu
    repeat_interleave reshape resolve_conj resolve_neg roll rot90 rsub select select_scatter
    selu split squeeze std_mean swapaxes swapdims t tensor_split threshold tile trace transpose
    trapezoid trapz unbind unflatten unique unique_consecutive unsqueeze vander var_mean vsplit
    """.split()
)


def write_out(out, result, name="", operands=()):
    """Store the result of an operation, which may be several, in what was given as `out=`.

    None of `operands`, where they are given, may lie in the way.
    """
    several = isinstance(result, tuple)
    if name in WITHOUT or several != isinstance(out, tuple | list):
        raise TypeError(f"{name}() does not take out=, or not one of this kind")
    outs, results = (out, result) if several else ((out,), (result,))
    check_grad(name, outs, results)
    for o, r in zip(outs, results, strict=True):
        if name == "stack" and o._data.shape != r._data.shape:
            resize(o, r._data.shape)  # even if it is of no use
        _check_dtype(name, o, r, several or is_exact(name, operands))
        if name in _UNCHECKED and o._data.shape == r._data.shape and overlaps(o):
            raise unsupported(f"{name}() into expanded memory", "leave out= away")
        check_memory(name, o, r.shape, operands)
        if name not in _LATE and o._data.shape != r._data.shape and any(o is v for v in operands):
            raise RuntimeError(f"{name}(): an operand cannot be resized to hold the result")
        if o._requires and o._data.shape != r._data.shape:
            if name not in _CONSTANT or o._node is not None:
                raise unsupported("out= of another shape that requires grad", "detach it first")
            renew(o, Resized)
    for o, r in zip(outs, results, strict=True):
        alike, quiet = name not in _LATE, name in _QUIET
        overwrite(o, r, alike=alike, quiet=quiet, alone=name in _MAKING)
    if not several:
        return out
    return out_struct(type(result))(*out) if hasattr(result, "_fields") else type(result)(out)


def check_out(name, out, operands):
    """Refuse what `write_out` will refuse, before anything is computed: see LOOKING_FIRST."""
    outs = out if isinstance(out, tuple | list) else (out,)
    if not all(isinstance(t, Tensor) for t in (*outs, operands[0])):
        return
    check_grad(name, outs, operands[:1])
    if name in ("gather", "index_select") and isinstance(operands[2], Tensor):
        _check_dtype(name, out, operands[0], True)
        check_memory(name, out, (operands[2] if name == "gather" else out).shape, operands)


def is_exact(name, operands):
    """Whether a result is only stored in its own dtype."""
    if name == "clamp":  # by numbers
        return not any(isinstance(v, Tensor) for v in operands[1:])
    if name == "abs" and operands and operands[0]._data.dtype.kind == "c":
        return False
    return name in _EXACT


def check_grad(name, outs, results):
    """Refuse to record what is stored in `outs`."""
    recorded = mode.grad and name not in _CONSTANT
    if name in _MAKING and outs[0]._requires and (outs[0]._node is not None or not mode.grad):
        raise unsupported(f"{name}() into a tensor that requires grad", "call detach() first")
    if recorded and any(t._requires for t in (*outs, *results)):
        forward = mode.transforms and not mode.transforms[-1].startswith(("grad", "vmap"))
        kind = NotImplementedError if forward else RuntimeError
        raise kind(
            f"{name}(): out= does not support automatic differentiation, and one of the tensors "
            "requires grad"
        )
    if careful and any(tangent_of(t) is not None for t in (*outs, *results)):
        raise NotImplementedError("out= functions pass no tangents on; leave out= away")


def _check_dtype(name, out, result, exact):
    held, made = out._data.dtype, result._data.dtype
    if exact and held != made and not (name in ("all", "any") and held == "uint8"):
        raise RuntimeError(f"{name}(): out= must be of the dtype of the result, {result.dtype!r}")
    if not can_cast(result.dtype, out.dtype):
        if name in _WIDENING:
            raise unsupported(f"{name}() into {out.dtype!r}", "convert the tensor first")
        if name in _JOINING:
            raise TypeError(f"{name}(): {result.dtype!r} cannot be stored as {out.dtype!r}")


def _is_harmless(name, operand):
    """Whether there is too little of an operand to lie in the way."""
    if name in _JOINING:
        return not operand._data.size
    return name in ("max", "min") and operand._data.size == 1 and operand._data.ndim < 2


def _lies_ready(name, out, shape, operand):
    """Whether what is written to lies where the operand does, once it has its shape."""
    if name not in _STEPPING or out.shape == shape or out._data.size != operand._data.size:
        return False
    arrays = own(out), own(operand)
    first, second = (a.__array_interface__["data"][0] for a in arrays)
    return first == second and all(a.flags.c_contiguous for a in arrays)


def check_memory(name, out, shape, operands):
    """Refuse operands in the memory to be written to, but for those that lie just where it does."""
    apart = name in _APART or name in _REREADING
    overlap = share_memory if apart else partly_overlap
    for tensor in tensors_in(operands):
        if name == "cat" and tensor is out and tensor._data.shape != (0,):
            raise RuntimeError("cat(): out= is one of the tensors; clone it first")
        if (apart and tensor is out) or overlap(out._data, tensor._data):
            if _is_harmless(name, tensor) or _lies_ready(name, out, shape, tensor):
                continue
            refused = name in ("max", "min") and partly_overlap(out._data, tensor._data)
            rereading = name in _REREADING and not refused
            if rereading or (name in {*_APART, *_STEPPING} and out.shape != shape):
                raise unsupported(f"{name}() into the memory of an operand", "leave out= away")
            raise RuntimeError(f"{name}(): out= shares memory with an operand; clone it first")
        if interlace(out._data, tensor._data) or (
            name in _REREADING and np.may_share_memory(out._data, tensor._data)
        ):
            raise unsupported(f"{name}() with an operand in that memory", "clone it first")
    if name not in _LATE:
        check_overlap(out)
