"""The two lists that compiling fills: slots of columns, and numbers with the place in the document they come from."""

from dataclasses import dataclass, field

from packages.domain.backtest.compiling.sources import Catalogue, Source, source_of
from packages.domain.strategy.conditions import FactorOutput, Price
from packages.domain.strategy.model import Strategy


@dataclass(slots=True)
class SlotTable:
    """Every use of a source under a name of its own is a slot, so that other parameters can be put there later."""

    strategy: Strategy
    catalogue: Catalogue
    sources: list[Source] = field(default_factory=list)
    factors: dict[str, list[int]] = field(default_factory=dict)  # the slots of each factor
    named: dict[str, int] = field(default_factory=dict)  # by the pointer of a period
    _known: dict[object, int] = field(default_factory=dict)

    def of(self, value: Price | FactorOutput) -> int:
        """The slot of a reference."""
        key = value.field if isinstance(value, Price) else (value.factor, value.output)
        if key not in self._known:
            self._known[key] = self._add(source_of(value, self.strategy, self.catalogue))
            if isinstance(value, FactorOutput):
                self.factors.setdefault(value.factor, []).append(self._known[key])
        return self._known[key]

    def at(self, pointer: str, source: Source) -> int:
        """The slot of a source that a number in the document makes, such as the period of a stop's range."""
        self.named[pointer] = self._add(source)
        return self.named[pointer]

    def _add(self, source: Source) -> int:
        self.sources.append(source)
        return len(self.sources) - 1


@dataclass(slots=True)
class NumberTable:
    """Numbers of conditions, distances and sizes."""

    values: list[float] = field(default_factory=list)
    places: dict[str, int] = field(default_factory=dict)

    def of(self, pointer: str, value: float) -> int:
        self.places[pointer] = len(self.values)
        self.values.append(float(value))
        return self.places[pointer]
