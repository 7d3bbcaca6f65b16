"""Losses as modules."""

from engine.nn import functional
from engine.nn.module import Module


def _loss(name, function, buffers=(), **defaults):
    """A module that calls `function(*tensors, **options)`; `buffers` are options that are tensors."""

    class Loss(Module):
        def __init__(self, *args, size_average=None, reduce=None, **kwargs):
            super().__init__()
            options = {**defaults, **dict(zip(defaults, args, strict=False)), **kwargs}
            if len(args) > len(defaults) or options.keys() - defaults.keys():
                raise TypeError(f"{name} takes {', '.join(defaults)}")
            for key, value in options.items():
                if key in buffers:
                    self.register_buffer(key, value)
                else:
                    setattr(self, key, value)

        def forward(self, *tensors):
            return function(*tensors, **{key: getattr(self, key) for key in defaults})

    Loss.__name__ = Loss.__qualname__ = name
    Loss.__module__ = "torch.nn.modules.loss"
    Loss.__doc__ = function.__doc__
    return Loss


_REDUCTION = {"reduction": "mean"}
MSELoss = _loss("MSELoss", functional.mse_loss, **_REDUCTION)
L1Loss = _loss("L1Loss", functional.l1_loss, **_REDUCTION)
SmoothL1Loss = _loss("SmoothL1Loss", functional.smooth_l1_loss, **_REDUCTION, beta=1.0)
HuberLoss = _loss("HuberLoss", functional.huber_loss, **_REDUCTION, delta=1.0)
NLLLoss = _loss(
    "NLLLoss", functional.nll_loss, ("weight",), weight=None, ignore_index=-100, **_REDUCTION
)
CrossEntropyLoss = _loss(
    "CrossEntropyLoss",
    functional.cross_entropy,
    ("weight",),
    weight=None,
    ignore_index=-100,
    **_REDUCTION,
    label_smoothing=0.0,
)
BCELoss = _loss(
    "BCELoss", functional.binary_cross_entropy, ("weight",), weight=None, **_REDUCTION
)
BCEWithLogitsLoss = _loss(
    "BCEWithLogitsLoss",
    functional.binary_cross_entropy_with_logits,
    ("weight", "pos_weight"),
    weight=None,
    **_REDUCTION,
    pos_weight=None,
)
KLDivLoss = _loss("KLDivLoss", functional.kl_div, **_REDUCTION, log_target=False)
PoissonNLLLoss = _loss(
    "PoissonNLLLoss",
    functional.poisson_nll_loss,
    log_input=True,
    full=False,
    eps=1e-8,
    **_REDUCTION,
)
GaussianNLLLoss = _loss(
    "GaussianNLLLoss", functional.gaussian_nll_loss, full=False, eps=1e-6, **_REDUCTION
)
HingeEmbeddingLoss = _loss(
    "HingeEmbeddingLoss", functional.hinge_embedding_loss, margin=1.0, **_REDUCTION
)
MarginRankingLoss = _loss(
    "MarginRankingLoss", functional.margin_ranking_loss, margin=0.0, **_REDUCTION
)
SoftMarginLoss = _loss("SoftMarginLoss", functional.soft_margin_loss, **_REDUCTION)
MultiLabelSoftMarginLoss = _loss(
    "MultiLabelSoftMarginLoss",
    functional.multilabel_soft_margin_loss,
    ("weight",),
    weight=None,
    **_REDUCTION,
)
CosineEmbeddingLoss = _loss(
    "CosineEmbeddingLoss", functional.cosine_embedding_loss, margin=0.0, **_REDUCTION
)
TripletMarginLoss = _loss(
    "TripletMarginLoss",
    functional.triplet_margin_loss,
    margin=1.0,
    p=2.0,
    eps=1e-6,
    swap=False,
    **_REDUCTION,
)

__all__ = [
    "BCELoss",
    "BCEWithLogitsLoss",
    "CosineEmbeddingLoss",
    "CrossEntropyLoss",
    "GaussianNLLLoss",
    "HingeEmbeddingLoss",
    "HuberLoss",
    "KLDivLoss",
    "L1Loss",
    "MSELoss",
    "MarginRankingLoss",
    "MultiLabelSoftMarginLoss",
    "NLLLoss",
    "PoissonNLLLoss",
    "SmoothL1Loss",
    "SoftMarginLoss",
    "TripletMarginLoss",
]
