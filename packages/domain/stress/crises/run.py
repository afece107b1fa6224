"""Runs a strategy through crises: warmed up before each window, traded and measured only inside it.

The bars of a crisis are each instrument's own, or those of a stand-in, cut to the window and set side by side.
"""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal

import numpy as np

from packages.domain.backtest.analysis.benchmark import holding
from packages.domain.backtest.analysis.curve import returns_of
from packages.domain.backtest.analysis.drawdowns import drawdown_of, longest
from packages.domain.backtest.jobs.warm_up import warm_up_bars
from packages.domain.backtest.panel import Counts, Panel
from packages.domain.backtest.positions import positions_taken
from packages.domain.backtest.runs import Runnable, run_once
from packages.domain.backtest.terms import Terms
from packages.domain.market_data.bars import Floats
from packages.domain.market_data.calendar import Calendar
from packages.domain.market_data.symbols import Market
from packages.domain.stress.crises.coverage import (
    CrisisData,
    Missing,
    Need,
    OnePanel,
    lack_of,
    refuse_bad_prices,
    refuse_foreign_bars,
)
from packages.domain.stress.crises.cutting import between, own_bars, side_by_side, window_bars
from packages.domain.stress.crises.windows import BadMoney, CrisisWindow, refuse_doubles
from packages.domain.stress.findings import CrisisFinding, Lack, WindowStatus

# The first that has bars is taken. Funds stand for the stock markets: an index cannot be bought, and a hundred of its
# points cost more than most accounts hold.
_PROXIES: dict[Market, tuple[str, ...]] = {
    Market.CN_STOCKS: ("510050.SH", "000001.SZ", "600000.SH"),
    Market.US_STOCKS: ("SPY", "QQQ"),
    Market.CRYPTO: ("BTC-USD", "ETH-USD"),
    Market.FOREX: ("EURUSD=X", "GBPUSD=X"),
    Market.FUTURES: ("ES=F", "CL=F"),
    Market.HK_STOCKS: ("2800.HK",),
    Market.JP_STOCKS: ("1306.T",),
    Market.UK_STOCKS: ("ISF.L",),
    Market.DE_STOCKS: ("EXS1.DE",),
    Market.FR_STOCKS: ("CAC.PA",),
    Market.NL_STOCKS: ("IAEX.AS",),
    Market.IT_STOCKS: ("ETFMIB.MI",),
    Market.ES_STOCKS: ("BBVAI.MC",),
    Market.CH_STOCKS: ("CSSMI.SW",),
    Market.IN_STOCKS: ("NIFTYBEES.NS",),
}


def proxies_for(market: Market, traded: Collection[str]) -> tuple[str, ...]:
    """In the order in which they are tried; what the strategy trades already plays only its own part."""
    return tuple(proxy for proxy in _PROXIES[market] if proxy not in traded)


@dataclass(frozen=True, slots=True, eq=False)
class CrisisStage:
    """The market of one window with the warm-up before it; the strategy may trade from `first_bar` on."""

    panel: Panel
    first_bar: int
    stand_ins: tuple[tuple[str, str], ...]  # the instrument, and what stood in for it

    @property
    def proxy(self) -> str | None:
        """As people read it: the instrument, and what stood in."""
        return ", ".join(f"{ticker}: {proxy}" for ticker, proxy in self.stand_ins) or None


@dataclass(frozen=True, slots=True)
class CrisisGap:
    """What is to be loaded before the window can be lived through."""

    missing: str
    lacks: tuple[Lack, ...]


@dataclass(frozen=True, slots=True, eq=False)
class _Part:
    """The bars that an instrument is played by."""

    ticker: str
    played_by: str
    panel: Panel


def set_stage(
    data: CrisisData, tickers: Sequence[str], need: Need, *, is_market: bool = False
) -> CrisisStage | CrisisGap:
    """Every instrument is needed: leaving one out would be another strategy. Of a whole market those that had bars are
    all there were, and nothing stands in."""
    proxies = () if is_market else proxies_for(need.market, tickers)
    found = [_part(data, ticker, proxies, need) for ticker in tickers]
    gaps = [each for each in found if isinstance(each, CrisisGap)]
    if gaps and not (is_market and len(gaps) < len(found)):
        return CrisisGap("; ".join(each.missing for each in gaps), tuple(lack for each in gaps for lack in each.lacks))
    parts = [each for each in found if isinstance(each, _Part)]
    panel = side_by_side([replace(part.panel, tickers=(part.ticker,)) for part in parts])
    first_bar, _ = window_bars(panel, need.window)
    stand_ins = tuple((part.ticker, part.played_by) for part in parts if part.played_by != part.ticker)
    return CrisisStage(panel, first_bar, stand_ins)


