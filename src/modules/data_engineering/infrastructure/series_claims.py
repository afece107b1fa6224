"""Which file of an import was the first to bring a series, so that a second one cannot replace it unnoticed."""

from dataclasses import dataclass, field
from pathlib import Path
from threading import Condition

from packages.domain.market_data.symbols import Symbol
from packages.domain.market_data.timeframe import Timeframe
from packages.infra.providers.market_data.bars.inspect import BarInspection


@dataclass(frozen=True, slots=True)
class SeriesKey:
    """What two files of an import may not both have in different ways."""

    symbol: Symbol
    timeframe: Timeframe
    is_adjusted: bool


def key_of(inspection: BarInspection) -> SeriesKey:
    plan = inspection.plan
    return SeriesKey(plan.symbol, plan.timeframe, plan.is_adjusted)


@dataclass(slots=True)
class SeriesClaims:
    """Claims are made in the order of the files, whichever of them is read first. Everyone who has a number claims
    once, or all behind wait for ever."""

    _turn: Condition = field(default_factory=Condition)
    _next: int = 0
    _claimed: dict[SeriesKey, list[Path]] = field(default_factory=dict)

    def claim(self, number: int, path: Path, key: SeriesKey | None) -> list[Path]:
        """The files before that have brought the same series; `key` None: nothing is claimed. Blocks until all numbers
        before have claimed."""
        with self._turn:
            self._turn.wait_for(lambda: self._next == number)
            self._next += 1
            self._turn.notify_all()
            if key is None:
                return []
            earlier = self._claimed.setdefault(key, [])
            earlier.append(path)
            return earlier[:-1]
