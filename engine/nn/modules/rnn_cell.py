"""One step of a recurrent network."""

import math

from engine.autograd.mapped import refuse, refuse_write
from engine.autograd.mode import mode
from engine.creation import empty, zeros
from engine.nn import functional, init
from engine.nn.modules.module import Module
from engine.nn.parameter import Parameter
from engine.tensor import Tensor


def rnn_step(gates, gates_in, activation):
    """The next hidden state of a simple network, from its gates of before and of the input."""
    return getattr(gates + gates_in, activation)()


def lstm_step(gates, gates_in, cell):
    """The next hidden and cell state of an LSTM."""
    i, f, g, o = (gates + gates_in).unsafe_chunk(4, -1)
    i, f, g, o = i.sigmoid(), f.sigmoid(), g.tanh(), o.sigmoid()
    cell = f * cell + i * g
    return o * cell.tanh(), cell


def gru_step(gates, gates_in, hidden):
    """The next hidden state of a GRU."""
    reset_in, update_in, new_in = gates_in.unsafe_chunk(3, -1)
    reset_h, update_h, new_h = gates.unsafe_chunk(3, -1)
    reset = (reset_h + reset_in).sigmoid()
    update = (update_h + update_in).sigmoid()
    new = (new_in + new_h * reset).tanh()
    return (hidden - new) * update + new


def _refuse_mapped(gates, gates_in, *cell):
    """PyTorch adds the second gates to the first in place, unless vmap is the innermost transform.

    Then it computes entry by entry, which it cannot where there are several results.
    """
    if mode.transforms[-1:] != ("vmap",):
        refuse_write(gates, (gates_in,))
    elif cell:
        for value in (gates, gates_in, *cell):
            refuse(value, "a step of an LSTM")


class RNNCellBase(Module):
    """Weights of one step; input (N, input_size) or (input_size), hidden alike."""

    __module__ = "torch.nn.modules.rnn"

    def __init__(self, input_size, hidden_size, bias, num_chunks, device=None, dtype=None):
        super().__init__()
        self.input_size, self.hidden_size, self.bias = input_size, hidden_size, bias
        made = {"device": device, "dtype": dtype}
        rows = num_chunks * hidden_size
        self.weight_ih = Parameter(empty((rows, input_size), **made))
        self.weight_hh = Parameter(empty((rows, hidden_size), **made))
        for name in ("bias_ih", "bias_hh"):
            self.register_parameter(name, Parameter(empty(rows, **made)) if bias else None)
        self.reset_parameters()

    def reset_parameters(self):
        """Draw new values: uniform within 1/sqrt(hidden_size)."""
        bound = 1.0 / math.sqrt(self.hidden_size) if self.hidden_size > 0 else 0
        for weight in self.parameters():
            init.uniform_(weight, -bound, bound)

    def _batched(self, input, *hidden):
        """The input and hidden states with a batch dimension, and whether there was one."""
        name = type(self).__name__
        for what, value in (("input", input), *(("hidden", h) for h in hidden)):
            if value is not None and value.dim() not in (1, 2):
                raise ValueError(f"{name}: the {what} has {value.dim()} dimensions, not 1 or 2")
        batched = input.dim() == 2
        x = input if batched else input.unsqueeze(0)
        if x.size(1) != self.input_size:
            raise RuntimeError(f"{name}: the input has {x.size(1)} features, not {self.input_size}")
        states = []
        for state in hidden:
            if state is None:
                state = zeros(x.size(0), self.hidden_size, dtype=input.dtype)
            elif not batched:
                state = state.unsqueeze(0)
            if tuple(state.shape) != (x.size(0), self.hidden_size):
                raise RuntimeError(
                    f"{name}: the hidden state is {list(state.shape)}, "
                    f"not {[x.size(0), self.hidden_size]}"
                )
            states.append(state)
        return x, states, batched

    def _of_input(self, x):
        return functional.linear(x, self.weight_ih, self.bias_ih)

    def _of_hidden(self, hidden):
        return functional.linear(hidden, self.weight_hh, self.bias_hh)

    def extra_repr(self):
        text = f"{self.input_size}, {self.hidden_size}"
        if self.bias is not True:
            text += f", bias={self.bias}"
        if getattr(self, "nonlinearity", "tanh") != "tanh":
            text += f", nonlinearity={self.nonlinearity}"
        return text


class RNNCell(RNNCellBase):
    """`tanh(W_ih x + b_ih + W_hh h + b_hh)`, or with relu."""

    __module__ = "torch.nn.modules.rnn"

    def __init__(
        self, input_size, hidden_size, bias=True, nonlinearity="tanh", device=None, dtype=None
    ):
        super().__init__(input_size, hidden_size, bias, 1, device, dtype)
        self.nonlinearity = nonlinearity

    def forward(self, input, hx=None):
        x, (hidden,), batched = self._batched(input, hx)
        if self.nonlinearity not in ("tanh", "relu"):
            raise RuntimeError(f"nonlinearity is tanh or relu, not {self.nonlinearity!r}")
        gates, gates_in = self._of_hidden(hidden), self._of_input(x)
        _refuse_mapped(gates, gates_in)
        out = rnn_step(gates, gates_in, self.nonlinearity)
        return out if batched else out.squeeze(0)


class LSTMCell(RNNCellBase):
    """Long short-term memory; the state is a pair (h, c)."""

    __module__ = "torch.nn.modules.rnn"

    def __init__(self, input_size, hidden_size, bias=True, device=None, dtype=None):
        super().__init__(input_size, hidden_size, bias, 4, device, dtype)

    def forward(self, input, hx=None):
        if isinstance(hx, Tensor):
            raise TypeError("LSTMCell: the state is a tuple (h, c), not a tensor")
        state = (None, None) if hx is None else (hx[0], hx[1])
        x, (hidden, cell), batched = self._batched(input, *state)
        gates, gates_in = self._of_hidden(hidden), self._of_input(x)
        _refuse_mapped(gates, gates_in, cell)
        out = lstm_step(gates, gates_in, cell)
        return out if batched else tuple(state.squeeze(0) for state in out)


class GRUCell(RNNCellBase):
    """A gated recurrent unit."""

    __module__ = "torch.nn.modules.rnn"

    def __init__(self, input_size, hidden_size, bias=True, device=None, dtype=None):
        super().__init__(input_size, hidden_size, bias, 3, device, dtype)

    def forward(self, input, hx=None):
        x, (hidden,), batched = self._batched(input, hx)
        gates_in, gates = self._of_input(x), self._of_hidden(hidden)
        _refuse_mapped(gates, gates_in)
        out = gru_step(gates, gates_in, hidden)
        return out if batched else out.squeeze(0)
