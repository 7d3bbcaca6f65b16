"""What the engine sets for the whole process when it is imported."""

import gc

import numpy as np

np.seterr(all="ignore")  # PyTorch computes inf and NaN without a word
gc.set_threshold(20_000, 20, 50)  # a growing graph is all live: few and late passes over it pay
