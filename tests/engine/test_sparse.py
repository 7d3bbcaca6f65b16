"""There are no sparse tensors, and whoever asks for one is told so."""

import pytest

import engine as torch
from engine.errors import UnsupportedError


@pytest.mark.parametrize("name", ["sparse_coo_tensor", "sparse_csr_tensor", "sparse_bsc_tensor"])
def test_making_a_sparse_tensor_is_refused_by_name(name: str) -> None:
    with pytest.raises(UnsupportedError, match=rf"{name}\(\): it has no sparse tensors"):
        getattr(torch, name)([[0, 1]], [1.0, 2.0], (2,))


def test_a_dense_tensor_is_not_made_sparse_but_is_dense_already() -> None:
    x = torch.ones(2)

    with pytest.raises(UnsupportedError, match="to_sparse"):
        x.to_sparse()
    assert x.to_dense() is x
