"""`torch.nn.functional`: layers, activations and losses without state of their own."""

import math

import numpy as np

from engine.nn.functional_loss import *  # noqa: F403 (losses are part of this namespace)
from engine.nn.functional_pool import *  # noqa: F403 (so are poolings)
from engine.ops import convolution as conv_ops
from engine.ops import matmul, normalization, products
from engine.ops.declare import OPS
from engine.ops.reshaping import broadcast_tensors
from engine.tensor import Tensor, own, wrap

# ---- linear and convolution ---------------------------------------------------------------------


def linear(input, weight, bias=None):
    """`input @ weight.T + bias`; input is (..., in), weight (out, in), bias (out)."""
    if bias is not None and input.ndim == 2:
        return products.addmm(bias, input, weight.t())
    output = matmul.matmul(input, weight.t())
    return output if bias is None else output + bias


def bilinear(input1, input2, weight, bias=None):
    """`input1 @ weight[k] @ input2` for each output k."""
    output = ((input1.unsqueeze(-2).unsqueeze(-2) @ weight) * input2.unsqueeze(-2).unsqueeze(-2)).sum(
        (-2, -1)
    )
    return output if bias is None else output + bias


def _each(value, dims):
    """A number for all dimensions, or one for each."""
    return (value,) * dims if isinstance(value, int) else tuple(value)


