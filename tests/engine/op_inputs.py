"""PyTorch's table of operators, and where samples for its entries come from. Needs torch."""

import random
import warnings
from collections.abc import Iterator
from itertools import count, islice
from typing import Any

import numpy as np

from tests.engine.op_calls import find

_PATHS = {  # entries whose name is not their address
    "slice": "ops.aten.slice",
    "normal.in_place": "Tensor.normal_",
    **{f"polygamma.polygamma_n_{n}": "Tensor.polygamma" for n in range(5)},
}

EDGES = [
    0.0,
    -0.0,
    1.0,
    -1.0,
    0.5,
    3.0,
    -3.0,
    6.0,
    1e-30,
    1e30,
    *map(float, ("inf", "-inf", "nan")),
]
ROWS = [[1, 1, 0], [0, 0, 2], [0, 0, 0], [-1, -1, -1], [float("nan"), 1, 2]]
ROWS += [[float("inf"), float("inf"), 1], [float("-inf")] * 3, [3, float("-inf"), 3]]
ACTIVATIONS = """
    relu leaky_relu elu celu selu silu mish softplus softsign hardtanh hardswish hardsigmoid
    hardshrink softshrink tanhshrink threshold logsigmoid gelu relu6
"""
ELEMENTWISE = {
    *("clamp", "clamp_min", "clamp_max", "nan_to_num", "float_power", "pow"),
    *(f"nn.functional.{name}" for name in ACTIVATIONS.split()),
}
ALONG = """
    sort argsort topk kthvalue mode median nanmedian cumsum cumprod cummax cummin logcumsumexp
    logsumexp softmax log_softmax norm linalg.vector_norm max min aminmax msort renorm diff std var
    var_mean std_mean quantile nanquantile
"""


def entries() -> list[Any]:
    """PyTorch's table of operators."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        from torch.testing._internal.common_methods_invocations import op_db
    return list(op_db)


def is_differentiable(entry: Any) -> bool:
    """Whether the entry counts among those with a derivative in float64."""
    import torch

    return bool(entry.supports_autograd and torch.float64 in entry.dtypes)


def path_of(module: Any, entry: Any) -> str | None:
    """The entry's address in `module`: a function if there is one, else a method."""
    if entry.full_name in _PATHS:
        return _PATHS[entry.full_name] if find(module, _PATHS[entry.full_name]) else None
    method = "Tensor." + entry.name
    for path in (entry.name.removeprefix("torch."), method, method + "_"):
        if find(module, path) is not None:
            return path
    return None


def samples(entry: Any) -> Iterator[Any]:
    """The entry's samples in float64, or in the first dtype that it takes."""
    import torch

    for dtype in (torch.float64, torch.int64, torch.bool, torch.complex128):
        if dtype in entry.dtypes:
            yield from _given(entry, dtype, is_differentiable(entry))
            return


def _given(entry: Any, dtype: Any, grad: bool = False) -> Iterator[Any]:
    """The entry's samples in one dtype, the same at each call."""
    from torch.testing._internal.common_utils import SEED

    _seed(1)
    inputs = iter(entry.sample_inputs("cpu", dtype, requires_grad=grad, set_seed=False))
    for place in count():
        _seed(SEED)  # as the table would do before each, but by `manual_seed`, which takes long
        sample = next(inputs, None)
        if sample is None:
            return
        if entry.name == "meshgrid":  # its samples come from a set, in any order
            sample.kwargs["indexing"] = ("ij", "xy")[place % 2]
        yield sample


def refused(entry: Any) -> Iterator[Any]:
    """What PyTorch's table says has to be refused."""
    if entry.error_inputs_func is None:
        return
    _seed(1)
    for error in entry.error_inputs("cpu"):
        yield error.sample_input


def in_other_dtypes(entry: Any, cap: int) -> Iterator[Any]:
    """Samples in other dtypes; where PyTorch takes none of one, a float64 sample is cast to it."""
    import torch

    for dtype in (torch.bool, torch.uint8, torch.int32, torch.int64, torch.float16, torch.float32):
        if dtype in entry.dtypes:
            yield from spread(list(_given(entry, dtype)), cap)
        else:
            for sample in islice(samples(entry), 1):
                yield sample.transform(
                    lambda v, d=dtype: v.detach().to(d) if isinstance(v, torch.Tensor) else v
                )


def in_dtype(entry: Any, dtype: Any) -> Iterator[Any]:
    """The entry's samples in one dtype, which it takes."""
    grad = bool(entry.supports_autograd and dtype in entry.supported_backward_dtypes("cpu"))
    yield from _given(entry, dtype, grad)


def at_edges(entry: Any, cap: int) -> Iterator[Any]:
    """The entry's samples with kinks, zeros, infinities, NaN and ties in place of their values."""
    import torch

    kind = type(entry).__name__
    several = kind in ("BinaryUfuncInfo", "ReductionOpInfo", "UnaryUfuncInfo")
    if not (several or entry.name in ELEMENTWISE or entry.name in ALONG.split()):
        return
    pairs = torch.cartesian_prod(torch.tensor(EDGES), torch.tensor(EDGES)).double()
    for sample in spread(list(samples(entry)), cap):
        if not isinstance(sample.input, torch.Tensor) or not sample.input.is_floating_point():
            continue
        others = [*sample.args, *sample.kwargs.values()]
        plain = not any(isinstance(v, torch.Tensor | torch.memory_format) for v in others)
        if kind == "BinaryUfuncInfo" and len(sample.args) == 1:
            sample.input, sample.args = pairs[:, 0].clone(), (pairs[:, 1].clone(),)
            sample.args[0].requires_grad_(is_differentiable(entry))
        elif kind == "ReductionOpInfo" and plain:
            sample.input = torch.tensor(ROWS, dtype=torch.float64)
        elif plain and (kind == "UnaryUfuncInfo" or entry.name in ELEMENTWISE):
            sample.input = torch.tensor(EDGES, dtype=torch.float64)
        elif plain and entry.name in ALONG.split():
            sample.input = torch.tensor(ROWS, dtype=torch.float64)
        else:
            continue
        sample.input.requires_grad_(is_differentiable(entry))
        yield sample


def _seed(number: int) -> None:
    import torch

    torch.default_generator.manual_seed(number)
    np.random.seed(number)
    random.seed(number)


def spread(items: list[Any], cap: int) -> list[Any]:
    """At most `cap` of the items, the first and the last among them, evenly apart."""
    if len(items) <= cap:
        return items
    return [items[round(i * (len(items) - 1) / (cap - 1))] for i in range(cap)]
