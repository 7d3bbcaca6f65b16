import torch


def tried(f):
    try:
        print(f())
    except Exception as error:
        print(type(error).__name__)


x = torch.tensor([1.0, 2.0], requires_grad=True)
y = torch.Tensor(x)
print(y, y.is_leaf, y is x, y._base is x, y.requires_grad)
tried(lambda: y.add_(1))
tried(lambda: y.zero_())
z = torch.FloatTensor(x * 3)
print(z)
z.mul_(2)
z.sum().backward()
print(z, x.grad)

plain = torch.ones(2)
shared = torch.Tensor(plain)
shared[0] = 5
print(plain, plain._version, shared.requires_grad, shared.is_leaf)

for make in (torch.LongTensor, torch.DoubleTensor, x.detach().long().new, torch.FloatTensor):
    tried(lambda: make(torch.ones(2)))
print(torch.Tensor(torch.tensor([1, 2])), torch.LongTensor(torch.tensor([1, 2])))
print(torch.Tensor([1, 2]), torch.Tensor([[1.5]]), torch.Tensor((1, 2)), torch.Tensor([]))


class Sub(torch.Tensor):
    pass


s = Sub(x)
print(type(s).__name__, s.grad_fn.name(), type(Sub(plain)).__name__, type(s + 1).__name__)

print(torch.autograd.Variable(x * 2), torch.autograd.Variable(plain, requires_grad=True))
tried(lambda: torch.autograd.Variable([1.0]))
tried(lambda: torch.autograd.Variable(torch.ones(2).long(), requires_grad=True))
