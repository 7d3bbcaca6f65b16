"""`torch.ops.aten`: PyTorch's names of its operators, for those who are told which one runs."""

from engine.errors import unsupported
from engine.ops.calling import OPS
from engine.tensor import Tensor


class OpOverload:
    """One form of an operator, as `torch.ops.aten.mm.default`."""

    __module__ = "torch._ops"

    def __init__(self, packet, overload):
        self.overloadpacket, self._overloadname = packet, overload

    def name(self):
        """The operator's name with its room, and that of the form."""
        suffix = "" if self._overloadname == "default" else f".{self._overloadname}"
        return f"aten::{self.overloadpacket.__name__}{suffix}"

    def __str__(self):
        return f"{self.overloadpacket}.{self._overloadname}"

    def __repr__(self):
        return f"<OpOverload(op='{self.overloadpacket}', overload='{self._overloadname}')>"


class OpOverloadPacket:
    """An operator in all its forms."""

    __module__ = "torch._ops"

    def __init__(self, name):
        self.__name__ = name

    def overloads(self):
        """The names of its forms, as far as the engine tells of them."""
        return sorted(FORMS[self.__name__])

    def __call__(self, *args, **kwargs):
        """What the operator gives, in the form that fits the arguments."""
        return OPS[_HERE.get(self.__name__, self.__name__)](*args, **kwargs)

    def __getattr__(self, form):
        if form.startswith("__") or form not in FORMS[self.__name__]:
            raise AttributeError(f"the engine tells of no form {form!r} of {self}")
        found = self.__dict__[form] = OpOverload(self, form)
        return found

    def __str__(self):
        return f"aten.{self.__name__}"

    def __repr__(self):
        return f"<OpOverloadPacket(op='{self}')>"


# Those whose calls here are PyTorch's, and always of one form: the form, and their names.
_ALWAYS = """
default: abs acos acosh addmm addmv asin asinh atan atan2 atanh baddbmm bmm cat ceil clone cos cosh
default: cumsum diagonal dot erf erfc exp exp2 expand expm1 flip floor gather gelu hardsigmoid
default: hardswish hardtanh index_select leaky_relu log log10 log1p log2 logaddexp logsumexp
default: masked_select maximum minimum mish mm mv neg permute reciprocal relu repeat roll rsqrt
default: sigmoid sign silu sin sinh softplus sqrt square stack t tan tanh tril triu trunc
default: _unsafe_view unsqueeze view elu squeeze clamp linalg_vector_norm topk sort prod amax amin
default: constant_pad_nd argmax argmin isnan logical_not logical_and logical_or cumprod scatter_add
Scalar: rsub
Tensor: add index mul sub
correction: std var std_mean var_mean
int: select transpose unbind
self: where
"""
_NAMED = {  # as the engine declares them
    "_attention": "_scaled_dot_product_flash_attention_for_cpu.default",
    "_convolution": "convolution.default",
    "_avg_pool2d": "avg_pool2d.default",
    "_embedding": "embedding.default",
    "_laid_out": "clone.default",
    "_max_pool2d_with_indices": "max_pool2d_with_indices.default",
    "_mse_loss": "mse_loss.default",
    "_native_batch_norm": "native_batch_norm.default",
    "_native_group_norm": "native_group_norm.default",
    "_native_layer_norm": "native_layer_norm.default",
    "_nll_loss": "nll_loss_forward.default",
    "_reshape_alias": "view.default",
    "_slice": "slice.Tensor",
    "_split": "split.Tensor",
    "split_with_sizes": "split_with_sizes.default",
    "_to_copy": "_to_copy.default",
    "log_softmax": "_log_softmax.default",
    "softmax": "_softmax.default",
}
_HERE = {there.partition(".")[0]: here for here, there in reversed(_NAMED.items())}
_BY_NODE = {  # overloads have nodes of their own
    "LerpBackward0": "lerp.Scalar",
    "LerpBackward1": "lerp.Tensor",
    "MaskedFillBackward0": "masked_fill.Scalar",
    "MaskedFillBackward1": "masked_fill.Tensor",
    "MaxBackward0": "max.dim",
    "MaxBackward1": "max.default",
    "MinBackward0": "min.dim",
    "MinBackward1": "min.default",
    "PowBackward0": "pow.Tensor_Scalar",
    "PowBackward1": "pow.Tensor_Tensor",
    "PowBackward2": "pow.Scalar",
    "SqueezeBackward1": "squeeze.dim",
}
_ALIKE = {
    name: f"{name}.{line.partition(':')[0]}"
    for line in _ALWAYS.strip().splitlines()
    for name in line.partition(":")[2].split()
}


_CHOSEN = {  # by whether the second argument is a tensor, is there, is None
    **{n: (f"{n}.Tensor", f"{n}.Scalar", None) for n in ("eq", "ne", "lt", "le", "gt", "ge")},
    "div": ("div.Tensor", "div.Tensor", None),
    "mean": (None, "mean.dim", "mean.default"),
    "sum": (None, "sum.dim_IntList", "sum.default"),
}
_SAID = [*_NAMED.values(), *_ALIKE.values(), *_BY_NODE.values()]
_SAID += [form for forms in _CHOSEN.values() for form in forms if form]
_IN_PLACE = {
    "_bernoulli_1_": "bernoulli_.Tensor",
    "_bernoulli_2_": "bernoulli_.float",
    "_copy": "copy_.default",
    "_normal_0_": "normal_.default",
    "_uniform_0_": "uniform_.default",
    "_zero": "zero_.default",
    "fill": "fill_.Scalar",
    **{name: f"{name}_.Tensor" for name in ("add", "div", "mul", "sub")},
    **{name: f"{name}_.default" for name in ("abs", "cos", "exp", "log", "neg", "relu")},
    **{name: f"{name}_.default" for name in ("sigmoid", "sin", "sqrt", "tanh")},
}

FORMS = {}  # name → its forms
for _said in (*_SAID, *_IN_PLACE.values()):
    FORMS.setdefault(_said.partition(".")[0], set()).add(_said.partition(".")[2])
_packets = {name: OpOverloadPacket(name) for name in FORMS}


def __getattr__(name):
    if name not in _packets:
        raise AttributeError(f"the engine tells of no operator aten.{name}", name=name)
    return _packets[name]


def form_of(operation, values, in_place=False):
    """What PyTorch calls an operation of the engine that is called with these values."""
    name = operation.name
    if in_place:
        found = _IN_PLACE.get(name)
    elif name in _CHOSEN:
        tensor, there, absent = _CHOSEN[name]
        second = values[1]
        found = tensor if isinstance(second, Tensor) else absent if second is None else there
    else:
        found = _BY_NODE.get(operation.node.__name__) or _NAMED.get(name) or _ALIKE.get(name)
    if found is None:
        raise unsupported(f"telling of {name}() to a policy of a selective checkpoint")
    name, _, form = found.partition(".")
    return getattr(_packets[name], form)
