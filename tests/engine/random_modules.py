"""Writes random programs that build and train small nets, for hypothesis; see modules.txt."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

from hypothesis import strategies as st

from tests.engine.grammar import HOLE, read_grammar
from tests.engine.sessions import Session

GRAMMAR = read_grammar(Path(__file__).parent / "modules.txt")
DATA = {
    "layer": "torch.randn(5, {width})",
    "image": "torch.randn(3, {width}, 4, 4)",
    "sequence": "torch.randn(3, 4, {width})",
    "tokens": "torch.randint(0, 7, (3, 4))",
}
ENDS = {"image": "nn.AdaptiveAvgPool2d(1), nn.Flatten()", "sequence": "Mean()"}
CLASS = """class {name}(nn.Module):
    def __init__(self, m=None, flag=False): super().__init__(); self.m, self.flag = m, flag
    def forward(self, x): return {result}"""
PLAIN = """def plain(net):
    if any(m._forward_hooks or m._backward_hooks or isinstance(m, (nn.RNNBase, nn.RReLU))
           for m in net.modules()): raise ValueError
    return copy.deepcopy(net).eval()"""
RESULTS = {
    "Add": "x + self.m(x)",
    "Out": "self.m(x)[0]",
    "Mix": "self.m(x, x, x)[0]",
    "Mean": "x.mean(1)",
    "Twice": "self.m(self.m(x))",
    "Tied": "F.linear(self.m(x), self.m.weight.t())",
    "Causal": "F.scaled_dot_product_attention(*self.m(x).chunk(3, -1), is_causal=True)",
    "Cells": "torch.stack([self.m(v) for v in x.unbind(1)], 1)",
    "Steps": "torch.stack([self.m(v)[1] for v in x.unbind(1)], 1)",
    "Decode": "self.m(x, x.detach())",
    "Masked": "self.m(x, x, x, attn_mask=torch.ones(4, 4).triu(1) > 0, is_causal=self.flag)[0]",
    "Packed": "nn.utils.rnn.pad_packed_sequence(self.m(nn.utils.rnn.pack_padded_sequence("
    "x, [4, 3, 2], batch_first=True))[0], batch_first=True)[0]",
    "Ckpt": "torch.utils.checkpoint.checkpoint(self.m, x, use_reentrant=self.flag)",
}


class Writer:
    """Writes a net layer by layer, keeping the number of features, then what is done with it."""

    def __init__(self, draw: Callable[[Any], Any]) -> None:
        self.draw = draw
        self.width = 4  # features, or channels, that the next layer takes
        self.form = "layer"  # which part of the grammar the layers come from
        self.layers = 0

    def pick(self, options: list[Any]) -> Any:
        """One of the options; the first is the simplest."""
        return options[self.draw(st.integers(0, len(options) - 1))] if options[1:] else options[0]

    def filled(self, template: str) -> str:
        """The template with its holes filled, from left to right."""
        return HOLE.sub(lambda hole: self.fill(hole[1]), template)

    def fill(self, hole: str) -> str:
        """What goes into a hole: a line of the part of that name, or what a method says."""
        if hole in GRAMMAR.parts:
            return self.filled(str(self.pick([part for _, part in GRAMMAR.parts[hole]])))
        return str(getattr(self, "hole_" + hole)())

    def hole_width(self) -> int:
        return self.width

    def hole_wider(self) -> int:
        self.width = self.pick([4, 3, 6, 2])
        return self.width

    def hole_place(self) -> int:
        return self.draw(st.integers(0, self.layers - 1))

    def net(self) -> list[str]:
        """Data and a net that takes it to three numbers each."""
        self.form = self.pick(["layer", "layer", "layer", "image", "image", "sequence", "tokens"])
        width, size = self.width, 5 if self.form == "layer" else 3
        first = [self.fill("tokens")] if self.form == "tokens" else []
        part = "sequence" if first else self.form
        layers = [*first, *(self.fill(part) for _ in range(self.draw(st.integers(1, 4))))]
        layers += [ENDS[part]] if part in ENDS else []
        layers.append(f"nn.Linear({self.width}, 3)")
        self.layers = len(layers)
        return [
            "torch.set_default_dtype(torch.float64)",  # in float32 the last digits would count
            *[
                CLASS.format(name=name, result=result)
                for name, result in RESULTS.items()
                if name == "Add" or f"{name}(" in " ".join(layers)
            ],
            "torch.manual_seed(1)",
            f"x = {DATA[self.form].format(width=width)}",
            f"y = torch.randint(0, 3, ({size},))",
            "z = torch.randn(len(y), 3)",
            f"net = nn.Sequential({', '.join(layers)})",
            "say(net)",
            PLAIN,
            "closure = lambda: (opt.zero_grad(), (l := F.mse_loss(net(x), z)).backward(), l)[2]",
        ]


@st.composite
def programs(
    draw: Callable[[Any], Any], backend: str = "engine", longest: int = 14
) -> tuple[str, list[str]]:
    """A program, and what it said on the backend."""
    writer = Writer(draw)
    lines = writer.net()
    lines.append(writer.fill("optimizer"))
    for _ in range(draw(st.integers(1, longest))):
        line = writer.filled(writer.pick(writer.pick(GRAMMAR.statements)))
        head, block, body = line.rpartition(":: ")
        lines += [head + ":"] if block else []
        lines += [("    " if block else "") + part for part in body.split("; ")]
    lines.append("state(net)")
    program = "\n".join(lines)
    with Session(backend) as session:
        return program, session.run(program)
