"""The judge of operators notices what differs, and says so."""

import numpy as np
import pytest

import engine
from tests.engine.op_calls import Call, Given, Outcome, outcome
from tests.engine.op_differences import differences
from tests.engine.op_record import decode_call, decode_outcome, encode_call, encode_outcome

CALL = Call("mul", [Given(np.array([1.0, 2.0]), True), Given(np.array([3.0, 4.0]), True)])


def test_equal_outcomes_do_not_differ() -> None:
    assert differences(outcome(engine, CALL), outcome(engine, CALL)) == []


@pytest.mark.parametrize("part", ["values", "grads", "seconds"])
def test_a_wrong_number_is_found(part: str) -> None:
    expected, got = outcome(engine, CALL), outcome(engine, CALL)
    getattr(got, part)[0][0] += 1e-4

    assert differences(expected, got)


@pytest.mark.parametrize(("place", "value"), [(0, "torch.int64"), (1, "AddBackward0"), (2, True)])
def test_a_wrong_dtype_node_or_view_is_found(place: int, value: object) -> None:
    expected, got = outcome(engine, CALL), outcome(engine, CALL)
    got.notes[0][place] = value

    assert differences(expected, got)


def test_a_missing_error_and_one_of_the_wrong_type_are_found() -> None:
    expected = Outcome(error=["RuntimeError"], message="no")

    assert differences(expected, outcome(engine, CALL))
    assert differences(expected, Outcome(error=["TypeError", "Exception"]))
    assert not differences(expected, Outcome(error=["NotImplementedError", "RuntimeError"]))


def test_a_gradient_that_is_missing_is_found() -> None:
    expected, got = outcome(engine, CALL), outcome(engine, CALL)
    got.grads[0] = None

    assert differences(expected, got)


def test_calls_and_outcomes_survive_being_recorded() -> None:
    said = outcome(engine, CALL)

    again = decode_outcome(encode_outcome(outcome(engine, decode_call(encode_call(CALL)))))

    assert differences(said, again) == []