def _padding(padding, weight, dilation, stride, dims):
    if not isinstance(padding, str):
        return _each(padding, dims), None
    if padding == "valid":
        return (0,) * dims, None
    if padding != "same":
        raise RuntimeError(f"padding must be 'same', 'valid' or numbers, not {padding!r}")
    if any(s != 1 for s in stride):
        raise RuntimeError("padding='same' needs a stride of 1")
    total = [d * (k - 1) for d, k in zip(dilation, weight.shape[2:], strict=True)]
    if all(t % 2 == 0 for t in total):
        return tuple(t // 2 for t in total), None
    return (0,) * dims, [n for t in reversed(total) for n in (t // 2, t - t // 2)]


def _conv(dims, input, weight, bias, stride, padding, dilation, groups):
    stride, dilation = _each(stride, dims), _each(dilation, dims)
    padding, uneven = _padding(padding, weight, dilation, stride, dims)
    if uneven is not None:
        input = pad(input, uneven)
    batched = input.ndim == dims + 2
    x = input if batched else input.unsqueeze(0)
    output = conv_ops.convolution(x, weight, bias, stride, padding, dilation, groups)
    return output if batched else output.squeeze(0)


def conv1d(input, weight, bias=None, stride=1, padding=0, dilation=1, groups=1):
    """Convolution over one dimension: input (N, C, L), weight (O, C / groups, K)."""
    return _conv(1, input, weight, bias, stride, padding, dilation, groups)


def conv2d(input, weight, bias=None, stride=1, padding=0, dilation=1, groups=1):
    """Convolution over two dimensions: input (N, C, H, W), weight (O, C / groups, KH, KW)."""
    return _conv(2, input, weight, bias, stride, padding, dilation, groups)


def conv3d(input, weight, bias=None, stride=1, padding=0, dilation=1, groups=1):
    """Convolution over three dimensions."""
    return _conv(3, input, weight, bias, stride, padding, dilation, groups)


def _conv_transpose(dims, input, weight, bias, stride, padding, output_padding, groups, dilation):
    stride, padding, dilation = (_each(v, dims) for v in (stride, padding, dilation))
    extra = _each(output_padding, dims)
    batched = input.ndim == dims + 2
    x = input if batched else input.unsqueeze(0)
    sizes = [
        (n - 1) * s - 2 * p + d * (k - 1) + e + 1
        for n, s, p, d, k, e in zip(
            x.shape[2:], stride, padding, dilation, weight.shape[2:], extra, strict=True
        )
    ]
    shape = (x.shape[0], weight.shape[1] * groups, *sizes)
    output = conv_ops.conv_input(x, weight, shape, stride, padding, dilation, groups)
    if bias is not None:
        output = output + bias.reshape((1, -1) + (1,) * dims)
    return output if batched else output.squeeze(0)


def conv_transpose1d(
    input, weight, bias=None, stride=1, padding=0, output_padding=0, groups=1, dilation=1
):
    """The adjoint of `conv1d`; weight (C, O / groups, K)."""
    return _conv_transpose(
        1, input, weight, bias, stride, padding, output_padding, groups, dilation
    )


def conv_transpose2d(
    input, weight, bias=None, stride=1, padding=0, output_padding=0, groups=1, dilation=1
):
    """The adjoint of `conv2d`; weight (C, O / groups, KH, KW)."""
    return _conv_transpose(
        2, input, weight, bias, stride, padding, output_padding, groups, dilation
    )


# ---- normalisation ------------------------------------------------------------------------------


def batch_norm(
    input,
    running_mean,
    running_var,
    weight=None,
    bias=None,
    training=False,
    momentum=0.1,
    eps=1e-5,
):
    """Normalise each channel over the batch, or, outside training, by the running moments."""
    if training and input.numel() // max(input.shape[1], 1) == 1:
        raise ValueError(
            f"batch_norm() in training needs more than one value per channel, not {list(input.shape)}"
        )
    output = normalization.batch_norm(
        input, weight, bias, running_mean, running_var, training, eps
    )
    if training and running_mean is not None:
        mean, variance = normalization.batch_moments(input._data)
        for running, new in ((running_mean, mean), (running_var, variance)):
            data = own(running)
            data *= 1 - momentum
            data += momentum * new  # PyTorch raises no version here either
    return output


def instance_norm(
    input,
    running_mean=None,
    running_var=None,
    weight=None,
    bias=None,
    use_input_stats=True,
    momentum=0.1,
    eps=1e-5,
):
    """Normalise each channel of each sample."""
    batch, channels = input.shape[:2]
    flat = input.reshape(1, batch * channels, *input.shape[2:])
    output = normalization.batch_norm(flat, None, None, None, None, True, eps).reshape(input.shape)
    shape = (1, -1) + (1,) * (input.ndim - 2)
    output = output if weight is None else output * weight.reshape(shape)
    return output if bias is None else output + bias.reshape(shape)


def layer_norm(input, normalized_shape, weight=None, bias=None, eps=1e-5):
    """Normalise over the last dimensions, whose sizes are `normalized_shape`."""
    wanted = tuple(normalized_shape)
    if tuple(input.shape[input.ndim - len(wanted) :]) != wanted:
        raise RuntimeError(
            f"layer_norm() over {list(wanted)} does not fit an input of {list(input.shape)}"
        )
    return normalization.layer_norm(input, weight, bias, len(wanted), eps)


def group_norm(input, num_groups, weight=None, bias=None, eps=1e-5):
    """Normalise over groups of channels."""
    if input.shape[1] % num_groups:
        raise RuntimeError(f"{input.shape[1]} channels do not divide into {num_groups} groups")
    return normalization.group_norm(input, weight, bias, num_groups, eps)


def rms_norm(input, normalized_shape, weight=None, eps=None):
    """Divide by the root of the mean square over the last dimensions."""
    dims = tuple(range(input.ndim - len(normalized_shape), input.ndim))
    eps = float(np.finfo(input._data.dtype).eps) if eps is None else eps
    output = input * ((input * input).mean(dims, keepdim=True) + eps).rsqrt()
    return output if weight is None else output * weight


def normalize(input, p=2.0, dim=1, eps=1e-12, out=None):
    """Divide by the norm along `dim`."""
    return input / input.norm(p, dim, keepdim=True).clamp_min(eps).expand_as(input)


def local_response_norm(input, size, alpha=1e-4, beta=0.75, k=1.0):
    """Divide by a power of the sum of squares over neighbouring channels."""
    square = input.pow(2).unsqueeze(1)
    pads = [0, 0] * (input.ndim - 2) + [size // 2, (size - 1) // 2]
    windows = pad(square, pads).unfold(2, size, 1).mean(-1)
    return input / (windows.squeeze(1) * alpha + k).pow(beta)


# ---- dropout ------------------------------------------------------------------------------------


def _check_probability(p):
    if not 0 <= p <= 1:
        raise ValueError(f"the probability of dropout must be between 0 and 1, not {p}")


def dropout(input, p=0.5, training=True, inplace=False):
    """Zero each element with probability `p`, and scale the others by 1 / (1 - p)."""
    _check_probability(p)
    if not training or p == 0:
        return input
    if p == 1:
        return input.mul_(wrap(np.zeros_like(input._data))) if inplace else input * (
            wrap(np.zeros(input._data.shape, input._data.dtype))
        )
    noise = wrap(np.empty(input._data.shape, input._data.dtype)).bernoulli_(1 - p)
    noise._data = own(noise) / noise._data.dtype.type(1 - p)
    return input.mul_(noise) if inplace else input * noise


def _feature_dropout(input, p, training, inplace):
    _check_probability(p)
    if not training or p == 0:
        return input
    shape = tuple(input.shape[:2]) + (1,) * (input.ndim - 2)
    noise = wrap(np.empty(shape, input._data.dtype)).bernoulli_(1 - p)
    noise._data = own(noise) / noise._data.dtype.type(1 - p)
    return input.mul_(noise) if inplace else input * noise


def dropout1d(input, p=0.5, training=True, inplace=False):
    """Zero whole channels."""
    return _feature_dropout(input, p, training, inplace)


dropout2d = dropout3d = dropout1d


def alpha_dropout(input, p=0.5, training=False, inplace=False):
    """Dropout that keeps mean and variance of SELU activations."""
    _check_probability(p)
    if not training or p == 0:
        return input
    alpha = 1.7580993408473766
    noise = wrap(np.empty(input._data.shape, input._data.dtype)).bernoulli_(1 - p)
    scale = 1 / math.sqrt((alpha * alpha * p + 1) * (1 - p))
    shift = (noise - 1) * (alpha * scale) + alpha * scale * p
    return input * (noise * scale) + shift


# ---- embedding and rearranging ------------------------------------------------------------------


def embedding(
    input,
    weight,
    padding_idx=None,
    max_norm=None,
    norm_type=2.0,
    scale_grad_by_freq=False,
    sparse=False,
):
    """Rows of `weight` (count, size) at the indices of `input`; `padding_idx` gets no gradient."""
    if weight.ndim != 2:
        raise RuntimeError(f"embedding() takes a weight of 2 dimensions, not {weight.ndim}")
    count = weight.shape[0]
    if padding_idx is not None:
        if not -count <= padding_idx < count:
            raise AssertionError(f"padding_idx must be within {count} rows")
        padding_idx %= count
    indices = input._data
    if indices.size and (indices.min() < 0 or indices.max() >= count):
        raise IndexError(f"an index is out of range: the embedding has {count} rows")
    return OPS["_embedding"](weight, input, -1 if padding_idx is None else padding_idx)


def one_hot(tensor, num_classes=-1):
    """A new last dimension that is 1 at the index and 0 elsewhere."""
    data = tensor._data
    count = int(data.max()) + 1 if num_classes == -1 else num_classes
    if data.size and (data.min() < 0 or data.max() >= count):
        raise RuntimeError(f"class values must be from 0 up to, without, {count}")
    return wrap((np.expand_dims(data, -1) == np.arange(count)).astype(np.int64))


def pad(input, pad, mode="constant", value=None):
    """Padding given from the last dimension on: (left, right, top, bottom, ...)."""
    pairs = [(pad[i], pad[i + 1]) for i in range(0, len(pad), 2)]
    if mode == "constant":
        return OPS["constant_pad_nd"](input, tuple(pad), 0 if value is None else value)
    output = input
    for i, (before, after) in enumerate(pairs):
        dim = input.ndim - 1 - i
        size = input.shape[dim]
        place = np.arange(-before, size + after)
        if mode == "replicate":
            place = place.clip(0, size - 1)
        elif mode == "circular":
            place = place % size
        elif mode == "reflect":
            if before >= size or after >= size:
                raise RuntimeError("reflect padding must be smaller than the dimension")
            place = np.abs(place)
            place = np.where(place >= size, 2 * (size - 1) - place, place)
        else:
            raise NotImplementedError(f"padding mode {mode!r} is not known")
        output = output.index_select(dim, wrap(place))
    return output


def pixel_shuffle(input, upscale_factor):
    """(..., C r², H, W) to (..., C, H r, W r)."""
    r = upscale_factor
    *lead, c, h, w = input.shape
    parts = input.reshape(*lead, c // (r * r), r, r, h, w)
    n = len(lead)
    order = (*range(n), n, n + 3, n + 1, n + 4, n + 2)
    return parts.permute(order).reshape(*lead, c // (r * r), h * r, w * r)


def cosine_similarity(x1, x2, dim=1, eps=1e-8):
    """The cosine of the angle between `x1` and `x2` along `dim`."""
    x1, x2 = broadcast_tensors(x1, x2)
    first = x1.norm(2, dim, keepdim=True).clamp_min(eps)
    second = x2.norm(2, dim, keepdim=True).clamp_min(eps)
    return ((x1 / first) * (x2 / second)).sum(dim)


def pairwise_distance(x1, x2, p=2.0, eps=1e-6, keepdim=False):
    """The p-norm of the difference along the last dimension."""
    return (x1 - x2 + eps).norm(p, -1, keepdim)


def scaled_dot_product_attention(
    query, key, value, attn_mask=None, dropout_p=0.0, is_causal=False, scale=None, enable_gqa=False
):
    """`softmax(query @ key.T / sqrt(size)) @ value`."""
    scale = 1 / math.sqrt(query.shape[-1]) if scale is None else scale
    scores = (query * scale) @ key.transpose(-2, -1)
    if is_causal:
        rows, columns = scores.shape[-2:]
        attn_mask = wrap(np.tril(np.ones((rows, columns), np.bool_)))
    if attn_mask is not None:
        if attn_mask._data.dtype == np.bool_:
            scores = scores.masked_fill(attn_mask.logical_not(), -math.inf)
        else:
            scores = scores + attn_mask
    weights = scores.softmax(-1)
    return dropout(weights, dropout_p, dropout_p > 0) @ value


# ---- activations --------------------------------------------------------------------------------


def _activation(name, *parameters, **defaults):
    """The functional form of an activation that is an operation, with its `inplace` flag."""
    names = [*parameters, *defaults]

    def function(input, *args, inplace=False, out=None, **kwargs):
        values = dict(defaults)
        if args and len(args) == len(names) + 1:
            *args, inplace = args
        values.update(zip(names, args, strict=False))
        values.update(kwargs)
        if not isinstance(input, Tensor):
            raise TypeError(f"{name}(): expected a tensor, not {type(input).__name__}")
        if inplace:
            return getattr(input, name + "_")(**values)
        if out is not None:
            values["out"] = out
        return OPS[name](input, **values)

    function.__name__ = function.__qualname__ = name
    function.__doc__ = f"`torch.{name}`, elementwise."
    return function


relu = _activation("relu")
relu6 = _activation("relu6")
elu = _activation("elu", alpha=1.0)
selu = _activation("selu")
celu = _activation("celu", alpha=1.0)
leaky_relu = _activation("leaky_relu", negative_slope=0.01)
threshold = _activation("threshold", "threshold", "value")
hardtanh = _activation("hardtanh", min_val=-1.0, max_val=1.0)
hardswish = _activation("hardswish")
hardsigmoid = _activation("hardsigmoid")
silu = _activation("silu")
mish = _activation("mish")
sigmoid = _activation("sigmoid")
tanh = _activation("tanh")
logsigmoid = _activation("logsigmoid")
softplus = _activation("softplus", beta=1.0, threshold=20.0)
softsign = _activation("softsign")
tanhshrink = _activation("tanhshrink")
softshrink = _activation("softshrink", lambd=0.5)
hardshrink = _activation("hardshrink", lambd=0.5)
prelu = _activation("prelu", "weight")
rrelu = _activation("rrelu", lower=1.0 / 8, upper=1.0 / 3, training=False)
gelu = _activation("gelu", approximate="none")


def relu_(input):
    """`relu` in place."""
    return input.relu_()


def _last_but(ndim):
    """PyTorch's old guess of `dim`, kept with its warning."""
    import warnings

    warnings.warn("pass dim to softmax explicitly", UserWarning, stacklevel=3)
    return 0 if ndim in (0, 1, 3) else 1


def softmax(input, dim=None, _stacklevel=3, dtype=None):
    """Exponentials that add up to 1 along `dim`."""
    return OPS["softmax"](input, _last_but(input.ndim) if dim is None else dim, dtype=dtype)


def log_softmax(input, dim=None, _stacklevel=3, dtype=None):
    """The logarithm of `softmax`."""
    return OPS["log_softmax"](input, _last_but(input.ndim) if dim is None else dim, dtype=dtype)


def softmin(input, dim=None, _stacklevel=3, dtype=None):
    """`softmax` of the negative."""
    return softmax(-input, dim, dtype=dtype)


def glu(input, dim=-1):
    """The first half times the sigmoid of the second."""
    return OPS["glu"](input, dim)
