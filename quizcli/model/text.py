"""Text in both languages of the bank."""

from dataclasses import dataclass
from typing import Literal

Language = Literal["en", "zh"]


@dataclass(frozen=True, slots=True)
class Text:
    """The same statement in English and in Chinese (Markdown)."""

    en: str
    zh: str

    def get(self, language: Language) -> str:
        return self.zh if language == "zh" else self.en
