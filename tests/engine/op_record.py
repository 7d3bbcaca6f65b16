"""What PyTorch says about a few small samples of each operator, as plain data and back.

Inputs are rounded before the call, outputs after it, so that the record stays small.
"""

from collections.abc import Iterator
from typing import Any

import numpy as np

from tests.engine.op_calls import (
    FUNCTION,
    Call,
    Given,
    Named,
    Outcome,
    Unspeakable,
    outcome,
)
from tests.engine.op_differences import differences
from tests.engine.op_inputs import entries, is_differentiable, path_of, refused, samples, spread
from tests.engine.op_samples import calls

SAMPLES, REFUSED = 3, 2  # of an entry, at most
SMALL, LARGE = 30, 100  # elements of all inputs of a sample: preferred, and refused


def record(torch: Any) -> dict[str, Any]:
    """For each entry of PyTorch's table its address, its kind, and what its samples gave."""
    torch.use_deterministic_algorithms(True, warn_only=True)  # it fills fresh memory
    try:
        return _found(torch)
    finally:
        torch.use_deterministic_algorithms(False)


def _found(torch: Any) -> dict[str, Any]:
    found = {}
    for entry in entries():
        path = path_of(torch, entry)
        found[entry.full_name] = {
            "path": path,
            "differentiable": is_differentiable(entry),
            "rows": [] if path is None else list(_rows(torch, entry, path)),
        }
    return found


def _rows(torch: Any, entry: Any, path: str) -> Iterator[Any]:
    chosen = small(list(samples(entry)), SAMPLES) + small(list(refused(entry)), REFUSED)
    for number, sample in enumerate(chosen):
        try:
            ways = list(calls(entry, sample, path))
        except Unspeakable:
            continue
        for call in ways if number == 0 else ways[:1]:
            call = decode_call(encode_call(call))
            said = outcome(torch, call)
            if call.how == FUNCTION or not said.error:
                yield [encode_call(call), encode_outcome(said)]


def small(given: list[Any], most: int) -> list[Any]:
    given = [_cropped(s) for s in given]
    small = [s for s in given if 0 < elements(s) <= SMALL]
    smallest = [s for s in sorted(given, key=elements)[:1] if elements(s) <= LARGE]
    return spread(small or smallest, most)


def elements(sample: Any) -> int:
    values = (sample.input, *sample.args, *sample.kwargs.values())
    return sum(getattr(v, "numel", lambda: 0)() for v in _leaves(values))


def _cropped(sample: Any) -> Any:
    """A corner of a large sample that is one tensor alone, which is elementwise."""
    alone = not sample.args and not sample.kwargs and hasattr(sample.input, "numel")
    if alone and sample.input.numel() > SMALL:
        for dim in range(sample.input.ndim):
            sample.input = sample.input.narrow(dim, 0, min(sample.input.shape[dim], 4))
        sample.input = sample.input.detach().requires_grad_(sample.input.requires_grad)
    return sample


def _leaves(value: Any) -> Iterator[Any]:
    if isinstance(value, list | tuple):
        for part in value:
            yield from _leaves(part)
    else:
        yield value


def faults(module: Any, rows: list[Any]) -> list[str]:
    """Where `module` parts from what was recorded; what it refuses by name is no fault."""
    found = []
    for encoded, said in rows:
        got = outcome(module, decode_call(encoded))
        if not (got.error and "UnsupportedError" in got.error):
            found += differences(decode_outcome(said), got, 1e-6)
    return found


# ---- calls --------------------------------------------------------------------------------------


def encode_call(call: Call) -> list[Any]:
    """A call as JSON can hold it."""
    kwargs = {k: _encode(v) for k, v in call.kwargs.items()}
    flags = [call.second, call.defined]
    return [call.path, call.how, [_encode(v) for v in call.args], kwargs, flags]


def decode_call(data: list[Any]) -> Call:
    """The call again."""
    path, how, args, kwargs, flags = data
    return Call(
        path, [_decode(v) for v in args], {k: _decode(v) for k, v in kwargs.items()}, how, *flags
    )


def _encode(value: Any) -> Any:
    if isinstance(value, Given):
        return {"tensor": _encode_array(value.array, 6), "grad": value.requires_grad}
    if isinstance(value, Named):
        return {"name": value.name}
    if isinstance(value, tuple):
        return {"tuple": [_encode(v) for v in value]}
    if isinstance(value, list):
        return [_encode(v) for v in value]
    if isinstance(value, slice):
        return {"slice": [value.start, value.stop, value.step]}
    if value is Ellipsis:
        return {"ellipsis": True}
    if isinstance(value, complex):
        return {"complex": [value.real, value.imag]}
    return value.item() if isinstance(value, np.generic) else value


def _decode(value: Any) -> Any:
    if isinstance(value, list):
        return [_decode(v) for v in value]
    if not isinstance(value, dict):
        return value
    ((kind, inner), *rest) = value.items()
    match kind:
        case "tensor":
            return Given(_decode_array(inner), rest[0][1])
        case "name":
            return Named(inner)
        case "tuple":
            return tuple(_decode(v) for v in inner)
        case "slice":
            return slice(*inner)
        case "complex":
            return complex(*inner)
    return Ellipsis


# ---- outcomes -----------------------------------------------------------------------------------


def encode_outcome(said: Outcome) -> dict[str, Any]:
    """An outcome as JSON can hold it."""
    if said.error:
        return {"error": said.error[:1]}
    data: dict[str, Any] = {"values": _encode_all(said.values), "notes": said.notes}
    if said.grads is not None:
        data["grads"] = _encode_all(said.grads)
    if said.seconds is not None:
        data["seconds"] = _encode_all(said.seconds)
    return data


def decode_outcome(data: dict[str, Any]) -> Outcome:
    """The outcome again."""
    return Outcome(
        **{
            k: v if k in ("notes", "error") else [_decode_value(x) for x in v]
            for k, v in data.items()
        }
    )


def _encode_all(values: list[Any]) -> list[Any]:
    return [
        _encode_array(v, 8)
        if isinstance(v, np.ndarray)
        else {"shape": v}
        if isinstance(v, tuple)
        else {"complex": [v.real, v.imag]}
        if isinstance(v, complex)
        else v
        for v in values
    ]


def _decode_value(value: Any) -> Any:
    if isinstance(value, dict):
        return tuple(value["shape"]) if "shape" in value else complex(*value["complex"])
    return _decode_array(value) if isinstance(value, list) else value


def _encode_array(array: Any, digits: int) -> list[Any]:
    flat = array.ravel()
    if array.dtype.kind == "c":
        flat = np.stack([flat.real, flat.imag], -1).ravel()
    if flat.dtype.kind == "f":
        flat = np.array([float(f"{v:.{digits}g}") for v in flat.tolist()])
    numbers = [int(v) if v == v and abs(v) < 1e6 and v == int(v) else v for v in flat.tolist()]
    return [str(array.dtype), list(array.shape), numbers]


def _decode_array(data: list[Any]) -> Any:
    name, shape, numbers = data
    if name.startswith("complex"):
        pairs = np.array(numbers, np.float64).reshape(-1, 2)
        joined = np.empty(len(pairs), name)  # by parts: a product would make NaN of infinity
        joined.real, joined.imag = pairs[:, 0], pairs[:, 1]
        return joined.reshape(shape)
    return np.array(numbers, dtype=name).reshape(shape)
