"""Averages, resized and padded tensors: weighted sums along each of the last dimensions."""

import numpy as np

from engine.ops.arraylike import bare, constant
from engine.ops.declare import op
from engine.ops.whole import whole


def _turned(tables):
    return tuple(t.turned() for t in tables)


def _resampled(self, tables):
    for axis, table in enumerate(tables, self.ndim - len(tables)):
        self = table.apply(self, axis)
    return self


@op("_resample", node="resample", self=lambda g, tables: resample(g, _turned(tables)))
def resample(self, tables):
    """The tables of `engine.ops.windows` applied to the last dimensions."""
    return _resampled(self, tables)


def resampling(name, node):
    """Declare `resample` once more, under a name and a node of its own."""
    formula = whole(f"={node}BackwardBackward0", lambda g, tables: resample(g, _turned(tables)))
    return op(name, node=f"={node}Backward0", self=formula)(_resampled)


def padding_by(name, node):
    """The same for padding, whose input is saved as PyTorch's is."""

    def formula(g, self, tables):
        return resample(g, _turned(tables))

    formula = whole(f"={node}BackwardBackward0", formula)
    return op(name, node=f"={node}Backward0", self=formula)(_resampled)


def averaging(name, node):
    """Declare an operation that adds up by tables, and divides by an array."""

    def forward(self, tables, divisor):
        total = _resampled(self, tables)
        return total / np.asarray(divisor).astype(total.dtype)

    def formula(g, self, tables, divisor):
        share = np.asarray(divisor).astype(bare(g).dtype)
        return resample(g / constant(share, g), _turned(tables))

    formula = whole(f"={node}BackwardBackward0", formula)
    return op(name, node=f"={node}Backward0", self=formula)(forward)


avg_pool = {2: averaging("_avg_pool2d", "AvgPool2D"), 3: averaging("_avg_pool3d", "AvgPool3D")}
adaptive_avg_pool = {
    dims: averaging(f"_adaptive_avg_pool{dims}d", f"AdaptiveAvgPool{dims}D") for dims in (2, 3)
}
padding = {
    (mode, dims): padding_by(f"_{mode}_pad{dims}d", f"{kind}Pad{dims}D")
    for mode, kind in (("reflect", "Reflection"), ("replicate", "Replication"))
    for dims in (1, 2, 3)
}
upsampling = {
    (mode, dims): resampling(f"_upsample_{mode}{dims}d", f"Upsample{kind}{dims}D")
    for mode, kind, each in (
        ("nearest", "Nearest", (1, 2, 3)),
        ("nearest-exact", "NearestExact", (1, 2, 3)),
        ("linear", "Linear", (1,)),
        ("bilinear", "Bilinear", (2,)),
        ("bicubic", "Bicubic", (2,)),
        ("trilinear", "Trilinear", (3,)),
    )
    for dims in each
}
