"""A walk-back: which instruments are researched again, on which past days, and under which names its calls stand."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from typing import Any, Protocol

from packages.core.ids import derived_id
from packages.core.messages import Language
from packages.domain.market_data.symbols import Symbol
from src.modules.judge.domain.case import LONGEST_HORIZON, USUAL_HORIZON
from src.modules.judge.domain.errors import BadWalkBack

MOST_STEPS = 20_000


@dataclass(frozen=True, slots=True)
class WalkBackStep:
    """One instrument on one past day, with nothing known that came later."""

    symbol: Symbol
    day: date


@dataclass(frozen=True, slots=True, kw_only=True)
class WalkBackPlan:
    """`every`: calendar days between two looks at an instrument; shorter than the horizon, calls overlap."""

    symbols: tuple[Symbol, ...]
    start: date
    end: date
    every: int
    horizon_days: int = USUAL_HORIZON
    language: Language = Language.ZH

    def checked(self, today: date) -> "WalkBackPlan":
        """Itself, where it can be walked on the day of today."""
        if not self.symbols:
            raise BadWalkBack("judge.walk_back.no_symbols")
        if self.start > self.end or self.end >= today:
            raise BadWalkBack("judge.walk_back.bad_days", start=self.start, end=self.end, today=today)
        if not 1 <= self.every <= LONGEST_HORIZON:
            raise BadWalkBack("judge.walk_back.bad_step", days=self.every, longest=LONGEST_HORIZON)
        if not 1 <= self.horizon_days <= LONGEST_HORIZON:
            raise BadWalkBack("judge.bad_horizon", days=self.horizon_days, longest=LONGEST_HORIZON)
        if len(self) > MOST_STEPS:
            raise BadWalkBack("judge.walk_back.too_many", steps=len(self), most=MOST_STEPS)
        return self

    def __len__(self) -> int:
        return len(self.symbols) * max(0, (self.end - self.start).days // self.every + 1)

    def steps(self) -> Iterator[WalkBackStep]:
        """One instrument after the other, oldest day first."""
        for symbol in self.symbols:
            for passed in range(0, (self.end - self.start).days + 1, self.every):
                yield WalkBackStep(symbol, self.start + timedelta(days=passed))

    def run_of(self, step: WalkBackStep, owner_id: str, engine: str, *, debated: bool) -> str:
        """The same look of the same engine has the same name, so that a walk that is repeated makes no second call."""
        arm = "debate" if debated else "reports"
        asked = (str(step.symbol), step.day.isoformat(), str(self.horizon_days), engine, arm)
        return derived_id("walk_back", owner_id, *asked)


Reports = Mapping[str, Mapping[str, Any]]


class HistoricalResearch(Protocol):
    """Research as it would have been on a past day."""

    async def engine(self) -> str:
        """Who answers: `rules`, or `llm`."""
        ...

    async def reports(self, step: WalkBackStep, language: Language) -> Reports:
        """By expert; who has nothing to say is omitted."""
        ...

    async def debate(self, step: WalkBackStep, reports: Reports) -> Mapping[str, Any] | None:
        """None where it failed."""
        ...


def distinct(symbols: Sequence[Symbol]) -> tuple[Symbol, ...]:
    return tuple(dict.fromkeys(symbols))
