"""What backward passes leave behind, and what they know of each other."""

import threading
import weakref
from typing import Any

import pytest

import engine as torch
from engine.autograd import Variable
from engine.utils.checkpoint import CheckpointError, checkpoint, set_checkpoint_debug_enabled


def _kept(function: Any, x: Any) -> Any:
    return checkpoint(function, x, use_reentrant=False)


def _nodes(*roots: Any) -> set[Any]:
    found: set[Any] = set()
    stack = list(roots)
    while stack:
        node = stack.pop()
        if node is not None and node not in found:
            found.add(node)
            stack += [next_node for next_node, _ in node.next_functions]
    return found


@pytest.mark.usefixtures("without_collector")
def test_checkpoints_leave_nothing_for_the_collector() -> None:
    def part(x: Any) -> Any:
        return x.sin().exp().sin()

    def run() -> list[Any]:
        x = torch.randn((), requires_grad=True)
        (gradient,) = torch.autograd.grad(_kept(part, _kept(part, x)), x, create_graph=True)
        return [weakref.ref(node) for node in _nodes(gradient.grad_fn)]

    nodes = run()
    assert len(nodes) > 10
    assert [node() for node in nodes if node() is not None] == []


def test_a_pass_is_known_only_in_its_own_thread() -> None:
    reached, leave = threading.Event(), threading.Event()

    def hook(gradient: Any) -> None:
        reached.set()
        leave.wait(10)

    def run() -> None:
        x = torch.ones(1, requires_grad=True)
        x.register_hook(hook)
        x.sum().backward()

    thread = threading.Thread(target=run)
    thread.start()
    try:
        assert reached.wait(10)
        with pytest.raises(RuntimeError, match="during a backward pass"):
            Variable._execution_engine.queue_callback(print)
    finally:
        leave.set()
        thread.join()


def test_debug_says_where_a_checkpoint_saved_what() -> None:
    shapes = [(1,), (1, 1)]

    def changing(x: Any) -> Any:
        return x.view(shapes.pop(0)).sin().sum()

    with set_checkpoint_debug_enabled(True):
        out = checkpoint(changing, torch.ones(1, requires_grad=True), use_reentrant=False)
        with pytest.raises(CheckpointError, match=r"test_passes\.py:\d+ in changing\(\)"):
            out.backward()
