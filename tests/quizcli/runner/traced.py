"""Programs that are watched, and what of their events tests ask for."""

from typing import Any

from quizcli.model.run import Program, RunResult
from quizcli.runner.runner import Runner
from tests.questions.recorded import held

TOPICS = {each.topic.id: each for each in held()}
Event = dict[str, Any]

FUNCTIONS = """\
import torch

def square(a):
    b = a * a
    return b.sum()

x = torch.ones(2, requires_grad=True)
for n in range(3):
    y = square(x)
y.backward()
"""

OWN = """\
import torch
class Double(torch.autograd.Function):
    @staticmethod
    def forward(ctx, x):
        ctx.save_for_backward(x)
        return x * 2
    @staticmethod
    def backward(ctx, grad):
        g = grad * 2
        return g
x = torch.ones(2, requires_grad=True)
y = Double.apply(x)
y.register_hook(lambda grad: grad * 10)
y.sum().backward()
"""

SHARED = """\
import torch
x = torch.tensor([1.0, 2.0], requires_grad=True)
h = x * x
a, b = h.sum(), h.exp().sum()
a.backward(retain_graph=True)
b.backward()
"""

LONG = """\
import torch
w = torch.tensor(0.5, requires_grad=True)
for i in range(2000):
    loss = w * i
w = w * 2
"""


def watched(runner: Runner, source: str) -> RunResult:
    result = runner.run(Program(source, watch=True))
    assert result.outcome in ("finished", "raised"), result.error
    return result


def told(result: RunResult, *kinds: str) -> list[Event]:
    return [dict(event) for event in result.events if event["do"] in kinds]


def lines(result: RunResult, *kinds: str) -> list[int]:
    return [event["line"] for event in told(result, *kinds)]


def names(result: RunResult, kind: str) -> list[str]:
    return [event["name"] for event in told(result, kind)]


def seen(result: RunResult) -> tuple[Any, ...]:
    """All that a person sees of a run that is not watched."""
    error = result.error
    shown = (error.type, error.message, error.line, error.traceback) if error else None
    return result.outcome, result.stdout, result.stderr, result.printed, result.warnings, shown
