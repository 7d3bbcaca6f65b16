"""Products of batches without elements are of the second one's dtype, whatever the first one's."""

import torch

for first, second in [((2, 3, 0), (2, 0, 2)), ((0, 2, 3), (0, 3, 2)), ((0, 3), (2, 3, 2))]:
    a = torch.zeros(first, dtype=torch.float64)
    b = torch.zeros(second, requires_grad=True)
    try:
        result = a @ b
        result.sum().backward()
        print(result, b.grad)
    except RuntimeError as error:
        print(type(error).__name__)
    print((a @ b.detach()).dtype, (a @ b.detach().int()).dtype)
for shape in [(2, 0, 2), (2, 1, 2)]:
    try:
        print(torch.bmm(torch.zeros(2, 3, 0), torch.zeros(shape, dtype=torch.float64)))
    except RuntimeError as error:
        print(type(error).__name__)
