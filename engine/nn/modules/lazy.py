"""Layers that learn the number of their inputs from the first input they see."""

from engine.autograd.grad_mode import no_grad
from engine.data import tensor
from engine.dtype import int64
from engine.nn.modules import batchnorm, conv, instancenorm, linear
from engine.nn.parameter import UninitializedBuffer, UninitializedParameter, is_lazy


class LazyModuleMixin:
    """Until its first call, a module whose parameters have no shape; it is another's after it."""

    cls_to_become = None
    _waiting = True

    def has_uninitialized_params(self):
        """Whether a parameter or buffer has no shape yet."""
        return any(map(is_lazy, (*self._parameters.values(), *self._buffers.values())))

    def initialize_parameters(self, *args, **kwargs):
        """Give parameters their shapes, from the arguments of the first call; to be defined."""
        raise NotImplementedError(f"{type(self).__name__} has to implement initialize_parameters()")

    def __call__(self, *args, **kwargs):
        if self._waiting:
            self.initialize_parameters(*args, **kwargs)
            if self.has_uninitialized_params():
                raise RuntimeError(f"{type(self).__name__} still has parameters without a shape")
            self._waiting = False
            if self.cls_to_become is not None:
                self.__class__ = self.cls_to_become
                return self(*args, **kwargs)
        return super().__call__(*args, **kwargs)

    def _load_from_state_dict(self, state_dict, prefix, *rest):
        """What is loaded gives a shape to what has none."""
        for name, value in self._own_state().items():
            given = state_dict.get(prefix + name)
            if is_lazy(value) and given is not None and not is_lazy(given):
                value.materialize(given.shape)
        super()._load_from_state_dict(state_dict, prefix, *rest)


class _LazyLayer(LazyModuleMixin):
    """A layer that learns its number of inputs and then has the shapes of its kind."""

    def _wait(self, *names, **made):
        for name in names:
            self._parameters[name] = UninitializedParameter(**made)

    def reset_parameters(self):
        """Draw new values, where there are shapes."""
        if not self.has_uninitialized_params() and self._known():
            super().reset_parameters()

    def initialize_parameters(self, input):
        """Learn from the input; what was loaded keeps its values."""
        drawn = self.has_uninitialized_params()
        if drawn or not self._known():
            self._learn(input)
        with no_grad():
            for value in (*self._parameters.values(), *self._buffers.values()):
                if is_lazy(value):
                    value.materialize(self._shape_of(value))
        if drawn:
            self.reset_parameters()


class LazyLinear(_LazyLayer, linear.Linear):
    """A `Linear` that learns `in_features`."""

    cls_to_become = linear.Linear

    def __init__(self, out_features, bias=True, device=None, dtype=None):
        super().__init__(0, 0, False)
        self.out_features = out_features
        self._wait("weight", *(["bias"] if bias else []), device=device, dtype=dtype)

    def _known(self):
        return self.in_features != 0

    def _learn(self, input):
        self.in_features = input.shape[-1]

    def _shape_of(self, parameter):
        if parameter is self._parameters["bias"]:
            return (self.out_features,)
        return (self.out_features, self.in_features)


class _LazyConv(_LazyLayer):
    _counted = False  # until its channels are numbered, there are stand-ins

    def __init__(
        self, out_channels, kernel_size, *args, bias=True, groups=1, device=None, dtype=None, **more
    ):
        super().__init__(groups, groups, kernel_size, *args, groups=groups, bias=False, **more)
        self.in_channels, self.out_channels, self._counted = 0, out_channels, True
        self._wait("weight", *(["bias"] if bias else []), device=device, dtype=dtype)

    def _known(self):
        return self._counted and self.in_channels != 0

    def _learn(self, input):
        dims = len(self.kernel_size)
        if input.dim() not in (dims + 1, dims + 2):
            raise RuntimeError(f"the input has {input.dim()} dimensions, not {dims + 1} or more")
        self.in_channels = input.shape[-dims - 1]
        if self.in_channels % self.groups:
            raise ValueError(f"{self.in_channels} channels do not divide into {self.groups} groups")

    def _shape_of(self, parameter):
        if parameter is self._parameters["bias"]:
            return (self.out_channels,)
        outer, inner = self.out_channels, self.in_channels // self.groups
        if self.transposed:
            outer, inner = self.in_channels, self.out_channels // self.groups
        return (outer, inner, *self.kernel_size)


class _LazyNorm(_LazyLayer):
    def __init__(
        self,
        eps=1e-5,
        momentum=0.1,
        affine=True,
        track_running_stats=True,
        device=None,
        dtype=None,
        *,
        bias=True,
    ):
        super().__init__(0, eps, momentum, False, False)
        self.affine, self.track_running_stats = affine, track_running_stats
        made = {"device": device, "dtype": dtype}
        if affine:
            self._wait("weight", *(["bias"] if bias else []), **made)
        if track_running_stats:
            self._buffers["running_mean"] = UninitializedBuffer(**made)
            self._buffers["running_var"] = UninitializedBuffer(**made)
            self._buffers["num_batches_tracked"] = tensor(0, dtype=int64)

    def _known(self):
        return self.num_features != 0

    def _learn(self, input):
        self.num_features = input.shape[1]

    def _shape_of(self, _):
        return (self.num_features,)


def _lazy(lazy, kinds):
    """The lazy forms of layers."""
    return [
        type(
            f"Lazy{kind.__name__}",
            (lazy, kind),
            {
                "__module__": __name__,
                "__doc__": f"`{kind.__name__}` that learns its number of channels.",
                "cls_to_become": kind,
            },
        )
        for kind in kinds
    ]


LazyConv1d, LazyConv2d, LazyConv3d = _lazy(_LazyConv, (conv.Conv1d, conv.Conv2d, conv.Conv3d))
LazyConvTranspose1d, LazyConvTranspose2d, LazyConvTranspose3d = _lazy(
    _LazyConv, (conv.ConvTranspose1d, conv.ConvTranspose2d, conv.ConvTranspose3d)
)
LazyBatchNorm1d, LazyBatchNorm2d, LazyBatchNorm3d = _lazy(
    _LazyNorm, (batchnorm.BatchNorm1d, batchnorm.BatchNorm2d, batchnorm.BatchNorm3d)
)
LazyInstanceNorm1d, LazyInstanceNorm2d, LazyInstanceNorm3d = _lazy(
    _LazyNorm,
    (instancenorm.InstanceNorm1d, instancenorm.InstanceNorm2d, instancenorm.InstanceNorm3d),
)

__all__ = [
    "LazyBatchNorm1d",
    "LazyBatchNorm2d",
    "LazyBatchNorm3d",
    "LazyConv1d",
    "LazyConv2d",
    "LazyConv3d",
    "LazyConvTranspose1d",
    "LazyConvTranspose2d",
    "LazyConvTranspose3d",
    "LazyInstanceNorm1d",
    "LazyInstanceNorm2d",
    "LazyInstanceNorm3d",
    "LazyLinear",
]
