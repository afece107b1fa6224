"""Replayed bar by bar, the paper broker does what the backtest's kernel does: the same fills and money, bit for bit.

Decisions are the slow reference's here, whose average true range may be a last bit away from the kernel's; so the long
proof allows for that, and the short one is of strategies on which both agree.
"""

from functools import cache

import pytest

from packages.domain.backtest.outcome import Trade
from packages.domain.trading.errors import BadOrder
from packages.domain.trading.orders import Effect, Fill
from tests.packages.infra.providers.trading.paper_replay import Replay, replay
from tests.reference.both import engine_backtest
from tests.reference.lively_strategies import Run, random_run

Told = tuple[str, str, int, int, float, float, float, float, str]
SMOKE, PROOF = range(24), range(1_000, 1_400)
RELATIVE = 1e-9


@cache
def replayed(seed: int) -> Replay:
    return replay(random_run(seed))


@pytest.mark.parametrize("seed", SMOKE)
def test_a_random_strategy_trades_alike(seed: int) -> None:
    run, ours = random_run(seed), replayed(seed)
    theirs, tickers = engine_backtest(run.strategy, run.panel, run.terms), run.panel.tickers
    assert ours.equity == theirs.equity
    assert ours.cash == theirs.cash
    assert sorted(paired(run, ours.fills)) == sorted(of_trade(trade, tickers) for trade in theirs.trades)
    held = [(tickers.index(each.symbol), abs(each.quantity), each.price) for each in ours.state.held()]
    assert held == [(each.ticker, each.quantity, each.entry_price) for each in theirs.open_positions]


@pytest.mark.parametrize("seed", SMOKE)
def test_the_ledger_of_a_random_strategy_is_its_cash_to_the_cent(seed: int) -> None:
    ours = replayed(seed)
    deposit = float(ours.state.opening.terms.cash)
    assert abs(deposit + sum(entry.amount for entry in ours.entries) - ours.state.cash) < 0.005


def test_the_random_strategies_leave_for_every_reason() -> None:
    reasons = {fill.reason for seed in SMOKE for fill in replayed(seed).fills}
    assert reasons >= {"entry", "signal_exit", "stop_loss", "take_profit", "trailing_stop", "time_exit", "margin_call"}


@pytest.mark.trust
@pytest.mark.parametrize("start", range(PROOF.start, PROOF.stop, 20))
def test_hundreds_of_random_strategies_trade_alike(start: int) -> None:
    exact = compared = 0
    for seed in range(start, start + 20):
        run = random_run(seed)
        try:
            ours = replay(run)
        except BadOrder:  # a price below 0, which the kernel lets rest in vain and no broker takes
            continue
        theirs = engine_backtest(run.strategy, run.panel, run.terms)
        assert ours.equity == pytest.approx(theirs.equity, rel=RELATIVE, abs=RELATIVE * float(run.terms.cash))
        compared += 1
        exact += ours.equity == theirs.equity and ours.cash == theirs.cash
    assert compared >= 17
    assert exact >= compared - 2


def paired(run: Run, fills: list[Fill]) -> list[Told]:
    """Each exit with the entry before it, as a trade of the backtest tells them."""
    bars = {time: at for at, time in enumerate(run.panel.time.tolist())}
    entries: dict[str, Fill] = {}
    trades: list[Told] = []
    for fill in fills:
        if fill.effect is Effect.OPEN:
            assert fill.symbol not in entries
            entries[fill.symbol] = fill
            continue
        entry = entries.pop(fill.symbol)
        assert (fill.quantity, fill.side) == (entry.quantity, "sell" if entry.side == "buy" else "buy")
        when = bars[entry.at.replace(tzinfo=None)], bars[fill.at.replace(tzinfo=None)]
        costs = float(entry.costs) + float(fill.costs)
        prices = float(entry.quantity), float(entry.price), float(fill.price), costs
        trades.append((fill.symbol, entry.side, *when, *prices, fill.reason))
    return trades


def of_trade(trade: Trade, tickers: tuple[str, ...]) -> Told:
    side = "buy" if trade.direction == "long" else "sell"
    prices = trade.quantity, trade.entry_price, trade.exit_price, trade.costs
    return (tickers[trade.ticker], side, trade.entry_bar, trade.exit_bar, *prices, trade.reason.value)
