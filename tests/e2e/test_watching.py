"""Programs that are watched: step by step in a terminal, in pipes, with other values, as graphs."""

import json
from pathlib import Path
from xml.etree import ElementTree

import pytest

from tests.e2e.commands import run
from tests.e2e.terminal import Terminal

OWN = """\
import torch
x = torch.tensor([1.0, 2.0], requires_grad=True)
y = x * x
y.sum().backward()
y.sum().backward()
"""
RIGHT, LEFT = "\x1b[C", "\x1b[D"


@pytest.fixture
def own(tmp_path: Path) -> Path:
    """A file of the person's own; its second backward raises."""
    folder = tmp_path / "own"
    folder.mkdir()
    (folder / "own.py").write_text(OWN, encoding="utf-8")
    return folder / "own.py"


def test_a_program_is_walked_forth_and_back_and_to_the_next_backward(home: Path, own: Path) -> None:
    with Terminal(home, "run", str(own), "--step") as terminal:
        terminal.see("Step 1 of", "2▶ x = torch", "n next", "b to the next backward", "q quit")
        terminal.type("n")
        terminal.see("Step 2 of", "3▶ y = x * x", "+ MulBackward0 keeps x")
        terminal.type(LEFT)
        terminal.see("Step 1 of", "2▶")
        terminal.type("b")
        terminal.see("4▶ y.sum().backward()", "backward pass 1")
        terminal.type(RIGHT)
        terminal.see("▶ SumBackward0 1. → y: [1., 1.]")
        terminal.type("j")
        terminal.see("▶ MulBackward0 [1., 1.] → x: [1., 2.], x: [1., 2.]", "x.grad = [2., 4.]")
        terminal.type("k")
        assert "x.grad" not in terminal.see("▶ SumBackward0")
        terminal.type("b")
        terminal.see("5▶ y.sum().backward()", "backward pass 2")
        terminal.type("q")
        assert terminal.end() == 1  # the file's own error


def test_past_the_last_step_the_walk_is_over(home: Path) -> None:
    with Terminal(home, "explain", "own:hinted", "--step") as terminal:
        terminal.see("Step 1 of 1", "n end", "→ 2")
        terminal.type("n")
        assert terminal.end() == 0


def test_on_the_way_another_value_can_be_tried(home: Path) -> None:
    with Terminal(home, "explain", "own:hinted", "--step") as terminal:
        terminal.see("v another value")
        terminal.type("v")
        terminal.see("n: for example 1, 2, or any other value", "n = 1")
        terminal.type("\x7fmany\r")
        terminal.see("'many' is not a value of that type")
        terminal.type("\x7f40\r")
        terminal.see("print(1 + 40)", "→ 41")
        terminal.type("q")
        assert terminal.end() == 0


def test_on_the_way_the_program_can_be_changed_and_the_bank_stays(
    home: Path, tmp_path: Path
) -> None:
    editor = tmp_path / "editor"
    editor.write_text('#!/bin/sh\necho \'print("changed")\' > "$1"\n', encoding="utf-8")
    editor.chmod(0o755)
    bank = (tmp_path / "bank" / "hinted.yaml").read_bytes()
    with Terminal(home, "explain", "own:hinted", "--step", EDITOR=str(editor)) as terminal:
        terminal.see("e edit and run it")
        terminal.type("e")
        terminal.see('print("changed")', "→ changed")
        terminal.type("q")
        assert terminal.end() == 0
    assert (tmp_path / "bank" / "hinted.yaml").read_bytes() == bank
    assert "→ changed" in run(home, "explain", "own:hinted", "--edit", EDITOR=str(editor)).stdout


def test_on_the_way_it_is_said_why_no_editor_opens(home: Path) -> None:
    with Terminal(home, "explain", "own:hinted", "--step", EDITOR="/nowhere/vi") as terminal:
        terminal.see("e edit and run it")
        terminal.type("e")
        terminal.see("could not start the editor '/nowhere/vi'", "e edit and run it")
        terminal.type("q")
        assert terminal.end() == 0


def test_in_a_session_a_key_tries_another_value(home: Path) -> None:
    chosen = ("graph-release", "--kind", "predict", "--level", "mid", "--seed", "1")
    with Terminal(home, "quiz", *chosen, rows=50) as terminal:
        terminal.see(":q stop >")
        terminal.type("nothing\r")
        terminal.see("Not right.", "v another value")
        terminal.type("v")
        terminal.see("op: for example x * x", "op = ")
        terminal.type("\x15x.exp()\r")
        terminal.see("y = x.exp()", "+ ExpBackward0 keeps its result", "v another value")


def test_in_a_pipe_all_steps_are_printed(home: Path, own: Path) -> None:
    done = run(home, "run", str(own), "--step")
    assert done.returncode == 1
    assert done.stdout.count("\nStep ") == int(done.stdout.split(" of ")[1].split(",")[0])
    assert "MulBackward0  [1., 1.] → x: [1., 2.], x: [1., 2.]" in done.stdout
    assert "\x1b" not in done.stdout


