"""`torch.nn.parallel`: copies of a module on several GPUs, of which there are none."""

from engine.errors import unsupported
from engine.nn.modules.module import Module


class DataParallel(Module):
    """The module itself, under another name: without GPUs its calls are not split."""

    __module__ = "torch.nn.parallel.data_parallel"

    def __init__(self, module, device_ids=None, output_device=None, dim=0):
        super().__init__()
        self.module, self.dim = module, dim
        self.device_ids, self.output_device = [], None

    def forward(self, *inputs, **kwargs):
        return self.module(*inputs, **kwargs)


class DistributedDataParallel(Module):
    """Not supported."""

    def __init__(self, module, *args, **kwargs):
        raise unsupported("DistributedDataParallel", "use the module itself")


__all__ = ["DataParallel", "DistributedDataParallel"]
