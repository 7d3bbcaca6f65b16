"""Where two outcomes of an operator's call part, in words."""

from typing import Any

import numpy as np

from tests.engine.op_calls import Outcome


def differences(expected: Outcome, got: Outcome, tight: float = 1e-9) -> list[str]:
    """Where the outcomes part, in words; nothing if they agree."""
    if expected.error or got.error:
        return _error_difference(expected, got)
    found = _compare("value", expected.values, got.values, tight)
    for number, (one, other) in enumerate(zip(expected.notes, got.notes, strict=False)):
        for word, a, b in zip(("dtype", "node", "is a view"), one, other, strict=True):
            if a != b:
                found.append(f"{word} of result {number}: {b}, should be {a}")
    if not found:
        found += _compare("gradient", expected.grads, got.grads, tight)
    if not found:
        found += _compare("second derivative", expected.seconds, got.seconds, 10 * tight)
    return found


def _error_difference(expected: Outcome, got: Outcome) -> list[str]:
    if not got.error:
        assert expected.error is not None
        return [f"accepted, should raise {expected.error[0]} ({expected.message[:90]})"]
    if not expected.error:
        return [f"raised {got.error[0]}: {got.message[:120]}"]
    if expected.error[0] in got.error or "UnsupportedError" in got.error:
        return []
    return [f"raised {got.error[0]} ({got.message[:90]}), should be {expected.error[0]}"]


def _compare(what: str, expected: Any, got: Any, tight: float) -> list[str]:
    expected, got = expected or [], got or []
    if what == "second derivative" and not (expected and got):
        both = [*expected, *got]
        return [] if all(_is_nothing(v) for v in both) else [f"{what}: missing on one side"]
    if len(expected) != len(got):
        return [f"{what}: {len(got)} of them, should be {len(expected)}"]
    found = []
    for number, (one, other) in enumerate(zip(expected, got, strict=True)):
        word = _difference(one, other, tight, what == "value")
        if word and not (what == "second derivative" and _is_nothing(one) and _is_nothing(other)):
            found.append(f"{what} {number}: {word}")
    return found


def _is_nothing(value: Any) -> bool:
    return value is None or not np.any(np.abs(value) > 1e-12)


def _difference(expected: Any, got: Any, tight: float, small: bool) -> str:
    if not isinstance(expected, np.ndarray) or not isinstance(got, np.ndarray):
        same = type(expected) is type(got) and expected == got
        return "" if same else f"{_short(got)}, should be {_short(expected)}"
    if expected.shape != got.shape:
        return f"shape {got.shape}, should be {expected.shape}"
    if expected.dtype != got.dtype:
        return f"dtype {got.dtype}, should be {expected.dtype}"
    if expected.dtype.kind not in "fc":
        same = np.array_equal(expected, got)
    else:
        tight = max(tight, 32 * float(np.finfo(expected.dtype).eps))
        finite = np.abs(expected[np.isfinite(expected)])
        scale = min(1.0, float(finite.max())) if finite.size and small else 1.0
        with np.errstate(all="ignore"):
            same = np.allclose(got, expected, rtol=tight, atol=tight * scale, equal_nan=True)
    return "" if same else _first_difference(expected, got, tight)


def _first_difference(expected: Any, got: Any, tight: float) -> str:
    with np.errstate(all="ignore"):
        apart = ~np.isclose(got, expected, rtol=tight, atol=tight, equal_nan=True)
    place = tuple(np.argwhere(apart)[0].tolist()) if apart.any() else (0,) * expected.ndim
    return f"{got[place]} at {list(place)} of {list(got.shape)}, should be {expected[place]}"


def _short(value: Any) -> str:
    return repr(value)[:60]
