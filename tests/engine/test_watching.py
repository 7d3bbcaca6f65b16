"""What the engine tells its observers is what the graph itself says."""

import weakref

import pytest

import engine as torch
from engine.autograd import mode
from engine.autograd.watching import Observer, saved_of, watch


class Notes(Observer):
    """Keeps names and numbers of what is told, and nothing that is alive."""

    def __init__(self):
        self.told = []
        self.graph = {}

    def recorded(self, node, results):
        self.told.append(("recorded", node.name()))
        outputs = [tuple(r.shape) if isinstance(r, torch.Tensor) else None for r in results]
        self.graph[node._sequence] = (outputs, edges_of(node), [s[:4] for s in saved_of(node)])

    def began(self, walk, roots, grads):
        self.told.append(("began", walk.retain, walk.record))

    def passed(self, node, incoming, outgoing):
        self.told.append(("passed", node.name()))

    def freed(self, node):
        self.told.append(("freed", node.name()))

    def accumulated(self, leaf, grad, how):
        self.told.append(("accumulated", leaf.grad.tolist(), how))

    def retained(self, tensor, grad):
        self.told.append(("retained", tensor.grad.tolist()))

    def written(self, tensor):
        self.told.append(("written", tensor._version))

    def raised(self, node, error):
        self.told.append(("raised", node.name(), type(error).__name__))

    def ended(self, walk):
        self.told.append(("ended",))

    def of(self, *kinds):
        return [note for note in self.told if note[0] in kinds]


def edges_of(node):
    """Names of the nodes that `next_functions` leads to, with output numbers."""
    return [(n and n.name(), number) for n, number in node.next_functions]


def nodes_from(*tensors):
    found, waiting = {}, [t.grad_fn for t in tensors]
    while waiting:
        node = waiting.pop()
        if node is not None and node not in found and hasattr(node, "_saved"):
            found[node] = True
            waiting += [n for n, _ in node.next_functions]
    return [node for node in found if "Accumulate" not in node.name()]


def leaf(*values):
    return torch.tensor(values, requires_grad=True)


def joined(x, w):
    return [(torch.stack([x, w]).exp() * x).pow(2).sum()]


def several(x, w):
    first, second = torch.stack([x * w, x]).unbind()
    return [first.max(), (second @ w).sigmoid()]


def in_place(x, w):
    y = x * 2
    y[0] = w[1] * 3
    y.mul_(w)
    return [y.sum()]


def own(x, w):
    class Scaled(torch.autograd.Function):
        @staticmethod
        def forward(ctx, x, k):
            ctx.save_for_backward(x, k)
            return x * k

        @staticmethod
        def backward(ctx, grad):
            return grad, None

    return [Scaled.apply(x, w.detach()).sum()]


PROGRAMS = [joined, several, in_place, own]


@pytest.mark.parametrize("program", PROGRAMS)
def test_every_node_is_told_of_with_its_edges_and_shapes(program):
    with watch(Notes()) as notes:
        results = program(leaf(1.0, 2.0), leaf(3.0, 4.0))
    nodes = nodes_from(*results)
    assert len(nodes) > 1 or program is own
    for node in nodes:
        outputs, edges, _saved = notes.graph[node._sequence]
        assert edges == edges_of(node)
        assert len(outputs) == node._outputs
    for result in results:
        assert notes.graph[result.grad_fn._sequence][0][result.output_nr] == tuple(result.shape)


@pytest.mark.parametrize("program", PROGRAMS)
def test_what_is_saved_is_told_as_the_node_shows_it(program):
    with watch(Notes()) as notes:
        results = program(leaf(1.0, 2.0), leaf(3.0, 4.0))
    compared = 0
    for node in nodes_from(*results):
        for name, shape, dtype, version in notes.graph[node._sequence][2]:
            if name.isdigit():
                shown = node.saved_tensors[int(name)]
            else:
                shown = getattr(node, f"_saved_{name}")
            if dtype is not None:
                assert (tuple(shown.shape), shown.dtype, shown._version) == (shape, dtype, version)
                compared += 1
    assert compared