def test_a_file_is_shown_beside_what_it_did(home: Path, own: Path) -> None:
    done = run(home, "run", str(own), "--watch")
    assert "· x.grad = [2., 4.]" in done.stdout
    assert "! RuntimeError" in done.stdout
    narrow = run(home, "run", str(own), "--watch", COLUMNS="40").stdout
    assert max(map(len, narrow.splitlines())) <= 40
    told = json.loads(run(home, "run", str(own), "--watch", "--json").stdout)
    assert {event["do"] for event in told["events"]} >= {"line", "bound", "recorded", "freed"}
    assert json.loads(run(home, "run", str(own), "--json").stdout)["events"] == []


LOOP = """\
for n in (0, 2, {last}):
    try:
        print(6 // n)
    except ZeroDivisionError:
        pass
"""


@pytest.mark.parametrize(("last", "time"), [(3, 1), (0, 3)])
def test_an_error_in_a_loop_is_told_with_the_time_that_it_came_up(
    home: Path, own: Path, last: int, time: int
) -> None:
    own.write_text(LOOP.format(last=last), encoding="utf-8")
    said = run(home, "run", str(own), "--watch").stdout
    assert f"! time {time}: ZeroDivisionError" in said
    assert "×3 ZeroDivisionError" not in said
    assert "· ×3 n = " in said


def test_the_output_of_a_file_stays_as_it_is_beside_its_graph(home: Path, own: Path) -> None:
    own.write_text(OWN.replace("y.sum().backward()\n", "print('hi')\n", 1), encoding="utf-8")
    done = run(home, "run", str(own), "--graph")
    assert done.stdout.startswith("hi\n")
    assert "● y = MulBackward0" in done.stdout


@pytest.mark.parametrize(
    ("value", "said"),
    [("n=7", "→ 8"), ("n=-3", "→ -2")],
)
def test_any_value_of_the_kind_can_be_set(home: Path, value: str, said: str) -> None:
    assert said in run(home, "explain", "own:hinted", "--set", value).stdout


@pytest.mark.parametrize("value", ["n=many", "n=1.5", "n="])
def test_a_value_of_another_kind_is_refused_in_one_line(home: Path, value: str) -> None:
    done = run(home, "explain", "own:hinted", "--set", value)
    assert (done.returncode, done.stdout) == (2, "")
    assert "such as 1, 2" in done.stderr
    assert done.stderr.count("\n") == 1


def test_the_graph_of_a_topic_is_drawn_and_one_program_can_be_chosen(home: Path) -> None:
    every = run(home, "graph", "graph-release").stdout
    one = run(home, "graph", "graph-release", "--demo", "nodes-stay").stdout
    assert "● MulBackward0" in one
    assert "SinBackward0" in every
    assert "SinBackward0" not in one
    assert "● y = PowBackward0" in run(home, "explain", "graph-release", "--graph").stdout
    missing = run(home, "graph", "graph-release", "--demo", "nope")
    assert missing.returncode == 2
    assert "nodes-stay" in missing.stderr


def test_a_graph_is_exported_for_other_programs(home: Path, own: Path) -> None:
    graph = ("graph", str(own), "--format")
    dot = run(home, *graph, "dot").stdout
    assert dot.count("->") == 4  # two sums, and x twice
    assert dot.count("{") == dot.count("}") == 1
    mermaid = run(home, *graph, "mermaid").stdout
    assert "flowchart TD" in mermaid
    assert mermaid.count("-->") == 4
    (told,) = json.loads(run(home, *graph, "json").stdout)
    assert {node["name"] for node in told["graph"]["nodes"]} == {"MulBackward0", "SumBackward0"}
    drawing = ElementTree.fromstring(run(home, *graph, "svg").stdout)
    rectangles = drawing.findall(".//{http://www.w3.org/2000/svg}rect")
    assert len(rectangles) == 4


def test_boxes_of_a_drawing_do_not_cover_each_other(home: Path) -> None:
    text = run(home, "graph", "training-loop", "--format", "svg").stdout
    drawing = ElementTree.fromstring(text)
    boxes = [
        tuple(float(box.attrib[name]) for name in ("x", "y", "width", "height"))
        for box in drawing.findall(".//{http://www.w3.org/2000/svg}rect")
    ]
    assert len(boxes) > 5
    for number, (x, y, width, height) in enumerate(boxes):
        for x2, y2, width2, height2 in boxes[:number]:
            apart = x + width <= x2 or x2 + width2 <= x or y + height <= y2 or y2 + height2 <= y
            assert apart


def test_a_bank_that_changed_since_it_was_trusted_draws_nothing(home: Path, tmp_path: Path) -> None:
    assert run(home, "graph", "own:hinted").returncode == 0
    file = tmp_path / "bank" / "hinted.yaml"
    file.write_text(file.read_text(encoding="utf-8").replace("1 + {n}", "3 + {n}"), "utf-8")
    done = run(home, "graph", "own:hinted")
    assert (done.returncode, done.stdout) == (1, "")
    assert "not trusted yet" in done.stderr
