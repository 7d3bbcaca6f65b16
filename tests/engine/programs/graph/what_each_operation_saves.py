import itertools

import torch
import torch.nn.functional as F


def attempt(fn, shapes, flags, changed):
    ins = [
        (torch.arange(1.0, torch.Size(s).numel() + 1).view(s) / 10).requires_grad_(bool(f))
        for s, f in zip(shapes, flags)
    ]
    out = fn(*ins)
    with torch.no_grad():
        ins[changed].add_(0.01)
    try:
        out.sum().backward()
        return "."
    except RuntimeError:
        return "x"


for name, fn, shapes in (
    ("linear", lambda x, w, b: F.linear(x, w, b), [(2, 3), (4, 3), (4,)]),
    ("linear3d", lambda x, w, b: F.linear(x, w, b), [(2, 2, 3), (4, 3), (4,)]),
    ("conv1d", lambda x, w, b: F.conv1d(x, w, b), [(1, 2, 5), (3, 2, 2), (3,)]),
    ("conv2d", lambda x, w, b: F.conv2d(x, w, b), [(1, 2, 4, 4), (3, 2, 2, 2), (3,)]),
    ("convt", lambda x, w, b: F.conv_transpose2d(x, w, b), [(1, 2, 4, 4), (2, 3, 2, 2), (3,)]),
    ("bn", lambda x, w, b: F.batch_norm(x, None, None, w, b, True), [(4, 3), (3,), (3,)]),
    ("ln", lambda x, w, b: F.layer_norm(x, (3,), w, b), [(2, 3), (3,), (3,)]),
    ("gn", lambda x, w, b: F.group_norm(x, 1, w, b), [(2, 3, 2), (3,), (3,)]),
    ("inorm", lambda x, w, b: F.instance_norm(x, None, None, w, b), [(2, 3, 4), (3,), (3,)]),
    ("rms", lambda x, w: F.rms_norm(x, (3,), w), [(2, 3), (3,)]),
    ("mm", lambda x, w: x @ w, [(2, 3), (3, 2)]),
    ("bmm", lambda x, w: torch.bmm(x, w), [(1, 2, 3), (1, 3, 2)]),
    ("addmm", lambda b, x, w: torch.addmm(b, x, w), [(2, 2), (2, 3), (3, 2)]),
    ("baddbmm", lambda b, x, w: torch.baddbmm(b, x, w), [(1, 2, 2), (1, 2, 3), (1, 3, 2)]),
    ("mv", lambda x, w: torch.mv(x, w), [(2, 3), (3,)]),
    ("dot", lambda x, w: torch.dot(x, w), [(3,), (3,)]),
    ("outer", lambda x, w: torch.outer(x, w), [(3,), (3,)]),
    ("mul", lambda x, w: x * w, [(3,), (3,)]),
    ("div", lambda x, w: x / w, [(3,), (3,)]),
    ("pow", lambda x, w: x**w, [(3,), (3,)]),
    ("add", lambda x, w: x + w, [(3,), (3,)]),
    ("sub", lambda x, w: x - w, [(3,), (3,)]),
    ("max2", lambda x, w: torch.maximum(x, w), [(3,), (3,)]),
    ("atan2", lambda x, w: torch.atan2(x, w), [(3,), (3,)]),
    ("hypot", lambda x, w: torch.hypot(x, w), [(3,), (3,)]),
    ("lerp", lambda x, y, w: torch.lerp(x, y, w), [(3,), (3,), (3,)]),
    ("lerps", lambda x, y: torch.lerp(x, y, 0.3), [(3,), (3,)]),
    ("addcmul", lambda x, y, w: torch.addcmul(x, y, w), [(3,), (3,), (3,)]),
    ("addcdiv", lambda x, y, w: torch.addcdiv(x, y, w), [(3,), (3,), (3,)]),
    ("where", lambda x, w: torch.where(x.detach() > 0, x, w), [(3,), (3,)]),
    ("mse", lambda x, w: F.mse_loss(x, w), [(3,), (3,)]),
    ("l1", lambda x, w: F.l1_loss(x, w), [(3,), (3,)]),
    ("sl1", lambda x, w: F.smooth_l1_loss(x, w), [(3,), (3,)]),
    ("huber", lambda x, w: F.huber_loss(x, w), [(3,), (3,)]),
    ("bce", lambda x, w: F.binary_cross_entropy(x, w), [(3,), (3,)]),
    ("bcel", lambda x, w: F.binary_cross_entropy_with_logits(x, w), [(3,), (3,)]),
    ("kl", lambda x, w: F.kl_div(x, w), [(3,), (3,)]),
    ("cep", lambda x, w: F.cross_entropy(x, w), [(2, 3), (2, 3)]),
    ("cosine", lambda x, w: F.cosine_similarity(x, w), [(2, 3), (2, 3)]),
    ("pdist", lambda x, w: F.pairwise_distance(x, w), [(2, 3), (2, 3)]),
    ("prelu", lambda x, w: F.prelu(x, w), [(2, 3), (1,)]),
    ("bilinear", lambda x, y, w: F.bilinear(x, y, w), [(2, 3), (2, 3), (2, 3, 3)]),
    ("einsum", lambda x, w: torch.einsum("ij,jk->ik", x, w), [(2, 3), (3, 2)]),
    ("emb", lambda w: F.embedding(torch.tensor([0, 1]), w), [(3, 2)]),
    ("cat", lambda x, w: torch.cat([x, w]), [(3,), (3,)]),
    ("stack", lambda x, w: torch.stack([x, w]), [(3,), (3,)]),
    (
        "sdpa",
        lambda q, k, v: F.scaled_dot_product_attention(q, k, v),
        [(1, 2, 3), (1, 2, 3), (1, 2, 3)],
    ),
    ("solve", lambda a, b: torch.linalg.solve(a, b), [(2, 2), (2,)]),
    ("scatter", lambda x, w: x.scatter(0, torch.tensor([1]), w), [(3,), (1,)]),
    ("idxadd", lambda x, w: x.index_add(0, torch.tensor([1]), w), [(3,), (1,)]),
    ("idxput", lambda x, w: x.index_put((torch.tensor([1]),), w), [(3,), (1,)]),
    ("mscat", lambda x, w: x.masked_scatter(x.detach() > 0.5, w), [(3,), (3,)]),
    ("xlogy", lambda x, w: torch.xlogy(x, w), [(3,), (3,)]),
    ("logaddexp", lambda x, w: torch.logaddexp(x, w), [(3,), (3,)]),
    ("fmod", lambda x, w: torch.fmod(x, w), [(3,), (3,)]),
    ("rem", lambda x, w: torch.remainder(x, w), [(3,), (3,)]),
    ("cross", lambda x, w: torch.linalg.cross(x, w), [(3,), (3,)]),
    ("kron", lambda x, w: torch.kron(x, w), [(2,), (2,)]),
    ("dist", lambda x, w: torch.dist(x, w), [(3,), (3,)]),
    ("copysign", lambda x, w: torch.copysign(x, w), [(3,), (3,)]),
    ("clampt", lambda x, w: torch.clamp(x, w), [(3,), (3,)]),
    ("triplet", lambda x, w, y: F.triplet_margin_loss(x, w, y), [(2, 3), (2, 3), (2, 3)]),
    ("mrl", lambda x, w: F.margin_ranking_loss(x, w, torch.ones(3)), [(3,), (3,)]),
    ("gnll", lambda x, w, v: F.gaussian_nll_loss(x, w, v), [(3,), (3,), (3,)]),
    ("softmargin", lambda x: F.soft_margin_loss(x, torch.ones(3)), [(3,)]),
    ("matmul_vec", lambda x, w: x @ w, [(3,), (3, 2)]),
    ("matmul_b", lambda x, w: x @ w, [(2, 2, 3), (3, 2)]),
    ("tensordot", lambda x, w: torch.tensordot(x, w, 1), [(2, 3), (3, 2)]),
):
    for flags in itertools.product((0, 1), repeat=len(shapes)):
        if any(flags):
            print(name, flags, "".join(attempt(fn, shapes, flags, i) for i in range(len(shapes))))
