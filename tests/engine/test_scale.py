"""Nothing recurses through a graph, what is dropped is gone at once, and training leaks nothing."""

from __future__ import annotations

import contextlib
import copy
import pickle
import tracemalloc
import weakref
from collections.abc import Callable
from typing import Any

import pytest

import engine as torch
from benchmarks.training import PATIENCE, TRAININGS, growth
from engine.autograd import view_nodes
from engine.autograd.views import Untracked
from tests.engine.deep_graphs import COSTLY, DEPTH, GRAPHS, leaf, operations

WIDTH = 100_000


def nodes_of(tensor: Any) -> list[weakref.ref[Any]]:
    """All nodes that lead to a result, but those of leaves, which are made when looked at."""
    found, stack = {tensor.grad_fn}, [tensor.grad_fn]
    while stack:
        for node, _number in stack.pop().next_functions:
            if node is not None and node not in found:
                found.add(node)
                stack.append(node)
    return [weakref.ref(node) for node in found if not hasattr(node, "variable")]


def living(nodes: list[weakref.ref[Any]]) -> int:
    return sum(node() is not None for node in nodes)


# ---- depth --------------------------------------------------------------------------------------


@pytest.mark.usefixtures("without_collector")
@pytest.mark.parametrize("graph", GRAPHS, ids=lambda graph: graph.__name__)
def test_a_deep_graph_is_gone_with_its_last_reference(graph: Callable[[Any], Any]) -> None:
    y = graph(leaf()).sum()
    nodes = nodes_of(y)
    assert len(nodes) >= COSTLY
    del y
    assert living(nodes) == 0


@pytest.mark.usefixtures("without_collector")
@pytest.mark.parametrize("graph", GRAPHS, ids=lambda graph: graph.__name__)
def test_a_deep_graph_is_walked_and_gone_without_recursion(graph: Callable[[Any], Any]) -> None:
    x = leaf()
    y = graph(x).sum()
    nodes = nodes_of(y)
    y.backward()
    assert x.grad is not None
    del y
    assert living(nodes) == 0


@pytest.mark.usefixtures("without_collector")
@pytest.mark.filterwarnings("ignore:.*create_graph:UserWarning")  # which it gives once in a process
def test_a_recorded_gradient_frees_its_graph_once_it_is_cleared() -> None:
    x = leaf()
    y = operations(x).sin().sum()
    y.backward(create_graph=True)
    nodes = nodes_of(x.grad.sum()) + nodes_of(y)
    del y
    assert living(nodes) > 2 * COSTLY
    x.grad = None
    assert living(nodes) == 0


def test_views_of_views_share_how_they_came_about() -> None:
    tracemalloc.start()
    kept = [leaf() * 1]
    for _ in range(COSTLY):
        kept.append(kept[-1][:])
    size, _peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert size / len(kept) < 3000


def test_a_pass_does_not_go_through_all_the_views_that_led_to_one_that_was_written(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    x = leaf()
    view = (x * 1)[:]
    for _ in range(3):
        view = view[:]
        view.mul_(2)
    monkeypatch.setattr(view_nodes, "replay", None)
    (view[1:] * 1).sum().backward()
    assert x.grad.tolist() == [0, 8, 8, 8]


def test_a_tensor_with_many_views_looks_through_them_rarely() -> None:
    kept = [torch.zeros(()) for _ in range(DEPTH)]
    untracked, limits = Untracked(), set()
    for view in kept:
        untracked.add(view)
        limits.add(untracked.limit)
    assert len(untracked) == DEPTH
    assert len(limits) < 20
    del view, kept
    for _ in range(3 * DEPTH):
        untracked.add(torch.zeros(()))
    assert len(untracked) <= 33
    assert untracked.limit == 32


def test_nothing_that_shows_a_graph_recurses() -> None:
    y = operations(leaf())
    for show in (repr, str, lambda t: repr(t.grad_fn), lambda t: t.grad_fn.next_functions):
        assert show(y)
    assert len(nodes_of(y)) == DEPTH


def test_derivatives_of_deep_functions_do_not_recurse() -> None:
    x = torch.ones(2)

    def deep(x: Any) -> Any:
        return operations(x).sum()

    ways = [
        torch.autograd.functional.jacobian(deep, x),
        torch.autograd.functional.jvp(deep, x, torch.ones(2))[1].expand(2),
        torch.func.grad(deep)(x),
        torch.func.jvp(deep, (x,), (torch.ones(2),))[1].expand(2),
    ]
    slope = ways[0]
    assert [way.allclose(slope) or way.allclose(slope.sum()) for way in ways] == [True] * 4


# ---- width --------------------------------------------------------------------------------------


def test_a_tensor_may_be_used_many_times() -> None:
    x = leaf(1)
    shared = x * 1
    total = torch.stack([shared + 1 for _ in range(WIDTH // 2)]).sum()
    for _ in range(WIDTH // 2):
        total = total + x
    total.backward()
    assert x.grad.item() == WIDTH


def test_an_operation_may_have_many_inputs() -> None:
    leaves = [leaf(1) for _ in range(WIDTH // 4)]
    torch.cat([torch.stack(leaves), torch.stack([x * 2 for x in leaves])]).sum().backward()
    assert {x.grad.item() for x in leaves} == {3.0}


def test_an_operation_may_have_many_results() -> None:
    x = leaf(WIDTH // 4)
    parts = (x * 2).unbind()
    torch.stack(parts[1:]).sum().backward()
    assert x.grad.sum().item() == 2 * (WIDTH // 4 - 1)


# ---- models -------------------------------------------------------------------------------------


def test_a_deep_model_is_shown_copied_and_stored_without_recursion() -> None:
    net = torch.nn.Sequential(*[torch.nn.PReLU() for _ in range(COSTLY)])
    net(leaf(1, 2)).sum().backward()
    assert "(1199)" in repr(torch.nn.Sequential(*net, torch.nn.ReLU()))
    for other in (copy.deepcopy(net), pickle.loads(pickle.dumps(net))):
        assert other.state_dict().keys() == net.state_dict().keys()
        other.load_state_dict(net.state_dict())
        torch.optim.SGD(other.parameters(), lr=0.1).step()


def test_a_nested_model_is_shown_with_few_frames_a_level() -> None:
    net: Any = torch.nn.Identity()
    for _ in range(250):
        net = torch.nn.Sequential(net)
    assert repr(net).count("Sequential") == 250


@pytest.mark.parametrize("training", TRAININGS)
def test_training_leaks_nothing(training: str) -> None:
    assert max(growth(TRAININGS[training](torch), 300)) < PATIENCE


def test_a_leak_is_found() -> None:
    kept: list[Any] = []

    def step() -> None:
        kept.append(torch.ones(1) * 2)

    objects, blocks = growth(step, 300)
    assert objects >= 300
    assert blocks >= 300


@pytest.mark.usefixtures("without_collector")
def test_an_error_in_a_function_leaves_nothing_behind() -> None:
    class Fails(torch.autograd.Function):
        @staticmethod
        def forward(ctx: Any, x: Any) -> Any:
            ctx.save_for_backward(x)
            return x * 1

        @staticmethod
        def backward(ctx: Any, grad: Any) -> Any:
            raise ZeroDivisionError

    y = operations(Fails.apply(operations(leaf()))).sum()
    nodes = nodes_of(y)
    with contextlib.suppress(ZeroDivisionError):
        y.backward()
    del y
    assert living(nodes) == 0
