"""Channels moved into space, and back."""

from engine.nn.modules.layer import REQUIRED, layer

PixelShuffle = layer(
    "PixelShuffle",
    "pixel_shuffle",
    "pixelshuffle",
    shown=("upscale_factor",),
    upscale_factor=REQUIRED,
)
PixelUnshuffle = layer(
    "PixelUnshuffle",
    "pixel_unshuffle",
    "pixelshuffle",
    shown=("downscale_factor",),
    downscale_factor=REQUIRED,
)

__all__ = ["PixelShuffle", "PixelUnshuffle"]
