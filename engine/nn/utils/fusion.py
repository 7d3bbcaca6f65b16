"""`torch.nn.utils.fusion`: batch normalisation in evaluation as part of the layer before it."""

import copy

from engine.creation import ones_like, zeros_like
from engine.nn.parameter import Parameter

__all__ = [
    "fuse_conv_bn_eval",
    "fuse_conv_bn_weights",
    "fuse_linear_bn_eval",
    "fuse_linear_bn_weights",
]


def _fused(weight, bias, mean, var, eps, scale, shift, places):
    bias = zeros_like(mean) if bias is None else bias
    scale = ones_like(mean) if scale is None else scale
    shift = zeros_like(mean) if shift is None else shift
    factor = scale * (var + eps).rsqrt()
    new = (weight * factor.reshape(places)).to(weight.dtype)
    moved = ((bias - mean) * factor + shift).to(bias.dtype)
    return Parameter(new, weight.requires_grad), Parameter(moved, bias.requires_grad)


def fuse_conv_bn_weights(conv_w, conv_b, bn_rm, bn_rv, bn_eps, bn_w, bn_b, transpose=False):
    """Weight and bias of a convolution that normalises, too."""
    places = [1] * conv_w.dim()
    places[1 if transpose else 0] = -1
    return _fused(conv_w, conv_b, bn_rm, bn_rv, bn_eps, bn_w, bn_b, places)


def fuse_linear_bn_weights(linear_w, linear_b, bn_rm, bn_rv, bn_eps, bn_w, bn_b):
    """Weight and bias of a linear layer that normalises, too."""
    return _fused(linear_w, linear_b, bn_rm, bn_rv, bn_eps, bn_w, bn_b, (-1, 1))


def _of_norm(layer, bn):
    if layer.training or bn.training:
        raise AssertionError("only layers in evaluation can be fused")
    if bn.running_mean is None or bn.running_var is None:
        raise AssertionError("the normalisation has to track its moments")
    moments = (bn.running_mean, bn.running_var, bn.eps, bn.weight, bn.bias)
    return copy.deepcopy(layer), moments


def fuse_conv_bn_eval(conv, bn, transpose=False):
    """A copy of the convolution that does what both do in evaluation."""
    fused, moments = _of_norm(conv, bn)
    fused.weight, fused.bias = fuse_conv_bn_weights(fused.weight, fused.bias, *moments, transpose)
    return fused


def fuse_linear_bn_eval(linear, bn):
    """A copy of the linear layer that does what both do in evaluation."""
    fused, moments = _of_norm(linear, bn)
    if linear.out_features != bn.num_features and bn.num_features != 1:
        raise AssertionError(
            f"{linear.out_features} features cannot be normalised as {bn.num_features}"
        )
    fused.weight, fused.bias = fuse_linear_bn_weights(fused.weight, fused.bias, *moments)
    return fused
