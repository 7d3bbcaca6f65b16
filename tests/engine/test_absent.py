"""What PyTorch has and the engine has not is refused by name."""

import importlib
import subprocess
import sys

import pytest

import engine as torch
from engine.absent import absent
from engine.errors import UnsupportedError
from tests.engine.absent import LIST


@pytest.mark.parametrize("owner", absent())
def test_names_that_only_pytorch_has_are_refused(owner: str) -> None:
    module = importlib.import_module("engine" + owner.removeprefix("torch"))
    for name in absent()[owner]:
        with pytest.raises(UnsupportedError, match=f"{owner}.{name}"):
            getattr(module, name)


def test_a_method_that_only_pytorch_has_is_refused() -> None:
    with pytest.raises(UnsupportedError, match=r"Tensor\.stft"):
        torch.ones(4).stft(4)


def test_a_name_that_nobody_has_is_an_attribute_error() -> None:
    for place in (torch, torch.nn, torch.optim, torch.ones(1)):
        with pytest.raises(AttributeError, match="no_such_name"):
            _ = place.no_such_name


@pytest.mark.torch
def test_the_list_is_what_a_comparison_with_pytorch_gives() -> None:
    fresh = "from tests.engine.absent import listed; print(listed(), end='')"
    run = subprocess.run([sys.executable, "-c", fresh], capture_output=True, text=True, check=True)

    assert LIST.read_text() == run.stdout


@pytest.mark.parametrize("name", ["__torch_dispatch__"])
def test_classes_of_tensors_that_take_over_operations_are_refused(name: str) -> None:
    with pytest.raises(UnsupportedError, match=name):
        type("Taking", (torch.Tensor,), {name: None})
