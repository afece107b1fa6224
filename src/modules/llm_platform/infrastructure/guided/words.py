"""The sentences of the guided voice, by language and name."""

from dataclasses import dataclass
from typing import Literal

from packages.contracts.chinese import in_chinese
from src.modules.llm_platform.infrastructure.guided.words_en import EN
from src.modules.llm_platform.infrastructure.guided.words_zh import ZH


@dataclass(frozen=True, slots=True)
class Words:
    """One language."""

    language: Literal["zh", "en"]

    def say(self, name: str, /, **values: object) -> str:
        return self._table[name].format(**values)

    def label(self, group: str, code: str) -> str:
        """A word of the desk in the person's language; the code itself where nobody has named it."""
        return self._table.get(f"{group}.{code}", code)

    def own(self, name: str, otherwise: str) -> str:
        """A sentence that the voice has words of its own for, or what somebody else said."""
        return self._table.get(name, otherwise)

    def told(self, message: str) -> str:
        """What the desk said of a failure, in the person's language."""
        return in_chinese(message) if self.is_chinese else message

    @property
    def is_chinese(self) -> bool:
        return self.language == "zh"

    @property
    def _table(self) -> dict[str, str]:
        return ZH if self.is_chinese else EN


def percent(fraction: float | None) -> str:
    """A fraction as people read it; a dash where nothing was measured."""
    return "—" if fraction is None else f"{fraction * 100:.1f} %"


def figure(value: float | None) -> str:
    return "—" if value is None else f"{value:.2f}"


def amount(value: float | None) -> str:
    return "—" if value is None else f"{value:,.2f}"
