"""How a rules analyst writes: sentences in both languages whose numbers come from the brief, with their tags."""

import re
from collections.abc import Sequence

from packages.core.messages import Language
from src.modules.research.domain.brief import Brief
from src.modules.research.domain.evidence.wording import written

_HOLE = re.compile(r"\{([a-z0-9_.@-]+)\}")


class Writer:
    """Writes in the brief's language. `{rsi14}` in a sentence becomes `63.2[E5]`."""

    def __init__(self, brief: Brief) -> None:
        self._brief = brief

    def __call__(self, zh: str, en: str) -> str:
        sentence = zh if self._brief.language is Language.ZH else en
        return _HOLE.sub(lambda hole: self.number(hole[1]), sentence)

    def number(self, key: str) -> str:
        """The value of a figure or of a house rule, as a person reads it, with its tag."""
        tag = self._brief.tags[key]
        row = self._brief.book.rows[tag]
        if row.value is None:
            raise ValueError(f"{key} is a text, and a number was asked for")
        return f"{written(row.value, row.unit, self._brief.language.value)}[{tag}]"

    def quote(self, tag: str, title: str) -> str:
        """A headline in quotation marks, with its tag."""
        return f"「{title}」[{tag}]" if self._brief.language is Language.ZH else f"“{title}” [{tag}]"

    def joined(self, sentences: Sequence[str]) -> str:
        return ("" if self._brief.language is Language.ZH else " ").join(sentences)

    def listed(self, sentences: Sequence[str]) -> str:
        return "\n".join(f"- {sentence}" for sentence in sentences)
