"""Recounts what `quizcli stats --json` says, from an exported log; uses nothing of quizcli.

`recount.py LOG DAY UNTIL QUESTION…` prints JSON. Written to be read beside the log, not to be fast.
"""

import json
import random
import sys
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

import fsrs


def moment(day):
    return datetime.combine(day, datetime.min.time(), UTC)


class Question:
    """Replays what happened to one question."""

    def __init__(self, name, scheduler, leech_after):
        self.name, self.scheduler, self.leech_after = name, scheduler, leech_after
        self.forget()

    def forget(self):
        self.card = self.due = self.last = self.buried = None
        self.reviews = self.lapses = self.revision = 0
        self.suspended = self.leech = False

    def happened(self, line):
        day = date.fromisoformat(line["day"])
        if line["act"] == "reset":
            self.forget()
        elif line["act"] == "suspend":
            self.suspended = True
        elif line["act"] == "unsuspend":
            self.suspended = self.leech = False
        elif line["act"] == "bury":
            self.buried = day
        elif line["act"] == "answer" and line.get("counts", True):
            self.answered(max(day, self.last or day), line["grade"])

    def answered(self, day, grade):
        if grade == 1 and self.last is not None and self.last < day:
            self.lapses += 1
            beyond = self.lapses - self.leech_after
            if beyond >= 0 and beyond % max(1, self.leech_after // 2) == 0:
                self.suspended = self.leech = True
        card = self.card or fsrs.Card(card_id=1)
        self.card, _log = self.scheduler.review_card(card, fsrs.Rating(grade), moment(day))
        days = (self.card.due - moment(day)).days
        nudge = random.Random(f"{self.name} {self.reviews}").uniform(-1, 1)
        spread = max(1, round(days * 0.06)) if days >= 3 else 0
        days = min(max(1, days + round(nudge * spread)), self.scheduler.maximum_interval)
        self.due, self.last = day + timedelta(days), day
        self.reviews += 1

    def recall(self, day):
        return self.scheduler.get_card_retrievability(self.card, moment(day)) if self.card else 0


def questions_of(lines, names):
    rules = [line for line in lines if line["act"] == "scheduler"][-1]["details"]
    scheduler = fsrs.Scheduler(
        rules["weights"],
        rules["retention"],
        learning_steps=(),
        relearning_steps=(),
        maximum_interval=rules["maximum_interval"],
        enable_fuzzing=False,
    )
    known = {name: Question(name, scheduler, rules["leech_after"]) for name in names}
    for line in lines:
        if line["act"] != "scheduler" and line["question"] in known:
            known[line["question"]].happened(line)
    return known, rules


def streaks(days, today):
    lengths = {}
    for day in sorted(days):
        lengths[day] = lengths.get(day - timedelta(1), 0) + 1
    now = lengths.get(today) or lengths.get(today - timedelta(1), 0)
    return {"now": now, "best": max(lengths.values(), default=0)}


def retention(answers, today, target):
    good = bad = 0
    for place, line in enumerate(answers):
        if not line.get("counts", True) or line["day"] <= (today - timedelta(30)).isoformat():
            continue
        earlier = [
            other["day"]
            for other in answers[:place]
            if other["question"] == line["question"] and other.get("counts", True)
        ]
        if earlier and max(earlier) < line["day"]:
            good, bad = good + (line["grade"] > 1), bad + (line["grade"] == 1)
    share = round(good / (good + bad), 4) if good + bad else None
    return {"asked": good + bad, "recalled": good, "share": share, "target": target}


def recount(lines, today, until, names):
    cancelled = {line["cancels"] for line in lines if line["act"] == "undo"}
    lines = [line for line in lines if line["act"] != "undo" and line["id"] not in cancelled]
    lines.sort(key=lambda line: (datetime.fromisoformat(line["at"]), line["id"]))
    known, rules = questions_of(lines, names)
    answers = [line for line in lines if line["act"] == "answer"]
    per_day = {}
    for line in answers:
        per_day[line["day"]] = per_day.get(line["day"], 0) + 1
    todays = [line for line in answers if line["day"] == today.isoformat()]
    forecast = {(today + timedelta(n)).isoformat(): 0 for n in range(28)}
    for one in known.values():
        if one.reviews and not one.suspended:
            overdue = one.due <= today and one.buried != today
            when = today if overdue else max(one.due, today + timedelta(1))
            if when.isoformat() in forecast:
                forecast[when.isoformat()] += 1
    topics = []
    for topic in dict.fromkeys(name.split("/")[0] for name in names):
        mine = [one for name, one in known.items() if name.split("/")[0] == topic]
        topics.append(
            {
                "topic": topic,
                "questions": len(mine),
                "seen": sum(one.reviews > 0 for one in mine),
                "recall": round(
                    sum(one.recall(today + timedelta(days=1)) for one in mine) / len(mine), 4
                ),
                "recall_until": round(sum(one.recall(until) for one in mine) / len(mine), 4),
                "lapses": sum(one.lapses for one in mine),
            }
        )
    sure = sorted({line["details"]["confidence"] for line in answers if "details" in line})
    begun = sorted((t for t in topics if t["seen"]), key=lambda t: (t["recall_until"], t["topic"]))
    return {
        "day": today.isoformat(),
        "until": until.isoformat(),
        "today": {
            "answers": len(todays),
            "right": sum(line["right"] for line in todays),
            "seconds": round(sum(line["seconds"] for line in todays), 1),
        },
        "streak": streaks([date.fromisoformat(day) for day in per_day], today),
        "retention": retention(answers, today, rules["retention"]),
        "answers": len(answers),
        "days": dict(sorted(per_day.items())),
        "forecast": forecast,
        "topics": topics,
        "weakest": [
            {"topic": t["topic"], "command": f"quizcli quiz {t['topic']}"} for t in begun[:5]
        ],
        "leeches": sorted(name for name, one in known.items() if one.leech),
        "calibration": [
            {
                "confidence": percent / 100,
                "answers": len(these),
                "right": sum(line["right"] for line in these),
            }
            for percent in sure
            for these in [[a for a in answers if a.get("details") == {"confidence": percent}]]
        ],
    }


if __name__ == "__main__":
    log, today, until, *names = sys.argv[1:]
    lines = [json.loads(line) for line in Path(log).read_text(encoding="utf-8").splitlines()]
    days = date.fromisoformat(today), date.fromisoformat(until)
    print(json.dumps(recount(lines, *days, names)))
