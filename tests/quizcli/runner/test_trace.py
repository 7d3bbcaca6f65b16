"""What a watched program tells, line by line, and that watching changes nothing."""

from dataclasses import replace
from pathlib import Path

import pytest

from quizcli.model.run import Program
from quizcli.runner.runner import CAN_FORK, Runner
from tests.questions.recorded import runs
from tests.quizcli.runner.traced import (
    FUNCTIONS,
    LONG,
    OWN,
    SHARED,
    TOPICS,
    lines,
    names,
    seen,
    told,
    watched,
)

SAMPLED = (  # hooks, liveness, in-place writes, custom Functions, modules, threads, warnings
    *("graph-release", "retain-grad", "in-place", "custom-function", "training-loop"),
    *("save-for-backward", "create-graph", "anomaly-detection", "inference-mode"),
)


@pytest.mark.parametrize("topic", SAMPLED)
def test_watching_changes_nothing_that_a_program_shows(topic: str, engine: Runner) -> None:
    for name, trial in runs(TOPICS[topic]):
        alone = engine.run(trial.program)
        beside = engine.run(replace(trial.program, watch=True))
        assert seen(beside) == seen(alone), name


@pytest.mark.parametrize("topic", SAMPLED)
def test_every_event_of_a_demo_names_a_line_that_can_do_it(topic: str, engine: Runner) -> None:
    for demo in TOPICS[topic].topic.demos:
        if demo.variants:
            continue
        result = watched(engine, demo.code)
        code = demo.code.split("\n")
        for event in result.events:
            if event["do"] == "bound" and event["name"] != "self":
                name = event["name"].split(".")[0]
                assert name in code[event["line"] - 1], (demo.id, event)
            if event["do"] == "accumulated":
                assert any(word in demo.code for word in ("backward", "grad")), (demo.id, event)
        printed = [(event["line"], event["text"]) for event in told(result, "printed")]
        assert "".join(text for _line, text in printed) == result.stdout, demo.id


def test_a_second_backward_is_told_line_by_line(engine: Runner) -> None:
    demo = next(d for d in TOPICS["graph-release"].topic.demos if d.id == "second-backward-raises")
    result = watched(engine, demo.code)
    assert lines(result, "bound") == [2, 3]
    assert lines(result, "recorded") == [3]
    assert [(e["line"], e["name"]) for e in told(result, "freed")] == [(4, "PowBackward0")]
    (came,) = told(result, "accumulated")
    assert (came["line"], came["name"], came["how"], came["value"]["text"]) == (
        4,
        "x",
        "first",
        "6.",
    )
    (error,) = told(result, "raised")
    assert (error["line"], error["type"], error["caught"]) == (7, "RuntimeError", True)


def test_a_node_is_told_with_what_it_saved_by_its_name_in_the_program(engine: Runner) -> None:
    result = watched(engine, "import torch\nx = torch.ones(2, requires_grad=True)\ny = x * x * 3")
    first, second = told(result, "recorded")
    assert [(saved["name"], saved["of"]) for saved in first["saved"]] == [
        ("self", "x"),
        ("other", "x"),
    ]
    assert [(saved["kind"], saved["of"]) for saved in second["saved"]] == [("number", "3")]
    assert second["edges"][0] == {"node": first["node"], "output": 0}
    assert first["outputs"] == [{"shape": [2], "dtype": "float32"}]


def test_what_a_function_does_is_told_of_its_own_lines(engine: Runner) -> None:
    result = watched(engine, FUNCTIONS)
    assert lines(result, "recorded") == [4, 5] * 3
    assert [e["line"] for e in told(result, "bound") if e["name"] == "b"] == [4] * 3
    assert [e["time"] for e in told(result, "line") if e["line"] == 4] == [1, 2, 3]
    inside = [e for e in told(result, "line") if e["line"] == 4][-1]
    assert (inside["function"], inside["depth"]) == ("square", 1)


def test_a_custom_function_is_one_node_where_it_is_applied(engine: Runner) -> None:
    result = watched(engine, OWN)
    assert [(e["line"], e["name"]) for e in told(result, "recorded")] == [
        *((12, "DoubleBackward"), (14, "SumBackward0")),
    ]
    assert [(e["line"], e["value"]["text"]) for e in told(result, "returned")] == [
        *((6, "[2., 2.]"), (13, "[10., 10.]"), (10, "[20., 20.]")),
    ]
    assert told(result, "accumulated")[0]["value"]["text"] == "[20., 20.]"


