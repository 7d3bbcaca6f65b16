"""`quizcli topics`: lists the topics of the bank."""

import json

from quizcli.cli import opening
from quizcli.cli.opening import library
from quizcli.cli.paging import Paging, paged
from quizcli.cli.saying import say
from quizcli.cli.usage import Json
from quizcli.language import current
from quizcli.screens.lists import topic_lines
from quizcli.screens.theme import print_lines


def topics(
    as_json: Json = False,
    paging: Paging = True,
) -> None:
    books = library()
    if as_json:
        rows = [
            {
                "id": topic.id,
                "title": topic.title(current()),
                "questions": topic.questions,
                "builds_on": list(topic.builds_on),
                "bank": topic.bank,
            }
            for topic in books.topics
        ]
        print(json.dumps(rows, ensure_ascii=False, indent=2))
        return
    rows_ = [(topic.id, topic.title(current()), topic.questions) for topic in books.topics]
    with paged(opening.settings(), wanted=paging) as (console, look):
        print_lines(console, topic_lines(rows_, look))
    for problem in books.problems:
        say(problem, err=True)
