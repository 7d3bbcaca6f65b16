"""Every module of nn: what it takes, keeps and prints, and what it computes, as PyTorch has it."""

import inspect
import warnings
from typing import Any

import pytest

from tests.engine.fidelity import recorded
from tests.engine.module_calls import lines


def record(torch: Any) -> dict[str, Any]:
    """What each module says of itself and what comes of calling it."""
    return {line: described(torch, line) for line in lines()}


def described(torch: Any, line: str) -> dict[str, Any]:
    """One module, made with a seed and called with numbers drawn after another."""
    made, *inputs = map(str.strip, line.split("|"))
    torch.manual_seed(1)
    module = eval("nn." + made, {"nn": torch.nn, "torch": torch})
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return {
            "class": type(module).__module__ + "." + type(module).__qualname__,
            "takes": signature(type(module)),
            "prints": repr(module),
            "keeps": sorted(name for name in vars(module) if name[0] != "_"),
            "state": {name: summary(value) for name, value in module.state_dict().items()},
            **called(torch, module, inputs),
        }


def called(torch: Any, module: Any, inputs: list[str]) -> dict[str, Any]:
    """Results and gradients, in training and, if that is another thing, in evaluation."""
    torch.manual_seed(2)
    args = [drawn(torch, text) for text in inputs]
    outputs = flat(module(*args), torch.Tensor)
    found = {"results": [summary(out) for out in outputs]}
    total = sum((out * out).sum() for out in outputs if out.requires_grad)
    if hasattr(total, "backward"):
        total.backward()
        leaves = [arg for arg in args if arg.is_leaf and arg.requires_grad]
        found["gradients"] = [summary(leaf.grad) for leaf in (*leaves, *module.parameters())]
    found["buffers"] = [summary(buffer) for buffer in module.buffers()]
    found["evaluated"] = [summary(out) for out in flat(module.eval()(*args), torch.Tensor)]
    return found


def drawn(torch: Any, text: str) -> Any:
    """An input: of normal numbers, or of the kind that the text names."""
    kind, colon, sizes = text.rpartition(":")
    shape = [int(size) for size in (sizes if colon else text).split(",")]
    if kind == "lengths":
        return torch.tensor(shape)
    if "<" in kind:
        word, _, bound = kind.partition("<")
        return torch.randint(1 if word else 0, int(bound), shape)
    if kind == "unit":
        return torch.rand(shape) * 0.98 + 0.01
    if kind == "sign":
        return torch.randint(2, shape) * 2 - 1
    plain = torch.randn(shape, dtype=torch.float64 if kind == "double" else torch.float32)
    if kind == "sigmoid":
        return plain.sigmoid().requires_grad_()
    if kind == "logsoftmax":
        return plain.log_softmax(-1).requires_grad_()
    return plain.requires_grad_() * 1  # a result, since some modules work in place


def flat(value: Any, tensor: type) -> list[Any]:
    """The tensors in a result."""
    if isinstance(value, tensor):
        return [value]
    return [found for part in value or () for found in flat(part, tensor)]


def summary(tensor: Any) -> list[Any]:
    """Shape, dtype, node, and the sums of the elements and of what they weigh by their place."""
    if tensor is None:
        return []
    values = tensor.detach().double().reshape(-1).tolist()
    weighed = sum(value * (i % 7 + 1) for i, value in enumerate(values))
    node = tensor.grad_fn.name() if tensor.grad_fn is not None else None
    return [list(tensor.shape), str(tensor.dtype), node, round(sum(values), 4), round(weighed, 4)]


def signature(cls: type) -> list[list[str]]:
    """Names, kinds and defaults of a class's arguments."""
    parameters = inspect.signature(cls).parameters.values()
    return [
        [p.name, p.kind.name, "function" if inspect.isfunction(p.default) else repr(p.default)]
        for p in parameters
    ]


KNOWN = recorded("modules")


@pytest.mark.parametrize("line", lines(), ids=lambda line: line.partition(" |")[0])
def test_a_module_is_what_it_is_on_pytorch(line: str) -> None:
    import engine

    expected, got = KNOWN[line], described(engine, line)

    assert expected.keys() == got.keys()
    for what in expected:
        assert close(got[what], expected[what]), (what, expected[what], got[what])


def close(got: Any, expected: Any) -> bool:
    """Whether plain data agree, floats but for the last of four decimals."""
    if isinstance(expected, float):
        return got == pytest.approx(expected, rel=1e-4, abs=2e-4, nan_ok=True)
    if isinstance(expected, list):
        return len(got) == len(expected) and all(map(close, got, expected))
    if isinstance(expected, dict):
        return got.keys() == expected.keys() and all(close(got[k], expected[k]) for k in expected)
    return got == expected
