"""The page about PyTorch's own tests tells what failed and why."""

from typing import Any

from tests.engine.suite import page


def _test(name: str, category: str, reason: str = "") -> dict[str, Any]:
    status = "fail" if reason else "pass"
    return {
        "class": "TestOne",
        "name": name,
        "category": category,
        "status": status,
        "reason": reason,
    }


def test_every_core_test_that_fails_is_named_with_its_error() -> None:
    text = page([_test("a", "core"), _test("b", "core", "TypeError: no [line 12]")])

    assert "| core | 1 | 2 |" in text
    assert "- `TestOne.b`: TypeError: no\n" in text


def test_extended_tests_that_fail_are_grouped_by_reason() -> None:
    results = [
        _test("a", "extended", "AttributeError: no attribute 'to_sparse' [line 1]"),
        _test("b", "extended", "AttributeError: no attribute 'to_dense' [line 2]"),
        _test("c", "extended", "ValueError: odd [line 3]"),
    ]
    text = page(results)

    assert "no sparse tensors** (2): `TestOne.a`, `TestOne.b`." in text
    assert "**ValueError: odd** (1): `TestOne.c`." in text
    assert "None." in text


def test_what_fails_on_pytorch_itself_is_said_so() -> None:
    failing = [_test("a", "extended", "AssertionError: slow")]

    assert "**PyTorch itself fails on the same machine** (1): `TestOne.a`." in page(
        failing, failing
    )
