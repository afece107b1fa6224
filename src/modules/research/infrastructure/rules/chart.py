"""A chart as a rules analyst sees it: figures as plain numbers, and a writer that cites them."""

from collections.abc import Sequence

from src.modules.research.domain.brief import Brief
from src.modules.research.domain.technical.rules import RULES
from src.modules.research.infrastructure.rules.telling_writer import TellingWriter
from src.modules.research.infrastructure.rules.votes import Reading, within


class Chart:
    """The figures of a brief as plain numbers, and a writer that cites them."""

    def __init__(self, brief: Brief) -> None:
        self.brief = brief
        self.write = TellingWriter(brief)

    def value(self, key: str) -> float | None:
        figure = self.brief.figures.get(key)
        return None if figure is None else float(figure.value)

    def has(self, *keys: str) -> bool:
        return all(key in self.brief.figures for key in keys)

    def values(self, *keys: str) -> list[float]:
        return [float(self.brief.figures[key].value) for key in keys]

    def known(self, *keys: str) -> float:
        return sum(key in self.brief.figures for key in keys) / len(keys)


def rule(name: str) -> float:
    return float(RULES[name].value)


def reading(topic: str, lean: float, known: float, sentences: Sequence[str]) -> Reading:
    return Reading(topic, rule(f"weight_{topic}"), within(lean, -1, 1), known, tuple(sentences))
