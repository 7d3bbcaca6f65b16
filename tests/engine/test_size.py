"""A Size is a tuple that prints, joins and pickles as PyTorch's."""

import copy
import pickle

import pytest

import engine
from engine.size import Size


def test_a_size_prints_as_a_list_of_ints() -> None:
    assert repr(Size((2, 3))) == "torch.Size([2, 3])"
    assert str(Size([True])) == "torch.Size([1])"


def test_a_size_is_equal_to_the_tuple() -> None:
    assert Size([2, 3]) == (2, 3)
    assert hash(Size([2, 3])) == hash((2, 3))


def test_numel_is_the_product_and_one_for_no_dimensions() -> None:
    assert Size([2, 3]).numel() == 6
    assert Size().numel() == 1


def test_slices_sums_and_multiples_are_sizes() -> None:
    size, more = Size([2, 3]), (4,)

    for result in (size[1:], size + more, more + size, size * 2, copy.copy(size)):
        assert type(result) is Size
    assert type(size[0]) is int
    assert type(pickle.loads(pickle.dumps(size))) is Size


@pytest.mark.parametrize("wrong", [[1.5], ["a"], 3])
def test_what_is_no_whole_number_is_refused(wrong: object) -> None:
    with pytest.raises(TypeError):
        Size(wrong)


def test_a_list_cannot_be_joined_to_a_size() -> None:
    with pytest.raises(TypeError, match="list"):
        _ = Size([1]) + list(Size([2]))


def test_shapes_that_do_not_broadcast_are_named() -> None:
    with pytest.raises(RuntimeError, match=r"\[5, 4\] and \[3, 4\] do not broadcast"):
        engine.broadcast_tensors(engine.ones(5, 4), engine.ones(3, 4))
