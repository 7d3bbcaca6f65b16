"""Recurrent networks over sequences."""

from engine.creation import empty, zeros
from engine.nn import functional
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
from engine.nn.modules.rnn_checks import (
    check_input,
    check_options,
    check_states,
    refuse_projection,
)
from engine.nn.modules.rnn_layer import as_one_node
from engine.nn.parameter import Parameter
from engine.nn.utils.rnn import PackedSequence, run_packed
from engine.ops.joining import cat, stack
from engine.warn import warn_once

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
        check_options(hidden_size, num_layers, dropout, proj_size)
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
        rows, size = _GATES[self.mode] * self.hidden_size, self.proj_size or self.hidden_size
        below = size * (2 if self.bidirectional else 1) if layer else self.input_size
        setattr(self, f"weight_ih_{suffix}", Parameter(empty((rows, below), **made)))
        setattr(self, f"weight_hh_{suffix}", Parameter(empty((rows, size), **made)))
        if self.bias:
            setattr(self, f"bias_ih_{suffix}", Parameter(empty(rows, **made)))
            setattr(self, f"bias_hh_{suffix}", Parameter(empty(rows, **made)))
        if self.proj_size:
            shape = (size, self.hidden_size)
            setattr(self, f"weight_hr_{suffix}", Parameter(empty(shape, **made)))

    reset_parameters = RNNCellBase.reset_parameters

    @property
    def all_weights(self):
        """The parameters of each layer and direction."""
        suffixes = (s for layer in range(self.num_layers) for s in self._suffixes(layer))
        return [[w for w in self._weights(suffix) if w is not None] for suffix in suffixes]

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
        return self._finished(*self._through_layers(x, states, self._run), batched)

    def _through_layers(self, x, states, run):
        """What the last layer gives, and the last state of each layer and direction.

        `run(x, suffix, state)` goes through one layer in one direction.
        """
        finals = []
        for layer in range(self.num_layers):
            if layer and self.dropout:
                x = functional.dropout(x, self.dropout, self.training)
            outputs = []
            for suffix in self._suffixes(layer):
                output, final = run(x, suffix, [state[len(finals)] for state in states])
                outputs.append(output)
                finals.append(final)
            x = cat(outputs, -1) if len(outputs) > 1 else outputs[0]
        return x, finals

    def _forward_packed(self, packed, hx):
        check_input(self, packed.data.unsqueeze(0))
        x, sizes = packed.data, packed.batch_sizes.tolist()
        states = self._first_states(x, hx, True, sizes[0])
        if hx is not None and packed.sorted_indices is not None:
            states = [state.index_select(1, packed.sorted_indices) for state in states]
        x, finals = self._through_layers(
            x, states, lambda x, suffix, state: self._run_packed(x, sizes, suffix, state)
        )
        hidden = [stack(list(row), 0) for row in zip(*finals, strict=True)]
        if packed.unsorted_indices is not None:
            hidden = [state.index_select(1, packed.unsorted_indices) for state in hidden]
        output = PackedSequence(x, *packed[1:])
        return output, tuple(hidden) if self._states > 1 else hidden[0]

    def _run_packed(self, x, sizes, suffix, state):
        """All steps of one layer in one direction, of sequences that differ in length."""
        weight_ih, weight_hh, bias_ih, bias_hh, *more = self._weights(suffix)
        steps, final = run_packed(
            functional.linear(x, weight_ih, bias_ih),
            sizes,
            state,
            lambda gate, before: self._step(gate, before, weight_hh, bias_hh, *more),
            suffix.endswith("_reverse"),
        )
        return cat(steps, 0), final

    def _weights(self, suffix):
        more = ("weight_hr",) if self.proj_size else ()
        kinds = ("weight_ih", "weight_hh", "bias_ih", "bias_hh", *more)
        return [getattr(self, f"{kind}_{suffix}", None) for kind in kinds]

    def _run(self, x, suffix, state):
        """All steps of one layer in one direction: the outputs, and the last state."""
        return self._steps(state, suffix.endswith("_reverse"), x, *self._weights(suffix))

    def _steps(self, state, backwards, x, weight_ih, weight_hh, bias_ih, bias_hh, *more):
        gates = functional.linear(x, weight_ih, bias_ih).unbind(0)
        steps = []
        for gate in reversed(gates) if backwards else gates:
            state = self._step(gate, state, weight_hh, bias_hh, *more)
            steps.append(state[0])
        return stack(steps[::-1] if backwards else steps, 0), state

    def _step(self, gates, state, weight, bias):
        activation = "relu" if self.mode == "RNN_RELU" else "tanh"
        return (rnn_step(functional.linear(*state, weight, bias), gates, activation),)

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
        layers = self.num_layers * (2 if self.bidirectional else 1)
        count = x.size(1) if count is None else count
        sizes = [self.proj_size or self.hidden_size, self.hidden_size][: self._states]
        shapes = [(layers, count, size) for size in sizes]
        if hx is None:
            return [zeros(shape, dtype=x.dtype) for shape in shapes]
        return check_states(list(hx) if self._states > 1 else [hx], shapes, batched)

    _states = 1

    def extra_repr(self):
        text = f"{self.input_size}, {self.hidden_size}"
        for name, usual in (
            ("proj_size", 0),
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
        refuse_projection(kwargs)
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
    """Long short-term memory; the state is a pair (h, c), h of `proj_size` where that is given."""

    _states = 2

    def __init__(self, *args, **kwargs):
        super().__init__("LSTM", *args, **kwargs)

    def _run(self, x, suffix, state):
        if self.proj_size:
            warn_once("an LSTM with projections is computed in another way, which is slower")
            return super()._run(x, suffix, state)
        backwards = suffix.endswith("_reverse")

        def run(x, *values):
            output, last = self._steps(values[4:], backwards, x, *values[:4])
            return output, *last

        output, *last = as_one_node(run, x, *self._weights(suffix), *state)
        return output, last

    def _step(self, gates, state, weight, bias, projection=None):
        hidden, cell = state
        hidden, cell = lstm_step(functional.linear(hidden, weight, bias), gates, cell)
        if projection is not None:
            hidden = functional.linear(hidden, projection)
        return hidden, cell

    def _finished(self, x, finals, batched):
        output, hidden = super()._finished(x, [state[:1] for state in finals], batched)
        cell = stack([state[1] for state in finals], 0)
        return output, (hidden, cell if batched else cell.squeeze(1))


class GRU(RNNBase):
    """Gated recurrent units."""

    def __init__(self, *args, **kwargs):
        refuse_projection(kwargs)
        super().__init__("GRU", *args, **kwargs)

    def _step(self, gates, state, weight, bias):
        return (gru_step(functional.linear(*state, weight, bias), gates, *state),)


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
