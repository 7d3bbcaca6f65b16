"""Generators begin, go on, are copied and restored as PyTorch's."""

import copy
import pickle

import pytest

import engine as torch


def test_one_seed_gives_one_sequence() -> None:
    torch.manual_seed(3)
    first = torch.rand(4).tolist()
    torch.manual_seed(3)

    assert torch.rand(4).tolist() == first


def test_manual_seed_returns_the_default_generator() -> None:
    assert torch.manual_seed(3) is torch.default_generator
    assert torch.initial_seed() == 3


def test_a_negative_seed_counts_from_the_top_of_64_bits() -> None:
    assert torch.Generator().manual_seed(-1).initial_seed() == 2**64 - 1


def test_a_fresh_seed_is_another_one() -> None:
    generator = torch.Generator().manual_seed(1)

    assert generator.seed() == generator.initial_seed() != 1


def test_a_generator_of_its_own_leaves_the_default_one_alone() -> None:
    torch.manual_seed(3)
    expected = torch.rand(2).tolist()
    torch.manual_seed(3)

    torch.rand(5, generator=torch.Generator().manual_seed(3))

    assert torch.rand(2).tolist() == expected


def test_the_state_brings_back_a_kept_normal_number() -> None:
    torch.manual_seed(1)
    torch.randn(1)
    state = torch.get_rng_state()
    expected = torch.randn(3).tolist()

    torch.set_rng_state(state)

    assert torch.randn(3).tolist() == expected


@pytest.mark.parametrize(
    "twin", [copy.copy, copy.deepcopy, lambda g: pickle.loads(pickle.dumps(g))]
)
def test_a_copied_generator_goes_on_by_itself(twin: object) -> None:
    generator = torch.Generator().manual_seed(3)
    torch.randn(3, generator=generator)

    other = twin(generator)

    assert torch.randn(2, generator=other).tolist() == torch.randn(2, generator=generator).tolist()


def test_fork_rng_gives_the_state_back() -> None:
    torch.manual_seed(1)
    with torch.random.fork_rng():
        inside = torch.randn(3).tolist()

    assert torch.randn(3).tolist() == inside


def test_fork_rng_gives_it_back_after_an_error() -> None:
    def fails() -> None:
        with torch.random.fork_rng():
            torch.randn(3)
            raise KeyError

    torch.manual_seed(1)
    with pytest.raises(KeyError):
        fails()
    after = torch.randn(3).tolist()
    torch.manual_seed(1)

    assert after == torch.randn(3).tolist()


def test_a_generator_on_a_gpu_is_refused() -> None:
    with pytest.raises(RuntimeError, match="cuda"):
        torch.Generator("cuda")


def test_a_fork_that_is_not_enabled_does_nothing() -> None:
    torch.manual_seed(1)
    expected = torch.randn(4).tolist()
    torch.manual_seed(1)
    with torch.random.fork_rng(enabled=False):
        inside = torch.randn(2).tolist()

    assert inside + torch.randn(2).tolist() == expected
