"""Dimensions joined and split."""

from engine.nn.modules.module import Module


class Flatten(Module):
    """All dimensions from `start_dim` on as one."""

    def __init__(self, start_dim=1, end_dim=-1):
        super().__init__()
        self.start_dim, self.end_dim = start_dim, end_dim

    def forward(self, input):
        return input.flatten(self.start_dim, self.end_dim)

    def extra_repr(self):
        return f"start_dim={self.start_dim}, end_dim={self.end_dim}"


class Unflatten(Module):
    """One dimension as several."""

    def __init__(self, dim, unflattened_size):
        super().__init__()
        if isinstance(dim, str):
            raise TypeError("dimensions have no names here; pass a number")
        if not isinstance(unflattened_size, tuple | list):
            raise TypeError(
                f"unflattened_size is a tuple of ints, not {type(unflattened_size).__name__}"
            )
        for size in unflattened_size:
            if not isinstance(size, int):
                raise TypeError(f"unflattened_size is a tuple of ints, not {unflattened_size!r}")
        self.dim, self.unflattened_size = dim, unflattened_size

    def forward(self, input):
        return input.unflatten(self.dim, self.unflattened_size)

    def extra_repr(self):
        return f"dim={self.dim}, unflattened_size={self.unflattened_size}"


__all__ = ["Flatten", "Unflatten"]
