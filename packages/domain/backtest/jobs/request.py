"""What a person asks of a backtest, checked before anything is read."""

from dataclasses import dataclass, fields
from datetime import date, datetime
from decimal import Decimal

from packages.domain.backtest.jobs.errors import BadRequest
from packages.domain.backtest.terms import Costs, Terms, usual_costs
from packages.domain.market_data.symbols import Market
from packages.domain.strategy.json_tree import Document, content_hash


@dataclass(frozen=True, slots=True, kw_only=True)
class BacktestRequest:
    """A stored strategy (its newest version, where none is named) or a document. What is left out is the usual: all
    days that are stored, the cash of `Terms`, the usual costs of the market, and all that is known by now."""

    strategy_id: str | None = None
    version: int | None = None
    document: Document | None = None
    start: date | None = None
    end: date | None = None
    cash: Decimal | None = None
    costs: Costs | None = None
    leverage: float | None = None
    as_of: datetime | None = None

    def __post_init__(self) -> None:
        if (self.strategy_id is None) == (self.document is None):
            raise BadRequest("backtest.one_strategy_needed")
        if self.version is not None and self.strategy_id is None:
            raise BadRequest("backtest.version_without_strategy")
        if self.start is not None and self.end is not None and self.start > self.end:
            raise BadRequest("backtest.end_before_start", end=self.end, start=self.start)
        if self.as_of is not None and self.as_of.tzinfo is None:
            raise BadRequest("backtest.as_of_without_zone", as_of=self.as_of)

    @property
    def digest(self) -> str:
        """The same for the same request, whatever the stored strategy has become since."""
        return content_hash({field.name: _plain(getattr(self, field.name)) for field in fields(self)})

    def terms(self, market: Market) -> Terms:
        usual = Terms(costs=self.costs or usual_costs(market))
        return Terms(
            cash=usual.cash if self.cash is None else self.cash,
            costs=usual.costs,
            leverage=usual.leverage if self.leverage is None else self.leverage,
        )


def _plain(value: object) -> Document | str | None:
    return value if value is None or isinstance(value, dict) else str(value)
