# outcome: memory raised
import torch

torch.zeros(1 << 22, 1 << 22)