def test_gradients_pass_and_buffers_are_freed_in_the_order_of_the_walk():
    x = leaf(1.0, 2.0)
    loss = x.exp().sum()
    with watch(Notes()) as notes:
        loss.backward()
    gradient = [pytest.approx(2.718281), pytest.approx(7.389056)]
    assert notes.told == [
        ("began", False, False),
        ("passed", "SumBackward0"),
        ("passed", "ExpBackward0"),
        ("freed", "ExpBackward0"),
        ("accumulated", gradient, "first"),
        ("ended",),
    ]


def test_nothing_is_freed_where_the_graph_is_kept():
    loss = leaf(1.0, 2.0).exp().sum()
    with watch(Notes()) as notes:
        loss.backward(retain_graph=True)
    assert notes.of("freed") == []


@pytest.mark.filterwarnings("ignore:backward.create_graph")
def test_accumulating_says_whether_a_gradient_came_first_was_added_or_replaced():
    x = leaf(1.0, 2.0)
    with watch(Notes()) as notes:
        for _ in range(2):
            x.sum().backward()
        torch.autograd.backward(x.sum(), torch.tensor(1.0), create_graph=True)
    assert notes.of("accumulated") == [
        ("accumulated", [1.0, 1.0], "first"),
        ("accumulated", [2.0, 2.0], "in place"),
        ("accumulated", [3.0, 3.0], "replaced"),
    ]


def test_autograd_grad_accumulates_nothing():
    x = leaf(1.0, 2.0)
    with watch(Notes()) as notes:
        torch.autograd.grad(x.exp().sum(), x)
    assert notes.of("accumulated") == []
    assert ("freed", "ExpBackward0") in notes.told


def test_a_retained_gradient_is_told_of():
    x = leaf(1.0, 2.0)
    y = x * 3
    y.retain_grad()
    with watch(Notes()) as notes:
        y.sum().backward()
    assert notes.of("retained") == [("retained", [1.0, 1.0])]


def test_an_error_names_the_node_that_raised_it():
    loss = leaf(1.0, 2.0).exp().sum()
    loss.backward()
    with watch(Notes()) as notes, pytest.raises(RuntimeError):
        loss.backward()
    assert notes.of("raised", "ended") == [("raised", "ExpBackward0", "RuntimeError"), ("ended",)]


def test_writes_are_told_of_with_the_new_version():
    x = torch.ones(2)
    with watch(Notes()) as notes:
        x.add_(1)
        x[0] = 3
    assert notes.told == [("written", 1), ("written", 2)]


def test_an_optimizer_writes_its_parameters():
    x = leaf(1.0, 2.0)
    x.sum().backward()
    with watch(Notes()) as notes:
        torch.optim.SGD([x], lr=0.1).step()
    assert notes.of("written") == [("written", 1)]


def test_what_the_engine_does_for_itself_is_not_told_of():
    """The gradient of a view whose base was written to is found through a graph of its own."""
    x = leaf(1.0, 2.0)
    y = x * 2
    view = y[:1]
    y.mul_(3)
    loss = view.sum()
    with watch(Notes()) as notes:
        loss.backward()
    assert notes.of("recorded") == []
    assert len(notes.of("began")) == len(notes.of("ended")) == 1


def test_nothing_is_held_alive_and_nothing_is_left_behind():
    with watch(Notes()):
        y = leaf(1.0, 2.0).exp()
        reference = weakref.ref(y.grad_fn)
        del y
        assert reference() is None
    assert mode.watchers == []
    assert "watcher" not in mode.careful


@pytest.mark.parametrize("program", PROGRAMS)
def test_being_watched_changes_no_gradient(program):
    def gradients():
        x, w = leaf(1.0, 2.0), leaf(3.0, 4.0)
        torch.autograd.backward(program(x, w))
        return x.grad, w.grad

    alone = gradients()
    with watch(Notes()):
        watched = gradients()
    for one, other in zip(alone, watched, strict=True):
        assert (one is None) == (other is None)
        assert one is None or torch.equal(one, other)
