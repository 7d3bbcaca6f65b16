"""`torch.autograd.functional`: Jacobians, Hessians and their products, of whole functions."""

import numpy as np

from engine.autograd import complex_paths, gradients
from engine.autograd.columns import check_outputs, check_strategy, columns
from engine.autograd.grad_mode import enable_grad
from engine.autograd.mode import mode
from engine.autograd.node import edge_of
from engine.autograd.walk import run_rows
from engine.tensor import Tensor, wrap


def _tuple(values, name, kind):
    """The tensors as a tuple, and whether they were a tuple already."""
    single = not isinstance(values, tuple)
    row = (values,) if single else values
    for i, value in enumerate(row):
        if not isinstance(value, Tensor):
            where = f"{name} {i}" if not single else name
            raise TypeError(f"{kind}: the {where} must be a tensor, not {type(value).__name__}")
    return not single, row


def _prepared(inputs, create_graph):
    """Copies to differentiate at; with `create_graph`, they are part of the caller's graph."""
    return tuple(
        x.view_as(x) if create_graph and x.requires_grad else x.detach().requires_grad_()
        for x in inputs
    )


def _outputs(func, inputs, kind, strict):
    """Whether `func` returns a tuple, and its outputs; if `strict`, they must depend on inputs."""
    many, outputs = _tuple(func(*inputs), "output of the function", kind)
    if strict:
        _check_strict(outputs, kind, "output")
    return many, outputs


def _check_strict(values, kind, what):
    for i, value in enumerate(values):
        if not value.requires_grad:
            raise RuntimeError(f"{kind}, strict: {what} {i} does not depend on the inputs")


def _filled(grads, inputs, strict, create_graph, stage):
    """Replace None by zeros, or refuse it if `strict`."""
    row = []
    for i, (grad, x) in enumerate(zip(grads, inputs, strict=True)):
        if grad is None:
            if strict:
                raise RuntimeError(f"strict: the {stage} does not depend on input {i}")
            grad = gradients.zeros_like(x)
        elif strict and create_graph and not grad.requires_grad:
            raise RuntimeError(f"strict: the {stage} of input {i} does not depend on the inputs")
        row.append(grad)
    return tuple(row)


def _returned(values, create_graph, many):
    """The user's results: detached unless requested otherwise, a tuple if there may be several."""
    if not values:
        raise IndexError("there are no derivatives without inputs or outputs")
    row = values if create_graph else tuple(v.detach() for v in values)
    return row if many else row[0]


def _grad(outputs, inputs, grad_outputs, create_graph=False, **options):
    """`autograd.grad` that returns None for anything that does not depend on the inputs."""
    pairs = [(o, g) for o, g in zip(outputs, grad_outputs, strict=True) if o.requires_grad]
    if not pairs:
        return (None,) * len(inputs)
    live, grads = zip(*pairs, strict=True)
    return gradients.grad(
        live,
        inputs,
        grads,
        allow_unused=True,
        create_graph=create_graph,
        **options,
    )


def _vector(v, like, kind):
    """The vector to multiply with; None means 1, if the output is a single real element."""
    if v is None:
        if len(like) != 1 or like[0].numel() != 1:
            raise RuntimeError(f"{kind}: v may be left out only for a single element")
        return (None,)
    _, row = _tuple(v, "v", kind)
    if len(row) != len(like):
        raise RuntimeError(f"{kind}: v has {len(row)} tensors where there are {len(like)}")
    for i, (a, b) in enumerate(zip(row, like, strict=True)):
        if tuple(a.shape) != tuple(b.shape):
            raise RuntimeError(f"{kind}: v {i} has shape {list(a.shape)}, not {list(b.shape)}")
    return row


