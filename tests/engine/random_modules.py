"""Writes random programs that build and train small nets, for hypothesis; see modules.txt."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

from hypothesis import strategies as st

from tests.engine.grammar import HOLE, read_grammar
from tests.engine.sessions import Session

GRAMMAR = read_grammar(Path(__file__).parent / "modules.txt")


class Writer:
    """Writes a net layer by layer, keeping the number of features, then what is done with it."""

    def __init__(self, draw: Callable[[Any], Any]) -> None:
        self.draw = draw
        self.width = 4  # features, or channels, that the next layer takes
        self.flat = True  # whether the data is (batch, features), not images
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
        self.flat = self.draw(st.integers(0, 3)) != 3
        shape = f"5, {self.width}" if self.flat else f"3, {self.width}, 4, 4"
        kind = "layer" if self.flat else "image"
        layers = [self.fill(kind) for _ in range(self.draw(st.integers(1, 4)))]
        if not self.flat:
            layers += ["nn.AdaptiveAvgPool2d(1)", "nn.Flatten()"]
        layers.append(f"nn.Linear({self.width}, 3)")
        self.layers = len(layers)
        return [
            "torch.set_default_dtype(torch.float64)",  # in float32 the last digits would count
            "torch.manual_seed(1)",
            f"x = torch.randn({shape})",
            f"y = torch.randint(0, 3, ({5 if self.flat else 3},))",
            "z = torch.randn(len(y), 3)",
            f"net = nn.Sequential({', '.join(layers)})",
            "say(net)",
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
        lines += line.replace("; ", "\n").split("\n")
    lines.append("state(net)")
    program = "\n".join(lines)
    with Session(backend) as session:
        return program, session.run(program)
