"""Well-known strategies of version 2.0.0 trade as the plain reference does, on the demo's bars and on drawn ones."""

from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from random import Random

import numpy as np
import pytest

from packages.domain.backtest.alongside import Alongside
from packages.domain.backtest.market.instrument_bars import TickerBars
from packages.domain.backtest.market.panel_loading import BarStretch, other_bars, panel_of
from packages.domain.backtest.panel import Panel
from packages.domain.backtest.terms import Terms, usual_costs
from packages.domain.market_data.symbols import Symbol, parse_symbol
from packages.domain.market_data.timeframe import Timeframe
from packages.domain.strategy.indicators.catalogue import CATALOGUE
from packages.domain.strategy.json_tree import Document
from packages.domain.strategy.model import Strategy
from packages.domain.strategy.validate import Validator
from packages.infra.providers.market_data.calendars import calendar_of
from packages.infra.providers.market_data.demo.pack import DemoPack, generate
from tests.corpus import well_known
from tests.corpus.well_known_scaling import range_breakout_by_stop, scaled
from tests.effort import seeds
from tests.reference.both import differences, engine_backtest, plain_backtest
from tests.reference.expressive_strategies import panel_for

pytestmark = pytest.mark.slow

BARS = 420
AMERICAN = {**well_known.daily("DEMO6", "DEMO5"), **well_known.on_account("DEMO6"), **scaled("DEMO6")}
CHINESE = {
    **well_known.daily("DEMO1.SZ", "DEMO2.SH", market="cn_stocks"),
    **well_known.on_account("DEMO1.SZ", market="cn_stocks"),
    **scaled("DEMO1.SZ", market="cn_stocks"),
}
demo_pack = cache(generate)


def demo_bars(pack: DemoPack, symbol: Symbol) -> TickerBars:
    series, [instrument] = pack.series(symbol), [each for each in pack.instruments if each.symbol == symbol]
    actions = [each for each in pack.actions if each.symbol == symbol]
    statuses = [each for each in pack.statuses if each.symbol == symbol]
    return TickerBars(replace(series, columns=series.columns[-BARS:]), instrument, actions, statuses)


def demo_panel(tickers: Sequence[str], home: Path) -> Panel:
    """The first is traded, the others are read."""
    stretch = BarStretch(Timeframe.D1, None, None)
    own, *others = (demo_bars(demo_pack(), parse_symbol(ticker)) for ticker in tickers)
    panel = panel_of([own], stretch).panel
    first, last = (panel.time[at].astype("datetime64[M]") for at in (0, -1))
    calendar = calendar_of(panel.market, home)
    sessions = calendar.sessions(first.astype("datetime64[D]").item(), ((last + 1).astype("datetime64[D]") - 1).item())
    return replace(panel, alongside=Alongside(tuple(other_bars(each, stretch) for each in others), sessions))


def strategy_of(document: Document) -> Strategy:
    return Validator(CATALOGUE).document(document).require()


def assert_trades_alike(strategy: Strategy, panel: Panel, terms: Terms, trades: int) -> None:
    expected, found = plain_backtest(strategy, panel, terms), engine_backtest(strategy, panel, terms)
    assert differences(expected, found, float(terms.cash)) == []
    assert len(found.trades) >= trades


@pytest.mark.parametrize("name", AMERICAN)
def test_on_american_demo_bars(name: str, tmp_path: Path) -> None:
    panel = demo_panel(["DEMO6", "DEMO5"], tmp_path)
    assert_trades_alike(strategy_of(AMERICAN[name]), panel, Terms(costs=usual_costs(panel.market)), trades=2)


@pytest.mark.trust
@pytest.mark.parametrize("name", CHINESE)
def test_on_chinese_demo_bars(name: str, tmp_path: Path) -> None:
    panel = demo_panel(["DEMO1.SZ", "DEMO2.SH"], tmp_path)
    assert_trades_alike(strategy_of(CHINESE[name]), panel, Terms(costs=usual_costs(panel.market)), trades=0)


@pytest.mark.parametrize("seed", seeds(1, 3))
def test_the_opening_range_on_drawn_bars(seed: int) -> None:
    rng = Random(seed)
    strategy = strategy_of(well_known.opening_range_breakout("AAPL", timeframe="30m", minutes=60))
    panel = panel_for(rng, strategy, 400)
    assert_trades_alike(strategy, panel, Terms(), trades=3)
    strategy = strategy_of(range_breakout_by_stop("AAPL", timeframe="30m", minutes=60))
    # Sessions are drawn short, so that the rules have to leave earlier than before the close.
    assert_trades_alike(strategy, panel, Terms(), trades=3)


def test_the_turn_of_the_month_is_held_over_the_turn(tmp_path: Path) -> None:
    panel = demo_panel(["DEMO6"], tmp_path)
    trades = engine_backtest(strategy_of(AMERICAN["turn_of_month"]), panel, Terms()).trades
    months = panel.time.astype("datetime64[M]").astype(np.int64)
    assert trades
    assert all(months[trade.exit_bar] == months[trade.entry_bar] + 1 for trade in trades)
