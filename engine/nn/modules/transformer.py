"""Transformers: an encoder, a decoder, and both."""

import copy
import math
import warnings

import numpy as np

from engine import dtype as dtypes
from engine.autograd.mode import mode
from engine.creation import full
from engine.nn import functional, init
from engine.nn.modules.attention import as_numbers
from engine.nn.modules.container import ModuleList
from engine.nn.modules.module import Module
from engine.nn.modules.normalization import LayerNorm
from engine.nn.modules.transformer_layer import TransformerDecoderLayer, TransformerEncoderLayer
from engine.warn import warn_once


def _get_clones(module, count):
    return ModuleList([copy.deepcopy(module) for _ in range(count)])


def _why_not_nested(layer):
    """Why such layers compute what is padded in evaluation, too; "" if they do not."""
    if not isinstance(layer, TransformerEncoderLayer):
        return "the layer is no TransformerEncoderLayer"
    attention = layer.self_attn
    reasons = {
        "norm_first is True": layer.norm_first,
        "batch_first is False": not attention.batch_first,
        "query, key and value differ in features": not attention._qkv_same_embed_dim,
        "there is no bias": attention.in_proj_bias is None,
        "the activation is neither relu nor gelu": layer.activation
        not in (functional.relu, functional.gelu),
        "the two norms differ in eps": layer.norm1.eps != layer.norm2.eps,
        "the number of heads is odd": attention.num_heads % 2 == 1,
    }
    return next((reason for reason, holds in reasons.items() if holds), "")


class TransformerEncoder(Module):
    """Several encoder layers, copies of one."""

    def __init__(
        self, encoder_layer, num_layers, norm=None, enable_nested_tensor=True, mask_check=True
    ):
        super().__init__()
        self.layers = _get_clones(encoder_layer, num_layers)
        self.num_layers, self.norm = num_layers, norm
        self.enable_nested_tensor, self.mask_check = enable_nested_tensor, mask_check
        reason = _why_not_nested(encoder_layer)
        if enable_nested_tensor and reason:
            warnings.warn(
                f"padded inputs are not cut short in evaluation: {reason}",
                UserWarning,
                stacklevel=2,
            )
        self.use_nested_tensor = enable_nested_tensor and not reason

    def forward(self, src, mask=None, src_key_padding_mask=None, is_causal=None):
        result = self._through_layers(src, mask, src_key_padding_mask, is_causal)
        if self._leaves_padding_out(src, mask, src_key_padding_mask):
            warn_once("padding is left out by way of nested tensors, which may change")
            padded = src_key_padding_mask
            result = result.masked_fill(padded.unsqueeze(-1), 0.0)
        return result if self.norm is None else self.norm(result)

    def _leaves_padding_out(self, src, mask, padding):
        """Whether PyTorch would not compute what is padded, and give zeros there."""
        if self.training or padding is None or mask is not None or not self.use_nested_tensor:
            return False
        if src.dim() != 3 or padding.dtype != dtypes.bool:
            return False
        if mode.grad and (src.requires_grad or any(p.requires_grad for p in self.parameters())):
            return False
        kept = ~padding._data
        return bool((np.diff(kept.astype(np.int8), axis=1) <= 0).all())  # padded at the end alone

    def _through_layers(self, src, mask, src_key_padding_mask, is_causal):
        masks = as_numbers(mask, src_key_padding_mask, src.dtype)
        for layer in self.layers:
            src = layer(src, *masks, bool(is_causal))
        return src


class TransformerDecoder(Module):
    """Several decoder layers, copies of one."""

    def __init__(self, decoder_layer, num_layers, norm=None):
        super().__init__()
        self.layers = _get_clones(decoder_layer, num_layers)
        self.num_layers, self.norm = num_layers, norm

    def forward(
        self,
        tgt,
        memory,
        tgt_mask=None,
        memory_mask=None,
        tgt_key_padding_mask=None,
        memory_key_padding_mask=None,
        tgt_is_causal=None,
        memory_is_causal=False,
    ):
        for layer in self.layers:
            tgt = layer(
                tgt,
                memory,
                tgt_mask,
                memory_mask,
                tgt_key_padding_mask,
                memory_key_padding_mask,
                bool(tgt_is_causal),
                memory_is_causal,
            )
        return tgt if self.norm is None else self.norm(tgt)


class Transformer(Module):
    """An encoder and a decoder."""

    def __init__(
        self,
        d_model=512,
        nhead=8,
        num_encoder_layers=6,
        num_decoder_layers=6,
        dim_feedforward=2048,
        dropout=0.1,
        activation=functional.relu,
        custom_encoder=None,
        custom_decoder=None,
        layer_norm_eps=1e-5,
        batch_first=False,
        norm_first=False,
        bias=True,
        device=None,
        dtype=None,
    ):
        super().__init__()
        made = {"bias": bias, "device": device, "dtype": dtype}
        shape = (d_model, nhead, dim_feedforward, dropout, activation, layer_norm_eps)
        options = {"batch_first": batch_first, "norm_first": norm_first, **made}
        self.encoder, self.decoder = custom_encoder, custom_decoder
        if custom_encoder is None:
            layer = TransformerEncoderLayer(*shape, **options)
            norm = LayerNorm(d_model, eps=layer_norm_eps, **made)
            self.encoder = TransformerEncoder(layer, num_encoder_layers, norm)
        if custom_decoder is None:
            layer = TransformerDecoderLayer(*shape, **options)
            norm = LayerNorm(d_model, eps=layer_norm_eps, **made)
            self.decoder = TransformerDecoder(layer, num_decoder_layers, norm)
        for parameter in self.parameters():
            if parameter.dim() > 1:
                init.xavier_uniform_(parameter)
        self.d_model, self.nhead, self.batch_first = d_model, nhead, batch_first

    def forward(
        self,
        src,
        tgt,
        src_mask=None,
        tgt_mask=None,
        memory_mask=None,
        src_key_padding_mask=None,
        tgt_key_padding_mask=None,
        memory_key_padding_mask=None,
        src_is_causal=None,
        tgt_is_causal=None,
        memory_is_causal=False,
    ):
        batch = 0 if self.batch_first else 1
        if src.dim() == 3 and src.size(batch) != tgt.size(batch):
            raise RuntimeError("src and tgt differ in the size of the batch")
        if src.size(-1) != self.d_model or tgt.size(-1) != self.d_model:
            raise RuntimeError(f"src and tgt must have {self.d_model} features")
        memory = self.encoder(src, src_mask, src_key_padding_mask, src_is_causal)
        return self.decoder(
            tgt,
            memory,
            tgt_mask,
            memory_mask,
            tgt_key_padding_mask,
            memory_key_padding_mask,
            tgt_is_causal,
            memory_is_causal,
        )

    @staticmethod
    def generate_square_subsequent_mask(sz, device=None, dtype=None):
        """A mask that hides from each place what comes after it."""
        return full((sz, sz), -math.inf, dtype=dtype, device=device).triu(1)


__all__ = [
    "Transformer",
    "TransformerDecoder",
    "TransformerDecoderLayer",
    "TransformerEncoder",
    "TransformerEncoderLayer",
]
