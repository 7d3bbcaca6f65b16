"""`torch.nn.utils.prune`: what is pruned, by which method."""

from collections.abc import Iterable
from numbers import Integral, Real

from engine.creation import ones_like, zeros_like
from engine.drawing import rand, rand_like
from engine.nn.utils.convert_parameters import parameters_to_vector
from engine.nn.utils.pruning import BasePruningMethod, PruningContainer, methods_of
from engine.ops.declare import OPS


class Identity(BasePruningMethod):
    """Prunes nothing."""

    PRUNING_TYPE = "unstructured"

    def compute_mask(self, t, default_mask):
        """The mask so far."""
        return default_mask

    @classmethod
    def apply(cls, module, name):
        """Let a parameter be masked by ones."""
        return super().apply(module, name)


class _ByAmount(BasePruningMethod):
    """Prunes so many elements or channels, or such a part of them."""

    def __init__(self, amount):
        if not isinstance(amount, Real):
            raise TypeError(f"an amount is a number, not {type(amount).__name__}")
        if amount < 0 or (not isinstance(amount, Integral) and amount > 1):
            raise ValueError(f"an amount is a count or a part of 1, not {amount}")
        self.amount = amount

    def _count(self, size):
        if not isinstance(self.amount, Integral):
            return round(self.amount * size)
        if self.amount > size:
            raise ValueError(f"{self.amount} are to be pruned, but there are only {size}")
        return self.amount


class _Unstructured(_ByAmount):
    """Prunes single elements: those of the lowest rank."""

    PRUNING_TYPE = "unstructured"

    def compute_mask(self, t, default_mask):
        """The mask so far, without the elements to prune."""
        count = self._count(t.nelement())
        mask = default_mask.clone()
        if count:
            mask.view(-1)[self._lowest(t, count)] = 0
        return mask


class RandomUnstructured(_Unstructured):
    """Prunes any elements."""

    def _lowest(self, t, count):
        return rand_like(t).view(-1).topk(count).indices

    @classmethod
    def apply(cls, module, name, amount):
        """Prune a parameter of a module."""
        return super().apply(module, name, amount=amount)


class L1Unstructured(_Unstructured):
    """Prunes the elements nearest to zero."""

    def _lowest(self, t, count):
        return t.abs().view(-1).topk(count, largest=False).indices

    @classmethod
    def apply(cls, module, name, amount, importance_scores=None):
        """Prune a parameter of a module."""
        return super().apply(module, name, amount=amount, importance_scores=importance_scores)


class _Structured(_ByAmount):
    """Prunes whole channels along a dimension."""

    PRUNING_TYPE = "structured"

    def __init__(self, amount, dim=-1):
        super().__init__(amount)
        self.dim = dim

    def compute_mask(self, t, default_mask):
        """The mask so far, without the channels to prune."""
        if t.dim() <= 1:
            raise ValueError(f"channels need at least two dimensions, but there are {t.dim()}")
        if self.dim >= t.dim():
            raise IndexError(f"dimension {self.dim} is out of range for {t.dim()} dimensions")
        count = self._count(t.shape[self.dim])
        if not count:
            return default_mask
        mask, place = zeros_like(t), [slice(None)] * t.dim()
        place[self.dim] = self._kept(t, t.shape[self.dim], count)
        mask[tuple(place)] = 1
        return mask * default_mask.to(dtype=mask.dtype)


class RandomStructured(_Structured):
    """Prunes any channels."""

    def _kept(self, t, size, count):
        drawn = rand(size)
        return drawn > drawn.kthvalue(count).values

    @classmethod
    def apply(cls, module, name, amount, dim=-1):
        """Prune a parameter of a module."""
        return super().apply(module, name, amount=amount, dim=dim)


