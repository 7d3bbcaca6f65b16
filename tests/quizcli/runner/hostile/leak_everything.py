# outcome: finished
import builtins
import os
import random
import sys

import numpy
import torch

builtins.leaked = torch.leaked = sys.leaked = True
os.environ["LEAKED"] = "1"
open("leaked.txt", "w").write("x")
random.seed(99)
numpy.random.seed(99)
numpy.seterr(all="raise")
torch.manual_seed(99)
torch.set_default_dtype(torch.float64)
torch.set_grad_enabled(False)
sys.setrecursionlimit(50_000)
sys.path.insert(0, "/leaked")
