"""Invertible functions, elementwise, by which one distribution becomes another."""

import math

from engine.creation import full_like
from engine.distributions import constraints
from engine.limits import finfo
from engine.nn.functional import softplus
from engine.tensor import Tensor


class Transform:
    """A function, its inverse and the logarithm of its slope.

    With `cache_size=1` the last pair is kept, so that its inverse is exact.
    """

    def __init__(self, cache_size=0):
        if cache_size not in (0, 1):
            raise ValueError("cache_size is 0 or 1")
        self._cache_size, self._pair = cache_size, (None, None)

    def __init_subclass__(cls, **kwargs):
        super().__init_subclass__(**kwargs)
        if cls.__module__.startswith("engine."):
            cls.__module__ = "torch.distributions.transforms"

    codomain = constraints.real
    inv = property(lambda self: _InverseTransform(self))

    def __call__(self, x):
        if self._cache_size and x is self._pair[0]:
            return self._pair[1]
        return self._keep(x, self._call(x))[1]

    def _undo(self, y):
        if self._cache_size and y is self._pair[1]:
            return self._pair[0]
        return self._keep(self._inverse(y), y)[0]

    def _keep(self, x, y):
        if self._cache_size:
            self._pair = (x, y)
        return x, y

    def _call(self, x):
        raise NotImplementedError(f"{type(self).__name__} has no _call()")

    def _inverse(self, y):
        raise NotImplementedError(f"{type(self).__name__} has no _inverse()")

    def log_abs_det_jacobian(self, x, y):
        """log |dy / dx| for each element."""
        raise NotImplementedError(f"{type(self).__name__} has no log_abs_det_jacobian()")

    def __repr__(self):
        return f"{type(self).__name__}()"


class _InverseTransform(Transform):
    def __init__(self, transform):
        super().__init__()
        self._inv = transform

    inv = property(lambda self: self._inv)

    def __call__(self, x):
        return self._inv._undo(x)

    def _undo(self, y):
        return self._inv(y)

    def log_abs_det_jacobian(self, x, y):
        return -self._inv.log_abs_det_jacobian(y, x)

    def __repr__(self):
        return f"_InverseTransform({self._inv!r})"


class ComposeTransform(Transform):
    """Several, the first first."""

    def __init__(self, parts, cache_size=0):
        super().__init__(cache_size)
        self.parts = list(parts)

    def _call(self, x):
        for part in self.parts:
            x = part(x)
        return x

    def _inverse(self, y):
        for part in reversed(self.parts):
            y = part._undo(y)
        return y

    def log_abs_det_jacobian(self, x, y):
        total = 0
        for part in self.parts:
            after = part(x)
            total, x = part.log_abs_det_jacobian(x, after) + total, after
        return total

    @property
    def codomain(self):
        """What the last part gives."""
        return self.parts[-1].codomain if self.parts else constraints.real

    def __repr__(self):
        rows = ",\n    ".join(map(repr, self.parts))
        return f"ComposeTransform(\n    {rows}\n)"


class AffineTransform(Transform):
    """loc + scale * x."""

    def __init__(self, loc, scale, event_dim=0, cache_size=0):
        super().__init__(cache_size)
        self.loc, self.scale = loc, scale

    def _call(self, x):
        return self.loc + self.scale * x

    def _inverse(self, y):
        return (y - self.loc) / self.scale

    def log_abs_det_jacobian(self, x, y):
        if isinstance(self.scale, Tensor):
            return self.scale.abs().log().expand(x.shape)
        return full_like(x, math.log(abs(self.scale)))


class ExpTransform(Transform):
    """exp(x)."""

    codomain = constraints.positive

    def _call(self, x):
        return x.exp()

    def _inverse(self, y):
        return y.log()

    def log_abs_det_jacobian(self, x, y):
        return x


class PowerTransform(Transform):
    """x to the power of `exponent`, for positive x."""

    codomain = constraints.positive

    def __init__(self, exponent, cache_size=0):
        super().__init__(cache_size)
        self.exponent = exponent

    def _call(self, x):
        return x.pow(self.exponent)

    def _inverse(self, y):
        return y.pow(1 / self.exponent)

    def log_abs_det_jacobian(self, x, y):
        return (self.exponent * y / x).abs().log()


class SigmoidTransform(Transform):
    """1 / (1 + exp(-x)), kept off 0 and 1."""

    codomain = constraints.unit_interval

    def _bounded(self, y):
        limits = finfo(y.dtype)
        return y.clamp(min=limits.tiny, max=1.0 - limits.eps)

    def _call(self, x):
        return self._bounded(x.sigmoid())

    def _inverse(self, y):
        y = self._bounded(y)
        return y.log() - (-y).log1p()

    def log_abs_det_jacobian(self, x, y):
        return -softplus(-x) - softplus(x)


class TanhTransform(Transform):
    """tanh(x)."""

    codomain = constraints.interval(-1.0, 1.0)

    def _call(self, x):
        return x.tanh()

    def _inverse(self, y):
        return y.atanh()

    def log_abs_det_jacobian(self, x, y):
        return 2.0 * (math.log(2.0) - x - softplus(-2.0 * x))


class SoftplusTransform(Transform):
    """log(1 + exp(x))."""

    codomain = constraints.positive

    def _call(self, x):
        return softplus(x)

    def _inverse(self, y):
        return (-y).expm1().neg().log() + y

    def log_abs_det_jacobian(self, x, y):
        return -softplus(-x)


class AbsTransform(Transform):
    """|x|, which has no inverse: the positive one of both stands for it."""

    codomain = constraints.positive

    def _call(self, x):
        return x.abs()

    def _inverse(self, y):
        return y
