"""Forward mode against finite differences, and what gradcheck says of it."""

from collections.abc import Callable
from typing import Any

import pytest

import engine as torch
from engine.autograd import forward_ad, gradcheck, gradgradcheck

FUNCTIONS: dict[str, Callable[..., Any]] = {
    "arithmetic": lambda x, y: (x + y * 2 - x / (y + 3)) ** 2,
    "broadcasting": lambda x, y: x[:, None] * y + x.sum(),
    "functions of one": lambda x, y: x.exp().log1p().sin() + y.tanh().sigmoid().sqrt(),
    "reductions": lambda x, y: (x.mean() * y.prod(), y.max(), x.var(), (x * y).logsumexp(0)),
    "views": lambda x, y: x.view(3, 1).expand(3, 2).t()[:, 1:].flip(0) * y[::2].sum(),
    "joining": lambda x, y: torch.cat([x, y, x * y]).split(2)[1] + torch.stack([x, y], 1).sum(),
    "picking": lambda x, y: x[torch.tensor([0, 0, 2])] * y.gather(0, torch.tensor([1, 1, 0])),
    "matrices": lambda x, y: torch.linalg.inv(torch.outer(x, y) + torch.eye(3).double() * 5) @ x,
    "selections": lambda x, y: torch.where(x > 0, x * y, y.relu()).sort().values.cumsum(0),
    "eigenvalues": lambda x, y: torch.linalg.eigvalsh(torch.outer(x, x) + torch.diag(y)),
    "singular values": lambda x, y: torch.linalg.svdvals(torch.outer(x, y) + torch.diag(x)),
    "quantiles": lambda x, y: torch.quantile(x, y.clamp(0, 1)),
    "numbers written": lambda x, y: _with_numbers(x * y),
    "writes": lambda x, y: x.clone().mul_(y).add_(x).sin_(),
    "writes to views": lambda x, y: _written(torch.zeros(2, 3).double(), x, y),
}


def _written(base: Any, x: Any, y: Any) -> Any:
    row = base[1]
    row.copy_(x)
    base.mul_(y)
    row[0].exp_()
    return base * row


def _with_numbers(x: Any) -> Any:
    x[0] = 3.0
    x[torch.tensor([1])] = 2
    return x * x


def _inputs() -> tuple[Any, Any]:
    torch.manual_seed(3)
    return tuple(torch.rand(3, dtype=torch.float64, requires_grad=True) for _ in range(2))


@pytest.mark.parametrize("name", FUNCTIONS)
def test_tangents_agree_with_finite_differences(name: str) -> None:
    assert gradcheck(FUNCTIONS[name], _inputs(), check_forward_ad=True, check_backward_ad=False)


@pytest.mark.parametrize("name", ["arithmetic", "functions of one", "matrices", "writes"])
def test_tangents_of_gradients_agree_with_finite_differences(name: str) -> None:
    assert gradgradcheck(FUNCTIONS[name], _inputs(), check_fwd_over_rev=True)


class Wrong(torch.autograd.Function):
    """Three times its input, with a `jvp` that says four."""

    @staticmethod
    def forward(ctx: Any, x: Any) -> Any:
        return x * 3

    @staticmethod
    def backward(ctx: Any, g: Any) -> Any:
        return g * 3

    @staticmethod
    def jvp(ctx: Any, tangent: Any) -> Any:
        return tangent * 4


def test_gradcheck_finds_a_wrong_jvp() -> None:
    x = _inputs()[:1]

    assert gradcheck(Wrong.apply, x)
    assert not gradcheck(Wrong.apply, x, check_forward_ad=True, raise_exception=False)


def test_gradcheck_refuses_to_check_nothing() -> None:
    with pytest.raises(AssertionError, match="nothing to check"):
        gradcheck(torch.sin, _inputs()[:1], check_backward_ad=False)


def test_an_operation_that_cannot_pass_tangents_on_says_so() -> None:
    x = torch.ones(2, 2)

    with forward_ad.dual_level():
        dual = forward_ad.make_dual(x, x)
        with pytest.raises(NotImplementedError, match="as_strided_scatter"):
            torch.as_strided_scatter(dual, torch.ones(2), (2,), (1,))


def test_tangents_are_gone_when_an_error_leaves_the_level() -> None:
    x, duals = torch.ones(2), []

    def fail() -> None:
        with forward_ad.dual_level():
            duals.append(forward_ad.make_dual(x, x))
            raise KeyError

    with pytest.raises(KeyError):
        fail()

    (dual,) = duals
    assert forward_ad.unpack_dual(dual).tangent is None
    with forward_ad.dual_level():
        assert forward_ad.unpack_dual(dual * 2).tangent is None


def test_a_view_made_with_several_arguments_follows_its_base() -> None:
    base = torch.ones(3, requires_grad=True) * 1
    view = base.expand(2, 3)

    base.mul_(2)

    assert torch.autograd.grad(view.sum(), base)[0].tolist() == [2, 2, 2]
