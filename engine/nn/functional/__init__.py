"""`torch.nn.functional`: layers, activations and losses without state of their own."""

from engine.absent import refusing
from engine.nn.functional import arguments as _arguments
from engine.nn.functional.activation import *
from engine.nn.functional.alignment import *
from engine.nn.functional.attention import *
from engine.nn.functional.class_losses import *
from engine.nn.functional.convolution import *
from engine.nn.functional.distance_losses import *
from engine.nn.functional.dropouts import *
from engine.nn.functional.grids import *
from engine.nn.functional.linear_maps import *
from engine.nn.functional.loss import *
from engine.nn.functional.normalization import *
from engine.nn.functional.pooling import *
from engine.nn.functional.resizing import *
from engine.ops.norms import cosine_similarity, pairwise_distance
from engine.ops.pair_distances import pdist

_OTHERS = ("cosine_similarity", "pairwise_distance", "pdist")

for _name, _function in list(globals().items()):
    _own = getattr(_function, "__module__", "").startswith(__name__ + ".") and _name != "linear"
    if _own or _name in _OTHERS:
        globals()[_name] = _arguments.takes_tensors(_function)

__getattr__ = refusing(__name__)
