"""The private names of PyTorch that scripts which look at graphs mention."""

import pytest

import engine as torch


def test_nodes_of_leaves_and_of_functions_are_told_apart() -> None:
    x = torch.ones(2, requires_grad=True)
    leaf = (x * 2).grad_fn.next_functions[0][0]

    assert isinstance(leaf, torch._C._functions.AccumulateGrad)
    assert isinstance(leaf, torch.autograd.graph.Node)
    assert issubclass(torch.autograd.function.BackwardCFunction, torch.autograd.graph.Node)


def test_a_delayed_error_is_raised_by_backward_and_not_before() -> None:
    x = torch.ones(2, requires_grad=True)
    y = torch._C._functions.DelayedError("not yet", 1)(x * 2)

    assert y.tolist() == [2.0, 2.0]
    with pytest.raises(RuntimeError, match="not yet"):
        y.sum().backward()


def test_an_undefined_gradient_is_none_where_it_arrives() -> None:
    x = torch.ones(2, requires_grad=True)
    torch._C._functions.UndefinedGrad()(x * 2).sum().backward()

    assert x.grad is None


def test_what_a_graph_saved_is_a_saved_tensor() -> None:
    x = torch.ones(2, requires_grad=True)

    assert isinstance((x * x).grad_fn._raw_saved_self, torch._C._autograd.SavedTensor)


@pytest.mark.parametrize(("returned", "error"), [(5, TypeError), (torch.ones(2), RuntimeError)])
def test_a_post_accumulate_hook_returns_nothing(returned: object, error: type[Exception]) -> None:
    x = torch.ones(2, requires_grad=True)
    x.register_post_accumulate_grad_hook(lambda t: returned)

    with pytest.raises(error):
        x.sum().backward()


@pytest.mark.filterwarnings("ignore")  # volatile is a property that warns
def test_a_method_that_is_missing_is_there_and_refused_when_called() -> None:
    x = torch.ones(2, 2)

    assert all(hasattr(x, name) for name in dir(x) if name != "imag")
    with pytest.raises(NotImplementedError, match="to_mkldnn"):
        x.to_mkldnn()
