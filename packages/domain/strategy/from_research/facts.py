"""A finished research session as rules can be made of it: the verdict, its prices, the arguments and the rows."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum

from packages.core.messages import Language


class CallAction(StrEnum):
    """What a verdict says to do."""

    BUY = "BUY"
    SELL = "SELL"
    HOLD = "HOLD"
    NO_CALL = "NO_CALL"


@dataclass(frozen=True, slots=True)
class ResearchRow:
    """A row with a number that an expert was handed; `tag` is its name in the expert's report."""

    expert: str
    tag: str
    id: str
    metric: str
    value: float


@dataclass(frozen=True, slots=True)
class VerdictLevel:
    """A price of the verdict. `atr_multiple`: how many average true ranges from the close it is; None: it is the value
    of its row."""

    value: float
    rows: tuple[ResearchRow, ...]
    atr_multiple: int | None = None


@dataclass(frozen=True, slots=True)
class StatedPoint:
    """An argument or a trigger by its id, as it was said. `rows`: those it cites that have a number. `is_cited`: it
    cites something, if only a document."""

    id: str
    text: str
    rows: tuple[ResearchRow, ...] = ()
    is_cited: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class ResearchFacts:
    """`action` None: the session has no verdict. `stake`: the share of the capital that a purchase takes. `price`: the
    close that the verdict was made at. `rows` by `expert:tag`."""

    session_id: str
    symbol: str
    as_of: datetime
    language: Language
    action: CallAction | None
    probability: float | None = None
    stake: float = 0.0
    price: float | None = None
    stop: VerdictLevel | None = None
    target: VerdictLevel | None = None
    horizon_days: int = 0
    triggers: tuple[StatedPoint, ...] = ()
    bull: tuple[StatedPoint, ...] = ()
    bear: tuple[StatedPoint, ...] = ()
    rows: Mapping[str, ResearchRow] = field(default_factory=dict)

    def value_of(self, expert: str, metric: str) -> float | None:
        """The expert's first row of that metric, which is the newest; None where there is none."""
        return next((row.value for row in self.rows.values() if (row.expert, row.metric) == (expert, metric)), None)
