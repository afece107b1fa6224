"""The trades of a run as they are told one by one: when, at which prices, with what outcome, and why."""

from collections.abc import Sequence
from dataclasses import asdict

import numpy as np

from packages.core.events import JsonObject
from packages.domain.backtest.analysis.as_json import plain
from packages.domain.backtest.analysis.why import Explainer, Why
from packages.domain.backtest.jobs.runner import Run
from packages.domain.backtest.jobs.stored import StoredTrade
from packages.domain.backtest.outcome import OpenPosition, Trade
from packages.domain.backtest.panel import Panel
from packages.domain.backtest.pictures.cover import return_of
from packages.domain.strategy.indicators.catalogue import CATALOGUE


def stories(run: Run) -> Sequence[StoredTrade]:
    """By exit, numbered from 1."""
    explainer = Explainer(run.plan.strategy, run.panel, CATALOGUE)
    return [
        _story(number, trade, run.panel, explainer.why(trade)) for number, trade in enumerate(run.outcome.trades, 1)
    ]


def _story(number: int, trade: Trade, panel: Panel, why: Why) -> StoredTrade:
    body: JsonObject = {
        "number": number,
        "ticker": panel.tickers[trade.ticker],
        "direction": trade.direction.value,
        "reason": trade.reason.value,
        "exit_rule": trade.exit_rule,
        "signal_at": moment(panel, trade.signal_bar),
        "entry_at": moment(panel, trade.entry_bar),
        "decided_at": moment(panel, trade.decided_bar),
        "exit_at": moment(panel, trade.exit_bar),
        "bars": trade.bars,
        "quantity": trade.quantity,
        "entry_price": trade.entry_price,
        "exit_price": trade.exit_price,
        "worst_price": trade.worst_price,
        "best_price": trade.best_price,
        "costs": trade.costs,
        "dividends": trade.dividends,
        "profit": trade.profit,
        "return": return_of(trade),
        "why": plain(asdict(why)),
    }
    return StoredTrade(number, trade.direction.value, trade.reason.value, body)


def open_position_json(position: OpenPosition, panel: Panel) -> JsonObject:
    return {
        "ticker": panel.tickers[position.ticker],
        "direction": position.direction.value,
        "signal_at": moment(panel, position.signal_bar),
        "entry_at": moment(panel, position.entry_bar),
        "quantity": position.quantity,
        "entry_price": position.entry_price,
        "mark": position.mark,
        "unrealised": position.unrealised,
    }


def moment(panel: Panel, bar: int) -> str:
    """When a bar begins, in UTC."""
    return f"{np.datetime_as_string(panel.time[bar], unit='s')}Z"
