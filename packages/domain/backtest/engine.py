"""The public face of the engine: compile a strategy once, then run it on a panel."""

from collections.abc import Iterator

import numpy as np

from packages.domain.backtest.arena import Arena
from packages.domain.backtest.compiling.strategy import Compiled, compile_strategy
from packages.domain.backtest.kernel import layout as k
from packages.domain.backtest.kernel.work import addresses, work
from packages.domain.backtest.kernel.workspace import Size, Workspace, workspace
from packages.domain.backtest.outcome import KeyFigures, OpenLot, OpenPosition, Orders, Outcome, TradeColumns
from packages.domain.backtest.panel import Panel
from packages.domain.backtest.terms import Terms
from packages.domain.market_data.bars import Floats
from packages.domain.strategy.model import Direction
from packages.domain.strategy.operands import lag_of

__all__ = ["Arena", "Compiled", "backtest", "compile_strategy"]


def backtest(compiled: Compiled, market: Panel | Arena, terms: Terms, *, trade_from: int = 0) -> Outcome:
    """One run; no entry is ordered before the close of bar `trade_from`. An `Arena` is a panel that is run on often."""
    arena = market if isinstance(market, Arena) else Arena(market)
    columns = arena.columns(compiled.sources)
    term_values = terms_for(compiled, arena.panel, terms, trade_from)
    table = arena.table(impact=terms.costs.impact > 0) + compiled.table
    instruments, bars = arena.panel.close.shape
    room = 64 + arena.panel.close.size // 16
    while True:
        size = Size(instruments, bars, len(compiled.ops), trades=room, lots=compiled.lots, parts=len(compiled.parts))
        space = workspace(size, table, term_values)
        found = addresses(columns)
        space.put_columns(k.COLUMNS, found)
        work(space.table)
        outcome = outcome_of(space)
        if outcome.figures.trades <= room:
            return outcome
        room = outcome.figures.trades  # more than one in sixteen bars: once more, with room for them


def terms_for(compiled: Compiled, panel: Panel, terms: Terms, trade_from: int = 0) -> Floats:
    """The terms as the kernel reads them."""
    ranking, values = compiled.strategy.universe.ranking, account_terms(panel, terms, trade_from)
    values[[k.PLACES, k.RANKING, k.RANKING_LAG]] = (
        *(compiled.places, compiled.ranking, 0 if ranking is None else lag_of(ranking.by)),
    )
    values[[k.DESCENDING, k.SOURCE_COUNT]] = ranking is None or ranking.descending, len(compiled.sources)
    return values


def account_terms(panel: Panel, terms: Terms, trade_from: int = 0) -> Floats:
    """The part of them that is the same whatever is traded; the rest is 0."""
    costs, values = terms.costs, np.zeros(k.TERMS_WIDTH)
    values[: k.PLACES] = (  # in the order of `layout`
        *(float(terms.cash), costs.commission_rate, costs.commission_per_share, costs.commission_minimum),
        *(costs.slippage + costs.spread / 2.0, costs.impact, terms.leverage, terms.maintenance),
        *(terms.short_rate, terms.debt_rate, panel.bars_per_year, panel.sell_after_sessions),
    )
    values[k.TRADE_FROM] = trade_from
    return values


def outcome_of(space: Workspace) -> Outcome:
    """What the kernel wrote down."""
    account: list[float] = space.vector(k.ACCOUNT).tolist()
    closed, final, total, fall, sharpe = space.vector(k.FIGURES).tolist()
    ruined = int(account[k.RUINED])
    return Outcome(
        figures=KeyFigures(int(closed), final, total, fall, sharpe),
        equity=space.vector(k.EQUITY),
        cash=space.vector(k.CASH),
        exposure=space.vector(k.EXPOSURE),
        trades=TradeColumns(space.matrix(k.TRADES)[: int(closed)]),
        open_positions=_open_positions(space) if account[k.HELD] else (),
        orders=Orders(*map(int, account[k.PLACED : k.REFUSED + 1])),
        ruined_at=None if ruined < 0 else ruined,
        open_lots=tuple(_open_lots(space)) if account[k.HELD] and k.LOTS in space.cut.pieces else (),
    )


def _open_lots(space: Workspace) -> Iterator[OpenLot]:
    rows, notes, held = space.matrix(k.LOTS), space.counts(k.NOTES).tolist(), space.matrix(k.POSITIONS)[:, k.QTY]
    for at in np.flatnonzero(held).tolist():
        direction = Direction.LONG if held[at] > 0 else Direction.SHORT
        for lot in rows[at].reshape(-1, k.LOT_WIDTH)[: notes[at][k.UNITS]].tolist():
            bars = int(lot[k.LOT_SIGNALLED]), int(lot[k.LOT_ENTERED])
            yield OpenLot(at, direction, *bars, lot[k.LOT_QTY], lot[k.LOT_PRICE])


def _open_positions(space: Workspace) -> tuple[OpenPosition, ...]:
    rows = zip(space.matrix(k.POSITIONS).tolist(), space.counts(k.NOTES).tolist(), strict=True)
    return tuple(_open(at, position, note) for at, (position, note) in enumerate(rows) if position[k.QTY])


def _open(at: int, position: list[float], note: list[int]) -> OpenPosition:
    quantity = position[k.QTY]
    return OpenPosition(
        ticker=at,
        direction=Direction.LONG if quantity > 0 else Direction.SHORT,
        signal_bar=note[k.SIGNALLED],
        entry_bar=note[k.ENTERED],
        quantity=abs(quantity),
        entry_price=position[k.PRICE],
        mark=position[k.MARK],
        unrealised=quantity * (position[k.MARK] - position[k.PRICE]) - position[k.PAID] + position[k.RECEIVED],
    )
