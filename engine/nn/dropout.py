"""Dropout, embedding, and layers that only rearrange."""

from engine.creation import empty
from engine.nn import functional, init
from engine.nn.module import Module
from engine.nn.parameter import Parameter


class Dropout(Module):
    """Zeroes elements in training, and scales the others so that the mean stays."""

    __module__ = "torch.nn.modules.dropout"
    _function = staticmethod(functional.dropout)

    def __init__(self, p=0.5, inplace=False):
        super().__init__()
        if not 0 <= p <= 1:
            raise ValueError(f"the probability of dropout must be between 0 and 1, not {p}")
        self.p, self.inplace = p, inplace

    def forward(self, input):
        return self._function(input, self.p, self.training, self.inplace)

    def extra_repr(self):
        return f"p={self.p}, inplace={self.inplace}"


class Dropout1d(Dropout):
    """Zeroes whole channels."""

    _function = staticmethod(functional.dropout1d)


class Dropout2d(Dropout1d):
    """Zeroes whole channels."""


class AlphaDropout(Dropout):
    """Dropout for SELU activations."""

    _function = staticmethod(functional.alpha_dropout)


class Embedding(Module):
    """A table of vectors, looked up by index."""

    __module__ = "torch.nn.modules.sparse"

    def __init__(
        self,
        num_embeddings,
        embedding_dim,
        padding_idx=None,
        max_norm=None,
        norm_type=2.0,
        scale_grad_by_freq=False,
        sparse=False,
        _weight=None,
        _freeze=False,
        device=None,
        dtype=None,
    ):
        super().__init__()
        self.num_embeddings, self.embedding_dim = num_embeddings, embedding_dim
        if padding_idx is not None and padding_idx < 0:
            padding_idx += num_embeddings
        self.padding_idx = padding_idx
        if _weight is not None:
            self.weight = Parameter(_weight, requires_grad=not _freeze)
        else:
            self.weight = Parameter(
                empty(num_embeddings, embedding_dim, dtype=dtype), requires_grad=not _freeze
            )
            self.reset_parameters()

    def reset_parameters(self):
        """Draw new vectors from the standard normal distribution."""
        init.normal_(self.weight)
        if self.padding_idx is not None:
            self.weight._data[self.padding_idx] = 0

    @classmethod
    def from_pretrained(cls, embeddings, freeze=True, padding_idx=None):
        """A table with given vectors."""
        return cls(*embeddings.shape, padding_idx, _weight=embeddings, _freeze=freeze)

    def forward(self, input):
        return functional.embedding(input, self.weight, self.padding_idx)

    def extra_repr(self):
        text = f"{self.num_embeddings}, {self.embedding_dim}"
        return text if self.padding_idx is None else f"{text}, padding_idx={self.padding_idx}"


class Flatten(Module):
    """All dimensions from `start_dim` on as one."""

    __module__ = "torch.nn.modules.flatten"

    def __init__(self, start_dim=1, end_dim=-1):
        super().__init__()
        self.start_dim, self.end_dim = start_dim, end_dim

    def forward(self, input):
        return input.flatten(self.start_dim, self.end_dim)

    def extra_repr(self):
        return f"start_dim={self.start_dim}, end_dim={self.end_dim}"


class Unflatten(Module):
    """One dimension as several."""

    __module__ = "torch.nn.modules.flatten"

    def __init__(self, dim, unflattened_size):
        super().__init__()
        self.dim, self.unflattened_size = dim, unflattened_size

    def forward(self, input):
        return input.unflatten(self.dim, self.unflattened_size)

    def extra_repr(self):
        return f"dim={self.dim}, unflattened_size={self.unflattened_size}"


__all__ = [
    "AlphaDropout",
    "Dropout",
    "Dropout1d",
    "Dropout2d",
    "Embedding",
    "Flatten",
    "Unflatten",
]
