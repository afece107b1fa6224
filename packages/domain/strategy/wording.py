"""What is said about a fault, in every language of the desk: a phrase with blanks, and what fills them."""

from dataclasses import dataclass
from typing import TypeAlias

from packages.domain.strategy.explain.speech import Language
from packages.domain.strategy.problem_chinese import CHINESE

Blank: TypeAlias = "str | int | tuple[str, ...] | Wording"
_BETWEEN = {Language.ZH: "、", Language.EN: ", "}


@dataclass(frozen=True, slots=True)
class Wording:
    """`phrase` is the English one; without blanks it is said as it stands, braces included."""

    phrase: str
    blanks: tuple[tuple[str, Blank], ...] = ()

    def in_(self, language: Language) -> str:
        """A phrase that has no Chinese, such as one of a parser's, is said in English."""
        phrase = CHINESE.get(self.phrase, self.phrase) if language is Language.ZH else self.phrase
        if not self.blanks:
            return phrase
        return phrase.format(**{name: _filled(blank, language) for name, blank in self.blanks})

    def __str__(self) -> str:
        return self.in_(Language.EN)


def said(phrase: str, **blanks: Blank) -> Wording:
    return Wording(phrase, tuple(blanks.items()))


def as_written(text: str) -> Wording:
    """A quotation or a number, which is the same in every language."""
    return said("{text}", text=text)


def _filled(blank: Blank, language: Language) -> str:
    match blank:
        case Wording():
            return blank.in_(language)
        case tuple():
            return _BETWEEN[language].join(blank)
        case _:
            return str(blank)
