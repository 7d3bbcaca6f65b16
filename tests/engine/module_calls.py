"""Modules to make, and what to call them with: the table behind test_modules."""

# Each line: how the module is made, and the sizes (or the integers below a bound) it is called on.
LINES = """
AdaptiveAvgPool1d(3) | 2,3,7
AdaptiveAvgPool2d((2, None)) | 2,3,5,4
AdaptiveAvgPool3d(2) | 1,2,4,4,5
AdaptiveMaxPool1d(2) | 2,3,5
AdaptiveMaxPool2d(2, return_indices=True) | 1,2,5,5
AdaptiveMaxPool3d(1) | 1,2,3,3,3
AlphaDropout(0.2) | 3,4
AvgPool1d(2) | 2,3,6
AvgPool2d(3, stride=2, padding=1, count_include_pad=False) | 1,2,7,7
AvgPool3d(2) | 1,2,4,4,4
BatchNorm1d(3) | 4,3
BatchNorm1d(3, momentum=None, affine=False) | 4,3,2
BatchNorm2d(2, eps=1e-3, track_running_stats=False) | 3,2,4,4
BatchNorm2d(2, bias=False) | 3,2,4,4
BatchNorm3d(2) | 2,2,2,2,2
BCELoss() | sigmoid:3,2 | unit:3,2
BCEWithLogitsLoss(pos_weight=torch.tensor([2.0, 1.0])) | 3,2 | unit:3,2
Bilinear(2, 3, 4) | 5,2 | 5,3
CELU(0.5) | 3,4
ChannelShuffle(2) | 1,4,2,2
CircularPad1d(1) | 1,2,4
CircularPad2d((1, 2, 0, 1)) | 1,2,4,4
ConstantPad1d(2, 3.5) | 1,2,4
ConstantPad2d((1, 0, 2, 1), -1) | 1,2,3,3
ConstantPad3d(1, 0.5) | 1,1,2,2,2
Conv1d(2, 4, 3) | 2,2,8
Conv1d(4, 4, 3, padding="same", groups=2, padding_mode="circular") | 4,6
Conv2d(2, 3, (3, 2), stride=(2, 1), padding=(1, 0), dilation=(1, 2), bias=False) | 1,2,7,8
Conv2d(1, 2, 3, padding=1, padding_mode="reflect") | 1,1,5,5
Conv2d(1, 2, 3, padding="valid") | 1,5,5
Conv3d(1, 2, 2) | 1,1,3,3,3
ConvTranspose1d(2, 3, 3, stride=2, output_padding=1) | 1,2,4
ConvTranspose2d(2, 1, 2, padding=1, groups=1, dilation=2) | 1,2,4,4
ConvTranspose3d(1, 1, 2) | 1,1,2,2,2
CosineEmbeddingLoss(margin=0.2) | 3,4 | 3,4 | sign:3
CosineSimilarity(dim=1) | 3,4 | 3,4
CrossEntropyLoss() | 4,5 | <5:4
CrossEntropyLoss(torch.ones(5) * 0.5, ignore_index=1, label_smoothing=0.2) | 4,5 | <5:4
CrossEntropyLoss(reduction="sum") | 4,5 | unit:4,5
CrossEntropyLoss(reduction="none") | 2,5,3 | <5:2,3
Dropout(0.3) | 4,5
Dropout1d() | 2,4,3
Dropout2d(0.5) | 2,4,3,3
Dropout3d() | 2,3,2,2,2
ELU(alpha=2.0, inplace=True) | 3,4
Embedding(5, 3, padding_idx=-1) | <5:4,2
Embedding(4, 2, max_norm=1.0) | <4:3
EmbeddingBag(5, 3) | <5:4,2
EmbeddingBag(5, 3, mode="sum") | <5:6 | lengths:0,2,3
FeatureAlphaDropout() | 2,3,2
Flatten(0, 1) | 2,3,4
Fold((4, 4), 2, stride=2) | 1,8,4
GaussianNLLLoss(full=True) | 3,2 | 3,2 | unit:3,2
GELU() | 3,4
GELU(approximate="tanh") | 3,4
GLU(dim=0) | 4,3
GroupNorm(2, 4) | 3,4,5
GRU(3, 4, 2, bias=False) | 5,2,3
GRUCell(3, 4) | 2,3 | 2,4
Hardshrink(0.3) | 3,4
Hardsigmoid() | 3,4
Hardswish() | 3,4
Hardtanh(-0.5, 0.7) | 3,4
HingeEmbeddingLoss() | 3,4 | sign:3,4
HuberLoss(delta=0.5) | 3,4 | 3,4
Identity(3, unused=4) | 3,4
InstanceNorm1d(3) | 2,3,5
InstanceNorm2d(2, affine=True, track_running_stats=True) | 2,2,3,3
InstanceNorm3d(2) | 1,2,2,2,3
KLDivLoss(reduction="batchmean") | logsoftmax:3,4 | unit:3,4
KLDivLoss(log_target=True, reduction="sum") | logsoftmax:3,4 | logsoftmax:3,4
L1Loss() | 3,4 | 3,4
LayerNorm((3, 4), elementwise_affine=False) | 2,3,4
LayerNorm(4, bias=False) | 2,3,4
LeakyReLU(0.2) | 3,4
Linear(3, 4) | 2,3
Linear(3, 4, bias=False, dtype=torch.float64) | double:2,5,3
LocalResponseNorm(3) | 1,4,3,3
LogSigmoid() | 3,4
LogSoftmax(1) | 3,4
LPPool1d(2, 3) | 1,2,6
LPPool2d(1.5, 2, stride=1) | unit:1,1,4,4
LSTM(3, 4, num_layers=2, batch_first=True, bidirectional=True) | 2,5,3
LSTMCell(3, 4, bias=False) | 2,3
MarginRankingLoss(margin=0.1) | 4 | 4 | sign:4
MaxPool1d(2, stride=1, dilation=2) | 2,3,6
MaxPool2d(2, padding=1, ceil_mode=True) | 1,2,5,5
MaxPool3d(2) | 1,1,4,4,4
Mish() | 3,4
MSELoss(reduction="none") | 3,4 | 3,4
MultiheadAttention(4, 2) | 3,2,4 | 5,2,4 | 5,2,4
MultiLabelMarginLoss() | 3,4 | <4:3,4
MultiLabelSoftMarginLoss() | 3,4 | unit:3,4
MultiMarginLoss(p=2, margin=0.5) | 3,4 | <4:3
NLLLoss(weight=torch.tensor([1.0, 2.0, 3.0])) | logsoftmax:4,3 | <3:4
PairwiseDistance(p=1, keepdim=True) | 3,4 | 3,4
PixelShuffle(2) | 1,8,2,3
PixelUnshuffle(2) | 1,2,4,4
PoissonNLLLoss(full=True) | 3,4 | unit:3,4
PReLU(3) | 2,3,4
ReflectionPad1d(2) | 1,2,4
ReflectionPad2d((1, 0, 2, 1)) | 1,2,4,4
ReLU() | 3,4
ReLU(inplace=True) | 3,4
ReLU6() | 3,4
ReplicationPad1d((1, 2)) | 1,2,4
ReplicationPad2d(1) | 1,2,3,3
RMSNorm(4) | 2,3,4
RNN(3, 4, nonlinearity="relu", batch_first=True) | 2,5,3
RNNCell(3, 4) | 2,3
RReLU() | 3,4
SELU() | 3,4
Sequential(nn.Linear(3, 4), nn.BatchNorm1d(4), nn.Tanh(), nn.Linear(4, 1)) | 5,3
Sigmoid() | 3,4
SiLU(inplace=True) | 3,4
SmoothL1Loss(beta=0.3) | 3,4 | 3,4
SoftMarginLoss() | 3,4 | sign:3,4
Softmax(dim=-1) | 3,4
Softmax2d() | 1,3,2,2
Softmin(dim=0) | 3,4
Softplus(2, 10) | 3,4
Softshrink() | 3,4
Softsign() | 3,4
Tanh() | 3,4
Tanhshrink() | 3,4
Threshold(0.1, 20) | 3,4
TripletMarginLoss(swap=True, p=1) | 3,4 | 3,4 | 3,4
TripletMarginWithDistanceLoss(margin=0.5) | 3,4 | 3,4 | 3,4
Unflatten(1, (2, 2)) | 3,4
Unfold(2, stride=2) | 1,2,4,4
Upsample(scale_factor=2) | 1,2,3,3
Upsample(size=(4, 5), mode="bilinear", align_corners=False) | 1,1,3,3
UpsamplingBilinear2d(scale_factor=2) | 1,1,3,3
UpsamplingNearest2d(size=4) | 1,1,2,2
ZeroPad1d(1) | 1,2,3
ZeroPad2d((1, 0, 0, 2)) | 1,2,3,3
ZeroPad3d(1) | 1,1,2,2,2
"""


def lines() -> list[str]:
    """One line a module."""
    return LINES.strip().split("\n")
