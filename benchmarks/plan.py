"""What a plan is worth: recall on the interview day, with as many answers as plain review gives.

    python benchmarks/plan.py [SEEDS]

The person is simulated by the memory model itself, so life will give less. Also printed: how little
the outcome depends on the two numbers that the plan was given.
"""

import sys
from datetime import date, timedelta
from unittest.mock import patch

from quizcli.schedule import plan
from quizcli.schedule.simulate import Forecast, forecast, plain, planned
from quizcli.settings import Settings

DAY = date(2026, 3, 1)
CASES = ((150, 21, 18), (150, 14, 24), (150, 21, 12), (150, 30, 30), (150, 60, 18), (400, 60, 18))


def played(case: tuple[int, int, int], seeds: int, *, by_plan: bool, retention: float) -> Forecast:
    questions, days, each_day = case
    catalogue = {f"topic-{number % 15}/{number}": 1 for number in range(questions)}
    settings = Settings(
        interview_date=DAY + timedelta(days=days), retention=retention, leech_after=0
    )
    choose = (planned if by_plan else plain)(catalogue, settings, each_day)
    return forecast([], catalogue, DAY, settings, choose, seeds=range(seeds))


def main() -> None:
    seeds = int(sys.argv[1]) if len(sys.argv) > 1 else 20
    print(f"mean recall on the day (share of questions under 0.8), {seeds} runs each\n")
    ways = [("plan", True, 0.9), *((f"plain {r}", False, r) for r in (0.8, 0.9, 0.95))]
    print(f"{'questions, days, a day':24}" + "".join(f"{name:>14}" for name, _, _ in ways))
    for case in CASES:
        cells = []
        for _name, by_plan, retention in ways:
            then = played(case, seeds, by_plan=by_plan, retention=retention)
            cells.append(f"{then.recall:7.2f} ({then.unlikely / case[0]:.2f})")
        print(f"{', '.join(map(str, case)):24}" + "".join(f"{cell:>14}" for cell in cells))
    print("\nthe same plan, introducing within another part of the days left, 150, 21, 18")
    for part in (0.2, 0.35, 0.5, 0.7):
        with patch.object(plan, "INTRODUCED", part):
            print(f"  {part:4}  {played(CASES[0], seeds, by_plan=True, retention=0.9).recall:.3f}")
    print("\nand asking only what gains more, 150, 60, 18 (answers given)")
    for least in (0.0, 0.01, 0.03, 0.06):
        with patch.object(plan, "WORTHWHILE", least):
            then = played(CASES[4], seeds, by_plan=True, retention=0.9)
            print(f"  {least:4}  {then.recall:.3f} ({then.answers:.0f})")


if __name__ == "__main__":
    main()
