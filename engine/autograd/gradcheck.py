"""`gradcheck` and `gradgradcheck`: derivatives against finite differences."""

import warnings

import numpy as np

from engine.autograd import gradcheck_forward as forward
from engine.autograd import gradients
from engine.autograd.function import Function
from engine.autograd.jacobians import GradcheckError, analytical, numerical, row
from engine.autograd.reals import drawn
from engine.tensor import Tensor, wrap


def _differentiable(outputs):
    return [o for o in row(outputs) if isinstance(o, Tensor) and o.requires_grad]


def _check_outputs(outputs):
    """Refuse outputs that cannot be differentiated."""
    for i, output in enumerate(outputs):
        if not isinstance(output, Tensor):
            raise AttributeError(f"output {i} is a {type(output).__name__}, and no tensor")
        if output._data.dtype == np.bool_:
            raise RuntimeError(f"output {i} is bool, which has no finite differences")


def _check_inputs(inputs):
    wanted = _differentiable(inputs)
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
        if any(not step and size > 1 for size, step in zip(x.shape, x.stride(), strict=True)):
            raise RuntimeError(
                f"input {i} has elements that share memory, so none can be changed alone; "
                "call contiguous() first"
            )
    return wanted


def _repeated(output, wanted, tolerance):
    """The Jacobian by backward, which must give the same result twice."""
    first, second = (analytical(output, wanted) for _ in range(2))
    for a, b in zip(first, second, strict=True):
        if a.size and np.abs(a - b).max() > tolerance:
            raise GradcheckError(
                "backward is not deterministic: it gave different gradients for the same input"
            )
    return first


def _check_scaled(outputs, wanted):
    """Check that zero gradients give zero gradients."""
    zeros = [wrap(np.zeros(o._data.shape, o._data.dtype)) for o in outputs]
    grads = gradients.grad(outputs, wanted, zeros, allow_unused=True)
    if any(g is not None and np.any(np.asarray(g._data) != 0) for g in grads):
        raise GradcheckError("backward does not multiply by the gradient that comes in")


def _check_undefined(function, inputs, wanted):
    """Check that backward handles unused outputs."""
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
    """The identity, without a gradient."""

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


class _Check:
    """One run of gradcheck, with its options as attributes."""

    def __init__(self, function, inputs, **options):
        self.function, self.inputs = function, inputs
        self.__dict__.update(options)
        self.wanted = _check_inputs(inputs)
        self.every = row(function(*inputs))
        self.outputs = _differentiable(self.every)
        _check_outputs(self.every)
        self.numerical = [numerical(function, inputs, x, self.every, self.eps) for x in self.wanted]

    def run(self):
        """Run all requested checks; raises GradcheckError if one fails."""
        if not self.outputs:
            self._check_without_outputs()
        if self.check_backward_ad:
            self._check_backward()
        if self.check_forward_ad:
            self._check_forward()
        if self.outputs and self.check_backward_ad:
            _check_scaled(self.outputs, self.wanted)
            if self.check_undefined_grad:
                _check_undefined(self.function, self.inputs, self.wanted)
        return True

    def _check_without_outputs(self):
        for columns in self.numerical:
            for output, column in zip(self.every, columns, strict=True):
                if output._data.dtype.kind == "f" and np.abs(column).any():
                    raise GradcheckError(
                        "finite differences find a derivative, but backward gives none"
                    )

    def _check_backward(self):
        for number, output in enumerate(self.every):
            if not output.requires_grad:
                continue
            blocks = _repeated(output, self.wanted, self.nondet_tol)
            for j, block in enumerate(blocks):
                self._compare(self.numerical[j][number], block, "backward", number, j)

    def _check_forward(self):
        floats = [k for k, o in enumerate(self.every) if o._data.dtype.kind in "fc"]
        outputs = [self.every[k] for k in floats]
        places = [i for i, v in enumerate(self.inputs) if any(v is x for x in self.wanted)]
        for j, place in enumerate(places):
            blocks = forward.jacobians(self.function, self.inputs, place, outputs)
            for number, block in zip(floats, blocks, strict=True):
                self._compare(self.numerical[j][number], block, "forward mode", number, j)
        if self.check_batched_forward_grad:
            place = forward.not_linear(self.function, self.inputs)
            if place is not None:
                raise GradcheckError(f"forward mode is not linear in the tangent of input {place}")
        if self.check_undefined_grad:
            place = forward.zeros_matter(self.function, self.inputs)
            if place is not None:
                raise GradcheckError(
                    f"a tangent of zeros for input {place} has another effect than none"
                )

    def _compare(self, numerical, analytical, how, output, place):
        alike = np.allclose(analytical, numerical, atol=self.atol, rtol=self.rtol, equal_nan=True)
        if not alike:
            raise GradcheckError(
                f"the derivative of output {output} by input {place} is wrong:\n"
                f"by finite differences\n{numerical}\nby {how}\n{analytical}"
            )


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
    """Compare backward, and optionally forward mode, with central differences.

    Returns True, or else raises GradcheckError (or returns False).
    """
    if not (check_forward_ad or check_backward_ad):
        raise AssertionError("there is nothing to check: neither backward nor forward mode")
    if check_batched_forward_grad and not check_forward_ad:
        raise AssertionError("check_batched_forward_grad needs check_forward_ad")
    try:
        return _Check(
            func,
            row(inputs),
            eps=eps,
            atol=atol,
            rtol=rtol,
            nondet_tol=nondet_tol,
            check_undefined_grad=check_undefined_grad,
            check_backward_ad=check_backward_ad,
            check_forward_ad=check_forward_ad,
            check_batched_forward_grad=check_batched_forward_grad,
        ).run()
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
    """Apply `gradcheck` to the gradient, and so check second derivatives."""
    inputs = row(inputs)
    if grad_outputs is None:
        generator = np.random.default_rng(0)
        outputs = _differentiable(func(*inputs))
        grad_outputs = [wrap(drawn(generator, o._data.shape, o._data.dtype)) for o in outputs]
        for g in grad_outputs:
            g.requires_grad = True
    grad_outputs = row(grad_outputs)
    count = len(grad_outputs)

    def gradient(*args):
        given, starts = args[:-count], args[-count:]
        for x, original in zip(given, inputs, strict=True):
            if isinstance(x, Tensor) and original.requires_grad and not x.requires_grad:
                x.requires_grad = True  # forward mode clears it
        outputs = _differentiable(func(*given))
        wanted = _differentiable(given)
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
        check_forward_ad=check_fwd_over_rev,
        check_backward_ad=check_rev_over_rev,
    )
