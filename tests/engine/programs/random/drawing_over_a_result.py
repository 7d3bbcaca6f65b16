import torch

torch.manual_seed(0)
x = torch.ones(3, requires_grad=True)
y = (x * 2).uniform_()
print(y)
y.sum().backward()
print(x.grad)

mean = torch.zeros(2, requires_grad=True)
drawn = torch.normal(mean, torch.ones(3, 2))
print(drawn)
drawn.sum().backward()
print(mean.grad)

try:
    x.normal_()
except RuntimeError as error:
    print(type(error).__name__)
with torch.no_grad():
    x.normal_()
print(x.requires_grad, x.is_leaf)
