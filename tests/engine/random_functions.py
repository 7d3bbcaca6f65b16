"""Writes random programs of custom Functions, checkpoints and hooks; see functions.txt."""

import functools
from pathlib import Path

from tests.engine import random_tensors
from tests.engine.grammar import read_grammar
from tests.engine.random_tensors import Nothing, Writer

HERE = Path(__file__).parent
CLASSES = [f"F{i}" for i in range(4)]


class FunctionWriter(Writer):
    """Writes statements about tensors, and definitions and applications of Functions."""

    grammar = read_grammar(HERE / "grammar.txt", HERE / "functions.txt")

    def hole_fn(self) -> str:
        defined = [name for name in CLASSES if name in self.session.names]
        if not defined:
            raise Nothing
        return str(self.pick(defined[::-1]))

    def hole_definition(self) -> str:
        """A class; the names of inputs and output are always x, y and out."""
        free = [name for name in CLASSES if name not in self.session.names]
        inputs = "x, y" if self.once_in(2) else "x"
        computing, noting = self.fill("computing"), self.some("noting", 3)
        if self.once_in(3):
            forward = self.method(f"forward({inputs})", [computing, "return out"])
            given = [f"{inputs}{'' if ',' in inputs else ','} = inputs", *noting]
            forward += self.method("setup_context(ctx, inputs, out)", given)
        else:
            forward = self.method(f"forward(ctx, {inputs})", [computing, *noting, "return out"])
        back = [*self.some("going_back", 2), "return " + self.fill("gradients")]
        once = ["    @torch.autograd.function.once_differentiable"] if self.once_in(6) else []
        backward = self.method("backward(ctx, *g)", back)
        backward[1:1] = once
        name = (free or CLASSES)[0]
        return "\n".join([f"class {name}(torch.autograd.Function):", *forward, *backward])

    def some(self, part: str, most: int) -> list[str]:
        """Several lines of a part of the grammar, or none."""
        return [self.fill(part) for _ in range(self.pick([*range(1, most + 1), 0]))]

    def method(self, head: str, body: list[str]) -> list[str]:
        """A static method."""
        return ["    @staticmethod", f"    def {head}:", *("        " + line for line in body)]


programs = functools.partial(random_tensors.programs, kind=FunctionWriter)
