import warnings

import torch

warnings.simplefilter("ignore")
x = torch.arange(6.0)
y = x.view(2, 3).t()
print(y.storage())
print(y[1].storage().tolist(), y[1].storage_offset(), y[1].stride())
print(len(y.storage()), y.storage()[4], list(x[2:].storage()))
print(x.untyped_storage().nbytes(), len(x.untyped_storage()), x.untyped_storage()[7])
print(y.untyped_storage().data_ptr() == x.untyped_storage().data_ptr())
print(y.clone().untyped_storage().data_ptr() == x.untyped_storage().data_ptr())
x.storage()[0] = 9.0
y.storage().fill_(7.0)
print(x, type(x.storage()), type(x.untyped_storage()), torch.is_storage(x.storage()))
print(str(x.untyped_storage()).splitlines()[-1], x.storage().dtype, x.storage().element_size())
