"""What recurrent networks refuse."""

import warnings

from engine.tensor import Tensor


def check_options(hidden_size, num_layers, dropout, proj_size):
    """Refuse sizes and probabilities that a recurrent network cannot have."""
    if isinstance(dropout, bool) or not isinstance(dropout, int | float) or not 0 <= dropout <= 1:
        raise ValueError(f"dropout is a probability between 0 and 1, not {dropout!r}")
    if dropout > 0 and num_layers == 1:
        warnings.warn(
            "dropout acts between layers, and there is only one",
            UserWarning,
            stacklevel=4,
        )
    if not isinstance(hidden_size, int):
        raise TypeError(f"hidden_size is an int, not {type(hidden_size).__name__}")
    if hidden_size <= 0:
        raise ValueError(f"hidden_size must be above 0, not {hidden_size}")
    if num_layers <= 0:
        raise ValueError(f"num_layers must be above 0, not {num_layers}")
    if not 0 <= proj_size < hidden_size:
        raise ValueError(f"proj_size must be below hidden_size, {hidden_size}, not {proj_size}")


def refuse_projection(options):
    """Refuse an option that an LSTM alone has."""
    if "proj_size" in options:
        raise ValueError("only an LSTM takes proj_size")


def check_input(module, input):
    """Whether there is a batch dimension."""
    if not isinstance(input, Tensor):
        raise AttributeError(f"the input must be a tensor, not {type(input).__name__}")
    if input.dim() not in (2, 3):
        raise ValueError(f"the input has {input.dim()} dimensions, not 2 or 3")
    wanted = module.weight_ih_l0.dtype
    if input.dtype != wanted:
        raise ValueError(f"the input is {input.dtype!r}, the weights {wanted!r}")
    if input.size(-1) != module.input_size:
        raise RuntimeError(f"the input has {input.size(-1)} features, not {module.input_size}")
    return input.dim() == 3


def check_states(states, shapes, batched):
    """The states given for the first step, each of its shape, with a batch dimension."""
    dims = 3 if batched else 2
    if len(states) < len(shapes):
        raise IndexError(f"there are {len(shapes)} states to begin from, and {len(states)} given")
    for state in states:
        if state.dim() != dims:
            raise RuntimeError(f"the hidden state has {state.dim()} dimensions, not {dims}")
    states = [state if batched else state.unsqueeze(1) for state in states]
    for state, shape in zip(states, shapes, strict=True):
        if tuple(state.shape) != shape:
            raise RuntimeError(f"the hidden state is {list(state.shape)}, not {list(shape)}")
    return states
