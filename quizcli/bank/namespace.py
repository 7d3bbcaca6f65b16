"""Keeps the ids of banks apart: outside its folder, an id of bank `notes` is `notes:id`."""

from collections.abc import Collection

from quizcli.model.topic import Topic


def outside(topic: Topic, bank: str, own: Collection[str]) -> Topic:
    """The topic under its outside id; links to topics of its `own` bank are renamed too."""
    if not bank:
        return topic

    def link(name: str) -> str:
        return f"{bank}:{name}" if name in own else name

    def all_of(names: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(f"{bank}:{name}" for name in names)

    return topic._replace(
        id=f"{bank}:{topic.id}",
        formerly=all_of(topic.formerly),
        builds_on=tuple(map(link, topic.builds_on)),
        see_also=tuple(map(link, topic.see_also)),
        questions=tuple(
            each._replace(id=f"{bank}:{each.id}", formerly=all_of(each.formerly))
            for each in topic.questions
        ),
    )