class LnStructured(_Structured):
    """Prunes the channels of the smallest norm of order `n`."""

    def __init__(self, amount, n, dim=-1):
        super().__init__(amount, dim)
        self.n = n

    def _kept(self, t, size, count):
        dims = [d for d in range(t.dim()) if d != self.dim % t.dim()]
        return OPS["norm"](t, p=self.n, dim=dims).topk(size - count).indices

    @classmethod
    def apply(cls, module, name, amount, n, dim, importance_scores=None):
        """Prune a parameter of a module."""
        chosen = {"amount": amount, "n": n, "dim": dim}
        return super().apply(module, name, importance_scores=importance_scores, **chosen)


class CustomFromMask(BasePruningMethod):
    """Prunes by a mask that is given."""

    PRUNING_TYPE = "global"

    def __init__(self, mask):
        self.mask = mask

    def compute_mask(self, t, default_mask):
        """Both masks together."""
        if default_mask.shape != self.mask.shape:
            raise AssertionError(f"the mask is {list(self.mask.shape)}, not {list(t.shape)}")
        return default_mask * self.mask.to(dtype=default_mask.dtype)

    @classmethod
    def apply(cls, module, name, mask):
        """Prune a parameter of a module."""
        return super().apply(module, name, mask=mask)


def identity(module, name):
    """Let a parameter be masked by ones, as if it were pruned."""
    Identity.apply(module, name)
    return module


def random_unstructured(module, name, amount):
    """Prune any elements of a parameter."""
    RandomUnstructured.apply(module, name, amount)
    return module


def l1_unstructured(module, name, amount, importance_scores=None):
    """Prune the elements of a parameter that are nearest to zero."""
    L1Unstructured.apply(module, name, amount, importance_scores)
    return module


def random_structured(module, name, amount, dim):
    """Prune any channels of a parameter."""
    RandomStructured.apply(module, name, amount, dim)
    return module


def ln_structured(module, name, amount, n, dim, importance_scores=None):
    """Prune the channels of a parameter that have the smallest norm."""
    LnStructured.apply(module, name, amount, n, dim, importance_scores)
    return module


def custom_from_mask(module, name, mask):
    """Prune a parameter by a mask."""
    CustomFromMask.apply(module, name, mask)
    return module


def global_unstructured(parameters, pruning_method, importance_scores=None, **kwargs):
    """Prune pairs of module and name as if they were one parameter."""
    if not isinstance(parameters, Iterable):
        raise TypeError("the parameters to prune are pairs of a module and a name")
    scores = {} if importance_scores is None else importance_scores
    if not isinstance(scores, dict):
        raise TypeError(f"scores are a dict by pairs of module and name, not {scores!r}")
    pairs = list(parameters)
    tensors = [getattr(*pair) for pair in pairs]
    method = pruning_method(**kwargs)
    if method.PRUNING_TYPE != "unstructured":
        raise TypeError(f"{type(method).__name__} does not prune single elements")
    masks = [
        getattr(module, f"{name}_mask", ones_like(tensor))
        for (module, name), tensor in zip(pairs, tensors, strict=True)
    ]
    seen = [scores.get(pair, tensor) for pair, tensor in zip(pairs, tensors, strict=True)]
    method._tensor_name = "temp"
    container = PruningContainer(method)
    mask = container.compute_mask(parameters_to_vector(seen), parameters_to_vector(masks))
    parts = mask.split([tensor.numel() for tensor in tensors])
    for (module, name), tensor, part in zip(pairs, tensors, parts, strict=True):
        custom_from_mask(module, name, part.view_as(tensor))


def remove(module, name):
    """Make a pruned parameter a parameter again, with zeros where it was pruned."""
    for key, method in methods_of(module, name):
        method.remove(module)
        del module._forward_pre_hooks[key]
        return module
    raise ValueError(f"{name!r} of {type(module).__name__} is not pruned")


def is_pruned(module):
    """Whether a parameter of the module, or of one below it, is pruned."""
    hooks = (hook for part in module.modules() for hook in part._forward_pre_hooks.values())
    return any(isinstance(hook, BasePruningMethod) for hook in hooks)
