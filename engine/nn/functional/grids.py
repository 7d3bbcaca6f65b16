"""`grid_sample` and `affine_grid` of `torch.nn.functional`."""

import warnings

from engine.ops.grid import affine_grid_generator, samplers

__all__ = ["affine_grid", "grid_sample"]

_MODES = {"bilinear": 0, "nearest": 1, "bicubic": 2}
_PADDINGS = {"zeros": 0, "border": 1, "reflection": 2}


def grid_sample(input, grid, mode="bilinear", padding_mode="zeros", align_corners=None):
    """Images (N, C, H, W), or volumes, read at the places of a grid (N, H', W', 2), -1 to 1."""
    for value, known in ((mode, _MODES), (padding_mode, _PADDINGS)):
        if value not in known:
            raise ValueError(f"grid_sample(): one of {list(known)} was expected, not {value!r}")
    align_corners = _aligned("grid_sample", align_corners)
    sampler = samplers[3 if input.ndim == 5 else 2]
    return sampler(input, grid, _MODES[mode], _PADDINGS[padding_mode], align_corners)


def _aligned(name, align_corners):
    if align_corners is None:
        warnings.warn(
            f"{name}() takes align_corners=False, as none was given", UserWarning, stacklevel=4
        )
    return bool(align_corners)


def affine_grid(theta, size, align_corners=None):
    """The grid that reads images of that size through the maps `theta`, (N, 2, 3) or (N, 3, 4)."""
    if theta._data.dtype.kind != "f":
        raise ValueError(f"affine_grid() takes maps of floats, not {theta.dtype}")
    size = tuple(size)
    if len(size) not in (4, 5):
        raise NotImplementedError(f"affine_grid() makes grids of 4 or 5 sizes, not {len(size)}")
    if tuple(theta.shape[1:]) != (len(size) - 2, len(size) - 1) or theta.ndim != 3:
        raise ValueError(f"affine_grid(): maps of {list(theta.shape)} do not fit {list(size)}")
    if min(size) <= 0:
        raise ValueError(f"affine_grid(): sizes must be above 0, not {list(size)}")
    return affine_grid_generator(theta, size, _aligned("affine_grid", align_corners))
