import torch
import torch.nn as nn
from torch.utils.data import DataLoader, DistributedSampler


def tried(f):
    try:
        return f()
    except Exception as e:
        return type(e).__name__


for options in (
    dict(num_replicas=2, rank=0),
    dict(num_replicas=3, rank=2, shuffle=False),
    dict(num_replicas=3, rank=1, drop_last=True),
    dict(num_replicas=2, rank=1, seed=5),
):
    sampler = DistributedSampler(range(10), **options)
    print(len(sampler), list(sampler), sampler.total_size)
    sampler.set_epoch(1)
    print(list(sampler))
print(list(DistributedSampler(range(1), 3, 2)))
print(tried(lambda: DistributedSampler(range(10), num_replicas=2, rank=2)))
print(tried(lambda: DistributedSampler(range(10))))
sampler = DistributedSampler(range(5), 2, 0, shuffle=False)
print(list(DataLoader(range(5), batch_size=2, sampler=sampler)))
net = nn.Sequential(
    nn.Linear(2, 2), nn.BatchNorm1d(2), nn.Sequential(nn.BatchNorm2d(3, affine=False))
)
print(nn.SyncBatchNorm.convert_sync_batchnorm(net))
norm = nn.SyncBatchNorm(2)
print(norm, list(norm.state_dict()), norm(torch.tensor([[1.0, 2.0], [3.0, 6.0]])))
print(norm.running_mean, norm.eval()(torch.ones(2, 2)), tried(lambda: norm(torch.ones(2))))
