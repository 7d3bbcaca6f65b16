# outcome: raised
import torch

torch.tensor(10**400)
