"""The demo market as a backtest loads it, for a strategy that trades there, and both engines on it."""

from dataclasses import replace
from datetime import UTC, date, datetime
from functools import cache
from pathlib import Path

import numpy as np

from packages.domain.backtest.alongside import Alongside
from packages.domain.backtest.market.company_loading import company_rows
from packages.domain.backtest.market.needs import CompanyNeeds, needs_of
from packages.domain.backtest.market.panel_loading import load_panel
from packages.domain.backtest.panel import Panel
from packages.domain.backtest.runs import ready, run_once
from packages.domain.backtest.terms import Terms
from packages.domain.market_data.door import MarketView
from packages.domain.market_data.symbols import parse_symbol
from packages.domain.strategy.indicators.catalogue import CATALOGUE
from packages.domain.strategy.model import Strategy
from packages.infra.providers.market_data.calendars import calendar_of
from packages.infra.providers.market_data.demo.pack import generate
from tests.fakes.market import InMemoryMarket
from tests.reference.backtest import ReferenceOutcome
from tests.reference.both import plain_backtest
from tests.reference.companies import ToldRecord
from tests.reference.company_draws import told_record
from tests.reference.portfolio_account import PortfolioReference
from tests.reference.portfolio_targets import TargetReference

NOW = datetime(2026, 1, 5, 12, tzinfo=UTC)
demo_pack = cache(generate)


@cache
def demo_market() -> InMemoryMarket:
    pack = demo_pack()
    return InMemoryMarket(
        NOW,
        pack.instruments,
        [series for each in pack.bars.values() for series in each],
        fact_rows=pack.facts,
        action_rows=pack.actions,
        status_rows=pack.statuses,
        event_rows=pack.events,
    )


async def demo_panel(strategy: Strategy, home: Path, start: date) -> Panel:
    """All that its rules read, from the day on."""
    market, needs = demo_market(), needs_of(strategy)
    view = MarketView(NOW, market, market, lambda where: calendar_of(where, home))
    tickers = [parse_symbol(each) for each in strategy.universe.tickers]
    loaded = await load_panel(view, tickers, strategy.timeframe, start=start, end=None, needs=needs)
    if not needs.company.anything:
        return loaded.panel
    records = tuple(_record(ticker, needs.company, loaded.panel) for ticker in strategy.universe.tickers)
    return replace(loaded.panel, alongside=replace(loaded.panel.alongside or Alongside(), records=records))


def _record(ticker: str, needs: CompanyNeeds, panel: Panel) -> ToldRecord:
    """With the rows, which the reference reads."""
    pack, symbol = demo_pack(), parse_symbol(ticker)
    [instrument] = [each for each in pack.instruments if each.symbol == symbol]
    facts = sorted((f for f in pack.facts if f.symbol == symbol), key=lambda fact: (fact.known_at, fact.version))
    actions = [each for each in pack.actions if each.symbol == symbol]
    events = [each for each in pack.events if each.symbol == symbol]
    last = panel.time[np.flatnonzero(np.isfinite(panel.close[panel.tickers.index(ticker)]))[-1]]
    day = last.astype("datetime64[D]").item()
    return told_record(company_rows(needs, instrument, facts, actions, events, day, "demo"), needs)


def engine_on(strategy: Strategy, panel: Panel, terms: Terms) -> ReferenceOutcome:
    """Whatever the language says."""
    told = run_once(ready(strategy, CATALOGUE), panel, terms)
    columns = (told.equity.tolist(), told.cash.tolist(), told.exposure.tolist())
    return ReferenceOutcome(list(told.trades), *columns, list(told.open_positions), told.orders, told.ruined_at)


def reference_on(strategy: Strategy, panel: Panel, terms: Terms) -> ReferenceOutcome:
    if strategy.portfolio is None:
        return plain_backtest(strategy, panel, terms)
    sessions = None if panel.alongside is None else panel.alongside.sessions
    days = None if sessions is None else sessions.tolist()
    picks = TargetReference(strategy, panel, days).picks()
    tolerance = float(strategy.portfolio.rebalance.tolerance)
    return PortfolioReference(panel, terms, picks, [len(panel)] * len(panel.tickers), tolerance).run()
