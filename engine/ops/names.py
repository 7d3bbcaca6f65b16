"""Where operations are found: in the package, as methods, in place; and their other names."""

import functools
import importlib

from engine.ops.declare import OPS
from engine.ops.inplace import inplace_form
from engine.tensor import Tensor

# Families of operations; each declares its own when it is imported.
FAMILIES = """
    activation attention clamping class_loss comparison complex_parts composites convolution copies
    ctc cumulative diagonals eigen einsum elementary elimination embedding embedding_bag extremes
    factors fourier gradients grid incomplete_gamma indexing inverting joining loss masking matmul
    matrix_norms normalization norms padding pair_distances picking pointwise pooling power products
    rearranging reduce replacing resampling reshaping rounding scatter_reduce scattering searching
    selecting shuffling signs smooth softmax solving sorting special splitting statistics ternary
    variance
""".split()

# Operations that have an in-place form, and so a method that ends in `_`.
INPLACE = """
    abs acos acosh add addbmm addcdiv addcmul addmm addmv addr asin asinh atan atan2 atanh baddbmm
    bitwise_and bitwise_left_shift bitwise_not bitwise_or bitwise_right_shift bitwise_xor ceil celu
    clamp clamp_max clamp_min conj_physical copysign cos cosh cumprod cumsum deg2rad digamma div elu
    eq erf erfc erfinv exp exp2 expm1 float_power floor floor_divide fmod frac gcd ge gt hardsigmoid
    hardswish hardtanh heaviside hypot i0 igamma igammac index_add index_copy index_fill
    index_reduce lcm ldexp le leaky_relu lerp lgamma log log10 log1p log2 logical_and logical_not
    logical_or logical_xor logit lt masked_fill masked_scatter mish mul mvlgamma nan_to_num ne neg
    nextafter polygamma pow put rad2deg reciprocal relu remainder renorm round rrelu rsqrt
    scatter scatter_add scatter_reduce selu sgn sigmoid sign silu sin sinc sinh sqrt square sub tan
    tanh threshold tril triu trunc xlogy
""".split()

# Functions of the package that are no methods.
FUNCTIONS_ONLY = set(
    """
    affine_grid_generator alias_copy as_strided_copy atleast_1d atleast_2d atleast_3d block_diag
    broadcast_shapes broadcast_tensors bucketize cartesian_prod cat cdist celu chain_matmul
    channel_shuffle column_stack combinations complex concat concatenate constant_pad_nd
    cosine_similarity cumulative_trapezoid diagonal_copy dstack einsum expand_copy fill gradient
    grid_sampler_2d grid_sampler_3d hstack isin meshgrid pairwise_distance pdist permute_copy
    pixel_shuffle pixel_unshuffle polar row_stack rrelu rsub searchsorted selu split_with_sizes_copy
    squeeze_copy stack std_mean t_copy tensordot threshold transpose_copy trapezoid trapz
    unbind_copy unfold_copy unravel_index unsqueeze_copy vander var_mean view_as_complex
    view_as_real view_copy vstack
    """.split()
)

# Methods that are no functions of the package.
METHODS_ONLY = set(
    """
    expand expand_as repeat reshape_as sum_to_size unfold view view_as
    """.split()
)

# Neither: found in `nn.functional` or `special` alone.
ELSEWHERE = set(
    """
    col2im elu entr erfcx gelu glu hardsigmoid hardswish hardtanh i0e i1 i1e im2col index leaky_relu
    log_ndtr logsigmoid mish ndtr ndtri silu softplus softshrink softsign tanhshrink xlog1py
    zeta
    """.split()
)

# In-place methods that are functions of the package, too.
FUNCTIONS_IN_PLACE = """
    abs_ acos_ acosh_ addmv_ arccos_ arccosh_ arcsin_ arcsinh_ arctan_ arctanh_ as_strided_ asin_
    asinh_ atan_ atanh_ ceil_ celu_ clamp_ clamp_max_ clamp_min_ clip_ cos_ cosh_ deg2rad_ detach_
    erf_ erfc_ exp2_ exp_ expm1_ fill_ fix_ floor_ frac_ gcd_ i0_ index_put_ lcm_ ldexp_ log10_
    log1p_ log2_ log_ logit_ nan_to_num_ neg_ negative_ rad2deg_ reciprocal_ relu_ resize_as_ round_
    rrelu_ rsqrt_ selu_ sigmoid_ sin_ sinc_ sinh_ sqrt_ square_ tan_ tanh_ threshold_ trunc_ xlogy_
    zero_
""".split()

ALIASES = {
    "absolute": "abs",
    "arccos": "acos",
    "arccosh": "acosh",
    "arcsin": "asin",
    "arcsinh": "asinh",
    "arctan": "atan",
    "arctan2": "atan2",
    "arctanh": "atanh",
    "clip": "clamp",
    "concat": "cat",
    "concatenate": "cat",
    "det": "linalg_det",
    "divide": "div",
    "fix": "trunc",
    "ger": "outer",
    "greater": "gt",
    "greater_equal": "ge",
    "inverse": "linalg_inv",
    "less": "lt",
    "less_equal": "le",
    "matrix_exp": "linalg_matrix_exp",
    "moveaxis": "movedim",
    "multiply": "mul",
    "negative": "neg",
    "not_equal": "ne",
    "row_stack": "vstack",
    "subtract": "sub",
    "true_divide": "div",
}


for _family in FAMILIES:
    importlib.import_module(f"engine.ops.{_family}")
OPS.update({other: OPS[name] for other, name in ALIASES.items()})


def _inplace_forms():
    forms = {name + "_": inplace_form(OPS[name], name + "_") for name in INPLACE}
    for other, name in ALIASES.items():
        if name in INPLACE:
            forms[other + "_"] = forms[name + "_"]
    return forms


FORMS = _inplace_forms()  # by name: `add_` and so on, those of aliases among them


def _is_public(name):
    """Whether an operation of that name is PyTorch's, and not only a part of others."""
    hidden = name.startswith(("_", "linalg_")) or name.endswith("_backward")
    return not hidden and name not in ELSEWHERE


def functions():
    """The operations that are functions of the package, by name."""
    found = {k: v for k, v in OPS.items() if _is_public(k) and k not in METHODS_ONLY}
    return found | {k: FORMS.get(k) or getattr(Tensor, k) for k in FUNCTIONS_IN_PLACE}


def _without_out(name):
    """A method as NumPy's function of that name calls it: with an `out=` that it does not have."""
    function = OPS[name]

    @functools.wraps(function)
    def method(self, *args, **kwargs):
        if "out" in kwargs and (name not in ("max", "min") or kwargs.get("axis") is not None):
            raise TypeError(f"Tensor.{name}() takes no out=; np.{name}() wants an ndarray")
        return function(self, *args, **kwargs)

    return method


def methods():
    """The operations that are methods of tensors, by name, in-place forms among them."""
    found = {
        name: getattr(function, "method", function)
        for name, function in OPS.items()
        if _is_public(name) and name not in FUNCTIONS_ONLY
    }
    found |= {
        name: _without_out(name) for name in ("sum", "mean", "prod", "max", "min", "all", "any")
    }
    hidden = FUNCTIONS_ONLY | ELSEWHERE
    return found | {k: v for k, v in FORMS.items() if k.removesuffix("_") not in hidden}
