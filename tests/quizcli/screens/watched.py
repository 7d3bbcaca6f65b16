"""Programs and what the child told of their runs, to draw screens from; `make golden` renews it."""

import json
from collections.abc import Callable, Iterable
from dataclasses import asdict
from pathlib import Path

from rich.text import Text

from quizcli.model.graph import Graph
from quizcli.model.run import RunError, RunResult
from quizcli.screens.graph import graph_lines, legend
from quizcli.screens.program import program, to_show
from quizcli.screens.stage import Stage
from quizcli.screens.stepping import Walkthrough, page, walk_through

FILE = Path(__file__).with_suffix(".json")
TRAINING = """\
import torch
w = torch.tensor([1.0, -2.0], requires_grad=True)
x = torch.tensor([[1.0, 2.0], [3.0, 4.0]])

class Double(torch.autograd.Function):
    @staticmethod
    def forward(ctx, 输入):
        ctx.save_for_backward(输入)
        return 输入 * 2

    @staticmethod
    def backward(ctx, grad):
        return grad * 2

for step in range(3):
    loss = Double.apply(x @ w).pow(2).mean()
    loss.backward()
    print("损失", round(loss.item(), 4))
    with torch.no_grad():
        w -= 0.01 * w.grad
    w.grad = None
try:
    loss.backward()
except RuntimeError as error:
    print(type(error).__name__)
"""
SHARED = """\
import torch
x = torch.tensor([1.0, 2.0], requires_grad=True)
w = torch.tensor([3.0, 4.0], requires_grad=True)
h = x * w
a = h.exp()
b = (h + a) * w
h.register_hook(lambda grad: grad / 2)
first, second = (b * h).sum(), (a - 1).sum()
first.backward(retain_graph=True)
second.backward()
"""
DEEP = """\
import torch
x = torch.tensor(1.0, requires_grad=True)
y = x
for _ in range(100):
    y = y + 1
print(y.item())
"""
DEMO = """\
import torch
x = torch.tensor(3.0, requires_grad=True)
y = x ** 2
y.backward()
print(x.grad)
try:
    y.backward()
except RuntimeError as error:
    print(type(error).__name__)
"""
PREDICT = """\
import torch
x = torch.ones(2, requires_grad=True)
print(x.sum())
print(x.grad)
"""
CODES = {
    "training": TRAINING, "shared": SHARED, "deep": DEEP, "demo": DEMO, "predict": PREDICT,
}  # fmt: skip


def runs_now() -> dict[str, RunResult]:
    """What the child tells now."""
    from quizcli.runner.runner import Runner

    with Runner() as runner:
        return {name: runner.run(to_show(code)) for name, code in CODES.items()}


def plain(runs: dict[str, RunResult]) -> str:
    """Runs as the file keeps them: without times, an event a line."""
    parts = []
    for name, run in runs.items():
        kept = asdict(run) | {"seconds": 0.0}
        events = ",\n  ".join(json.dumps(event, ensure_ascii=False) for event in kept.pop("events"))
        rest = json.dumps(kept, ensure_ascii=False)[1:-1]
        parts.append(f'"{name}": {{{rest}, "events": [\n  {events}\n]}}')
    return "{" + ",\n".join(parts) + "}\n"


def _run(kept: dict[str, object]) -> RunResult:
    error = kept["error"]
    fields = {
        **kept,
        "error": RunError(**error) if isinstance(error, dict) else None,
        "printed": tuple(map(tuple, kept["printed"])),  # type: ignore[call-overload]
        "warnings": tuple(map(tuple, kept["warnings"])),  # type: ignore[call-overload]
        "events": tuple(kept["events"]),  # type: ignore[arg-type]
    }
    return RunResult(**fields)  # type: ignore[arg-type]


RUNS = {name: _run(kept) for name, kept in json.loads(FILE.read_text(encoding="utf-8")).items()}


# ---- screens ------------------------------------------------------------------------------------


def _program(name: str) -> Callable[[Stage], list[Text]]:
    return lambda stage: program(CODES[name], stage.look, RUNS[name])


def _graph(name: str) -> Callable[[Stage], list[Text]]:
    graph = Graph.read(RUNS[name].graph)
    return lambda stage: [*graph_lines(graph, stage.look), *legend(stage.look, [graph])]


def walkthrough(name: str) -> Walkthrough:
    """A run to be walked through."""
    return Walkthrough(Text(name), CODES[name], RUNS[name])


def _steps(stage: Stage) -> list[Text]:
    walk_through(stage, walkthrough("shared"))
    return []


def _page(name: str, place: int) -> Callable[[Stage], list[Text]]:
    def draw(stage: Stage) -> list[Text]:
        walk = walkthrough(name)
        walk.place = place
        return page(walk, walk.steps, stage.look, 20)

    return draw


SCREENS: dict[str, Callable[[Stage], Iterable[Text]]] = {
    "watch": _program("training"),
    "watch-shared": _program("shared"),
    "graph": _graph("shared"),
    "graph-alike": _graph("training"),
    "graph-large": _graph("deep"),
    "graph-none": lambda stage: graph_lines(Graph.read(None), stage.look),
    "steps": _steps,
    "step-forward": _page("training", 9),
    "step-backward": _page("shared", 12),
}
