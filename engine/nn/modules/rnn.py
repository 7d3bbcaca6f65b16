"""Recurrent networks over sequences."""

import math

from engine.creation import empty, zeros
from engine.errors import unsupported
from engine.nn import functional, init
from engine.nn.modules.module import Module
from engine.nn.modules.rnn_cell import (
    GRUCell,
    LSTMCell,
    RNNCell,
    RNNCellBase,
    gru_step,
    lstm_step,
    rnn_step,
)
from engine.nn.modules.rnn_checks import check_input, check_options, check_states
from engine.nn.modules.rnn_layer import as_one_node
from engine.nn.parameter import Parameter
from engine.nn.utils.rnn import PackedSequence, run_packed
from engine.ops.joining import cat, stack

_GATES = {"LSTM": 4, "GRU": 3, "RNN_TANH": 1, "RNN_RELU": 1}


class RNNBase(Module):
    """Layers of steps: input (L, N, input_size), (N, L, ...) if `batch_first`, or (L, ...)."""

    def __init__(
        self,
        mode,
        input_size,
        hidden_size,
        num_layers=1,
        bias=True,
        batch_first=False,
        dropout=0.0,
        bidirectional=False,
        proj_size=0,
        device=None,
        dtype=None,
    ):
        super().__init__()
        check_options(hidden_size, num_layers, dropout)
        if proj_size:
            raise unsupported("recurrent networks with proj_size")
        self.mode, self.input_size, self.hidden_size = mode, input_size, hidden_size
        self.num_layers, self.bias, self.batch_first = num_layers, bias, batch_first
        self.dropout, self.bidirectional = float(dropout), bidirectional
        self.proj_size = proj_size
        made = {"device": device, "dtype": dtype}
        for layer in range(num_layers):
            for suffix in self._suffixes(layer):
                self._add_layer(layer, suffix, made)
        self.reset_parameters()

    def _suffixes(self, layer):
        return [f"l{layer}", f"l{layer}_reverse"][: 2 if self.bidirectional else 1]

    def _add_layer(self, layer, suffix, made):
        rows = _GATES[self.mode] * self.hidden_size
        below = self.hidden_size * (2 if self.bidirectional else 1) if layer else self.input_size
        setattr(self, f"weight_ih_{suffix}", Parameter(empty((rows, below), **made)))
        setattr(self, f"weight_hh_{suffix}", Parameter(empty((rows, self.hidden_size), **made)))
        if self.bias:
            setattr(self, f"bias_ih_{suffix}", Parameter(empty(rows, **made)))
            setattr(self, f"bias_hh_{suffix}", Parameter(empty(rows, **made)))

    def reset_parameters(self):
        """Draw new values: uniform within 1/sqrt(hidden_size)."""
        bound = 1.0 / math.sqrt(self.hidden_size) if self.hidden_size > 0 else 0
        for weight in self.parameters():
            init.uniform_(weight, -bound, bound)

    @property
    def all_weights(self):
        """The parameters of each layer and direction."""
        kinds = ("weight_ih", "weight_hh", *(("bias_ih", "bias_hh") if self.bias else ()))
        return [
            [getattr(self, f"{kind}_{suffix}") for kind in kinds]
            for layer in range(self.num_layers)
            for suffix in self._suffixes(layer)
        ]

    def flatten_parameters(self):
        """Nothing: weights are not packed here."""

    # ---- running --------------------------------------------------------------------------

    def forward(self, input, hx=None):
        if isinstance(input, PackedSequence):
            return self._forward_packed(input, hx)
        batched = check_input(self, input)
        x = input if batched else input.unsqueeze(0 if self.batch_first else 1)
        if self.batch_first:
            x = x.transpose(0, 1)
        states = self._first_states(x, hx, batched)
        finals = []
        for layer in range(self.num_layers):
            if layer and self.dropout:
                x = functional.dropout(x, self.dropout, self.training)
            directions = self._suffixes(layer)
            outputs = []
            for suffix in directions:
                number = len(finals)
                output, final = self._run(x, suffix, [state[number] for state in states])
                outputs.append(output)
                finals.append(final)
            x = cat(outputs, -1) if len(outputs) > 1 else outputs[0]
        return self._finished(x, finals, batched)

    def _forward_packed(self, packed, hx):
        check_input(self, packed.data.unsqueeze(0))
        x, sizes = packed.data, packed.batch_sizes.tolist()
        states = self._first_states(x, hx, True, sizes[0])
        if hx is not None and packed.sorted_indices is not None:
            states = [state.index_select(1, packed.sorted_indices) for state in states]
        finals = []
        for layer in range(self.num_layers):
            if layer and self.dropout:
                x = functional.dropout(x, self.dropout, self.training)
            outputs = []
            for suffix in self._suffixes(layer):
                state = [state[len(finals)] for state in states]
                steps, final = self._run_packed(x, sizes, suffix, state)
                outputs.append(cat(steps, 0))
                finals.append(final)
            x = cat(outputs, -1) if len(outputs) > 1 else outputs[0]
        hidden = [stack(list(row), 0) for row in zip(*finals, strict=True)]
        if packed.unsorted_indices is not None:
            hidden = [state.index_select(1, packed.unsorted_indices) for state in hidden]
        output = PackedSequence(x, *packed[1:])
        return output, tuple(hidden) if self._states > 1 else hidden[0]

    def _run_packed(self, x, sizes, suffix, state):
        """All steps of one layer in one direction, of sequences that differ in length."""
        bias_ih = getattr(self, f"bias_ih_{suffix}", None)
        bias_hh = getattr(self, f"bias_hh_{suffix}", None)
        weight_hh = getattr(self, f"weight_hh_{suffix}")
        gates = functional.linear(x, getattr(self, f"weight_ih_{suffix}"), bias_ih)
        return run_packed(
            gates,
            sizes,
            state,
            lambda gate, before: self._step(gate, before, weight_hh, bias_hh),
            suffix.endswith("_reverse"),
        )

    def _weights(self, suffix):
        kinds = ("weight_ih", "weight_hh", "bias_ih", "bias_hh")
        return [getattr(self, f"{kind}_{suffix}", None) for kind in kinds]

    def _run(self, x, suffix, state):
        """All steps of one layer in one direction: the outputs, and the last state."""
        return self._steps(x, *self._weights(suffix), state, suffix.endswith("_reverse"))

    def _steps(self, x, weight_ih, weight_hh, bias_ih, bias_hh, state, backwards):
        gates = functional.linear(x, weight_ih, bias_ih).unbind(0)
        steps = []
        for gate in reversed(gates) if backwards else gates:
            state = self._step(gate, state, weight_hh, bias_hh)
            steps.append(state[0])
        return stack(steps[::-1] if backwards else steps, 0), state

    def _step(self, gates, state, weight, bias):
        activation = "relu" if self.mode == "RNN_RELU" else "tanh"
        return (rnn_step(gates, *state, weight, bias, activation),)

    def _finished(self, x, finals, batched):
        hidden = [stack(list(states), 0) for states in zip(*finals, strict=True)]
        if self.batch_first:
            x = x.transpose(0, 1) if self.mode == "LSTM" else x.transpose_(0, 1)
        if not batched:
            x = x.squeeze(0 if self.batch_first else 1)
            hidden = [state.squeeze(1) for state in hidden]
        return x, hidden[0]

    def _first_states(self, x, hx, batched, count=None):
        """The states before the first step, each (layers and directions, N, hidden_size)."""
        shape = (
            self.num_layers * (2 if self.bidirectional else 1),
            x.size(1) if count is None else count,
            self.hidden_size,
        )
        if hx is None:
            return [zeros(shape, dtype=x.dtype) for _ in range(self._states)]
        return check_states(list(hx) if self._states > 1 else [hx], shape, batched)

    _states = 1

    def extra_repr(self):
        text = f"{self.input_size}, {self.hidden_size}"
        for name, usual in (
            ("num_layers", 1),
            ("bias", True),
            ("batch_first", False),
            ("dropout", 0.0),
            ("bidirectional", False),
        ):
            value = getattr(self, name)
            if value != usual:
                text += f", {name}={value}"
        return text


