"""Complex gradients: which formulas for real numbers are also correct for complex ones, and how.

PyTorch's gradient of L by z = x + iy is dL/dx + i dL/dy. Where an operation is holomorphic, its
correct formula multiplies the incoming gradient by the conjugate of the derivative; the formulas
here do not conjugate, so the gradient is conjugated before and after. Some other formulas are
correct as written (AS_WRITTEN). An operation in neither list is refused.
"""

import numpy as np

from engine.autograd.mode import careful
from engine.errors import unsupported

_HOLOMORPHIC = """
    Acos Acosh Add AddR Addbmm Addcdiv Addcmul Addmm Addmv Addr Asin Asinh Atan Atanh Baddbmm
    Bmm Col2Im Convolution ConvolutionBackward Cos Cosh Cross Cumprod Cumsum Div Dot Exp Exp2
    Expm1 Im2Col Ldexp Lerp LinalgCross LinalgDet LinalgInvEx LinalgLu LinalgLuFactorEx
    LinalgMatrixExp LinalgSolveEx LinalgSolveTriangular Linear Log Log10 Log1P Log2 Matmul Mean
    Mm Mul Mv Pow Prod Reciprocal ReflectionPad1D ReflectionPad2D ReflectionPad3D
    ReplicationPad1D ReplicationPad2D ReplicationPad3D Resample Rsqrt Rsub Sigmoid
    SigmoidBackward Silu Sin Sinc Sinh Sqrt Sub Tan Tanh TanhBackward TriangularSolve
"""
_AS_WRITTEN = """
    Abs Alias AliasCopy Angle AsStrided AsStridedScatter BlockDiag Cat ChannelShuffle Clone
    Complex Conj ConjPhysical ConstantPadNd Copy Diag DiagEmbed Diagonal DiagonalBackward
    DiagonalScatter Dist Expand FftC2C FftC2R FftR2C Fill Flip Gather Index IndexAdd IndexCopy
    IndexFill IndexPut IndexPutImpl IndexSelect LinalgEig LinalgVectorNorm LogSoftmax MaskedFill
    MaskedScatter MaskedSelect NarrowCopy Neg Norm Permute PixelShuffle PixelUnshuffle Polar Put
    Repeat ReshapeAlias Roll Rot90 Scatter ScatterAdd Select SelectBackward SelectScatter Sgn
    Slice SliceBackward SliceScatter Softmax Split SplitWithSizes Squeeze Stack Std StdMean Sum
    T Take ToCopy Trace Transpose Tril Triu Unbind Unfold UnfoldBackward UnsafeSplit UnsafeView
    Unsqueeze Var VarMean Vdot View ViewAsComplex ViewAsReal Where Zero
"""

HOLOMORPHIC, AS_WRITTEN = frozenset(_HOLOMORPHIC.split()), frozenset(_AS_WRITTEN.split())


def begin():
    """From now on gradients may be complex, and backward passes take the careful path."""
    if "complex" not in careful:
        careful.append("complex")


def active():
    """Whether gradients may be complex."""
    return "complex" in careful


def visit(node, grad, record, edges):
    """`node.run` for complex gradients; UnsupportedError if it would not be correct."""
    operation = getattr(node, "operation", None)
    if operation is None or not _is_concerned(node, grad):
        return node.run(grad, record, edges)
    if operation in AS_WRITTEN:
        return node.run(grad, record, edges)
    if operation not in HOLOMORPHIC:
        raise refusal(node)
    grads = node.run(_conjugate(grad), record, edges)
    return [_conjugate(g, back=True) for g in grads]


def enter(node):
    """Note that complex numbers gave a real result; refuse it if the formula is wrong for that."""
    if not active():
        begin()
        if getattr(node, "operation", None) not in AS_WRITTEN:
            raise refusal(node)


def refusal(node):
    """The error for a node without a derivative for complex numbers."""
    return unsupported(
        f"the gradient of {node.name()} for complex numbers",
        "keep the real and the imaginary part as real tensors",
    )


def is_complex(value):
    """Whether an array or a tensor holds complex numbers."""
    return getattr(value, "_data", value).dtype.kind == "c"


def _is_concerned(node, grad):
    if any(d is not None and d.kind == "c" for d in node._dtypes or ()):
        return True
    row = grad if type(grad) is list else [grad]
    return any(g is not None and is_complex(g) for g in row)


def _conjugate(grad, back=False):
    """The conjugate; on its way `back`, with zeros positive, as a product with a conjugate has."""
    if grad is None:
        return None
    if type(grad) is list:
        return [_conjugate(g, back) for g in grad]
    if not is_complex(grad):
        return grad
    grad = grad.conj_physical() if hasattr(grad, "conj_physical") else np.conj(grad)
    return grad + 0.0 if back else grad
