"""A recorded gradient has PyTorch's node: `grad(y, x, create_graph=True)[0].grad_fn` prints it."""

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

import engine
from tests.engine import op_record
from tests.engine.fidelity import recorded
from tests.engine.op_calls import FUNCTION, Call, Unspeakable, _flat, _perform, _weight, bring, find
from tests.engine.op_inputs import entries, is_differentiable, path_of, samples
from tests.engine.op_samples import calls

COMPOSED_OTHERWISE = """
    aminmax as_strided_scatter block_diag cdist cdouble cholesky combinations cumprod
    cumulative_trapezoid index_copy put linalg.cholesky linalg.cholesky_ex linalg.det
    linalg.lstsq linalg.lstsq.grad_oriented linalg.qr linalg.slogdet linalg.solve
    linalg.solve_ex linalg.solve_triangular linalg.svd linalg.vander logcumsumexp logdet
    masked_scatter masked_select nanquantile nn.functional.cosine_similarity
    nn.functional.embedding_bag nn.functional.group_norm nn.functional.instance_norm
    nn.functional.max_unpool2d nn.functional.max_unpool2d.grad nn.functional.max_unpool3d
    nn.functional.max_unpool3d.grad nn.functional.pdist nn.functional.prelu nn.functional.rrelu
    prod qr quantile svd trace trapezoid trapz triangular_solve
"""
"""Those whose derivative the engine composes otherwise than PyTorch does, in some sample."""
SAMPLES = 3


def record(torch: Any) -> dict[str, Any]:
    found = {}
    for entry in entries():
        path = path_of(torch, entry)
        if path is not None and is_differentiable(entry):
            found[entry.full_name] = list(_rows(torch, entry, path))
    return found


def _rows(torch: Any, entry: Any, path: str) -> Iterator[Any]:
    for sample in op_record.small(list(samples(entry)), SAMPLES):
        try:
            ways = [c for c in calls(entry, sample, path) if c.how == FUNCTION]
        except Unspeakable:
            continue
        for call in ways:
            encoded = op_record.encode_call(call)
            try:
                yield [encoded, nodes(torch, op_record.decode_call(encoded))]
            except (RuntimeError, TypeError):  # nothing to differentiate
                continue


def nodes(module: Any, call: Call) -> list[list[str | None]]:
    """Names of the gradients' nodes, where the first gradient requires grad and where not."""
    return [_names(module, call, required) for required in (False, True)]


def _names(module: Any, call: Call, required: bool) -> list[str | None]:
    leaves: list[Any] = []
    args = [bring(module, v, leaves) for v in call.args]
    kwargs = {k: bring(module, v, leaves) for k, v in call.kwargs.items()}
    module.manual_seed(0)
    result = _perform(module, call, args, kwargs)
    outs = [v for v in _flat(result) if isinstance(v, module.Tensor) and v.requires_grad]
    heads = [_weight(module, t, i).requires_grad_(required) for i, t in enumerate(outs)]
    with np.errstate(all="ignore"):
        grads = module.autograd.grad(outs, leaves, heads, create_graph=True, allow_unused=True)
    return [None if g is None or g.grad_fn is None else type(g.grad_fn).__name__ for g in grads]


def _usual() -> dict[str, Any]:
    """What was recorded of the operators that the engine has."""
    left_out = COMPOSED_OTHERWISE.split()
    return {
        name: rows
        for name, rows in recorded("second_order_nodes").items()
        if rows and find(engine, rows[0][0][0]) is not None and name not in left_out
    }


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "rows" in metafunc.fixturenames:
        usual = _usual()
        metafunc.parametrize("rows", usual.values(), ids=usual)


@pytest.mark.filterwarnings("ignore")
def test_a_recorded_gradient_has_pytorchs_node(rows: list[Any]) -> None:
    for encoded, expected in rows:
        try:
            assert nodes(engine, op_record.decode_call(encoded)) == expected
        except engine.errors.UnsupportedError:
            continue


def _gradient(function: Any, x: Any) -> Any:
    return engine.autograd.grad(function(x).sum(), x, create_graph=True)[0]


def test_a_derivative_that_is_one_node_has_derivatives_of_every_order() -> None:
    x = engine.tensor([0.5, -0.5], dtype=engine.float64, requires_grad=True)

    for function in (engine.nn.functional.gelu, engine.nn.functional.softplus, engine.tanh):
        second = _gradient(lambda y, f=function: _gradient(f, y), x)
        assert engine.autograd.gradcheck(lambda y, f=function: _gradient(f, y), x)
        assert engine.autograd.gradcheck(
            lambda y, f=function: _gradient(lambda z, f=f: _gradient(f, z), y), x
        )
        assert second.requires_grad


def test_a_derivative_that_is_one_node_is_freed_as_others_are() -> None:
    x = engine.tensor([0.5, -0.5], requires_grad=True)
    first = _gradient(engine.nn.functional.softplus, x).sum()
    first.backward()

    with pytest.raises(RuntimeError, match="SoftplusBackwardBackward0"):
        first.backward()


def test_where_the_slope_is_constant_its_derivative_is_zero_and_not_nothing() -> None:
    x = engine.tensor([1.0, -2.0], requires_grad=True)
    first = _gradient(engine.nn.functional.leaky_relu, x)

    assert engine.autograd.grad(first.sum(), x)[0].tolist() == [0.0, 0.0]


def test_hooks_on_the_inputs_of_such_a_derivative_run_once() -> None:
    x = engine.tensor([1.0, -2.0], requires_grad=True)
    first = _gradient(engine.nn.functional.softplus, x)
    calls: list[int] = []
    x.register_hook(lambda grad: calls.append(1))
    first.sum().backward()

    assert calls == [1]


def test_a_derivative_that_pytorch_lacks_is_refused() -> None:
    x = engine.tensor([1.0, -2.0], requires_grad=True)
    first = _gradient(engine.nn.functional.hardsigmoid, x)

    with pytest.raises(RuntimeError, match="hardsigmoid_backward"):
        first.sum().backward()
