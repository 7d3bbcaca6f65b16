"""Averages, resized and padded tensors: weighted sums along each of the last dimensions."""

import numpy as np

from engine.errors import unsupported
from engine.ops.arraylike import bare, constant
from engine.ops.declare import op
from engine.ops.promote import refuse, refuse_half
from engine.ops.whole import whole
from engine.ordering import as_images


def _turned(tables):
    return tuple(t.turned() for t in tables)


def _resampled(self, tables):
    result = self
    for axis, table in enumerate(tables, self.ndim - len(tables)):
        result = table.apply(result, axis)
    return as_images(result, self)


@op("_resample", node="resample", self=lambda g, tables: resample(g, _turned(tables)))
def resample(self, tables):
    """The tables of `engine.ops.windows` applied to the last dimensions."""
    return _resampled(self, tables)


def resampling(name, node):
    """Declare `resample` once more, under a name and a node of its own."""

    def forward(self, tables):
        if self.dtype == np.uint8 and "nearest" not in name:
            raise unsupported("bytes between which to interpolate", "convert them to float")
        if self.dtype.kind != "f" and self.dtype != np.uint8:
            refuse(name, "iub", self)
        return _resampled(self, tables)

    formula = whole(f"={node}BackwardBackward0", lambda g, tables: resample(g, _turned(tables)))
    return op(name, node=f"={node}Backward0", self=formula)(forward)


def padding_by(name, node):
    """The same for padding, whose input is saved as PyTorch's is."""

    def forward(self, tables):
        refuse(name, "b", self)
        return _resampled(self, tables)

    formula = whole(
        f"={node}BackwardBackward0", lambda g, self, tables: resample(g, _turned(tables))
    )
    return op(name, node=f"={node}Backward0", self=formula)(forward)


def averaging(name, node):
    """Declare an operation that adds up by tables, and divides by an array."""

    def forward(self, tables, divisor):
        if self.dtype.kind != "f":
            return _whole_average(name, self, tables, divisor)
        if name == "_avg_pool3d":
            refuse_half("avg_pool3d", self)
        total = _resampled(self, tables)
        return total / np.asarray(divisor).astype(total.dtype)

    def formula(g, self, tables, divisor):
        share = np.asarray(divisor).astype(bare(g).dtype)
        return resample(g / constant(share, g), _turned(tables))

    formula = whole(f"={node}BackwardBackward0", formula)
    return op(name, node=f"={node}Backward0", self=formula)(forward)


def _whole_average(name, x, tables, divisor):
    """Averages of integers, which only int64 has and not in windows of adaptive size."""
    if (x.size or "3d" in name) and (x.dtype != np.int64 or "adaptive" in name):
        raise NotImplementedError(f"{name.lstrip('_')}() is not defined for {x.dtype}")
    total = _resampled(x, tables)
    return np.trunc(total / np.asarray(divisor)).astype(x.dtype)


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
