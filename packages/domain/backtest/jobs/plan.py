"""What is asked of a backtest, and the plan that is made of it: nothing in a plan is left to the time of the run."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields
from datetime import date, datetime
from decimal import Decimal
from typing import Any

from packages.core.errors import Invalid
from packages.core.events import JsonObject
from packages.domain.backtest.financing import HOUSE_RATES, Financing, rates_of
from packages.domain.backtest.terms import Costs, Terms, usual_costs
from packages.domain.market_data.symbols import Symbol, parse_symbol
from packages.domain.strategy.book import StrategyBook
from packages.domain.strategy.build import build
from packages.domain.strategy.canonical import document_of
from packages.domain.strategy.json_tree import Document, content_hash
from packages.domain.strategy.lineage import TrialPool, draft_lineage
from packages.domain.strategy.model import Strategy
from packages.domain.strategy.revisions import rules_hash, strategy_hash

_ROUNDING = 1 + 1e-9


class BadRequest(Invalid):
    """A request that no backtest can be made of."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BacktestRequest:
    """A stored strategy (its newest version, where none is named) or a document. What is left out is the usual: all
    days that are stored, the cash of `Terms`, the usual costs and house rates of the market, and all that is known by
    now."""

    strategy_id: str | None = None
    version: int | None = None
    document: Document | None = None
    start: date | None = None
    end: date | None = None
    cash: Decimal | None = None
    costs: Costs | None = None
    financing: Financing = HOUSE_RATES
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
        return content_hash({field.name: _plainly(getattr(self, field.name)) for field in fields(self)})

    def terms(self, strategy: Strategy) -> Terms:
        market, portfolio = strategy.universe.market, strategy.portfolio
        usual = Terms(costs=self.costs or usual_costs(market))
        leverage = usual.leverage if self.leverage is None else self.leverage
        if portfolio is not None and portfolio.gross > leverage * _ROUNDING:
            raise BadRequest("backtest.leverage_needed", gross=f"{portfolio.gross:g}", leverage=f"{leverage:g}")
        shorts = strategy.short is not None or (portfolio is not None and portfolio.may_short)
        return Terms(
            cash=usual.cash if self.cash is None else self.cash,
            costs=usual.costs,
            leverage=leverage,
            **rates_of(self.financing, market, shorts=shorts, leverage=leverage, perpetuals=_perpetuals(strategy)),
        )


def _perpetuals(strategy: Strategy) -> bool:
    return any(parse_symbol(each).is_perpetual for each in strategy.universe.tickers)


def _plainly(value: object) -> Document | str | None:
    return value if value is None or isinstance(value, dict) else str(value)


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """Days are those of the market, both included; None leaves that end open. Trials are counted in the lineage, and
    no bar that became known after `as_of` is seen."""

    strategy: Strategy
    lineage_id: str
    strategy_id: str | None
    version: int | None
    start: date | None
    end: date | None
    terms: Terms
    as_of: datetime

    @property
    def symbols(self) -> tuple[Symbol, ...]:
        return tuple(parse_symbol(ticker) for ticker in self.strategy.universe.tickers)

    @property
    def strategy_hash(self) -> str:
        return strategy_hash(self.strategy)

    @property
    def rules_hash(self) -> str:
        """The same for a copy under another name."""
        return rules_hash(self.strategy)

    def pool(self, owner_id: str) -> TrialPool:
        """What counts against this run beside its lineage."""
        rules = rules_hash(self.strategy, anywhere=True)
        return TrialPool(owner_id, self.strategy.universe.names, self.start, self.end, rules)

    def as_json(self) -> JsonObject:
        return {
            "strategy": document_of(self.strategy),
            "lineage_id": self.lineage_id,
            "strategy_id": self.strategy_id,
            "version": self.version,
            "start": self.start.isoformat() if self.start else None,
            "end": self.end.isoformat() if self.end else None,
            "terms": terms_json(self.terms),
            "as_of": self.as_of.isoformat(),
        }


def parse_plan(stored: Mapping[str, Any]) -> Plan:
    """The plan that was stored; its strategy was valid then and is not judged again."""
    return Plan(
        strategy=build(stored["strategy"]),
        lineage_id=stored["lineage_id"],
        strategy_id=stored["strategy_id"],
        version=stored["version"],
        start=date.fromisoformat(stored["start"]) if stored["start"] else None,
        end=date.fromisoformat(stored["end"]) if stored["end"] else None,
        terms=_terms(stored["terms"]),
        as_of=datetime.fromisoformat(stored["as_of"]),
    )


def terms_json(terms: Terms) -> JsonObject:
    return {**asdict(terms), "cash": str(terms.cash)}


def terms_hash(terms: Terms) -> str:
    """The same money on the same conditions, however it was written."""
    return content_hash({**asdict(terms), "cash": float(terms.cash)})


def _terms(stored: Mapping[str, Any]) -> Terms:
    return Terms(**{**stored, "cash": Decimal(stored["cash"]), "costs": Costs(**stored["costs"])})


async def make_plan(book: StrategyBook, owner_id: str, request: BacktestRequest, now: datetime) -> Plan:
    """Trials of a document that nobody saved count in the lineage of the owner's drafts of that name."""
    if request.strategy_id is not None:
        stored, revision = await book.found(owner_id, request.strategy_id, request.version)
        return _plan(request, revision.strategy, stored.lineage_id, revision.version, now)
    strategy = book.validate(request.document).require()
    return _plan(request, strategy, draft_lineage(owner_id, strategy.name), None, now)


def _plan(request: BacktestRequest, strategy: Strategy, lineage_id: str, version: int | None, now: datetime) -> Plan:
    return Plan(
        strategy=strategy,
        lineage_id=lineage_id,
        strategy_id=request.strategy_id,
        version=version,
        start=request.start,
        end=request.end,
        terms=request.terms(strategy),
        as_of=request.as_of or now,
    )
