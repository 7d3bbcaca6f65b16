"""Faults of detach, clone, .data and of what shares memory with NumPy."""

from typing import Any

import numpy as np

from engine import conversion, copying, data, memory
from engine.tensor import Tensor, alias, new, own, wrap
from tests.questions.mutants.fault import fault
from tests.questions.mutants.surgery import change, replace


@fault
def detach_copies() -> None:
    """detach() copies the memory."""
    replace(memory.detach, lambda original, self: wrap(np.array(self._data)))


@fault
def detach_keeps_history() -> None:
    """detach() gives a view with history."""
    replace(memory.detach, lambda original, self: self.view_as(self))


@fault
def detach_counts_for_itself() -> None:
    """What detach() gives has a version counter of its own."""

    def by(original: Any, self: Tensor) -> Tensor:
        result = new(Tensor)
        result._data = own(self)
        return result

    replace(memory.detach, by)


@fault
def detach_requires_grad() -> None:
    """What detach() gives is a leaf that requires grad, if the tensor did."""

    def by(original: Any, self: Tensor) -> Tensor:
        result = original(self)
        result._requires = self._requires
        return result

    replace(memory.detach, by)


@fault
def detach_in_place_does_nothing() -> None:
    """detach_() leaves the tensor in the graph."""
    replace(memory.detach_, lambda original, self: self)


@fault
def data_shares_the_counter() -> None:
    """Writes through .data raise the tensor's version."""
    Tensor.data = property(alias, Tensor.data.fset)


@fault
def data_copies() -> None:
    """.data is a copy."""
    Tensor.data = property(lambda self: wrap(np.array(self._data)), Tensor.data.fset)


@fault
def data_keeps_history() -> None:
    """.data is a view with history."""
    Tensor.data = property(lambda self: self.view_as(self), Tensor.data.fset)


@fault
def clone_detaches() -> None:
    """clone() gives a tensor without history."""
    replace(copying.clone, lambda original, self, **more: wrap(np.array(self._data)))


@fault
def clone_shares_memory() -> None:
    """clone() gives a view."""
    replace(copying.clone, lambda original, self, **more: self.view_as(self))


@fault
def from_numpy_copies() -> None:
    """from_numpy() copies the array."""
    replace(data.from_numpy, lambda original, array: wrap(np.array(array)))


@fault
def numpy_copies() -> None:
    """numpy() copies the memory."""
    replace(conversion.numpy, lambda original, *args, **more: original(*args, **more).copy())


@fault
def numpy_of_anything() -> None:
    """numpy() takes tensors that require grad."""
    change(conversion.numpy, "if self._requires", "if False")


@fault
def tensor_shares_memory() -> None:
    """torch.tensor(array) shares the array's memory."""

    def by(original: Any, value: Any, dtype: Any = None) -> Any:
        return value if isinstance(value, np.ndarray) else original(value, dtype)

    replace(data.array_from, by)


@fault
def results_are_deep_copied() -> None:
    """deepcopy() takes results of recorded operations."""
    change(copying.deepcopy, "if not self.is_leaf:", "if False:")


@fault
def requires_grad_in_place_does_nothing() -> None:
    """requires_grad_() returns the tensor as it is."""
    from engine import methods

    replace(methods.requires_grad_, lambda original, self, *rest: self)


@fault
def setting_data_raises_the_version() -> None:
    """Assigning to .data counts as an in-place write."""
    setter = Tensor.data.fset

    def by(self: Tensor, other: Tensor) -> None:
        setter(self, other)
        from engine.tensor import bump_version

        bump_version(self)

    Tensor.data = property(Tensor.data.fget, by)
