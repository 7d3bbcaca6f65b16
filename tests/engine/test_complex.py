"""Gradients of complex numbers are PyTorch's, or refused."""

from collections.abc import Callable
from typing import Any

import pytest

import engine as torch
from engine.errors import UnsupportedError

RIGHT: dict[str, tuple[Callable[[Any], Any], complex]] = {
    "a sum": (lambda z: (z + z).sum(), 2),
    "a real factor": (lambda z: z * 3, 3),
    "a view": (lambda z: z.view(1, 1), 1),
    "the size": (lambda z: z.abs(), 0.6 + 0.8j),
    "the norm": (lambda z: torch.linalg.vector_norm(z * 2), 1.2 + 1.6j),
}
REFUSED: dict[str, Callable[[Any], Any]] = {
    "a product": lambda z: z * z,
    "a complex factor": lambda z: z * 1j,
    "a function": lambda z: z.exp(),
    "a direction": lambda z: z.sgn(),
    "a conjugate in place": lambda z: z.clone().conj_physical_(),
    "the size of a product": lambda z: (z * z).abs(),
    "a real part by conversion, of a product": lambda z: (z * z).to(torch.float32),
}


def _gradient(function: Callable[[Any], Any]) -> complex:
    z = torch.tensor([3 + 4j], requires_grad=True)
    result = function(z)
    return complex(torch.autograd.grad(result, z, torch.ones_like(result))[0].item())


@pytest.mark.parametrize("name", RIGHT)
def test_what_has_no_complex_factor_has_pytorchs_gradient(name: str) -> None:
    function, expected = RIGHT[name]

    assert _gradient(function) == pytest.approx(expected)


@pytest.mark.filterwarnings("ignore:Casting complex")
@pytest.mark.parametrize("name", REFUSED)
def test_other_gradients_of_complex_numbers_are_refused(name: str) -> None:
    with pytest.raises(UnsupportedError, match="complex"):
        _gradient(REFUSED[name])


def test_a_real_factor_of_a_complex_number_is_refused_too() -> None:
    x = torch.tensor([2.0], requires_grad=True)

    with pytest.raises(UnsupportedError, match="MulBackward0"):
        torch.autograd.grad(x * 1j, x, torch.ones(1, dtype=torch.cfloat))
