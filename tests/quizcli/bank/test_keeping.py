"""What the cache keeps of a topic is the whole topic."""

import json

import pytest

from quizcli.bank.files import shipped_folder, topic_files
from quizcli.bank.keeping import plain, revived
from quizcli.bank.read import topic_of
from quizcli.bank.source import load

FILES = topic_files(shipped_folder())


@pytest.mark.parametrize("file", FILES[::7], ids=lambda file: file.stem)
def test_a_topic_comes_back_as_it_was(file) -> None:
    text = file.read_text(encoding="utf-8")
    topic = topic_of(load(text, file), text, file)
    assert revived(json.loads(json.dumps(plain(topic)))) == topic


@pytest.mark.parametrize("data", [{"": "Nothing"}, {"": "Text", "en": "x"}, {"": "Text", "xx": 1}])
def test_what_was_no_topic_is_not_made_one(data) -> None:
    with pytest.raises((KeyError, TypeError)):
        revived(data)