def _part(data: CrisisData, ticker: str, proxies: Sequence[str], need: Need) -> _Part | CrisisGap:
    own = _bars(data, ticker, need)
    if isinstance(own, Panel):
        return _Part(ticker, ticker, own)
    for proxy in proxies:
        bars = _bars(data, proxy, need)
        if isinstance(bars, Panel):
            return _Part(ticker, proxy, bars)
    instead = f", or {' or '.join(proxies)} to stand in for it" if proxies else ""
    return CrisisGap(need.describe(ticker, own) + instead, (need.lack(ticker, own, proxies),))


def _bars(data: CrisisData, ticker: str, need: Need) -> Panel | Missing:
    """From the warm-up to the end of the window."""
    loaded = data.panel(ticker, need.window, need.warm_up)
    if isinstance(loaded, Missing):
        return loaded
    refuse_foreign_bars(loaded, need, ticker)
    panel = own_bars(loaded, loaded.tickers[0])
    first, end = window_bars(panel, need.window)
    cut = between(panel, max(0, first - need.warm_up), end)
    refuse_bad_prices(cut, ticker)
    lack = lack_of(cut, need)
    return cut if lack is None else lack


def crisis_findings(
    compiled: Runnable,
    panel_or_data: Panel | CrisisData,
    terms: Terms,
    windows: Sequence[CrisisWindow],
    money: Decimal,
    *,
    calendar: Calendar | None = None,
    members: Sequence[str] | None = None,
) -> tuple[CrisisFinding, ...]:
    """In the order of the windows. Each begins with the cash of the terms and no position; what is lost of it is given
    as the same share of `money`. A position that is open at the end is marked, and counts as a trade. `members` are the
    instruments of a strategy that may hold a whole market."""
    refuse_doubles(windows)
    if not money.is_finite() or money <= 0:
        raise BadMoney("stress.no_money", money=money)
    data = OnePanel(panel_or_data) if isinstance(panel_or_data, Panel) else panel_or_data
    cast = _Cast(members or compiled.strategy.universe.tickers, members is not None)
    return tuple(_finding(compiled, data, terms, window, float(money), calendar, cast) for window in windows)


@dataclass(frozen=True, slots=True)
class _Cast:
    """Who is lived through a window with."""

    tickers: Sequence[str]
    is_market: bool


def _finding(
    compiled: Runnable,
    data: CrisisData,
    terms: Terms,
    window: CrisisWindow,
    money: float,
    calendar: Calendar | None,
    cast: _Cast,
) -> CrisisFinding:
    strategy = compiled.strategy
    warm_up = warm_up_bars(strategy, compiled.catalogue)
    need = Need(strategy.universe.market, strategy.timeframe, window, warm_up, calendar)
    stage = set_stage(data, cast.tickers, need, is_market=cast.is_market)
    if isinstance(stage, CrisisGap):
        return _unmeasured(window, WindowStatus.GAP, gap=stage)
    outcome = run_once(compiled, stage.panel, terms, trade_from=stage.first_bar)
    trades = positions_taken(outcome)
    if not trades:
        return _unmeasured(window, WindowStatus.NOT_EXERCISED, stage)
    return _measured(window, stage, outcome.equity[stage.first_bar :], trades, money)


def _unmeasured(
    window: CrisisWindow, status: WindowStatus, stage: CrisisStage | None = None, gap: CrisisGap | None = None
) -> CrisisFinding:
    """Cash that lay still says nothing of the strategy, so that only the market is measured."""
    return CrisisFinding(
        key=window.key,
        start=window.start,
        end=window.end,
        status=status,
        proxy=stage.proxy if stage else None,
        total_return=None,
        max_drawdown=None,
        worst_day=None,
        longest_under_water_bars=None,
        trades=0,
        worst_loss=None,
        market_return=_market_return(stage) if stage else None,
        missing=gap.missing if gap else None,
        lacks=gap.lacks if gap else (),
    )


def _measured(window: CrisisWindow, stage: CrisisStage, equity: Floats, trades: int, money: float) -> CrisisFinding:
    """Nothing is held on the first close, so that the equity begins with the cash."""
    share = equity / equity[0]
    drawdown = drawdown_of(equity)
    return CrisisFinding(
        key=window.key,
        start=window.start,
        end=window.end,
        status=WindowStatus.EXERCISED,
        proxy=stage.proxy,
        total_return=float(share[-1] - 1),
        max_drawdown=float(drawdown.min()),
        worst_day=_worst_day(equity, stage.panel.session[stage.first_bar :]),
        longest_under_water_bars=longest(drawdown),
        trades=trades,
        worst_loss=money * float((share - np.maximum.accumulate(share)).min()),
        market_return=_market_return(stage),
        missing=None,
    )


def _worst_day(equity: Floats, session: Counts) -> float:
    """From the last close of a session to that of the next, 0 if none lost; for bars of a week, the worst week."""
    ends = np.flatnonzero(np.diff(session, append=session[-1] + 1))
    return min(0.0, float(returns_of(np.concatenate((equity[:1], equity[ends]))).min()))


def _market_return(stage: CrisisStage) -> float:
    """What holding all instruments in equal parts did, from the first close of the window to the last."""
    return float(holding(stage.panel, 1.0, stage.first_bar)[-1] - 1)