class RNN(RNNBase):
    """Steps of `tanh` (or `relu`) of two linear maps."""

    def __init__(self, *args, **kwargs):
        names = ("input_size", "hidden_size", "num_layers", "nonlinearity")
        options = {**dict(zip(names, args, strict=False)), **kwargs}
        self.__dict__["nonlinearity"] = options.pop("nonlinearity", "tanh")
        if self.nonlinearity not in ("tanh", "relu"):
            raise ValueError(f"nonlinearity is tanh or relu, not {self.nonlinearity!r}")
        first = [options.pop(name) for name in names[:3] if name in options]
        if len(first) == 2 and len(args) > 4:
            first.append(1)
        super().__init__(f"RNN_{self.nonlinearity.upper()}", *first, *args[4:], **options)


class LSTM(RNNBase):
    """Long short-term memory; the state is a pair (h, c)."""

    _states = 2

    def __init__(self, *args, **kwargs):
        super().__init__("LSTM", *args, **kwargs)

    def _run(self, x, suffix, state):
        backwards = suffix.endswith("_reverse")

        def run(x, *values):
            output, last = self._steps(x, *values[:4], values[4:], backwards)
            return output, *last

        output, *last = as_one_node(run, x, *self._weights(suffix), *state)
        return output, last

    def _step(self, gates, state, weight, bias):
        return lstm_step(gates, *state, weight, bias)

    def _finished(self, x, finals, batched):
        output, hidden = super()._finished(x, [state[:1] for state in finals], batched)
        cell = stack([state[1] for state in finals], 0)
        return output, (hidden, cell if batched else cell.squeeze(1))


class GRU(RNNBase):
    """Gated recurrent units."""

    def __init__(self, *args, **kwargs):
        super().__init__("GRU", *args, **kwargs)

    def _step(self, gates, state, weight, bias):
        return (gru_step(gates, *state, weight, bias),)


__all__ = [
    "GRU",
    "LSTM",
    "RNN",
    "GRUCell",
    "LSTMCell",
    "RNNBase",
    "RNNCell",
    "RNNCellBase",
]
