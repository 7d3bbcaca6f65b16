"""`gradcheck` and `gradgradcheck`: derivatives against finite differences."""

import warnings

import numpy as np

from engine.autograd import gradients
from engine.autograd.function import Function
from engine.autograd.mode import enable_grad
from engine.tensor import Tensor, own, wrap


class GradcheckError(RuntimeError):
    """A derivative does not agree with finite differences."""


def _row(values):
    return tuple(values) if isinstance(values, tuple | list) else (values,)


def _differentiable(outputs):
    return [o for o in _row(outputs) if isinstance(o, Tensor) and o.requires_grad]


def _check_inputs(inputs):
    wanted = [x for x in inputs if isinstance(x, Tensor) and x.requires_grad]
    if not wanted:
        raise ValueError("gradcheck needs an input that requires grad")
    for i, x in enumerate(inputs):
        if not (isinstance(x, Tensor) and x.requires_grad):
            continue
        if x._data.dtype not in (np.float64, np.complex128):
            warnings.warn(
                f"input {i} is {x.dtype!r}; finite differences need float64 to be exact enough",
                UserWarning,
                stacklevel=4,
            )
        if x._data.ndim and any(
            stride == 0 and size > 1
            for size, stride in zip(x._data.shape, x._data.strides, strict=True)
        ):
            raise RuntimeError(
                f"input {i} has elements that share memory, so none can be changed alone; "
                "call contiguous() first"
            )
    return wanted


def _numerical(function, inputs, x, outputs, eps):
    """The Jacobian of every output with respect to `x`, by central differences."""
    columns = [np.zeros((x._data.size, o._data.size)) for o in outputs]
    data = own(x)
    for k, place in enumerate(np.ndindex(data.shape)):
        before = data[place]
        sides = []
        for step in (eps, -eps):
            data[place] = before + step
            found = [o for o in _row(function(*inputs)) if isinstance(o, Tensor)]
            sides.append([np.array(o._data, dtype=np.float64).ravel() for o in found])
            _check_alike(found, outputs)
        data[place] = before
        for column, up, down in zip(columns, *sides, strict=False):
            column[k] = (up - down) / (2 * eps)
    return columns


def _check_alike(found, outputs):
    for one, other in zip(found, outputs, strict=False):
        if one._data.shape != other._data.shape or one._data.dtype != other._data.dtype:
            raise AssertionError(
                "the function must return outputs of the same shape and dtype for every input"
            )


def _analytical(output, wanted):
    """The Jacobian of one output with respect to each input, row by row of the output."""
    blocks = [np.zeros((x._data.size, output._data.size)) for x in wanted]
    for k in range(output._data.size):
        start = np.zeros(output._data.shape, output._data.dtype)
        start.reshape(-1)[k] = 1
        grads = gradients.grad(output, wanted, wrap(start), retain_graph=True, allow_unused=True)
        for block, grad, x in zip(blocks, grads, wanted, strict=True):
            if grad is None:
                continue
            if grad._data.dtype != x._data.dtype:
                raise GradcheckError("a gradient has another dtype than its input")
            block[:, k] = np.asarray(grad._data, dtype=np.float64).ravel()
    return blocks


def _check_repeatable(outputs, wanted, tolerance):
    for output in outputs:
        first, second = (_analytical(output, wanted) for _ in range(2))
        for a, b in zip(first, second, strict=True):
            if a.size and np.abs(a - b).max() > tolerance:
                raise GradcheckError(
                    "backward is not deterministic: it gave different gradients for the same input"
                )


def _check_undefined(function, inputs, wanted):
    """A backward has to cope with outputs that nobody used."""
    outputs = _differentiable(function(*inputs))
    unused = [_Unused.apply(o) for o in outputs]
    zeros = [wrap(np.zeros(o._data.shape, o._data.dtype)) for o in outputs]
    try:
        grads = gradients.grad(unused, wanted, zeros, allow_unused=True)
    except RuntimeError as error:
        _warn_of_undefined()
        raise GradcheckError("backward fails where no gradient arrives for its outputs") from error
    if any(g is not None and np.any(np.asarray(g._data) != 0) for g in grads):
        _warn_of_undefined()
        raise GradcheckError("backward gives something else than zero where no gradient arrives")


