"""What exported code trades beside what the backtest trades."""

from collections.abc import Mapping, Sequence

from packages.domain.backtest.engine import backtest, compile_strategy
from packages.domain.backtest.outcome import OpenPosition, Trade
from packages.domain.backtest.panel import PRICES, Panel
from packages.domain.strategy.indicators.catalogue import CATALOGUE
from packages.domain.strategy.model import Direction
from tests.reference.exportable_strategies import ExportableRun

Trades = Sequence[Mapping[str, float]]
RELATIVE = 1e-9
AMOUNTS = ("quantity", "entry_price", "exit_price")


def bars_of(panel: Panel) -> dict[str, object]:
    """The one instrument's columns by name, as exported code reads them."""
    return {name: getattr(panel, name)[0].copy() for name in PRICES} | {"time": panel.time}


def parley_trades(run: ExportableRun) -> list[dict[str, float]]:
    told = backtest(compile_strategy(run.strategy, CATALOGUE), run.panel, run.terms)
    closed = [_trade(each, exit_bar=each.exit_bar, exit_price=each.exit_price) for each in told.trades]
    return sorted(closed + [_trade(each) for each in told.open_positions], key=lambda each: each["entry_bar"])


def _trade(told: Trade | OpenPosition, **ended: float) -> dict[str, float]:
    sign = 1.0 if told.direction is Direction.LONG else -1.0
    begun = {"entry_bar": float(told.entry_bar), "entry_price": told.entry_price}
    return begun | {"quantity": sign * told.quantity} | ended


def apart(ours: Trades, theirs: Trades, step: float) -> str | None:
    """The first difference; quantities to a billionth, or to the one step that floats may round apart."""
    theirs = sorted(theirs, key=lambda each: each["entry_bar"])
    if len(ours) != len(theirs):
        return f"{len(ours)} trades against {len(theirs)}"
    for one, other in zip(ours, theirs, strict=True):
        bars = all(one.get(name) == other.get(name) for name in ("entry_bar", "exit_bar"))
        if not bars or not all(_near(one.get(name), other.get(name), step) for name in AMOUNTS):
            return f"{dict(one)} against {dict(other)}"
    return None


def _near(one: float | None, other: float | None, step: float) -> bool:
    if one is None or other is None:
        return one is other
    tiny = step if step < 1e-6 else 0.0
    return abs(one - other) <= max(RELATIVE * abs(one), 2 * tiny)
