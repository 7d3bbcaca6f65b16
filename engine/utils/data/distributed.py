"""`torch.utils.data.distributed`: the part of a dataset that one of several processes takes."""

import math

from engine.drawing import randperm
from engine.random import Generator
from engine.utils.data.sampler import Sampler


class DistributedSampler(Sampler):
    """Every `num_replicas`-th index from `rank` on; each epoch has an order of its own."""

    def __init__(
        self, dataset, num_replicas=None, rank=None, shuffle=True, seed=0, drop_last=False
    ):
        if num_replicas is None or rank is None:
            raise ValueError("without a process group, num_replicas and rank have to be given")
        if not 0 <= rank < num_replicas:
            raise ValueError(f"rank {rank} is none of {num_replicas} replicas")
        self.dataset, self.num_replicas, self.rank = dataset, num_replicas, rank
        self.shuffle, self.seed, self.drop_last, self.epoch = shuffle, seed, drop_last, 0
        share = len(dataset) / num_replicas
        uneven = drop_last and len(dataset) % num_replicas
        self.num_samples = math.floor(share) if uneven else math.ceil(share)
        self.total_size = self.num_samples * num_replicas

    def __iter__(self):
        indices = list(range(len(self.dataset)))
        if self.shuffle:
            generator = Generator().manual_seed(self.seed + self.epoch)
            indices = randperm(len(self.dataset), generator=generator).tolist()
        rounds = -(-self.total_size // max(len(indices), 1))
        indices = (indices * rounds)[: self.total_size]
        return iter(indices[self.rank :: self.num_replicas])

    def __len__(self):
        return self.num_samples

    def set_epoch(self, epoch):
        """Choose the order of an epoch."""
        self.epoch = epoch


__all__ = ["DistributedSampler"]
