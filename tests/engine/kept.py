"""What the graph keeps of one call of an operator, found out from outside.

A tensor that is saved for backward cannot be written to before; a node that saved something cannot
be visited twice.
"""

import warnings
from collections.abc import Callable
from typing import Any

from tests.engine.op_calls import Call, Given, Named, _flat, _perform, _weight

Case = tuple[list[Any], list[Any], list[Any]]  # every tensor given, the leaves, the results


def kept(module: Any, call: Call) -> list[Any] | None:
    """Of which inputs and outputs a later write is noticed, and whether backward works but once.

    None if there is nothing to differentiate.
    """
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        given, leaves, results = _made(module, call)
        if not leaves or not results:
            return None
        bump = module.autograd.graph.increment_version

        def guarded(place: int, count: int) -> list[int]:
            return [
                i
                for i in range(count)
                if _fails(module, call, lambda case, i=i: bump(case[place][i]))
            ]

        again = _fails(module, call, lambda case: _differentiate(module, case))
        return [guarded(0, len(given)), guarded(2, len(results)), again]


def _made(module: Any, call: Call) -> Case:
    given: list[Any] = []
    args = [_brought(module, v, given) for v in call.args]
    kwargs = {k: _brought(module, v, given) for k, v in call.kwargs.items()}
    module.manual_seed(0)
    leaves = [t for t in given if t.requires_grad]
    result = _perform(module, call, args, kwargs)
    flat = [t for t in _flat(result) if isinstance(t, module.Tensor) and t.requires_grad]
    return given, leaves, flat


def _brought(module: Any, value: Any, given: list[Any]) -> Any:
    if isinstance(value, Given):
        tensor = module.tensor(value.array.tolist(), dtype=_dtype(module, value.array))
        tensor = tensor.reshape(value.array.shape).requires_grad_(value.requires_grad)
        given.append(tensor)
        return tensor
    if isinstance(value, Named):
        return getattr(module, value.name)
    if isinstance(value, list | tuple):
        return type(value)(_brought(module, v, given) for v in value)
    return value


def _dtype(module: Any, array: Any) -> Any:
    return getattr(module, {"bool_": "bool"}.get(array.dtype.name, array.dtype.name))


def _differentiate(module: Any, case: Case) -> None:
    _, leaves, results = case
    weights = [_weight(module, t, i) for i, t in enumerate(results)]
    module.autograd.grad(results, leaves, weights, allow_unused=True)


def _fails(module: Any, call: Call, before: Callable[[Case], object]) -> bool:
    """Whether differentiating fails after something was done."""
    case = _made(module, call)
    before(case)
    try:
        _differentiate(module, case)
    except RuntimeError:
        return True
    return False
