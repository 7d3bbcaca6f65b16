import torch
from torch.autograd.anomaly_mode import detect_anomaly
from torch.autograd.grad_mode import no_grad

with torch.autograd.profiler.record_function("a"):
    print(torch.ones(2) * 2)
with torch.profiler.record_function("a"):
    print(torch.ones(2) * 2)
with torch.autograd.set_multithreading_enabled(False):
    print(1)
print(no_grad is torch.no_grad, detect_anomaly is torch.autograd.detect_anomaly)
