# outcome: memory raised
import torch

torch.zeros(1).expand(1 << 40).contiguous()
