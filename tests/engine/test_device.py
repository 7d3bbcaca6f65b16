"""Devices can be named as in PyTorch; only the CPU holds tensors."""

import pickle
from importlib import import_module

import pytest

from engine.errors import UnsupportedError

module = import_module("engine.device")
device, check_device = module.device, module.check_device


def test_a_device_prints_its_type_and_index() -> None:
    assert repr(device("cpu")) == "device(type='cpu')"
    assert repr(device("cuda", 1)) == "device(type='cuda', index=1)"
    assert str(device("cuda:1")) == "cuda:1"


def test_devices_are_equal_by_type_and_index() -> None:
    assert device("cuda:0") == device("cuda", 0)
    assert device("cpu") != device("cpu:0")
    assert device("cpu") != "cpu"


@pytest.mark.parametrize("wrong", ["tpu9", "cuda:x", "cuda:-1", "", "cuda:01"])
def test_a_name_that_is_no_device_is_refused(wrong: str) -> None:
    with pytest.raises(RuntimeError, match="no device"):
        device(wrong)


def test_a_pickled_device_comes_back() -> None:
    assert pickle.loads(pickle.dumps(device("cuda:1"))) == device("cuda:1")


def test_tensors_may_be_on_the_cpu_however_it_is_named() -> None:
    named = [None, "cpu", "cpu:0", device("cpu"), device("cpu", 0)]

    assert [module.CPU] * len(named) == [check_device(name) for name in named]


def test_a_gpu_is_refused_as_pytorch_for_the_cpu_refuses_it() -> None:
    with pytest.raises(AssertionError, match="cuda:1"):
        check_device("cuda:1")


def test_other_devices_are_named_as_unsupported() -> None:
    with pytest.raises(UnsupportedError, match="mps"):
        check_device("mps")
