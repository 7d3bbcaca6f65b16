"""One layer of a transformer's encoder or decoder."""

from engine.nn import functional
from engine.nn.modules.attention import MultiheadAttention
from engine.nn.modules.dropout import Dropout
from engine.nn.modules.linear import Linear
from engine.nn.modules.module import Module
from engine.nn.modules.normalization import LayerNorm


def _activation(name):
    if not isinstance(name, str):
        return name
    if name not in ("relu", "gelu"):
        raise RuntimeError(f"activation is relu or gelu, not {name}")
    return getattr(functional, name)


class _Layer(Module):
    """Attentions and two linear layers, each with a shortcut, a LayerNorm and a dropout."""

    _attentions = ()  # their names

    def __init__(
        self,
        d_model,
        nhead,
        dim_feedforward=2048,
        dropout=0.1,
        activation=functional.relu,
        layer_norm_eps=1e-5,
        batch_first=False,
        norm_first=False,
        bias=True,
        device=None,
        dtype=None,
    ):
        super().__init__()
        made = {"bias": bias, "device": device, "dtype": dtype}
        for name in self._attentions:
            attention = MultiheadAttention(
                d_model, nhead, dropout=dropout, batch_first=batch_first, **made
            )
            setattr(self, name, attention)
        self.linear1 = Linear(d_model, dim_feedforward, **made)
        self.dropout = Dropout(dropout)
        self.linear2 = Linear(dim_feedforward, d_model, **made)
        self.norm_first = norm_first
        numbers = range(1, len(self._attentions) + 2)
        for number in numbers:
            setattr(self, f"norm{number}", LayerNorm(d_model, eps=layer_norm_eps, **made))
        for number in numbers:
            setattr(self, f"dropout{number}", Dropout(dropout))
        self.activation = _activation(activation)

    def _add(self, number, x, block, *args):
        """`x` and what a block makes of it, with the LayerNorm of that number."""
        norm = getattr(self, f"norm{number}")
        if self.norm_first:
            return x + block(norm(x), *args)
        return norm(x + block(x, *args))

    def _attend(self, attention, x, memory, attn_mask, key_padding_mask, is_causal):
        return attention(
            x,
            memory,
            memory,
            attn_mask=attn_mask,
            key_padding_mask=key_padding_mask,
            need_weights=False,
            is_causal=is_causal,
        )[0]

    def _sa_block(self, x, attn_mask, key_padding_mask, is_causal):
        masks = (attn_mask, key_padding_mask, is_causal)
        return self.dropout1(self._attend(self.self_attn, x, x, *masks))

    def _ff_block(self, x):
        x = self.linear2(self.dropout(self.activation(self.linear1(x))))
        return getattr(self, f"dropout{len(self._attentions) + 1}")(x)


class TransformerEncoderLayer(_Layer):
    """Self-attention and two linear layers, each with a shortcut and a LayerNorm."""

    __module__ = "torch.nn.modules.transformer"
    _attentions = ("self_attn",)

    def forward(self, src, src_mask=None, src_key_padding_mask=None, is_causal=False):
        _ = src.dtype  # which PyTorch asks for before it runs any module
        x = self._add(1, src, self._sa_block, src_mask, src_key_padding_mask, is_causal)
        return self._add(2, x, self._ff_block)


class TransformerDecoderLayer(_Layer):
    """Self-attention, attention to what an encoder made, and two linear layers."""

    __module__ = "torch.nn.modules.transformer"
    _attentions = ("self_attn", "multihead_attn")

    def forward(
        self,
        tgt,
        memory,
        tgt_mask=None,
        memory_mask=None,
        tgt_key_padding_mask=None,
        memory_key_padding_mask=None,
        tgt_is_causal=False,
        memory_is_causal=False,
    ):
        masks = (tgt_mask, tgt_key_padding_mask, tgt_is_causal)
        x = self._add(1, tgt, self._sa_block, *masks)
        masks = (memory_mask, memory_key_padding_mask, memory_is_causal)
        x = self._add(2, x, self._mha_block, memory, *masks)
        return self._add(3, x, self._ff_block)

    def _mha_block(self, x, memory, attn_mask, key_padding_mask, is_causal):
        masks = (attn_mask, key_padding_mask, is_causal)
        return self.dropout2(self._attend(self.multihead_attn, x, memory, *masks))
