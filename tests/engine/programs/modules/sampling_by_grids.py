import torch
import torch.nn.functional as F


def tried(f):
    try:
        return f()
    except Exception as e:
        return type(e).__name__


def rounded(t):
    return [round(v, 3) + 0.0 for v in t.flatten().tolist()]


flat = torch.arange(24.0).sin().view(1, 2, 3, 4).double()
deep = torch.arange(24.0).sin().view(1, 1, 3, 2, 4).double()
places = (torch.arange(12.0) * 1.7).cos().double() * 1.4
for mode in ("bilinear", "nearest", "bicubic"):
    for padding in ("zeros", "border", "reflection"):
        for align in (True, False):
            for image, grid in (
                (flat, places.view(1, 2, 3, 2)),
                (deep, places.view(1, 2, 1, 2, 3)),
            ):
                image, grid = image.clone().requires_grad_(), grid.clone().requires_grad_()

                def sample():
                    y = F.grid_sample(image, grid, mode, padding, align)
                    w = torch.arange(1.0, y.numel() + 1).view_as(y)
                    found = torch.autograd.grad((y * w).sum(), (image, grid))
                    return y.grad_fn.name(), rounded(y), *map(rounded, found)

                print(mode, padding, align, tuple(image.shape), tried(sample))
image, grid = flat.clone().requires_grad_(), (places * 0.5).view(1, 2, 3, 2).requires_grad_()
for mode in ("bilinear", "bicubic"):
    y = F.grid_sample(image, grid, mode, align_corners=False)
    (g,) = torch.autograd.grad(y.pow(2).sum(), grid, create_graph=True)
    print(g.grad_fn.name(), *map(rounded, torch.autograd.grad(g.pow(2).sum(), (image, grid))))
theta = torch.tensor([[[1.0, 0.5, 0.0], [0.0, 1.0, -0.25]]], requires_grad=True)
for align in (True, False):
    grid = F.affine_grid(theta, (1, 1, 2, 3), align)
    print(grid, rounded(torch.autograd.grad(grid.pow(2).sum(), theta)[0]))
print(F.affine_grid(torch.eye(3, 4)[None], (1, 1, 2, 1, 2), False))
same = F.affine_grid(torch.eye(2, 3)[None].double(), (1, 2, 3, 4), False)
print(rounded(F.grid_sample(flat, same, align_corners=False) - flat))
for f in (
    lambda: F.grid_sample(flat, torch.zeros(1, 1, 1, 3).double()),
    lambda: F.grid_sample(flat, torch.zeros(2, 1, 1, 2).double()),
    lambda: F.grid_sample(flat, torch.zeros(1, 1, 1, 2)),
    lambda: F.grid_sample(flat.long(), torch.zeros(1, 1, 1, 2)),
    lambda: F.grid_sample(flat, torch.zeros(1, 1, 1, 2).double(), mode="linear"),
    lambda: F.affine_grid(theta, (1, 2, 2)),
    lambda: F.affine_grid(theta, (1, 1, 0, 2)),
    lambda: F.affine_grid(theta[0], (1, 1, 2, 2)),
):
    print(tried(f))
