"""Which operations have an in-place form, and which go by other names too."""

import importlib

from engine.ops.declare import OPS
from engine.ops.inplace import inplace_form
from engine.tensor import Tensor

FAMILIES = (
    "indexing picking masking scattering scatter_reduce embedding padding reshaping copies diagonals replacing splitting joining rearranging "
    "shuffling pooling resampling convolution attention normalization loss class_loss embedding_bag pair_distances products matmul einsum factors solving inverting matrix_norms "
    "pointwise selecting elementary power rounding comparison reduce variance cumulative extremes sorting norms statistics gradients searching complex_parts special activation"
).split()

INPLACE = """
    abs acos acosh add addbmm addmm addmv addr baddbmm addcdiv addcmul asin asinh atan atan2 atanh bitwise_and
    bitwise_left_shift bitwise_not bitwise_or bitwise_right_shift bitwise_xor ceil celu clamp
    clamp_max clamp_min conj_physical copysign cos cosh cumprod cumsum deg2rad digamma div elu eq erf erfc
    erfinv exp exp2 expm1 float_power floor floor_divide fmod frac gcd ge gt hardsigmoid
    hardswish hardtanh heaviside hypot i0 index_add index_copy index_fill index_reduce lcm ldexp le leaky_relu lerp lgamma log log10 log1p
    log2 logical_and logical_not logical_or logical_xor logit lt masked_fill masked_scatter mish mul mvlgamma nan_to_num ne
    neg nextafter polygamma pow put rad2deg reciprocal relu remainder renorm round rrelu rsqrt scatter scatter_add scatter_reduce selu sgn sigmoid sign
    silu sin sinc sinh sqrt square sub tan tanh threshold tril triu trunc xlogy
""".split()

FUNCTIONS_ONLY = set(
    """
    alias_copy as_strided_copy atleast_1d atleast_2d atleast_3d block_diag broadcast_shapes broadcast_tensors cartesian_prod pdist
    cat chain_matmul column_stack einsum tensordot combinations diagonal_copy dstack expand_copy hstack meshgrid
    permute_copy split_with_sizes_copy squeeze_copy stack t_copy transpose_copy unbind_copy
    unfold_copy unsqueeze_copy view_copy vstack
    bucketize complex gradient isin polar searchsorted view_as_complex view_as_real
    """.split()
)
FUNCTIONS_IN_PLACE = """
    abs_ acos_ acosh_ addmv_ arccos_ arccosh_ arcsin_ arcsinh_ arctan_ arctanh_ as_strided_ asin_
    asinh_ atan_ atanh_ ceil_ celu_ clamp_ clamp_max_ clamp_min_ clip_ cos_ cosh_ deg2rad_ detach_
    erf_ erfc_ exp2_ exp_ expm1_ fill_ fix_ floor_ frac_ gcd_ i0_ index_put_ lcm_ ldexp_ log10_
    log1p_ log2_ log_ logit_ nan_to_num_ neg_ negative_ rad2deg_ reciprocal_ relu_ resize_as_
    round_ rsqrt_ selu_ sigmoid_ sin_ sinc_ sinh_ sqrt_ square_ tan_ tanh_ threshold_ trunc_ xlogy_
    zero_
""".split()
METHODS_ONLY = set(
    """
    expand expand_as repeat reshape_as sum_to_size unfold view view_as
    """.split()
)

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
    "greater": "gt",
    "greater_equal": "ge",
    "ger": "outer",
    "inverse": "linalg_inv",
    "less": "lt",
    "moveaxis": "movedim",
    "less_equal": "le",
    "matrix_exp": "linalg_matrix_exp",
    "multiply": "mul",
    "negative": "neg",
    "not_equal": "ne",
    "row_stack": "vstack",
    "slogdet": "linalg_slogdet",
    "subtract": "sub",
    "true_divide": "div",
}


for _family in FAMILIES:  # they declare their operations
    importlib.import_module(f"engine.ops.{_family}")
OPS.update({other: OPS[name] for other, name in ALIASES.items()})


def inplace_forms():
    """The in-place forms by name, `add_` and so on, those of aliases among them."""
    forms = {name + "_": inplace_form(OPS[name], name + "_") for name in INPLACE}
    for other, name in ALIASES.items():
        if name in INPLACE:
            forms[other + "_"] = forms[name + "_"]
    return forms


def is_public(name):
    """Whether an operation of that name is PyTorch's, and not only a part of others."""
    return not name.startswith(("_", "linalg_")) and not name.endswith("_backward")


def functions():
    """The operations that are functions of the package, by name."""
    found = {k: v for k, v in OPS.items() if is_public(k) and k not in METHODS_ONLY}
    in_place = {k: getattr(Tensor, k) for k in FUNCTIONS_IN_PLACE if hasattr(Tensor, k)}
    return found | in_place