def test_modules_parameters_have_the_names_of_their_attributes(engine: Runner) -> None:
    source = (
        "import torch\nmodel = torch.nn.Linear(2, 1)\n"
        "opt = torch.optim.SGD(model.parameters(), lr=0.1)\n"
        "model(torch.ones(1, 2)).sum().backward()\nopt.step()\nopt.zero_grad()\n"
    )
    result = watched(engine, source)
    both = {"model.weight", "model.bias"}
    for kind, line in (("accumulated", 4), ("written", 5), ("cleared", 6)):
        assert set(names(result, kind)) == both, kind
        assert set(lines(result, kind)) == {line}, kind
    assert {leaf["name"] for leaf in (result.graph or {})["leaves"]} == both


def test_buffers_that_go_with_the_graph_are_told_as_dropped(engine: Runner) -> None:
    source = "import torch\nx = torch.ones(2, requires_grad=True)\ny = x.exp()\ndel y\nz = 1"
    (gone,) = told(watched(engine, source), "freed")
    assert (gone["line"], gone["how"]) == (4, "dropped")


def test_an_error_that_nobody_handles_is_told_at_its_own_line(engine: Runner) -> None:
    result = watched(engine, "def f():\n    return 1 / 0\nf()")
    (error,) = told(result, "raised")
    assert (error["line"], error["type"], error["caught"]) == (2, "ZeroDivisionError", False)


def test_objects_of_the_program_are_described_without_running_its_code(engine: Runner) -> None:
    source = (
        "class Loud:\n    def __repr__(self):\n        print('ran')\n        return 'x'\n"
        "    __str__ = __len__ = __repr__\n"
        "    @property\n    def grad(self):\n        print('ran')\n"
        "    @property\n    def __class__(self):\n        print('ran')\n"
        "thing = Loud()\nmany = [thing, {'a': thing}]\n"
    )
    result = watched(engine, source)
    assert result.stdout == ""
    assert [e["value"]["text"] for e in told(result, "bound") if e["name"] == "many"] == [
        "[<Loud>, {'a': <Loud>}]"
    ]


def test_of_large_tensors_in_a_list_only_their_kind_is_told(engine: Runner) -> None:
    source = "import torch\nboth = [torch.ones(8, 8), torch.tensor([1.0, 2.0])]"
    (event,) = told(watched(engine, source), "bound")
    assert event["value"]["text"] == "[float32[8, 8], tensor([1., 2.])]"


def test_the_graph_says_what_is_shared_and_where_gradients_accumulate(engine: Runner) -> None:
    graph = watched(engine, SHARED).graph
    assert graph is not None
    nodes = {tuple(name for _output, name in node["values"]): node for node in graph["nodes"]}
    assert nodes[("h",)]["used"] == 2
    assert nodes[("h",)]["freed"] == "walk"
    (leaf,) = graph["leaves"]
    assert (leaf["name"], leaf["used"], leaf["accumulated"]) == ("x", 2, 2)
    assert [root["node"] for root in graph["roots"]] == [nodes[("a",)]["id"], nodes[("b",)]["id"]]


def test_of_a_long_run_the_beginning_and_the_last_of_each_line_are_kept(engine: Runner) -> None:
    result = watched(engine, LONG)
    visits = [event for event in told(result, "line") if event["line"] == 4]
    assert [visit["time"] for visit in visits][:2] == [1, 2]
    assert visits[-1]["time"] == 2000
    assert len(result.events) < 10_000
    (left_out,) = told(result, "left_out")
    assert left_out["n"] > 1000


def test_a_deep_graph_is_told_up_to_a_limit_which_is_said(engine: Runner) -> None:
    source = (
        "import torch\nx = torch.ones(1, requires_grad=True)\n"
        "y = sum((x * n for n in range(3000)), x)\ny.backward()\n"
    )
    result = watched(engine, source)
    assert len(result.events) < 10_000
    assert {event["of"] for event in told(result, "more")} >= {"recorded", "freed"}
    assert (result.graph or {})["left_out"] > 0
    assert told(result, "accumulated")[-1]["name"] == "x"


@pytest.mark.skipif(not CAN_FORK, reason="no fork")
def test_a_program_that_is_not_watched_tells_nothing(engine: Runner) -> None:
    result = engine.run(Program(SHARED))
    assert (result.events, result.graph) == ((), None)


def test_an_answer_may_not_watch_how_it_is_judged_even_if_it_is_watched(engine: Runner) -> None:
    source = "import sys\nsys.settrace(lambda *_: None)"
    result = engine.run(Program(source, check="assert True", watch=True))
    assert result.outcome == "refused"


def test_every_kind_of_event_is_described(engine: Runner) -> None:
    page = (Path(__file__).parents[3] / "docs" / "watching.md").read_text(encoding="utf-8")
    sources = (SHARED, FUNCTIONS, OWN, LONG, "1 / 0", "import torch\nx = torch.ones(2)\nx.add_(1)")
    kinds = {event["do"] for source in sources for event in watched(engine, source).events}
    assert len(kinds) > 10
    assert {kind for kind in kinds if f"`{kind}`" not in page} == set()
