"""An approximate softmax over many classes, the rare ones of which share projections."""

from collections import namedtuple

from engine.nn import functional
from engine.nn.modules.container import ModuleList, Sequential
from engine.nn.modules.linear import Linear
from engine.nn.modules.module import Module
from engine.ops.joining import cat

_ASMoutput = namedtuple("_ASMoutput", ("output", "loss"))


class AdaptiveLogSoftmaxWithLoss(Module):
    """Classes in order of their frequency, cut into a head and clusters (Grave et al. 2016).

    The head has the frequent classes and an entry for each cluster; input (N, in_features).
    """

    def __init__(
        self,
        in_features,
        n_classes,
        cutoffs,
        div_value=4.0,
        head_bias=False,
        device=None,
        dtype=None,
    ):
        super().__init__()
        cutoffs = list(cutoffs)
        _check(cutoffs, n_classes)
        made = {"device": device, "dtype": dtype}
        self.in_features, self.n_classes = in_features, n_classes
        self.cutoffs = [*cutoffs, n_classes]
        self.div_value, self.head_bias = div_value, head_bias
        self.shortlist_size, self.n_clusters = self.cutoffs[0], len(self.cutoffs) - 1
        self.head_size = self.shortlist_size + self.n_clusters
        self.head = Linear(in_features, self.head_size, bias=head_bias, **made)
        self.tail = ModuleList()
        for i in range(self.n_clusters):
            size = int(in_features // div_value ** (i + 1))
            inner = Linear(in_features, size, bias=False, **made)
            count = self.cutoffs[i + 1] - self.cutoffs[i]
            self.tail.append(Sequential(inner, Linear(size, count, bias=False, **made)))

    def reset_parameters(self):
        """Draw new values for the head and all clusters."""
        self.head.reset_parameters()
        for inner, outer in self.tail:
            inner.reset_parameters()
            outer.reset_parameters()

    def forward(self, input, target):
        """The log-probability of each target, and the mean of minus these."""
        single = target.dim() == 0
        self._check_shapes(input, target)
        if single:
            input, target = input.unsqueeze(0), target.unsqueeze(0)
        inside = target.new_empty(target.shape).copy_(target)
        output = input.new_zeros(len(target))
        for i, (low, high) in enumerate(zip([0, *self.cutoffs], self.cutoffs, strict=False)):
            rows = ((target >= low) & (target < high)).nonzero().squeeze(1)
            if i and rows.numel():
                inside[rows] = self.shortlist_size + i - 1
                share = functional.log_softmax(self.tail[i - 1](input.index_select(0, rows)), 1)
                place = (target[rows] - low).unsqueeze(1)
                output = output.index_copy(0, rows, share.gather(1, place).squeeze(1))
        head = functional.log_softmax(self.head(input), 1)
        output = output + head.gather(1, inside.unsqueeze(1)).squeeze()
        loss = (-output).mean()
        return _ASMoutput(output.squeeze(0) if single else output, loss)

    def _check_shapes(self, input, target):
        if target.dim() > 1:
            raise RuntimeError(f"the target has 0 or 1 dimensions, not {target.dim()}")
        if input.dim() != target.dim() + 1:
            raise RuntimeError(f"the input has {input.dim()} dimensions, not {target.dim() + 1}")
        if target.dim() and len(input) != len(target):
            raise RuntimeError(f"there are {len(input)} inputs and {len(target)} targets")
        least, most = (int(v) for v in (target.min(), target.max())) if target.numel() else (0, 0)
        if least < 0 or most >= self.n_classes:
            raise RuntimeError(f"targets are from 0 to {self.n_classes - 1}, not {least} to {most}")

    def log_prob(self, input):
        """The log-probabilities of all classes, (N, n_classes)."""
        head = functional.log_softmax(self.head(input), 1)
        parts = [head[:, : self.shortlist_size]]
        for i, cluster in enumerate(self.tail):
            share = functional.log_softmax(cluster(input), 1)
            parts.append(share + head[:, self.shortlist_size + i].unsqueeze(1))
        return cat(parts, 1)

    def predict(self, input):
        """The most probable class of each input, as `log_prob(input).argmax(1)`."""
        return self.log_prob(input).argmax(1)


def _check(cutoffs, n_classes):
    if not cutoffs:
        raise ValueError("AdaptiveLogSoftmaxWithLoss needs a cutoff at least")
    rising = cutoffs == sorted(set(cutoffs)) and all(int(c) == c for c in cutoffs)
    if not rising or cutoffs[0] <= 0 or cutoffs[-1] > n_classes - 1:
        raise ValueError(f"cutoffs rise, from above 0 to below {n_classes}, not {cutoffs}")


__all__ = ["AdaptiveLogSoftmaxWithLoss"]
