"""Dtypes carry PyTorch's facts and mix by PyTorch's rules."""

import copy
import importlib
import itertools
import pickle
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

from engine.errors import UnsupportedError
from tests.engine.fidelity import recorded

INTEGERS = ["uint8", "int8", "int16", "int32", "int64", "uint16", "uint32", "uint64"]
NAMES = ["bool", *INTEGERS, "float16", "float32", "float64", "complex64", "complex128"]
FACTS = ["is_floating_point", "is_complex", "is_signed", "itemsize"]
SHAPES: list[tuple[int, ...]] = [(), (2,)]
NUMBERS = {"True": True, "1": 1, "1.5": 1.5, "1j": 1j}

module = importlib.import_module("engine.dtype")
limits = importlib.import_module("engine.limits")


def _said(ask: Callable[[], Any]) -> str:
    try:
        return str(ask())
    except (RuntimeError, TypeError) as error:
        return type(error).__name__


def _result_type(one: Any, other: Any) -> Any:
    return module.from_numpy(module.result_type_of([one, other]))


ENGINE = SimpleNamespace(
    **{name: getattr(module, name) for name in [*NAMES, "promote_types", "can_cast"]},
    finfo=limits.finfo,
    iinfo=limits.iinfo,
    result_type=_result_type,
    as_tensor=lambda array: array,
)


def record(torch: Any) -> dict[str, str]:
    said: dict[str, str] = {}
    dtypes = [getattr(torch, name) for name in NAMES]
    for name, d in zip(NAMES, dtypes, strict=True):
        said[name] = f"{d} {[getattr(d, fact) for fact in FACTS]}"
        for ask in ("to_complex", "to_real"):
            said[f"{name}.{ask}"] = _said(getattr(d, ask))
        said[f"finfo {name}"] = _said(lambda d=d: torch.finfo(d))
        said[f"iinfo {name}"] = _said(lambda d=d: torch.iinfo(d))
    for one, other in itertools.product(dtypes, dtypes):
        said[f"promote {one} {other}"] = _said(lambda a=one, b=other: torch.promote_types(a, b))
        said[f"can cast {one} {other}"] = str(torch.can_cast(one, other))
    kinds = itertools.product(NAMES, SHAPES)
    values = {f"{name}{list(s)}": torch.as_tensor(np.ones(s, name)) for name, s in kinds} | NUMBERS
    for one, other in itertools.product(values, values):
        ask = lambda a=values[one], b=values[other]: torch.result_type(a, b)  # noqa: E731
        said[f"result {one} {other}"] = _said(ask)
    return said


def test_every_fact_and_every_mixture_is_pytorchs() -> None:
    expected = {key: text for key, text in recorded("dtype").items() if "complex32" not in text}

    said = record(ENGINE)

    assert expected == {key: said[key] for key in expected}


def test_what_would_be_complex32_is_refused_by_name() -> None:
    with pytest.raises(UnsupportedError, match="complex32"):
        module.result_type_of([np.ones(2, np.float16), 1j])


def test_bfloat16_can_be_named_but_not_used() -> None:
    assert repr(module.bfloat16) == "torch.bfloat16"
    with pytest.raises(UnsupportedError, match="bfloat16"):
        _ = module.bfloat16.numpy


@pytest.mark.parametrize("name", NAMES)
def test_a_dtype_stays_the_same_object(name: str) -> None:
    d = getattr(module, name)

    assert pickle.loads(pickle.dumps(d)) is d
    assert copy.deepcopy(d) is d
    assert module.from_numpy(np.dtype(name)) is d


def test_the_default_dtype_decides_what_a_float_becomes() -> None:
    module.set_default_dtype(module.float64)
    try:
        assert module.result_type_of([np.ones(2, np.int32), 1.5]) == np.float64
    finally:
        module.set_default_dtype(module.float32)


def test_only_a_float_dtype_can_be_the_default() -> None:
    with pytest.raises(TypeError, match="floating-point"):
        module.set_default_dtype(module.int64)