def vjp(func, inputs, v=None, create_graph=False, strict=False):
    """Return `func(inputs)` and the vector-Jacobian product with `v`, shaped like the inputs."""
    with enable_grad():
        many_in, inputs = _tuple(inputs, "input", "vjp")
        inputs = _prepared(inputs, create_graph)
        many_out, outputs = _outputs(func, inputs, "vjp", strict)
        v = _vector(v, outputs, "vjp")
        grads = _grad(outputs, inputs, v, create_graph)
        product = _filled(grads, inputs, strict, create_graph, "product")
    return (
        _returned(outputs, create_graph, many_out),
        _returned(product, create_graph, many_in),
    )


def jvp(func, inputs, v=None, create_graph=False, strict=False):
    """Return `func(inputs)` and the Jacobian-vector product with `v`, by differentiating twice."""
    with enable_grad():
        _, inputs = _tuple(inputs, "input", "jvp")
        inputs = _prepared(inputs, create_graph)
        v = _vector(v, inputs, "jvp")
        many_out, outputs = _outputs(func, inputs, "jvp", strict)
        dual = tuple(gradients.zeros_like(o).requires_grad_() for o in outputs)
        first = _grad(outputs, inputs, dual, create_graph=True)
        first = _filled(first, inputs, strict, False, "derivative")
        second = _grad(first, dual, v, create_graph)
        product = _filled(second, dual, strict, create_graph, "product")
    return (
        _returned(outputs, create_graph, many_out),
        _returned(product, create_graph, many_out),
    )


def _row(output, inputs, index, create_graph, strict):
    """One row of the Jacobian for each input."""
    element = output.reshape(-1)[index]
    grads = _grad((element,), inputs, (None,), create_graph, retain_graph=True)
    return _filled(grads, inputs, strict, create_graph, "output")


def jacobian(
    func, inputs, create_graph=False, strict=False, vectorize=False, strategy="reverse-mode"
):
    """The Jacobian: for each output and input, a tensor of shape `output.shape + input.shape`."""
    by_columns = check_strategy(strategy, create_graph, strict, vectorize)
    with enable_grad():
        many_in, inputs = _tuple(inputs, "input", "jacobian")
        if by_columns:
            many_out, blocks = columns(func, inputs)
            return _nested(blocks, True, many_out, many_in)
        inputs = _prepared(inputs, create_graph)
        many_out, outputs = _outputs(func, inputs, "jacobian", strict)
        if vectorize:
            blocks = _blocks_at_once(outputs, inputs, create_graph)
        else:
            check_outputs(outputs)
            blocks = tuple(_blocks(o, inputs, create_graph, strict) for o in outputs)
    return _nested(blocks, create_graph, many_out, many_in)


def _blocks_at_once(outputs, inputs, create_graph):
    """The blocks; each row is a pass from all outputs, with zeros for all but one element."""
    if not outputs:
        raise AssertionError("jacobian() of no outputs has no rows")
    counts = [o.numel() for o in outputs]
    starts = wrap(np.eye(sum(counts))).split(counts, 1)
    grads = _grad(
        [o.reshape(-1) for o in outputs],
        inputs,
        [g.to(o.dtype) for g, o in zip(starts, outputs, strict=True)],
        create_graph,
        is_grads_batched=True,
    )
    blocks = []
    for grad, x in zip(grads, inputs, strict=True):
        rows = x.new_zeros((sum(counts), *x.shape)) if grad is None else grad
        parts = zip(rows.split(counts), outputs, strict=True)
        blocks.append([part.view(o.shape + x.shape) for part, o in parts])
    return tuple(zip(*blocks, strict=True))


def _nested(blocks, create_graph, many_out, many_in):
    """Nest the blocks like the function's results and arguments."""
    rows = tuple(_returned(row, create_graph, many_in) for row in blocks)
    return rows if many_out else rows[0]


def _blocks(output, inputs, create_graph, strict):
    from engine.ops.joining import stack

    shape = tuple(output.shape)
    if not (create_graph or strict or mode.inference) and output.requires_grad:
        return _plain_blocks(output, inputs, shape)
    rows = [_row(output, inputs, i, create_graph, strict) for i in range(output.numel())]
    if not rows:
        return tuple(x.new_zeros(shape + tuple(x.shape)) for x in inputs)
    return tuple(
        stack([row[k] for row in rows]).view(shape + tuple(x.shape)) for k, x in enumerate(inputs)
    )


