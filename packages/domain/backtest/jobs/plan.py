"""The plan of a backtest, as a job is given it: nothing in it is left to the time of the run."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass
from datetime import date, datetime
from decimal import Decimal
from typing import Any

from packages.core.events import JsonObject
from packages.domain.backtest.terms import Costs, Terms
from packages.domain.market_data.symbols import Symbol, parse_symbol
from packages.domain.strategy.build import build
from packages.domain.strategy.canonical import document_of
from packages.domain.strategy.json_tree import content_hash
from packages.domain.strategy.model import Strategy
from packages.domain.strategy.revisions import strategy_hash


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
