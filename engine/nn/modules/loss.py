"""Losses."""

from engine.nn import functional
from engine.nn.functional.distance_losses import check_margin
from engine.nn.functional.reductions import reduction_of_flags
from engine.nn.modules.distance import PairwiseDistance
from engine.nn.modules.layer import layer
from engine.nn.modules.module import Module

_OLD = {"size_average": None, "reduce": None}  # the old pair of flags that `reduction` replaced
_REDUCTION = {"reduction": "mean"}
_USUAL = {**_OLD, **_REDUCTION}
_WEIGHTED = {"weight": None, **_USUAL}
_CLASSES = {"weight": None, "size_average": None, "ignore_index": -100, "reduce": None}
_CLASSES |= _REDUCTION


class _Loss(layer("_Loss", "", "loss", **_USUAL)):
    """A loss of an input and a target."""

    @classmethod
    def _bind(cls, args, kwargs):
        options = super()._bind(args, kwargs)
        average, reduce = options.pop("size_average", None), options.pop("reduce", None)
        if average is not None or reduce is not None:
            options["reduction"] = reduction_of_flags(average, reduce)
        return options

    def _given(self):
        return {key: getattr(self, key) for key in self._options if key not in _OLD}

    def forward(self, input, target):
        return self._of(input, target)

    def _of(self, *tensors):
        return getattr(functional, self._function)(*tensors, **self._given())


class _RankingLoss(_Loss):
    def forward(self, input1, input2, target):
        return self._of(input1, input2, target)


class _TripletLoss(_Loss):
    @classmethod
    def _bind(cls, args, kwargs):
        options = super()._bind(args, kwargs)
        check_margin(options["margin"])
        return options

    def forward(self, anchor, positive, negative):
        return self._of(anchor, positive, negative)


class _GaussianLoss(_Loss):
    def forward(self, input, target, var):
        return self._of(input, target, var)


class _SequenceLoss(_Loss):
    def forward(self, log_probs, targets, input_lengths, target_lengths):
        return self._of(log_probs, targets, input_lengths, target_lengths)


def _loss(name, function, buffers=(), base=_Loss, first_named=0, **options):
    return layer(
        name, function, "loss", base=base, buffers=buffers, first_named=first_named, **options
    )


def _weighted(name, function, **options):
    return _loss(name, function, ("weight",), base=_WeightedLoss, **options)


_WeightedLoss = _loss("_WeightedLoss", "", ("weight",), **_WEIGHTED)
MSELoss = _loss("MSELoss", "mse_loss", **_USUAL)
L1Loss = _loss("L1Loss", "l1_loss", **_USUAL)
SmoothL1Loss = _loss("SmoothL1Loss", "smooth_l1_loss", **_USUAL, beta=1.0)
HuberLoss = _loss("HuberLoss", "huber_loss", **_REDUCTION, delta=1.0)
NLLLoss = _weighted("NLLLoss", "nll_loss", **_CLASSES)
CrossEntropyLoss = _weighted("CrossEntropyLoss", "cross_entropy", **_CLASSES, label_smoothing=0.0)
BCELoss = _weighted("BCELoss", "binary_cross_entropy", **_WEIGHTED)
BCEWithLogitsLoss = _loss(
    "BCEWithLogitsLoss",
    "binary_cross_entropy_with_logits",
    ("weight", "pos_weight"),
    **_WEIGHTED,
    pos_weight=None,
)
KLDivLoss = _loss("KLDivLoss", "kl_div", **_USUAL, log_target=False)
PoissonNLLLoss = _loss(
    "PoissonNLLLoss",
    "poisson_nll_loss",
    log_input=True,
    full=False,
    size_average=None,
    eps=1e-8,
    reduce=None,
    **_REDUCTION,
)
GaussianNLLLoss = _loss(
    "GaussianNLLLoss",
    "gaussian_nll_loss",
    base=_GaussianLoss,
    first_named=1,
    full=False,
    eps=1e-6,
    **_REDUCTION,
)
HingeEmbeddingLoss = _loss("HingeEmbeddingLoss", "hinge_embedding_loss", margin=1.0, **_USUAL)
SoftMarginLoss = _loss("SoftMarginLoss", "soft_margin_loss", **_USUAL)
MultiLabelSoftMarginLoss = _weighted(
    "MultiLabelSoftMarginLoss", "multilabel_soft_margin_loss", **_WEIGHTED
)
MultiLabelMarginLoss = _loss("MultiLabelMarginLoss", "multilabel_margin_loss", **_USUAL)
MarginRankingLoss = _loss(
    "MarginRankingLoss", "margin_ranking_loss", base=_RankingLoss, margin=0.0, **_USUAL
)
CosineEmbeddingLoss = _loss(
    "CosineEmbeddingLoss", "cosine_embedding_loss", base=_RankingLoss, margin=0.0, **_USUAL
)
TripletMarginLoss = _loss(
    "TripletMarginLoss",
    "triplet_margin_loss",
    base=_TripletLoss,
    margin=1.0,
    p=2.0,
    eps=1e-6,
    swap=False,
    **_USUAL,
)
CTCLoss = _loss(
    "CTCLoss", "ctc_loss", base=_SequenceLoss, blank=0, **_REDUCTION, zero_infinity=False
)


class MultiMarginLoss(
    _weighted("MultiMarginLoss", "multi_margin_loss", p=1, margin=1.0, **_WEIGHTED)
):
    """What is missing to the target class leading every other by the margin."""

    @classmethod
    def _bind(cls, args, kwargs):
        options = super()._bind(args, kwargs)
        if options["p"] not in (1, 2):
            raise ValueError(f"p must be 1 or 2, not {options['p']}")
        if options["weight"] is not None and options["weight"].dim() != 1:
            raise AssertionError("weight must have one dimension")
        return options


class TripletMarginWithDistanceLoss(Module):
    """The triplet loss with a distance of one's own."""

    def __init__(self, *, distance_function=None, margin=1.0, swap=False, reduction="mean"):
        super().__init__()
        check_margin(margin)
        self.reduction = reduction
        self.distance_function = (
            PairwiseDistance() if distance_function is None else distance_function
        )
        self.margin, self.swap = margin, swap

    def forward(self, anchor, positive, negative):
        return functional.triplet_margin_with_distance_loss(
            anchor,
            positive,
            negative,
            distance_function=self.distance_function,
            margin=self.margin,
            swap=self.swap,
            reduction=self.reduction,
        )


__all__ = [
    "BCELoss",
    "BCEWithLogitsLoss",
    "CTCLoss",
    "CosineEmbeddingLoss",
    "CrossEntropyLoss",
    "GaussianNLLLoss",
    "HingeEmbeddingLoss",
    "HuberLoss",
    "KLDivLoss",
    "L1Loss",
    "MSELoss",
    "MarginRankingLoss",
    "MultiLabelMarginLoss",
    "MultiLabelSoftMarginLoss",
    "MultiMarginLoss",
    "NLLLoss",
    "PoissonNLLLoss",
    "SmoothL1Loss",
    "SoftMarginLoss",
    "TripletMarginLoss",
    "TripletMarginWithDistanceLoss",
]
