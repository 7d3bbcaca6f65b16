"""`python -m tests.questions.mutants [--only NAME] [--recorded] [--record]`."""

import argparse
import importlib
import json
import os
import sys
import time

from quizcli.runner.posing import pose

THEMES = (
    *("leaves", "walking", "copies", "writes", "modes"),
    *("watching", "functions", "derivatives", "values", "training"),
)
ENOUGH = 0.95  # of the faults have to be noticed


def main() -> int:
    """Lists what is missed; 1 if that is too much."""
    options = _options()
    pose()
    for theme in THEMES:
        importlib.import_module(f"tests.questions.mutants.{theme}")
    from tests.questions.mutants.fault import FAULTS, sentence
    from tests.questions.mutants.hunt import Hunt, hunts, read, write
    from tests.questions.mutants.trying import candidates

    known, begun = read(), time.monotonic()
    hunt = Hunt(candidates(), known, 2 if options.record else 1, options.recorded)
    faults = [""] if options.sound else options.only or list(FAULTS)
    noticed, broken = {}, 0
    for name, programs, told in hunts(hunt, faults, os.cpu_count() or 1):
        noticed[name] = programs
        if told:
            broken += 1
            print(f"{name} cannot be tried: {told}", file=sys.stderr, flush=True)
        if options.only or options.record:
            print(f"{name}: {'; '.join(programs) or 'missed'}", flush=True)
    if options.record:
        write({**{k: v for k, v in known.items() if k in FAULTS}, **noticed})
    if options.json:
        print(json.dumps(noticed))
        return 0
    missed = [name for name in faults if not noticed[name]]
    for name in missed if not options.sound else ():
        print(f"missed: {name}: {sentence(name)}")
    print(f"{len(faults) - len(missed)} of {len(faults)} faults noticed", end="")
    print(f", in {time.monotonic() - begun:.0f} s")
    return int(bool(broken) or len(missed) > (1 - ENOUGH) * len(faults))


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.questions.mutants", description=__doc__)
    parser.add_argument(
        "--only", metavar="NAME", action="append", help="this fault; says what notices it"
    )
    parser.add_argument(
        "--recorded", action="store_true", help="run only the programs that noticed before"
    )
    parser.add_argument(
        "--record", action="store_true", help="write down, for each fault, programs that notice it"
    )
    parser.add_argument("--sound", action="store_true", help="try the engine as it is")
    parser.add_argument("--json", action="store_true", help="tell what noticed each fault as JSON")
    return parser.parse_args()


if __name__ == "__main__":
    sys.exit(main())
