"""Well-known strategies on reports and dates are explained in both languages, and trade on the demo market's fictional
companies as the plain reference does."""

from collections.abc import Mapping
from dataclasses import replace
from decimal import Decimal

import numpy as np
import pytest

from packages.core.messages import Language
from packages.domain.backtest.alongside import Alongside
from packages.domain.backtest.engine import backtest, compile_strategy
from packages.domain.backtest.many import figures_of, sweep
from packages.domain.backtest.market.company_loading import company_rows
from packages.domain.backtest.market.instrument_bars import TickerBars
from packages.domain.backtest.market.needs import CompanyNeeds, needs_of
from packages.domain.backtest.market.panel_loading import BarStretch, panel_of
from packages.domain.backtest.panel import Panel
from packages.domain.backtest.portfolio.engine import hold
from packages.domain.backtest.portfolio.targets import target_weights
from packages.domain.backtest.portfolio.universe_bars import universe_of
from packages.domain.backtest.terms import Terms, usual_costs
from packages.domain.backtest.trades import Trade
from packages.domain.backtest.variants import vary
from packages.domain.market_data.symbols import parse_symbol
from packages.domain.market_data.timeframe import Timeframe
from packages.domain.strategy.explain.strategy import explain
from packages.domain.strategy.indicators.catalogue import CATALOGUE
from packages.domain.strategy.json_tree import Document
from packages.domain.strategy.model import Strategy
from packages.domain.strategy.tuning.tunables import with_values
from tests.corpus import well_known_companies
from tests.packages.domain.backtest.expressions.test_well_known import (
    assert_trades_alike,
    demo_bars,
    demo_pack,
    strategy_of,
)
from tests.reference.backtest import ReferenceOutcome
from tests.reference.both import differences, engine_backtest
from tests.reference.companies import ToldRecord
from tests.reference.company_draws import told_record
from tests.reference.portfolio_account import PortfolioReference
from tests.reference.portfolio_targets import TargetReference

pytestmark = pytest.mark.slow

US, CN = ["DEMO5", "DEMO6", "DEMO7"], ["DEMO1.SZ", "DEMO2.SH", "DEMO3.SZ", "DEMO4.SH"]
SINGLE: Mapping[str, tuple[str, Document]] = {
    **{f"us_{name}": ("DEMO6", each) for name, each in well_known_companies.single("DEMO6").items()},
    **{
        f"cn_{name}": ("DEMO2.SH", each)
        for name, each in well_known_companies.single("DEMO2.SH", market="cn_stocks").items()
    },
}
RANKED: Mapping[str, tuple[list[str], Document]] = {
    **{f"us_{name}": (US, each) for name, each in well_known_companies.ranked(US).items()},
    **{f"cn_{name}": (CN, each) for name, each in well_known_companies.ranked(CN, market="cn_stocks").items()},
}


def demo_record(bars: TickerBars, needs: CompanyNeeds, panel: Panel) -> ToldRecord:
    pack, symbol = demo_pack(), bars.series.symbol
    facts = sorted((f for f in pack.facts if f.symbol == symbol), key=lambda fact: (fact.known_at, fact.version))
    events = [each for each in pack.events if each.symbol == symbol]
    last = panel.time[np.flatnonzero(np.isfinite(panel.close[panel.tickers.index(symbol.text)]))[-1]]
    day = last.astype("datetime64[D]").item()
    return told_record(company_rows(needs, bars.instrument, facts, bars.actions, events, day, "demo"), needs)


def demo_panel(tickers: list[str], strategy: Strategy) -> Panel:
    told = [demo_bars(demo_pack(), parse_symbol(ticker)) for ticker in tickers]
    panel, needs = panel_of(told, BarStretch(Timeframe.D1, None, None)).panel, needs_of(strategy).company
    return replace(panel, alongside=Alongside(records=tuple(demo_record(each, needs, panel) for each in told)))


