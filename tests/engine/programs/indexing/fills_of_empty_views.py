"""What names no slice of an empty view is told by whether its memory would have room for one."""

import torch

for shape in [(0,), (0, 3), (2, 0, 2)]:
    for view in ("x[:0]", "x.transpose(0, -1)", "x.unsqueeze(0)", "x.flatten()"):
        for index in ([0], [], [5]):
            x = torch.zeros(shape)
            try:
                print(eval(view).index_fill_(-1, torch.tensor(index).long(), 1.0), x._version)
            except (IndexError, RuntimeError) as error:
                print(shape, view, index, type(error).__name__, x._version)
