"""Tables of vectors."""

from engine.autograd.grad_mode import no_grad
from engine.creation import empty
from engine.nn import functional, init
from engine.nn.modules.module import Module
from engine.nn.parameter import Parameter


def _row(padding_idx, count):
    """The row that is left out, counted from the front."""
    if padding_idx is None:
        return None
    if not -count <= padding_idx < count:
        raise AssertionError(f"padding_idx {padding_idx} is outside of {count} rows")
    return padding_idx % count


class _Table(Module):
    def _fill(self, weight, device, dtype, **options):
        """Keep the given vectors, or draw new ones."""
        shape = (self.num_embeddings, self.embedding_dim)
        if weight is None:
            self.weight = Parameter(empty(shape, device=device, dtype=dtype), **options)
            self.reset_parameters()
        elif tuple(weight.shape) != shape:
            raise AssertionError(f"the vectors are {list(weight.shape)}, not {list(shape)}")
        else:
            self.weight = Parameter(weight, **options)

    def reset_parameters(self):
        """Draw new vectors from the standard normal distribution."""
        init.normal_(self.weight)
        if self.padding_idx is not None:
            with no_grad():
                self.weight[self.padding_idx].fill_(0)

    def _shown(self, **defaults):
        parts = [f"{self.num_embeddings}, {self.embedding_dim}"]
        for name, usual in defaults.items():
            value = getattr(self, name)
            if value is not usual and value != usual:
                parts.append(f"{name}={value!r}")
        return ", ".join(parts)


class Embedding(_Table):
    """A table of vectors, looked up by index."""

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
        self.padding_idx = _row(padding_idx, num_embeddings)
        self.max_norm, self.norm_type = max_norm, norm_type
        self.scale_grad_by_freq, self.sparse = scale_grad_by_freq, sparse
        self._fill(_weight, device, dtype, requires_grad=not _freeze)

    @classmethod
    def from_pretrained(
        cls,
        embeddings,
        freeze=True,
        padding_idx=None,
        max_norm=None,
        norm_type=2.0,
        scale_grad_by_freq=False,
        sparse=False,
    ):
        """A table with given vectors."""
        if embeddings.dim() != 2:
            raise AssertionError("the vectors must form a matrix")
        return cls(
            *embeddings.shape,
            padding_idx,
            max_norm,
            norm_type,
            scale_grad_by_freq,
            sparse,
            _weight=embeddings,
            _freeze=freeze,
        )

    def forward(self, input):
        return functional.embedding(
            input,
            self.weight,
            self.padding_idx,
            self.max_norm,
            self.norm_type,
            self.scale_grad_by_freq,
            self.sparse,
        )

    def extra_repr(self):
        return self._shown(
            padding_idx=None, max_norm=None, norm_type=2, scale_grad_by_freq=False, sparse=False
        )


class EmbeddingBag(_Table):
    """Sums, means or maxima of the vectors of several indices at once."""

    def __init__(
        self,
        num_embeddings,
        embedding_dim,
        max_norm=None,
        norm_type=2.0,
        scale_grad_by_freq=False,
        mode="mean",
        sparse=False,
        _weight=None,
        include_last_offset=False,
        padding_idx=None,
        device=None,
        dtype=None,
    ):
        super().__init__()
        self.num_embeddings, self.embedding_dim = num_embeddings, embedding_dim
        self.max_norm, self.norm_type = max_norm, norm_type
        self.scale_grad_by_freq = scale_grad_by_freq
        self.padding_idx = _row(padding_idx, num_embeddings)
        self.mode, self.sparse, self.include_last_offset = mode, sparse, include_last_offset
        self._fill(_weight, device, dtype)

    @classmethod
    def from_pretrained(
        cls,
        embeddings,
        freeze=True,
        max_norm=None,
        norm_type=2.0,
        scale_grad_by_freq=False,
        mode="mean",
        sparse=False,
        include_last_offset=False,
        padding_idx=None,
    ):
        """A table with given vectors."""
        if embeddings.dim() != 2:
            raise AssertionError("the vectors must form a matrix")
        made = cls(
            *embeddings.shape,
            max_norm,
            norm_type,
            scale_grad_by_freq,
            mode,
            sparse,
            embeddings,
            include_last_offset,
            padding_idx,
        )
        made.weight.requires_grad = not freeze
        return made

    def forward(self, input, offsets=None, per_sample_weights=None):
        return functional.embedding_bag(
            input,
            self.weight,
            offsets,
            self.max_norm,
            self.norm_type,
            self.scale_grad_by_freq,
            self.mode,
            self.sparse,
            per_sample_weights,
            self.include_last_offset,
            self.padding_idx,
        )

    def extra_repr(self):
        return self._shown(
            max_norm=None, norm_type=2, scale_grad_by_freq=False, mode=None, padding_idx=None
        )


__all__ = ["Embedding", "EmbeddingBag"]