class _Unused(Function):
    """The identity, through which no gradient comes back."""

    @staticmethod
    def forward(ctx, x):
        return x.clone()

    @staticmethod
    def backward(ctx, g):
        return None


def _warn_of_undefined():
    warnings.warn(
        "gradcheck also asks for gradients where none arrives; check_undefined_grad=False does not",
        UserWarning,
        stacklevel=5,
    )


def _compare(numerical, analytical, atol, rtol, where):
    if not np.allclose(analytical, numerical, atol=atol, rtol=rtol, equal_nan=True):
        raise GradcheckError(
            f"the derivative {where} is wrong:\nby finite differences\n{numerical}\n"
            f"by backward\n{analytical}"
        )


def _run(function, inputs, eps, atol, rtol, nondet_tol, check_undefined_grad, check_backward_ad):
    wanted = _check_inputs(inputs)
    with enable_grad():
        outputs = _differentiable(function(*inputs))
        every = [o for o in _row(function(*inputs)) if isinstance(o, Tensor)]
    numbers = [i for i, o in enumerate(every) if o.requires_grad]
    for j, x in enumerate(wanted):
        numerical = _numerical(function, inputs, x, every, eps)
        for i, column in enumerate(numerical):
            moves = every[i]._data.dtype.kind == "f" and np.abs(column).any()
            if moves and i not in numbers and not outputs:
                raise GradcheckError("finite differences find a derivative, backward has none")
        for i, output in zip(numbers, outputs, strict=True):
            block = _analytical(output, wanted)[j]
            _compare(numerical[i], block, atol, rtol, f"of output {i} by input {j}")
    if outputs and check_backward_ad:
        _check_repeatable(outputs, wanted, nondet_tol)
        if check_undefined_grad:
            _check_undefined(function, inputs, wanted)
    return True


def gradcheck(
    func,
    inputs,
    *,
    eps=1e-6,
    atol=1e-5,
    rtol=1e-3,
    raise_exception=True,
    nondet_tol=0.0,
    check_undefined_grad=True,
    check_grad_dtypes=False,
    check_batched_grad=False,
    check_batched_forward_grad=False,
    check_forward_ad=False,
    check_backward_ad=True,
    fast_mode=False,
    masked=None,
):
    """Whether backward gives what central differences give; GradcheckError (or False) if not."""
    try:
        return _run(
            func,
            _row(inputs),
            eps,
            atol,
            rtol,
            nondet_tol,
            check_undefined_grad,
            check_backward_ad,
        )
    except GradcheckError:
        if raise_exception:
            raise
        return False


def gradgradcheck(
    func,
    inputs,
    grad_outputs=None,
    *,
    eps=1e-6,
    atol=1e-5,
    rtol=1e-3,
    gen_non_contig_grad_outputs=False,
    raise_exception=True,
    nondet_tol=0.0,
    check_undefined_grad=True,
    check_grad_dtypes=False,
    check_batched_grad=False,
    check_fwd_over_rev=False,
    check_rev_over_rev=True,
    fast_mode=False,
    masked=False,
):
    """`gradcheck` of the gradient, and so of second derivatives."""
    inputs = _row(inputs)
    if grad_outputs is None:
        generator = np.random.default_rng(0)
        outputs = _differentiable(func(*inputs))
        grad_outputs = [
            wrap(generator.standard_normal(o._data.shape).astype(o._data.dtype)) for o in outputs
        ]
        for g in grad_outputs:
            g.requires_grad = True
    grad_outputs = _row(grad_outputs)
    count = len(grad_outputs)

    def gradient(*args):
        given, starts = args[:-count], args[-count:]
        outputs = _differentiable(func(*given))
        wanted = [x for x in given if isinstance(x, Tensor) and x.requires_grad]
        grads = gradients.grad(outputs, wanted, starts, create_graph=True, allow_unused=True)
        return tuple(g for g in grads if g is not None)

    return gradcheck(
        gradient,
        (*inputs, *grad_outputs),
        eps=eps,
        atol=atol,
        rtol=rtol,
        raise_exception=raise_exception,
        nondet_tol=nondet_tol,
        check_undefined_grad=check_undefined_grad,
    )
