"""Patches as columns, and back."""

from engine.nn.modules.layer import REQUIRED, layer

_PATCHES = {"kernel_size": REQUIRED, "dilation": 1, "padding": 0, "stride": 1}

Unfold = layer("Unfold", "unfold", "fold", shown=tuple(_PATCHES), **_PATCHES)
Fold = layer(
    "Fold",
    "fold",
    "fold",
    shown=("output_size", *_PATCHES),
    output_size=REQUIRED,
    **_PATCHES,
)

__all__ = ["Fold", "Unfold"]
