from torch import nn

net = nn.Sequential(nn.Linear(2, 1))
print(net.parameters)
print(net.named_parameters, net.children, net.modules, net.buffers)
print(net.state_dict, net.load_state_dict)
print(net.train, net.eval, net.zero_grad, net.apply, net.to, net.half)
print(net.register_buffer, net.register_forward_hook, net.add_module, net.get_submodule)
print(net.forward, net[0].forward, net[0].reset_parameters)
print(nn.Module.parameters.__qualname__, nn.Module.state_dict.__name__)
