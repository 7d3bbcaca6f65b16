import numpy as np
import torch
from torch import nn


def tried(f):
    try:
        return f()
    except Exception as e:
        return type(e).__name__


# memory is shared, the form is not
for share in (torch.from_numpy, torch.as_tensor, torch.asarray):
    array = np.arange(4.0)
    tensor = share(array)
    array.shape = (2, 2)
    array[0, 0] = 9
    print(tensor, tensor.shape)
tensor = torch.arange(4.0)
for lend in (torch.Tensor.numpy, np.asarray, torch.Tensor.__array__):
    array = lend(tensor)
    array.shape = (2, 2)
    print(tensor, array is lend(tensor), lend(tensor).shape)
array = tensor.numpy()
array.flags.writeable = False
print(tensor.add_(1), array)
array = tensor.numpy()
array.dtype = np.int32
print(tensor, tensor.dtype)
scalar = torch.tensor(2.0)
scalar.numpy().shape = (1,)
print(scalar)

# tensors of several elements among numbers
pairs = [torch.tensor([1, 2]), torch.tensor([3, 4])]
for f in (
    lambda: torch.tensor(pairs),
    lambda: torch.tensor([p.float() for p in pairs]),
    lambda: torch.tensor([p.bool() for p in pairs]),
    lambda: torch.tensor(pairs, dtype=torch.float),
    lambda: torch.tensor([p.float() for p in pairs], dtype=torch.int),
    lambda: torch.tensor([1, pairs[0]]),
    lambda: torch.as_tensor(pairs),
    lambda: torch.LongTensor(pairs),
    lambda: torch.FloatTensor(pairs),
    lambda: torch.tensor([p[:1] for p in pairs]),
    lambda: torch.Tensor(2, dtype=torch.int),
    lambda: torch.Tensor([2], device="cpu"),
    lambda: torch.FloatTensor([1, 2], device="cpu"),
    lambda: torch.LongTensor(torch.ones(2)),
    lambda: torch.FloatTensor(torch.ones(2)),
    lambda: torch.ones(2).double().new([1, 2]),
):
    print(tried(f))

bag = nn.EmbeddingBag.from_pretrained(torch.eye(3))
print(bag, bag(torch.tensor([[0, 1]])), bag.weight.requires_grad)
bag = nn.EmbeddingBag.from_pretrained(torch.eye(3), freeze=False, mode="sum")
print(bag, bag(torch.tensor([0, 1, 2]), torch.tensor([0, 1])))
print(tried(lambda: nn.EmbeddingBag.from_pretrained(torch.ones(3))))
