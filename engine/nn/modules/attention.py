"""Attention with several heads."""

import math
import warnings
from functools import partial

from engine.creation import empty, zeros
from engine.nn import functional, init
from engine.nn.modules.linear import NonDynamicallyQuantizableLinear
from engine.nn.modules.module import Module
from engine.nn.parameter import Parameter
from engine.ops.declare import OPS
from engine.ops.joining import cat


class MultiheadAttention(Module):
    """Queries (L, N, E), keys and values (S, N, ...) to outputs (L, N, E) and weights (N, L, S)."""

    __module__ = "torch.nn.modules.activation"

    def __init__(
        self,
        embed_dim,
        num_heads,
        dropout=0.0,
        bias=True,
        add_bias_kv=False,
        add_zero_attn=False,
        kdim=None,
        vdim=None,
        batch_first=False,
        device=None,
        dtype=None,
    ):
        super().__init__()
        if embed_dim <= 0 or num_heads <= 0:
            raise ValueError(
                f"embed_dim and num_heads must be above 0, not {embed_dim} and {num_heads}"
            )
        self.embed_dim = embed_dim
        self.kdim = embed_dim if kdim is None else kdim
        self.vdim = embed_dim if vdim is None else vdim
        self._qkv_same_embed_dim = self.kdim == self.vdim == embed_dim
        self.num_heads, self.dropout, self.batch_first = num_heads, dropout, batch_first
        self.head_dim = embed_dim // num_heads
        if self.head_dim * num_heads != embed_dim:
            raise AssertionError(f"embed_dim {embed_dim} does not divide into {num_heads} heads")
        self._add_weights(bias, add_bias_kv, {"device": device, "dtype": dtype})
        self.add_zero_attn = add_zero_attn
        self._reset_parameters()

    def _add_weights(self, bias, add_bias_kv, made):
        size = self.embed_dim
        if self._qkv_same_embed_dim:
            self.in_proj_weight = Parameter(empty((3 * size, size), **made))
            for name in ("q_proj_weight", "k_proj_weight", "v_proj_weight"):
                self.register_parameter(name, None)
        else:
            self.q_proj_weight = Parameter(empty((size, size), **made))
            self.k_proj_weight = Parameter(empty((size, self.kdim), **made))
            self.v_proj_weight = Parameter(empty((size, self.vdim), **made))
            self.register_parameter("in_proj_weight", None)
        self.register_parameter(
            "in_proj_bias", Parameter(empty(3 * size, **made)) if bias else None
        )
        self.out_proj = NonDynamicallyQuantizableLinear(size, size, bias=bias, **made)
        if add_bias_kv:
            self.bias_k = Parameter(empty((1, 1, size), **made))
            self.bias_v = Parameter(empty((1, 1, size), **made))
        else:
            self.bias_k = self.bias_v = None

    def _reset_parameters(self):
        for weight in (
            self.in_proj_weight,
            self.q_proj_weight,
            self.k_proj_weight,
            self.v_proj_weight,
        ):
            if weight is not None:
                init.xavier_uniform_(weight)
        if self.in_proj_bias is not None:
            init.constant_(self.in_proj_bias, 0.0)
            init.constant_(self.out_proj.bias, 0.0)
        for bias in (self.bias_k, self.bias_v):
            if bias is not None:
                init.xavier_normal_(bias)

    def forward(
        self,
        query,
        key,
        value,
        key_padding_mask=None,
        need_weights=True,
        attn_mask=None,
        average_attn_weights=True,
        is_causal=False,
    ):
        if is_causal and attn_mask is None:
            raise RuntimeError("is_causal says something about attn_mask; pass one")
        batched = self._check(query, key, value)
        _check_masks(query, key, key_padding_mask, attn_mask, self)
        q, k, v = self._projected(query, key, value, batched)
        causal = is_causal and key_padding_mask is None and not need_weights
        attn_mask = None if causal else attn_mask  # which then says no more than that
        mask = _joined_mask(attn_mask, key_padding_mask, self.num_heads, q)
        if self.bias_k is not None:
            k = cat([k, self.bias_k.repeat(1, k.size(1), 1)], 0)
            v = cat([v, self.bias_v.repeat(1, v.size(1), 1)], 0)
            mask = _wider(mask)
        q, k, v = (self._by_head(x) for x in (q, k, v))
        if self.add_zero_attn:
            nothing = zeros((k.size(0), 1, self.head_dim), dtype=k.dtype)
            k, v, mask = cat([k, nothing], 1), cat([v, nothing], 1), _wider(mask)
        attend = self._weighed if need_weights else partial(self._attended, causal=causal)
        output, weights = attend(q, k, v, mask)
        if self.batch_first and batched:
            output = output.transpose(1, 0)
        if weights is not None:
            weights = weights.mean(1) if average_attn_weights else weights.view(weights.shape)
            weights = weights if batched else weights.squeeze(0)
        return (output if batched else output.squeeze(1)), weights

    def _check(self, query, key, value):
        """Whether there is a batch dimension."""
        if query.dim() not in (2, 3) or key.dim() != query.dim() or value.dim() != query.dim():
            raise AssertionError(
                "query, key and value have 2 or 3 dimensions alike, not "
                f"{query.dim()}, {key.dim()} and {value.dim()}"
            )
        if query.size(-1) != self.embed_dim:
            raise AssertionError(f"the query has {query.size(-1)} features, not {self.embed_dim}")
        same = key.dim() if self._qkv_same_embed_dim else key.dim() - 1
        if key.shape[:same] != value.shape[:same]:
            raise AssertionError(f"key and value differ: {key.shape} and {value.shape}")
        if self.in_proj_weight is None:
            sizes = key.size(-1), value.size(-1)
            if sizes != (self.kdim, self.vdim):
                raise AssertionError(
                    f"key and value have {sizes} features, not {self.kdim, self.vdim}"
                )
        return query.dim() == 3

    def _projected(self, query, key, value, batched):
        """Queries, keys and values as (length, N, E)."""
        alike = 1 if key is not value or not batched else 3 if query is key else 2
        inputs = [query, key, value][: 4 - alike]
        if not batched:
            inputs = [x.unsqueeze(1) for x in inputs]
        elif self.batch_first:
            inputs = [x.transpose(1, 0) for x in inputs]
        if self.in_proj_weight is not None:
            return self._projected_at_once(inputs, alike)
        inputs += inputs[-1:] * (alike - 1)
        weights = (self.q_proj_weight, self.k_proj_weight, self.v_proj_weight)
        biases = (None,) * 3 if self.in_proj_bias is None else self.in_proj_bias.chunk(3)
        return [functional.linear(*row) for row in zip(inputs, weights, biases, strict=True)]

    def _projected_at_once(self, inputs, alike):
        """The same with one weight for all; so many of the last are `alike`, and take one step."""
        size = self.embed_dim
        parts = size if alike == 1 else [size, 2 * size]
        weights, biases = (self.in_proj_weight,), (self.in_proj_bias,)
        if alike < 3:
            weights = weights[0].split(parts)
            biases = (None,) * (4 - alike) if biases[0] is None else biases[0].split(parts)
        found = [functional.linear(*row) for row in zip(inputs, weights, biases, strict=True)]
        if alike == 1:
            return found
        rows = found.pop().unflatten(-1, (alike, size)).unsqueeze(0).transpose(0, -2).squeeze(-2)
        rows = rows.contiguous()
        return [*found, *(rows[i] for i in range(alike))]

    def _by_head(self, x):
        """(length, N, E) as (N · heads, length, E / heads)."""
        length, count, _ = x.shape
        return x.reshape(length, count * self.num_heads, self.head_dim).transpose(0, 1)

    def _weighed(self, q, k, v, mask):
        """The output, and the weights of each head."""
        q, k = q * math.sqrt(1.0 / self.head_dim), k.transpose(-2, -1)
        scores = OPS["bmm"](q, k) if mask is None else OPS["baddbmm"](mask, q, k)
        weights = functional.softmax(scores, -1)
        if self.training and self.dropout:
            weights = functional.dropout(weights, self.dropout)
        output = self._projected_back(OPS["bmm"](weights, v).transpose(0, 1), q)
        heads = weights.size(0) // self.num_heads, self.num_heads
        return output, weights.view(*heads, *weights.shape[1:])

    def _attended(self, q, k, v, mask, causal):
        """The output alone."""
        count = q.size(0) // self.num_heads
        if mask is not None:
            one = mask.size(0) == 1
            mask = mask.unsqueeze(0) if one else mask.view(count, self.num_heads, *mask.shape[1:])
        heads = (x.view(count, self.num_heads, *x.shape[1:]) for x in (q, k, v))
        dropout = self.dropout if self.training else 0.0
        mixed = functional.scaled_dot_product_attention(*heads, mask, dropout, causal)
        return self._projected_back(mixed.permute(2, 0, 1, 3), q), None

    def _projected_back(self, mixed, q):
        flat = mixed.reshape(-1, self.embed_dim)
        output = functional.linear(flat, self.out_proj.weight, self.out_proj.bias)
        return output.view(q.size(1), q.size(0) // self.num_heads, self.embed_dim)


def _check_masks(query, key, key_padding_mask, attn_mask, module):
    """Refuse masks of other dimensions than the inputs ask for."""
    batched = query.dim() == 3
    place = 1 if batched and module.batch_first else 0
    length, source = query.size(place), key.size(place)
    if key_padding_mask is not None:
        wanted = (key.size(1 - place), source) if batched else (source,)
        if tuple(key_padding_mask.shape) != wanted:
            shape = list(key_padding_mask.shape)
            raise AssertionError(f"key_padding_mask is {shape}, not {list(wanted)}")
    if attn_mask is not None:
        shape, wanted = tuple(attn_mask.shape), (module.num_heads, length, source)
        if len(shape) not in (2, 3):
            raise AssertionError(f"attn_mask has 2 or 3 dimensions, not {len(shape)}")
        if not batched and len(shape) == 3 and shape != wanted:
            raise AssertionError(f"attn_mask is {list(shape)}, not {list(wanted)}")


def _joined_mask(attn_mask, key_padding_mask, heads, q):
    """Both masks as numbers to add to scores of (N · heads, L, S), or None."""
    length, count = q.shape[:2]
    mask, padding = as_numbers(attn_mask, key_padding_mask, q.dtype)
    if mask is not None:
        wanted = (length,) if mask.dim() == 2 else (count * heads, length)
        if tuple(mask.shape[:-1]) != wanted:
            raise RuntimeError(f"attn_mask is {list(mask.shape)}; it must begin with {wanted}")
        if mask.dim() == 2:
            mask = mask.unsqueeze(0)
    if padding is None:
        return mask
    padding = padding.view(count, 1, 1, padding.size(-1)).expand(-1, heads, -1, -1)
    padding = padding.reshape(count * heads, 1, padding.size(-1))
    return padding if mask is None else mask + padding


def as_numbers(attn_mask, key_padding_mask, dtype):
    """Both masks as `_numbers`; PyTorch would like them to be of one dtype."""
    masks = attn_mask, key_padding_mask
    dtypes = [mask.dtype for mask in masks if mask is not None]
    if len(set(dtypes)) > 1:
        text = f"both masks should be of one dtype, not of {dtypes}"
        warnings.warn(text, UserWarning, stacklevel=3)
    return [_numbers(mask, dtype) for mask in masks]


def _numbers(mask, dtype):
    """A mask of bools as minus infinity where it is True."""
    if mask is None or mask.is_floating_point():
        return mask
    if str(mask.dtype) != "torch.bool":
        raise AssertionError(f"masks are bool or float, not {mask.dtype!r}")
    return zeros(mask.shape, dtype=dtype).masked_fill_(mask, -math.inf)


def _wider(mask):
    """A mask for one key more, which is never left out."""
    return None if mask is None else functional.pad(mask, (0, 1))
