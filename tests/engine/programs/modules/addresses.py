import torch
import torch.nn as nn
import torch.nn.functional as F
import torch.optim as optim
from torch.func import functional_call, grad, vmap
from torch.nn import Parameter, init
from torch.nn.modules import Linear, activation, batchnorm, conv, loss, module
from torch.nn.modules.container import ModuleList, Sequential
from torch.nn.modules.conv import Conv2d
from torch.nn.modules.linear import Identity
from torch.nn.modules.loss import CrossEntropyLoss
from torch.nn.modules.module import Module
from torch.nn.modules.normalization import LayerNorm
from torch.nn.modules.rnn import GRU
from torch.nn.parameter import Buffer
from torch.nn.utils.clip_grad import clip_grad_norm_
from torch.nn.utils.rnn import pad_sequence
from torch.optim import SGD, Adam, AdamW
from torch.optim.adam import Adam as Adam_
from torch.optim.lr_scheduler import ReduceLROnPlateau, StepLR
from torch.optim.optimizer import Optimizer
from torch.optim.sgd import SGD as SGD_
from torch.utils.data import DataLoader, TensorDataset
from torch.utils.data.dataloader import default_collate
from torch.utils.data.dataset import Dataset
from torch.utils.data.sampler import RandomSampler

for thing in (
    nn.Linear, nn.ReLU, nn.Sequential, nn.CrossEntropyLoss, nn.BatchNorm2d, nn.Dropout, nn.LSTM,
    nn.MultiheadAttention, nn.ModuleDict, nn.ParameterList, nn.Embedding, nn.MaxPool2d, nn.Flatten,
    nn.Module, nn.Parameter, nn.ReLU6, nn.Sigmoid, nn.MSELoss, nn.ZeroPad2d, nn.Upsample,
    optim.SGD, optim.Adam, optim.AdamW, optim.LBFGS, optim.Optimizer, StepLR, ReduceLROnPlateau,
    Dataset, DataLoader, TensorDataset, RandomSampler,
):  # fmt: skip
    print(thing, thing.__module__, thing.__qualname__)
print(Linear is nn.Linear, Adam is Adam_, SGD is SGD_, Module is nn.Module, Conv2d is conv.Conv2d)
print(activation.ReLU is nn.ReLU, loss.MSELoss is nn.MSELoss, batchnorm.BatchNorm1d, module.Module)
print(
    Sequential is nn.Sequential, ModuleList, Identity, CrossEntropyLoss, LayerNorm, GRU, Optimizer
)
print(Parameter is torch.nn.Parameter, callable(init.xavier_uniform_), callable(F.relu), AdamW)
print(callable(functional_call), callable(grad), callable(vmap), callable(torch.vmap))
print(callable(clip_grad_norm_), callable(pad_sequence), callable(default_collate), Buffer)
