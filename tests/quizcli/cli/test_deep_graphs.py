"""A graph deeper than Python's limit on recursion is drawn as any other."""

import sys

import pytest

LINKS = 1500
assert sys.getrecursionlimit() < LINKS
DEEP = f"""\
import torch

x = torch.ones(2, requires_grad=True)
y = x
for _ in range({LINKS}):
    y = y.sin()
y.sum().backward()
"""


@pytest.mark.parametrize(
    ("form", "mark", "times"),
    [
        ("text", "more rows", 1),
        ("dot", "->", LINKS + 1),
        ("mermaid", "-->", LINKS + 1),
        ("svg", "<rect", LINKS + 2),
        ("json", '"name": "SinBackward0"', LINKS),
    ],
)
def test_a_deep_graph_is_drawn(cli, tmp_path, form, mark, times):
    file = tmp_path / "deep.py"
    file.write_text(DEEP)
    said = cli("graph", file, "--format", form)
    assert (said.code, said.err) == (0, "")
    assert said.out.count(mark) == times
