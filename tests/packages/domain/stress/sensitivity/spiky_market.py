"""A market in which a purchase pays only if it is sold on one certain bar."""

from decimal import Decimal

from packages.domain.backtest.panel import Panel
from packages.domain.strategy.conditions import Compare, Comparison, Constant, Price, PriceField
from packages.domain.strategy.model import Entry, Side, Strategy
from packages.domain.strategy.trade import FixedQuantity, MarketOrder, TimeExit
from tests.reference.by_hand import BUY, bar, flat, panel_of, strategy_of

THRESHOLD = "/trade/long/entry/condition/cmp/right"
HOLDING = "/trade/long/exits/0/bars"
QUANTITY = "/trade/long/position_sizing/qty"


def spiky_panel() -> Panel:
    """Every eight bars a signal, and three bars later an open ten dollars above all other prices."""
    return panel_of([flat(100, BUY), flat(100), flat(100), bar(110, 110, 100, 100), *[flat(100)] * 4] * 6)


def spiky_strategy(threshold: float = 5, bars: int = 2) -> Strategy:
    """The volume of a signal is 1 and that of all other bars 10, so that any threshold in between does the same; held
    for two bars, it is sold at the spike, and never otherwise."""
    entry = Entry(Compare(Price(PriceField.VOLUME), Comparison.LT, Constant(threshold)), MarketOrder())
    return strategy_of(Side(entry, (TimeExit(bars),), FixedQuantity(Decimal(10))))
