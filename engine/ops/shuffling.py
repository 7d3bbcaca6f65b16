"""Channels moved into space and back, and mixed between groups."""

from math import prod

from engine.errors import unsupported
from engine.ops.declare import op
from engine.ordering import as_images


def _check(name, self, factor):
    if self.ndim < 3:
        raise RuntimeError(f"{name}() takes at least 3 dimensions, not {self.ndim}")
    if factor <= 0:
        raise RuntimeError(f"{name}() takes a factor above 0, not {factor}")


@op("pixel_shuffle", self=lambda g, upscale_factor: pixel_unshuffle(g, upscale_factor))
def pixel_shuffle(self, upscale_factor):
    """(..., C r², H, W) to (..., C, H r, W r)."""
    r = upscale_factor
    _check("pixel_shuffle", self, r)
    *lead, c, h, w = self.shape
    if c % (r * r):
        raise RuntimeError(f"pixel_shuffle(): {c} channels do not divide by {r * r}")
    parts = self.reshape(prod(lead), c // (r * r), r, r, h, w)
    result = parts.transpose(0, 1, 4, 2, 5, 3).reshape(*lead, c // (r * r), h * r, w * r)
    return as_images(result, self)


@op("pixel_unshuffle", self=lambda g, downscale_factor: pixel_shuffle(g, downscale_factor))
def pixel_unshuffle(self, downscale_factor):
    """(..., C, H r, W r) to (..., C r², H, W)."""
    r = downscale_factor
    _check("pixel_unshuffle", self, r)
    *lead, c, h, w = self.shape
    if h % r or w % r:
        raise RuntimeError(f"pixel_unshuffle(): {h} and {w} do not divide by {r}")
    if not self.size and r > 1:  # which PyTorch gives back in the shape that it has
        raise unsupported("pixel_unshuffle() of a tensor without elements")
    parts = self.reshape(prod(lead), c, h // r, r, w // r, r)
    result = parts.transpose(0, 1, 3, 5, 2, 4).reshape(*lead, c * r * r, h // r, w // r)
    return as_images(result, self)


@op(
    "channel_shuffle",
    self=lambda g, self_shape, groups: channel_shuffle(g, self_shape[1] // groups),
)
def channel_shuffle(self, groups):
    """Channels of `groups` groups, taken from each in turn."""
    if self.ndim < 3:
        raise RuntimeError(f"channel_shuffle() takes at least 3 dimensions, not {self.ndim}")
    if groups <= 0 or self.shape[1] % groups:
        raise RuntimeError(f"{self.shape[1]} channels do not divide into {groups} groups")
    n, c, *rest = self.shape
    mixed = self.reshape(n, groups, c // groups, *rest).swapaxes(1, 2).reshape(self.shape)
    return as_images(mixed, self)
