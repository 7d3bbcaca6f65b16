"""`torch.backends`: switches of libraries that the engine does not use; they are remembered."""

from engine.backends import cuda, cudnn, mkl, mkldnn, mps, openmp

__all__ = ["cuda", "cudnn", "mkl", "mkldnn", "mps", "openmp"]
