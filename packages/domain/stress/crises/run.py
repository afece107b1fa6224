"""Runs a strategy through crises: warmed up before each window, traded and measured only inside it."""

from collections.abc import Sequence
from decimal import Decimal

import numpy as np

from packages.domain.backtest.analysis.benchmark import holding
from packages.domain.backtest.analysis.curve import returns_of
from packages.domain.backtest.analysis.drawdowns import drawdown_of, longest
from packages.domain.backtest.engine import Compiled, backtest
from packages.domain.backtest.jobs.warm_up import warm_up_bars
from packages.domain.backtest.panel import Counts, Panel
from packages.domain.backtest.terms import Terms
from packages.domain.market_data.bars import Floats
from packages.domain.market_data.calendar import Calendar
from packages.domain.stress.crises.coverage import Need
from packages.domain.stress.crises.ports import CrisisData, OnePanel
from packages.domain.stress.crises.staging import CrisisGap, CrisisStage, set_stage
from packages.domain.stress.crises.windows import BadMoney, CrisisWindow, refuse_doubles
from packages.domain.stress.findings import CrisisFinding, WindowStatus


def crisis_findings(
    compiled: Compiled,
    panel_or_data: Panel | CrisisData,
    terms: Terms,
    windows: Sequence[CrisisWindow],
    money: Decimal,
    *,
    calendar: Calendar | None = None,
) -> tuple[CrisisFinding, ...]:
    """In the order of the windows. Each begins with the cash of the terms and no position; what is lost of it is told
    as the same share of `money`. A position that is open at the end is marked, and counts as a trade."""
    refuse_doubles(windows)
    if not money.is_finite() or money <= 0:
        raise BadMoney("stress.no_money", money=money)
    data = OnePanel(panel_or_data) if isinstance(panel_or_data, Panel) else panel_or_data
    return tuple(_finding(compiled, data, terms, window, float(money), calendar) for window in windows)


def _finding(
    compiled: Compiled, data: CrisisData, terms: Terms, window: CrisisWindow, money: float, calendar: Calendar | None
) -> CrisisFinding:
    strategy = compiled.strategy
    warm_up = warm_up_bars(strategy, compiled.catalogue)
    need = Need(strategy.universe.market, strategy.timeframe, window, warm_up, calendar)
    stage = set_stage(data, strategy.universe.tickers, need)
    if isinstance(stage, CrisisGap):
        return _unmeasured(window, WindowStatus.GAP, gap=stage)
    outcome = backtest(compiled, stage.panel, terms, trade_from=stage.first_bar)
    trades = outcome.figures.trades + len(outcome.open_positions)
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
