import warnings

import numpy as np
import torch
import torch.nn.functional as F

torch.set_warn_always(True)
A = torch.tensor([[2.0, 1.0], [1.0, 3.0]])
c = torch.tensor([1 + 2j, 3j])
frozen = np.ones(2)
frozen.flags.writeable = False


def warned(name, f):
    with warnings.catch_warnings(record=True) as seen:
        warnings.simplefilter("always")
        try:
            f()
        except Exception as error:
            name += " " + type(error).__name__
    print(name, [w.category.__name__ for w in seen])


for name in ("qr", "cholesky", "svd", "det", "inverse", "slogdet", "pinverse"):
    warned(name, lambda: getattr(torch, name)(A))
    warned("Tensor." + name, lambda: getattr(A, name)())
warned("triangular_solve", lambda: torch.triangular_solve(A, A))
warned("chain_matmul", lambda: torch.chain_matmul(A, A, A))
warned("multi_dot", lambda: torch.linalg.multi_dot([A, A, A]))
warned("norm", lambda: torch.norm(A))
warned("range", lambda: torch.range(0, 2))
warned("meshgrid", lambda: torch.meshgrid(A[0], A[1]))
warned("set_default_tensor_type", lambda: torch.set_default_tensor_type(torch.FloatTensor))
warned("from_numpy", lambda: torch.from_numpy(frozen))
warned("as_tensor", lambda: torch.as_tensor(frozen))
warned("gumbel_softmax", lambda: F.gumbel_softmax(A, eps=1e-3))
warned("gumbel_softmax", lambda: F.gumbel_softmax(A))
warned("copy_", lambda: torch.zeros(2).copy_(c))
warned("setitem", lambda: torch.zeros(2).__setitem__(0, c[0]))
warned("float", lambda: c.float())
warned("bool", lambda: c.bool())
warned("T", lambda: torch.ones(2, 3, 4).T)
warned("grad", lambda: (A.clone().requires_grad_() * 2).grad)
warned("create_graph", lambda: A.clone().requires_grad_().sum().backward(create_graph=True))
warned("std", lambda: torch.ones(1).std())
warned("nn", lambda: F.mse_loss(A, A[:1]))
torch.set_warn_always(False)
