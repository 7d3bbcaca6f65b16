import io

import numpy as np
import torch
import torch.nn as nn


def tried(f):
    try:
        return f()
    except Exception as e:
        return type(e).__name__


def through_a_file(value, **options):
    file = io.BytesIO()
    torch.save(value, file)
    file.seek(0)
    return torch.load(file, **options)


x = torch.ones(2)
array = np.ones(2)
for value in (array, {"weights": array}, [np.float64(1)], np.int64(3), slice(1, 2), range(3)):
    print(
        tried(lambda: through_a_file(value)),
        tried(lambda: through_a_file(value, weights_only=False)),
    )
print(through_a_file([x, x[:1]]), type(through_a_file(nn.Parameter(x))))
for place in ("cpu", "cuda", torch.device("cuda:0"), "xyz", 5, {"cuda:0": "cpu"}, {"cpu": "cuda"}):
    print(place, tried(lambda: through_a_file(x, map_location=place)))
print(tried(lambda: through_a_file(x, map_location=lambda storage, location: storage)))
