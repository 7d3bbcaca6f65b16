"""A twin of PyTorch's eager autograd on NumPy: `import engine as torch`."""

from engine import (
    _C,
    accelerator,
    amp,
    autograd,
    backends,
    compiler,
    cuda,
    distributed,
    distributions,
    fft,
    func,
    jit,
    library,
    linalg,
    methods,
    mps,
    nn,
    optim,
    overrides,
    process,
    profiler,
    return_types,
    special,
    testing,
    utils,
    version,
    xpu,
)
from engine.absent import refusing
from engine.amp import GradScaler, autocast, get_autocast_dtype, is_autocast_enabled
from engine.autograd.anomaly_mode import (
    is_anomaly_check_nan_enabled,
    is_anomaly_enabled,
)
from engine.autograd.grad_mode import (
    enable_grad,
    inference_mode,
    is_grad_enabled,
    is_inference_mode_enabled,
    no_grad,
    set_grad_enabled,
)
from engine.compiler import compile
from engine.constants import *
from engine.counting import *
from engine.creation import *
from engine.data import *
from engine.device import device, get_default_device, set_default_device
from engine.drawing import *
from engine.dtype import *
from engine.func import vmap
from engine.layout import (
    channels_last,
    channels_last_3d,
    contiguous_format,
    layout,
    memory_format,
    preserve_format,
    sparse_bsc,
    sparse_bsr,
    sparse_coo,
    sparse_csc,
    sparse_csr,
    strided,
)
from engine.legacy import *
from engine.lending import from_dlpack, frombuffer, to_dlpack
from engine.limits import finfo, iinfo
from engine.low_rank import *
from engine.nn.functional import (
    adaptive_avg_pool1d,
    adaptive_max_pool1d,
    alpha_dropout,
    avg_pool1d,
    bilinear,
    conv1d,
    conv2d,
    conv3d,
    conv_transpose1d,
    conv_transpose2d,
    conv_transpose3d,
    dropout,
    feature_alpha_dropout,
    group_norm,
    layer_norm,
    max_pool1d,
    max_pool2d,
    max_pool3d,
    rms_norm,
)
from engine.ops import generated as _generated
from engine.ops import names as _names
from engine.outdated import *
from engine.printing import set_printoptions
from engine.random import (
    Generator,
    default_generator,
    fork_rng,
    get_rng_state,
    initial_seed,
    manual_seed,
    seed,
    set_rng_state,
)
from engine.ranges import *
from engine.serialization import load, save
from engine.settings import *
from engine.size import Size
from engine.sparse import *
from engine.tensor import Tensor
from engine.version import __version__
from engine.warn import is_warn_always_enabled, set_warn_always
from engine.window_functions import *

globals().update(_names.functions())
_generated.keep_compiled()

__getattr__ = refusing(__name__)
