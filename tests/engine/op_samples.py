"""Judge the engine by PyTorch's own operator samples: `python -m tests.engine.op_samples`.

Needs torch. For every entry of PyTorch's table of operators (`op_db` in the torch wheel) that the
engine has, the samples run on both: values, gradients, second derivatives, dtypes, shapes, nodes;
as function, as method, in place and with `out=`; and what PyTorch refuses has to be refused with
the same type of error. Prints one line an entry and leaves with 1 if any is wrong.
"""

import argparse
import fnmatch
import sys
import warnings
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from tests.engine.op_calls import (
    FUNCTION,
    INPLACE,
    METHOD,
    OUT,
    Call,
    Given,
    Unspeakable,
    find,
    neutral,
    outcome,
)
from tests.engine.op_differences import differences
from tests.engine.op_inputs import (
    at_edges,
    entries,
    in_other_dtypes,
    is_differentiable,
    path_of,
    refused,
    samples,
    spread,
)

PRESENT, PARTLY, ABSENT, WRONG = "present", "partly", "absent", "wrong"
_REVERSED = {  # whose samples have the tensor first, though it comes second
    "special.polygamma",
    "nn.functional.embedding",
    "nn.functional.embedding_bag",
}


@dataclass
class Verdict:
    """What was found about one entry."""

    name: str
    differentiable: bool
    status: str = PRESENT
    samples: int = 0
    faults: list[str] = field(default_factory=list)  # what is wrong
    refusals: list[str] = field(default_factory=list)  # what the engine says it does not support


def calls(entry: Any, sample: Any, path: str) -> Iterator[Call]:
    """All the ways of calling the entry with one sample."""
    import torch

    args = [neutral(torch, v) for v in (sample.input, *sample.args)]
    kwargs = {k: neutral(torch, v) for k, v in sample.kwargs.items()}
    if entry.name in _REVERSED:
        args.reverse()
    if path.startswith("Tensor.") and not isinstance(args[0], Given):
        return  # Python itself refuses it
    second = bool(entry.supports_gradgrad)
    yield Call(path, args, kwargs, FUNCTION, second, "empty" not in entry.name)
    if "out" in kwargs:
        return  # methods have no out=, but nobody gives it to them
    if entry.method_variant is not None and not path.startswith("Tensor."):
        yield Call("Tensor." + entry.name, args, kwargs, METHOD, False)
    if entry.inplace_variant is not None and not path.endswith("_"):
        yield _in_place(entry.inplace_variant, path, args, kwargs)
    if entry.supports_out and "empty" not in entry.name and not path.startswith("Tensor."):
        yield Call(path, args, kwargs, OUT, False)


def _in_place(variant: Any, path: str, args: list[Any], kwargs: dict[str, Any]) -> Call:
    if hasattr(variant, "__name__"):
        return Call(f"Tensor.{variant.__name__}", args, kwargs, INPLACE, False)
    return Call(path, args, {**kwargs, **variant.keywords}, INPLACE, False)


def judge(entry: Any, cap: int, mode: str = "") -> Verdict:
    """Run the entry's samples, at most `cap` of them, on both engines.

    In mode "dtypes" the samples are of other dtypes, taken or refused; in mode "edges" they have
    kinks, infinities and ties.
    """
    import torch

    import engine

    verdict = Verdict(entry.full_name, is_differentiable(entry))
    path, torch_path = path_of(engine, entry), path_of(torch, entry)
    if path is None or torch_path is None:
        verdict.status = ABSENT
        return verdict
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        if mode == "dtypes":
            given = list(in_other_dtypes(entry, min(cap, 3)))
        elif mode == "edges":
            given = list(at_edges(entry, cap))
        else:
            given = [*spread(list(samples(entry)), cap), *spread(list(refused(entry)), cap)]
    for number, sample in enumerate(given):
        try:
            ways = list(calls(entry, sample, torch_path))
        except Unspeakable:
            continue
        verdict.samples += 1
        for call in ways:
            call.second = call.second and mode != "edges"  # NaN and infinity cancel as they like
            _weigh(verdict, f"sample {number} {call.how}", call)
    for alias in entry.aliases:
        if find(engine, alias.name.removeprefix("torch.")) is None:
            verdict.faults.append(f"the alias {alias.name} is missing")
    if verdict.faults:
        verdict.status = WRONG
    elif verdict.refusals:
        refused_all = sum(FUNCTION in line for line in verdict.refusals) == verdict.samples
        verdict.status = ABSENT if refused_all else PARTLY
    return verdict


