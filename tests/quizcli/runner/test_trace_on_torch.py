"""What a program tells that is watched on PyTorch."""

from dataclasses import replace
from typing import Any

import pytest

from quizcli.model.run import Program, RunResult
from quizcli.runner.runner import Runner
from tests.quizcli.runner.traced import FUNCTIONS, OWN, SHARED, TOPICS, lines, told, watched

pytestmark = pytest.mark.torch


def test_on_pytorch_values_and_gradients_are_told_and_the_rest_is_absent(torch: Runner) -> None:
    result = watched(torch, SHARED)
    assert [(e["line"], e["name"]) for e in told(result, "bound")] == [
        *((2, "x"), (3, "h"), (4, "a"), (4, "b")),
    ]
    assert lines(result, "accumulated") == [5, 6]
    assert not told(result, "recorded", "passed", "freed")


@pytest.mark.parametrize("source", [SHARED, FUNCTIONS, OWN])
def test_the_graph_on_pytorch_is_that_of_the_engine(
    source: str, engine: Runner, torch: Runner
) -> None:
    def shape(result: RunResult, *, alive: set[str]) -> set[Any]:
        graph = result.graph or {"nodes": [], "leaves": []}
        leaves = {leaf["id"]: leaf["name"] for leaf in graph["leaves"]}
        byid = {node["id"]: node["name"] for node in graph["nodes"]}
        return {
            (node["name"], str(node["outputs"]), tuple(
                edge and (byid.get(edge.get("node")) or leaves.get(edge.get("leaf")))
                for edge in node["edges"]
            ))
            for node in graph["nodes"]
            if node["name"] in alive
        }  # fmt: skip

    theirs = torch.run(Program(source, watch=True))
    alive = {node["name"] for node in (theirs.graph or {})["nodes"]}
    assert alive
    ours = engine.run(Program(source, watch=True))
    assert shape(theirs, alive=alive) == shape(ours, alive=alive)


def test_watching_changes_nothing_on_pytorch(torch: Runner) -> None:
    for topic in ("graph-release", "retain-grad", "in-place"):
        for demo in TOPICS[topic].topic.demos:
            if not demo.variants:
                program = Program(demo.code)
                alone, beside = torch.run(program), torch.run(replace(program, watch=True))
                assert (beside.outcome, beside.stdout) == (alone.outcome, alone.stdout), demo.id
