"""Complex numbers: operators and their gradients are PyTorch's, or refused."""

import weakref
from collections.abc import Callable, Iterator
from typing import Any

import pytest

import engine
from engine.errors import UnsupportedError
from tests.engine import op_record
from tests.engine.fidelity import recorded
from tests.engine.op_calls import FUNCTION, INPLACE, Unspeakable, find, outcome
from tests.engine.op_inputs import entries, in_dtype, path_of
from tests.engine.op_samples import calls

SAMPLES = 2  # of an entry, at most
UNLIKE = {  # PyTorch composes these of real convolutions
    f"nn.functional.conv{kind}{n}d" for kind in ("", "_transpose") for n in (1, 2, 3)
}


def record(torch: Any) -> dict[str, Any]:
    found = {}
    for entry in entries():
        path = path_of(torch, entry)
        if path is not None and torch.complex128 in entry.dtypes:
            found[entry.full_name] = list(_rows(torch, entry, path))
    return found


def _rows(torch: Any, entry: Any, path: str) -> Iterator[Any]:
    for sample in op_record.small(list(in_dtype(entry, torch.complex128)), SAMPLES):
        try:
            ways = [c for c in calls(entry, sample, path) if c.how in (FUNCTION, INPLACE)]
        except Unspeakable:
            continue
        for call in ways:
            encoded = op_record.encode_call(call)
            said = outcome(torch, op_record.decode_call(encoded))
            yield [encoded, op_record.encode_outcome(said)]


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    if "rows" in metafunc.fixturenames:
        there = {
            name: rows
            for name, rows in recorded("complex").items()
            if rows and find(engine, rows[0][0][0]) is not None and name not in UNLIKE
        }
        metafunc.parametrize("rows", there.values(), ids=there)


def test_operators_on_complex_numbers_say_what_was_recorded(rows: list[Any]) -> None:
    assert op_record.faults(engine, rows) == []


# ---- what a person writes -----------------------------------------------------------------------

torch: Any = engine
RIGHT: dict[str, tuple[Callable[[Any], Any], complex]] = {
    "a product": (lambda z: z * z, 6 - 8j),
    "a complex factor": (lambda z: z * 1j, -1j),
    "a conjugate": (lambda z: z.conj() * 2, 2),
    "the size": (lambda z: z.abs(), 0.6 + 0.8j),
    "the size of a product": (lambda z: (z * z).abs(), 6 + 8j),
    "the squared size": (lambda z: (z * z.conj()).real, 6 + 8j),
    "the real part": (lambda z: z.real, 1),
    "the imaginary part": (lambda z: z.imag, 1j),
    "a direction": (lambda z: z.sgn().real, 0.128 - 0.096j),
    "the angle": (lambda z: z.angle(), -0.16 + 0.12j),
    "a conversion": (lambda z: (z * z).to(torch.float32), 6 - 8j),
    "parts put together": (lambda z: torch.complex(z.imag, z.real), 1j),
    "a view of parts": (lambda z: torch.view_as_real(z)[:, 1] * 2, 2j),
}


@pytest.mark.filterwarnings("ignore:complex numbers lose")
@pytest.mark.parametrize("name", RIGHT)
def test_the_gradient_is_that_by_the_parts(name: str) -> None:
    function, expected = RIGHT[name]
    z = torch.tensor([3 + 4j], requires_grad=True)
    result = function(z)
    gradient = torch.autograd.grad(result, z, torch.ones_like(result))[0]

    assert complex(gradient.item()) == pytest.approx(expected, abs=1e-6)


def test_a_real_factor_of_a_complex_number_has_a_real_gradient() -> None:
    x = torch.tensor([2.0], requires_grad=True)
    gradient = torch.autograd.grad((x * (3 + 1j)).abs().sum(), x)[0]

    assert gradient.dtype is torch.float32
    assert gradient.item() == pytest.approx(10**0.5)


def test_gradcheck_takes_complex_numbers_both_ways() -> None:
    z = torch.tensor([3 + 4j, 1j], dtype=torch.complex128, requires_grad=True)

    def function(z: Any) -> Any:
        return (z * z.conj() + z**3).sum(), z.abs()

    assert torch.autograd.gradcheck(function, z, check_forward_ad=True)
    assert torch.autograd.gradgradcheck(lambda z: z.sin() * 2j, z)


def test_gradcheck_finds_a_wrong_imaginary_part() -> None:
    class Wrong(torch.autograd.Function):  # type: ignore[misc]
        @staticmethod
        def forward(ctx: Any, z: Any) -> Any:
            return z * 1j

        @staticmethod
        def backward(ctx: Any, g: Any) -> Any:
            return g * 1j

    z = torch.tensor([3 + 4j], dtype=torch.complex128, requires_grad=True)

    with pytest.raises(RuntimeError):
        torch.autograd.gradcheck(Wrong.apply, z)


REFUSED: dict[str, Callable[[Any], Any]] = {
    "singular values": lambda z: torch.linalg.svdvals(z),
    "a factor": lambda z: torch.linalg.qr(z)[1],
}


@pytest.mark.parametrize("name", REFUSED)
def test_other_gradients_of_complex_numbers_are_refused(name: str) -> None:
    z = torch.tensor([[3 + 4j, 1], [2, 1j]], requires_grad=True)
    result = REFUSED[name](z)

    with pytest.raises(UnsupportedError, match="complex"):
        torch.autograd.grad(result, z, torch.ones_like(result))


def test_a_conjugate_costs_memory_only_while_it_is_there() -> None:
    z = torch.tensor([3 + 4j])
    conjugate = z.conj()
    mirror = weakref.ref(conjugate._storage.pair)
    del conjugate
    z.mul_(2)

    assert mirror() is None
    assert z.conj().item() == 6 - 8j


def test_memory_that_is_seen_conjugated_is_read_only_as_an_ndarray() -> None:
    z = torch.tensor([3 + 4j])
    conjugate = z.conj()

    with pytest.raises(ValueError, match="read-only"):
        z.numpy()[0] = 0
    assert conjugate.item() == 3 - 4j


def test_data_that_is_seen_conjugated_is_not_given_to_another_tensor() -> None:
    z = torch.tensor([3 + 4j])
    conjugate = z.conj()

    with pytest.raises(UnsupportedError, match="conj"):
        torch.zeros(1, dtype=torch.complex64).data = conjugate
