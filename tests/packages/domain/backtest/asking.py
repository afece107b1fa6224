"""Strategies and requests for the invented companies of the small market."""

from datetime import UTC, datetime
from typing import Any

from packages.core.ids import Ids
from packages.domain.backtest.jobs.plan import BacktestRequest, Plan, make_plan
from packages.domain.strategy.book import StrategyBook
from packages.domain.strategy.indicators.catalogue import CATALOGUE
from packages.domain.strategy.json_tree import Document
from packages.domain.strategy.lineage import TrialLedger
from tests.corpus.sample_strategy import sample
from tests.fakes.clock import StoppedClock
from tests.fakes.strategies import InMemoryStrategies, InMemoryTrials

NOW = datetime(2026, 11, 15, 9, 0, tzinfo=UTC)


def document(*tickers: str, name: str = "Average cross") -> Document:
    """The sample, without its filter so that it trades more often."""
    told: Any = sample()
    told["strategy"]["name"] = name
    told["universe"]["tickers"] = list(tickers or ("DEMO5",))
    told["trade"]["long"]["entry"]["condition"] = told["trade"]["long"]["entry"]["condition"]["all"][0]
    told["factors"].pop("rsi_14")
    changed: Document = told
    return changed


def book(clock: StoppedClock | None = None) -> StrategyBook:
    clock = clock or StoppedClock(NOW)
    return StrategyBook(InMemoryStrategies(), TrialLedger(InMemoryTrials()), CATALOGUE, clock, Ids(clock))


async def plan(*tickers: str, **asked: Any) -> Plan:
    return await make_plan(book(), "ann", BacktestRequest(document=document(*tickers), **asked), NOW)
