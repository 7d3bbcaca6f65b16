"""What would be wrong here, or is anybody's guess in PyTorch, is refused by the name of it."""

import pytest

import engine as torch
from engine.errors import UnsupportedError

BEYOND = [float("nan"), float("inf"), -float("inf")]


@pytest.mark.parametrize("place", BEYOND)
@pytest.mark.parametrize("padding", ["zeros", "border", "reflection"])
def test_an_image_is_not_read_at_places_that_are_not_finite(padding: str, place: float) -> None:
    image, grid = torch.ones(1, 1, 2, 2), torch.zeros(1, 1, 1, 2)
    grid[..., 0] = place

    with pytest.raises(UnsupportedError, match="grid_sampler_2d"):
        torch.nn.functional.grid_sample(image, grid, padding_mode=padding, align_corners=False)


def test_a_part_of_memory_is_not_scattered_into() -> None:
    part = torch.arange(8.0)[::2]

    with pytest.raises(UnsupportedError, match="as_strided_scatter"):
        torch.as_strided_scatter(part, torch.zeros(2), (2,), (1,))


def test_what_lies_around_imaginary_parts_of_a_conjugate_is_not_read() -> None:
    imaginary = torch.tensor([1 + 2j, 3 + 4j]).conj().imag

    with pytest.raises(UnsupportedError, match="conjugate"):
        imaginary.as_strided((2,), (1,))


def test_windows_that_share_places_are_not_written_to() -> None:
    with pytest.raises(UnsupportedError, match="share places"):
        torch.arange(4.0).unfold(0, 2, 1).mul_(3)


def test_a_view_is_not_followed_to_a_base_of_another_shape() -> None:
    base = torch.ones(2, 3, requires_grad=True) * 1
    row = base[0]
    base.t_()

    with pytest.raises(UnsupportedError, match="another shape"):
        row.sum().backward()


def test_a_complex_bound_beside_a_number_is_refused() -> None:
    with pytest.raises(UnsupportedError, match="complex bound"):
        torch.ones(2).clamp(torch.tensor(1 + 0j), 1.5)


@pytest.mark.parametrize("other", [torch.ones(2, dtype=torch.float64), torch.ones(2, 2)])
def test_a_result_does_not_get_data_of_another_kind(other: torch.Tensor) -> None:
    result = torch.ones(2, requires_grad=True) * 2

    with pytest.raises(UnsupportedError, match="data of another shape or dtype"):
        result.data = other


def test_a_result_gets_no_other_shape_as_out() -> None:
    result = torch.ones(2, requires_grad=True) * 2

    with pytest.raises(UnsupportedError, match="another shape"):
        torch.lt(torch.ones(3), 2, out=result)


def test_a_leaf_that_got_another_shape_as_out_gets_no_gradient() -> None:
    leaf = torch.nn.Parameter()
    torch.lt(torch.ones(3), 2, out=leaf)

    with pytest.raises(UnsupportedError, match="another shape"):
        leaf.sum().backward()


@pytest.mark.parametrize("call", ["mv(m, v", "sum(m, 0", "amax(m, 0", "cummax(v, 0", "eye(3"])
def test_what_may_be_written_in_any_order_is_not_written_to_expanded_memory(call: str) -> None:
    m, v = torch.ones(3, 3), torch.ones(3)
    out = torch.zeros(1).expand(m.shape if call.startswith("eye") else v.shape)
    outs = (out, torch.zeros(3, dtype=torch.int64)) if call.startswith("cummax") else out

    with pytest.raises(UnsupportedError, match="expanded memory"):
        eval(f"torch.{call}, out=outs)", {"torch": torch, "m": m, "v": v, "outs": outs})


def test_complex_numbers_seen_in_a_base_that_was_detached_since_are_not_differentiated() -> None:
    base = torch.ones(2, requires_grad=True)
    numbers = torch.view_as_complex(base)
    base.detach_().mul_(2)

    with pytest.raises(UnsupportedError, match="detached"):
        _ = numbers.grad_fn


def test_what_lies_behind_a_view_without_elements_is_not_asked_for() -> None:
    with pytest.raises(UnsupportedError, match="without elements"):
        torch.ones(2)[2:].index_fill_(0, torch.tensor([0]), 1)


@pytest.mark.parametrize("function", ["svd", "svdvals", "matrix_rank", "pinv", "cond"])
def test_infinities_have_no_singular_values(function: str) -> None:
    matrix = torch.diag(torch.tensor([float("inf"), 1.0, 0.0]))

    with pytest.raises(UnsupportedError, match="of infinities"):
        getattr(torch.linalg, function)(matrix)