def _weigh(verdict: Verdict, where: str, call: Call) -> None:
    import torch

    import engine

    expected = outcome(torch, call)
    if expected.error and call.how == OUT:
        return
    got = outcome(engine, call)
    for word in differences(expected, got):
        if got.error and "UnsupportedError" in got.error:
            verdict.refusals.append(f"{where}: {got.message}")
        else:
            verdict.faults.append(f"{where}: {word}   {_shown(call)}")


def _shown(call: Call) -> str:
    def shown(value: Any) -> str:
        if hasattr(value, "array"):
            return f"{value.array.dtype}{list(value.array.shape)}"
        if isinstance(value, list | tuple) and not hasattr(value, "name"):
            return "(" + ", ".join(map(shown, value)) + ")"
        return getattr(value, "name", None) or repr(value)

    parts = [shown(v) for v in call.args] + [f"{k}={shown(v)}" for k, v in call.kwargs.items()]
    return f"{call.path}({', '.join(parts)})"


def main(argv: list[str] | None = None) -> int:
    """Judge what is asked for and print it."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--only", action="append", help="pattern of entry names: 'max*', 'nn.*'")
    parser.add_argument("--list", action="store_true", help="only say what is there and what not")
    parser.add_argument("--cap", type=int, default=48, help="samples an entry, at most (0: all)")
    parser.add_argument("--faults", type=int, default=3, help="faults shown for an entry, at most")
    parser.add_argument("--dtypes", action="store_true", help="run the samples in other dtypes")
    parser.add_argument("--edges", action="store_true", help="run them at kinks, inf, NaN, ties")
    parser.add_argument("--quiet", action="store_true", help="only wrong entries and the counts")
    options = parser.parse_args(argv)
    verdicts = []
    for entry in entries():
        if options.only and not any(fnmatch.fnmatch(entry.full_name, p) for p in options.only):
            continue
        if options.list:
            verdict = listed(entry)
        else:
            mode = "dtypes" if options.dtypes else "edges" if options.edges else ""
            verdict = judge(entry, options.cap or 10**9, mode)
        verdicts.append(verdict)
        if not options.quiet or verdict.status == WRONG:
            show(verdict, options.faults)
    summarize(verdicts)
    return int(any(v.status == WRONG for v in verdicts))


def listed(entry: Any) -> Verdict:
    """Whether the engine has the entry, without running it."""
    import engine

    there = path_of(engine, entry) is not None
    return Verdict(entry.full_name, is_differentiable(entry), PRESENT if there else ABSENT)


def show(verdict: Verdict, most: int) -> None:
    """Print an entry's line and its first faults."""
    print(f"{verdict.status:8} {verdict.name}  ({verdict.samples})")
    told = [*verdict.faults[:most], *verdict.refusals[:most]]
    for line in told:
        print("        ", line)


def summarize(verdicts: list[Verdict]) -> None:
    """Print how many entries have which status, all and the differentiable ones."""
    for title, chosen in (
        ("all entries", verdicts),
        ("differentiable", [v for v in verdicts if v.differentiable]),
    ):
        counts = Counter(v.status for v in chosen)
        told = ", ".join(f"{counts[s]} {s}" for s in (PRESENT, PARTLY, ABSENT, WRONG))
        print(f"{title}: {told}; {sum(v.samples for v in chosen)} samples")


if __name__ == "__main__":
    sys.exit(main())