def _plain_blocks(output, inputs, shape):
    """The same on bare arrays, if nothing is recorded or refused."""
    data = output._data
    starts = np.eye(data.size, dtype=data.dtype).reshape((data.size, *shape))
    if complex_paths.is_complex(output):
        complex_paths.begin()
    rows = run_rows(edge_of(output), starts, [edge_of(x) for x in inputs])
    blocks = []
    for k, x in enumerate(inputs):
        block = np.zeros((data.size, *x._data.shape), x._data.dtype)
        for i, row in enumerate(rows):
            if row[k] is not None:
                block[i] = row[k]
        blocks.append(wrap(block.reshape(shape + x._data.shape)))
    return tuple(blocks)


def _scalar(func, kind):
    def checked(*inputs):
        result = func(*inputs)
        many, row = _tuple(result, "output of the function", kind)
        if many and len(row) != 1:
            raise RuntimeError(f"{kind}: the function must return a single tensor")
        if row[0].numel() != 1:
            raise RuntimeError(f"{kind}: the function must return a single element")
        return row[0]

    return checked


def hessian(
    func,
    inputs,
    create_graph=False,
    strict=False,
    vectorize=False,
    outer_jacobian_strategy="reverse-mode",
):
    """The Hessian of a function with one output element, of shape `input.shape + input.shape`."""
    many, inputs = _tuple(inputs, "input", "hessian")
    scalar = _scalar(func, "hessian")

    def gradient(*row):
        if outer_jacobian_strategy == "forward-mode":
            for x in row:
                x.requires_grad_()
        found = jacobian(lambda *row: scalar(*row).squeeze(), row, create_graph=True, strict=strict)
        if strict:
            _check_strict(found, "hessian", "gradient of input")
        return found

    result = jacobian(
        gradient, inputs, create_graph, strict, vectorize, strategy=outer_jacobian_strategy
    )
    return result if many else result[0][0]


def _scalar_and_gradient(func, inputs, kind, strict):
    """The single output of a function, and its gradient, which is differentiable again."""
    output = _scalar(func, kind)(*inputs)
    if strict:
        _check_strict((output,), kind, "output")
    first = _grad((output,), inputs, (None,), create_graph=True)
    return output, _filled(first, inputs, strict, True, "gradient")


def vhp(func, inputs, v=None, create_graph=False, strict=False):
    """Return `func(inputs)` and the vector-Hessian product with `v`."""
    with enable_grad():
        many, inputs = _tuple(inputs, "input", "vhp")
        inputs = _prepared(inputs, create_graph)
        v = _vector(v, inputs, "vhp")
        output, first = _scalar_and_gradient(func, inputs, "vhp", strict)
        second = _grad(first, inputs, v, create_graph)
        product = _filled(second, inputs, strict, create_graph, "product")
    return _returned((output,), create_graph, False), _returned(product, create_graph, many)


def hvp(func, inputs, v=None, create_graph=False, strict=False):
    """Return `func(inputs)` and the Hessian-vector product with `v`: differentiates three times."""
    with enable_grad():
        many, inputs = _tuple(inputs, "input", "hvp")
        inputs = _prepared(inputs, create_graph)
        v = _vector(v, inputs, "hvp")
        output, first = _scalar_and_gradient(func, inputs, "hvp", strict)
        dual = tuple(gradients.zeros_like(x).requires_grad_() for x in inputs)
        double = _grad(first, inputs, dual, create_graph=True)
        double = _filled(double, inputs, strict, True, "Hessian")
        second = _grad(double, dual, v, create_graph)
        product = _filled(second, dual, strict, create_graph, "product")
    return _returned((output,), create_graph, False), _returned(product, create_graph, many)
