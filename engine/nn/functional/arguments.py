"""What the functions of `torch.nn.functional` take: tensors of so many dimensions."""

import functools

from engine.tensor import Tensor


def by_dims(name, function, counts=(1, 2, 3)):
    """The functions of that name for so many dimensions, a number that `function` takes first."""
    function.__qualname__ = name  # which Python tells where arguments do not fit
    return [_bound(f"{name}{dims}d", function, dims) for dims in counts]


def _bound(name, function, dims):
    bound = functools.partial(function, dims)
    bound.__name__ = bound.__qualname__ = name
    bound.__module__, bound.__doc__ = function.__module__, function.__doc__
    return bound


# ---- what is no tensor --------------------------------------------------------------------------

_NO_TENSOR = (list, tuple, int, float, str, dict, type(None))

# Functions that PyTorch has in Python: what is no tensor lacks an attribute there.
_LACKING = set(
    """
    adaptive_avg_pool2d adaptive_avg_pool3d adaptive_max_pool2d adaptive_max_pool3d
    binary_cross_entropy binary_cross_entropy_with_logits dropout1d dropout2d dropout3d
    embedding_bag glu group_norm huber_loss instance_norm interpolate l1_loss local_response_norm
    log_softmax lp_pool1d lp_pool2d lp_pool3d margin_ranking_loss max_unpool1d max_unpool2d
    max_unpool3d mse_loss normalize smooth_l1_loss softmax softsign tanhshrink
    triplet_margin_with_distance_loss upsample upsample_bilinear upsample_nearest
    """.split()  # noqa: SIM905
)


# Of these, functions whose other arguments are never tensors.
_FIRST_ALONE = {"glu", "interpolate", "log_softmax", "normalize", "softmax"}
_FIRST_ALONE |= {"upsample", "upsample_bilinear", "upsample_nearest"}
_AS_WRITTEN = {"softmin"}  # what fails in them fails in PyTorch's as well


def takes_tensors(function):
    """The function, with PyTorch's type of error where it stumbles over what is no tensor."""
    kind = AttributeError if function.__name__ in _LACKING else TypeError

    @functools.wraps(function)
    def guarded(*args, **kwargs):
        try:
            return function(*args, **kwargs)
        except (AttributeError, TypeError) as error:
            not_called = error.__traceback__.tb_next is None  # the arguments did not fit
            if isinstance(error, kind) or not_called or function.__name__ in _AS_WRITTEN:
                raise
            first_alone = function.__name__ in _FIRST_ALONE
            for value in args[:1] if first_alone else (*args, *kwargs.values()):
                if not isinstance(value, Tensor) and _is_taken_for_one(value):
                    raise kind(
                        f"{function.__name__}(): an argument is a {type(value).__name__} where a "
                        "tensor is needed"
                    ) from None
            raise

    guarded.__module__ = "torch.nn.functional"
    return guarded


def _is_taken_for_one(value):
    return isinstance(value, _NO_TENSOR) or hasattr(value, "__array__")
