"""The engine and the reference side by side: each as a function with the same outcome, and where two outcomes part."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import fields, replace

from packages.domain.backtest.engine import backtest, compile_strategy
from packages.domain.backtest.outcome import OpenPosition, Trade
from packages.domain.backtest.panel import Panel
from packages.domain.backtest.terms import Terms
from packages.domain.strategy.indicators.catalogue import CATALOGUE
from packages.domain.strategy.model import Strategy
from tests.reference.backtest import ReferenceOutcome, reference_backtest
from tests.reference.scaled import scaled_backtest

Backtest = Callable[[Strategy, Panel, Terms], ReferenceOutcome]
Told = Trade | OpenPosition | float
RELATIVE = 1e-9
MONEY = ("costs", "dividends", "profit", "unrealised")


def engine_backtest(strategy: Strategy, panel: Panel, terms: Terms) -> ReferenceOutcome:
    told = backtest(compile_strategy(strategy, CATALOGUE), panel, terms)
    return ReferenceOutcome(
        list(told.trades),
        told.equity.tolist(),
        told.cash.tolist(),
        told.exposure.tolist(),
        list(told.open_positions),
        told.orders,
        told.ruined_at,
    )


def plain_backtest(strategy: Strategy, panel: Panel, terms: Terms) -> ReferenceOutcome:
    """By the reference that knows as much as the strategy asks for."""
    return (scaled_backtest if strategy.scales else reference_backtest)(strategy, panel, terms)


BOTH: Mapping[str, Backtest] = {"reference": plain_backtest, "engine": engine_backtest}


def differences(ours: ReferenceOutcome, theirs: ReferenceOutcome, money: float) -> list[str]:
    """What two outcomes do not agree on; `money` is what the account began with, the measure of its cash and equity."""
    found = [
        *_lists("trade", in_order(ours.trades), in_order(theirs.trades), money),
        *_lists("open position", _by_row(ours.open_positions), _by_row(theirs.open_positions), money),
    ]
    for name in ("equity", "cash", "exposure"):
        found += _lists(name, getattr(ours, name), getattr(theirs, name), money)
    for name in ("orders", "ruined_at"):
        if getattr(ours, name) != getattr(theirs, name):
            found.append(f"{name}: {getattr(ours, name)} against {getattr(theirs, name)}")
    return found


def in_order(trades: list[Trade]) -> list[Trade]:
    return sorted(trades, key=lambda trade: (trade.exit_bar, trade.ticker, trade.entry_bar))


def relabelled(outcome: ReferenceOutcome, row_of: Mapping[int, int]) -> ReferenceOutcome:
    """The same outcome with the instruments in other rows."""
    trades = [replace(trade, ticker=row_of[trade.ticker]) for trade in outcome.trades]
    positions = [replace(position, ticker=row_of[position.ticker]) for position in outcome.open_positions]
    return replace(outcome, trades=trades, open_positions=positions)


def _by_row(positions: list[OpenPosition]) -> list[OpenPosition]:
    return sorted(positions, key=lambda position: position.ticker)


def _lists(what: str, ours: Sequence[Told], theirs: Sequence[Told], money: float) -> list[str]:
    found = [f"{what}: {len(ours)} against {len(theirs)}"] if len(ours) != len(theirs) else []
    apart = [at for at, pair in enumerate(zip(ours, theirs, strict=False)) if not _alike(*pair, money)]
    return found + [f"{what} {at}: {ours[at]} against {theirs[at]}" for at in apart[:1]]


def _alike(one: Told, other: Told, money: float) -> bool:
    """Prices and quantities to 1e-9 of themselves, money to 1e-9 of the amount that it came from."""
    if isinstance(one, float) or isinstance(other, float):
        return _near(one, other, money)
    amount = abs(one.quantity * one.entry_price)
    return all(
        _near(getattr(one, each.name), getattr(other, each.name), amount if each.name in MONEY else 0.0)
        for each in fields(one)
    )


def _near(one: object, other: object, amount: float) -> bool:
    if isinstance(one, float) and isinstance(other, float):
        return abs(one - other) <= RELATIVE * max(abs(one), abs(other), amount)
    return one == other
