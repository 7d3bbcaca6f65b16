"""Text in both languages of the bank."""

from typing import Literal, NamedTuple

Language = Literal["en", "zh"]


class Text(NamedTuple):
    """The same text in English and in Chinese (Markdown)."""

    en: str
    zh: str

    def get(self, language: Language) -> str:
        return self.zh if language == "zh" else self.en