def trades_of(name: str) -> tuple[Panel, list[Trade]]:
    ticker, document = SINGLE[name]
    strategy = strategy_of(document)
    panel = demo_panel([ticker], strategy)
    return panel, list(engine_backtest(strategy, panel, Terms()).trades)


@pytest.mark.parametrize("name", SINGLE)
def test_it_trades_as_the_reference_does(name: str) -> None:
    ticker, document = SINGLE[name]
    strategy = strategy_of(document)
    panel = demo_panel([ticker], strategy)
    assert_trades_alike(strategy, panel, Terms(costs=usual_costs(panel.market)), trades=1)


@pytest.mark.parametrize("name", RANKED)
def test_a_ranked_portfolio_is_held_as_the_reference_does(name: str) -> None:
    tickers, document = RANKED[name]
    strategy = strategy_of(document)
    panel = demo_panel(tickers, strategy)
    terms = Terms(cash=Decimal(5_000_000), costs=usual_costs(panel.market))
    told = hold(target_weights(strategy, universe_of(panel), CATALOGUE), panel, terms)
    columns = (told.equity.tolist(), told.cash.tolist(), told.exposure.tolist())
    found = ReferenceOutcome(list(told.trades), *columns, list(told.open_positions), told.orders, told.ruined_at)
    picks = TargetReference(strategy, panel).picks()
    expected = PortfolioReference(panel, terms, picks, [len(panel)] * len(panel.tickers), 0.0).run()
    assert differences(expected, found, float(terms.cash)) == []
    assert found.trades


@pytest.mark.parametrize("name", [*SINGLE, *RANKED])
def test_it_is_explained_in_both_languages(name: str) -> None:
    strategy = strategy_of({**SINGLE, **RANKED}[name][1])
    english, chinese = (explain(strategy, CATALOGUE, language) for language in (Language.EN, Language.ZH))
    assert [each.topic for each in english] == [each.topic for each in chinese]
    rules = "".join(each.text for each in chinese if each.topic != "name")
    assert not {"fundamental", "event", "days_to", "{"} & set(rules.split())
    assert "市盈率" in rules or "财报" in rules or "股息" in rules or "收益率" in rules


def test_drift_buys_on_the_bar_after_the_first_close_that_knows_of_the_report() -> None:
    panel, trades = trades_of("us_drift_after_earnings")
    record = panel.record(0)
    assert record is not None
    published = record.reported_at.astype("datetime64[D]")
    days = panel.time.astype("datetime64[D]")
    assert trades
    for trade in trades:
        # Published after the close of one day: the next close decides, and the open after it fills.
        assert days[trade.entry_bar - 2] in published


def test_dividend_capture_holds_over_the_ex_dividend_day() -> None:
    panel, trades = trades_of("cn_dividend_capture")
    record = panel.record(0)
    assert record is not None
    days = panel.time.astype("datetime64[D]")
    assert trades
    for trade in trades:
        assert any(days[trade.entry_bar] < day <= days[trade.exit_bar] for day in record.dividends.day)
        assert trade.dividends > 0


def test_other_numbers_beside_figures_give_what_single_runs_give() -> None:
    ticker, document = SINGLE["us_cheap_by_its_history"]
    strategy = strategy_of(document)
    compiled, panel = compile_strategy(strategy, CATALOGUE), demo_panel([ticker], strategy)
    entry = "/trade/long/entry/condition/all"
    pointers = [f"{entry}/0/cmp/left/percent_rank/bars", f"{entry}/0/cmp/right", f"{entry}/1/cmp/right"]
    values = np.array([[120, 20, 0.02], [60, 35, 0.01], [90, 50, 0.5]])
    figures = sweep(compiled, panel, Terms(), vary(compiled, pointers, values))
    for row, numbers in zip(figures, values.tolist(), strict=True):
        changed = {name: int(value) if value > 1 else value for name, value in zip(pointers, numbers, strict=True)}
        alone = strategy_of(with_values(strategy, changed))
        assert figures_of(row) == backtest(compile_strategy(alone, CATALOGUE), panel, Terms()).figures
    assert figures[1][0] > 0
