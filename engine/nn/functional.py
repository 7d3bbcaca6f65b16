"""`torch.nn.functional`: layers and losses without state."""

from engine.ops import linalg, loss


def linear(input, weight, bias=None):
    """`input @ weight.T + bias`; input is (..., in), weight (out, in), bias (out)."""
    if bias is not None and input.ndim == 2:
        return linalg.addmm(bias, input, weight.t())
    output = linalg.matmul(input, weight.t())
    return output if bias is None else output + bias


def mse_loss(input, target, size_average=None, reduce=None, reduction="mean", weight=None):
    """Squared difference, averaged, summed, or elementwise."""
    return loss.mse_loss(input, target, reduction)
