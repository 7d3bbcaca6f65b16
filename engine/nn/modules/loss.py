"""Losses."""

from engine.nn import functional
from engine.nn.functional.distance_losses import check_margin
from engine.nn.functional.reductions import reduction_of_flags
from engine.nn.modules.distance import PairwiseDistance
from engine.nn.modules.layer import layer
from engine.nn.modules.module import Module

_OLD = {"size_average": None, "reduce": None}  # the old pair of flags that `reduction` replaced
_REDUCTION = {"reduction": "mean"}


class _Loss(layer("_Loss", "", "loss", **_OLD, **_REDUCTION)):
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
        return getattr(functional, self._function)(input, target, **self._given())


class _RankingLoss(_Loss):
    def forward(self, input1, input2, target):
        return getattr(functional, self._function)(input1, input2, target, **self._given())


class _TripletLoss(_Loss):
    @classmethod
    def _bind(cls, args, kwargs):
        options = super()._bind(args, kwargs)
        check_margin(options["margin"])
        return options

    def forward(self, anchor, positive, negative):
        return getattr(functional, self._function)(anchor, positive, negative, **self._given())


class _GaussianLoss(_Loss):
    def forward(self, input, target, var):
        return functional.gaussian_nll_loss(input, target, var, **self._given())


class _SequenceLoss(_Loss):
    def forward(self, log_probs, targets, input_lengths, target_lengths):
        return functional.ctc_loss(
            log_probs, targets, input_lengths, target_lengths, **self._given()
        )


def _loss(name, function, buffers=(), base=_Loss, first_named=0, **options):
    return layer(
        name, function, "loss", base=base, buffers=buffers, first_named=first_named, **options
    )


_WeightedLoss = _loss("_WeightedLoss", "", ("weight",), weight=None, **_OLD, **_REDUCTION)
MSELoss = _loss("MSELoss", "mse_loss", **_OLD, **_REDUCTION)
L1Loss = _loss("L1Loss", "l1_loss", **_OLD, **_REDUCTION)
SmoothL1Loss = _loss("SmoothL1Loss", "smooth_l1_loss", **_OLD, **_REDUCTION, beta=1.0)
HuberLoss = _loss("HuberLoss", "huber_loss", **_REDUCTION, delta=1.0)
NLLLoss = _loss(
    "NLLLoss",
    "nll_loss",
    ("weight",),
    base=_WeightedLoss,
    weight=None,
    size_average=None,
    ignore_index=-100,
    reduce=None,
    **_REDUCTION,
)
CrossEntropyLoss = _loss(
    "CrossEntropyLoss",
    "cross_entropy",
    ("weight",),
    base=_WeightedLoss,
    weight=None,
    size_average=None,
    ignore_index=-100,
    reduce=None,
    **_REDUCTION,
    label_smoothing=0.0,
)
BCELoss = _loss(
    "BCELoss",
    "binary_cross_entropy",
    ("weight",),
    base=_WeightedLoss,
    weight=None,
    **_OLD,
    **_REDUCTION,
)
BCEWithLogitsLoss = _loss(
    "BCEWithLogitsLoss",
    "binary_cross_entropy_with_logits",
    ("weight", "pos_weight"),
    weight=None,
    **_OLD,
    **_REDUCTION,
    pos_weight=None,
)
KLDivLoss = _loss("KLDivLoss", "kl_div", **_OLD, **_REDUCTION, log_target=False)
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
HingeEmbeddingLoss = _loss(
    "HingeEmbeddingLoss", "hinge_embedding_loss", margin=1.0, **_OLD, **_REDUCTION
)
SoftMarginLoss = _loss("SoftMarginLoss", "soft_margin_loss", **_OLD, **_REDUCTION)
MultiLabelSoftMarginLoss = _loss(
    "MultiLabelSoftMarginLoss",
    "multilabel_soft_margin_loss",
    ("weight",),
    base=_WeightedLoss,
    weight=None,
    **_OLD,
    **_REDUCTION,
)
MultiLabelMarginLoss = _loss("MultiLabelMarginLoss", "multilabel_margin_loss", **_OLD, **_REDUCTION)
MarginRankingLoss = _loss(
    "MarginRankingLoss",
    "margin_ranking_loss",
    base=_RankingLoss,
    margin=0.0,
    **_OLD,
    **_REDUCTION,
)
CosineEmbeddingLoss = _loss(
    "CosineEmbeddingLoss",
    "cosine_embedding_loss",
    base=_RankingLoss,
    margin=0.0,
    **_OLD,
    **_REDUCTION,
)
TripletMarginLoss = _loss(
    "TripletMarginLoss",
    "triplet_margin_loss",
    base=_TripletLoss,
    margin=1.0,
    p=2.0,
    eps=1e-6,
    swap=False,
    **_OLD,
    **_REDUCTION,
)
CTCLoss = _loss(
    "CTCLoss", "ctc_loss", base=_SequenceLoss, blank=0, **_REDUCTION, zero_infinity=False
)


class MultiMarginLoss(
    _loss(
        "MultiMarginLoss",
        "multi_margin_loss",
        ("weight",),
        base=_WeightedLoss,
        p=1,
        margin=1.0,
        weight=None,
        **_OLD,
        **_REDUCTION,
    )
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
            PairwiseDistance() if distance_function is None else (distance_function)
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
