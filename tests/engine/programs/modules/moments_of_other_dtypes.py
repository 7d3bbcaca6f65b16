import torch
import torch.nn.functional as F

torch.manual_seed(0)
KINDS = (torch.float32, torch.float64)
for x_kind in KINDS:
    for moments in KINDS:
        for training in (False, True):
            for norm in (F.batch_norm, F.instance_norm):
                x = torch.randn(3, 4, 2, 2).to(x_kind)
                mean, var = torch.zeros(4, dtype=moments), torch.ones(4, dtype=moments)
                try:
                    print(norm(x, mean, var, None, None, training).dtype, mean.dtype)
                except RuntimeError:
                    print("RuntimeError")
