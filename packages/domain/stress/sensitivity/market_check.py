"""Refuses a market that nothing can be learnt from, before anything is run in it."""

import numpy as np

from packages.core.errors import Invalid
from packages.domain.backtest.panel import Panel

FEWEST_BARS = 30
_PRICES = ("open", "high", "low", "close")


class TooShortToTry(Invalid):
    """Fewer bars than a comparison of variants needs."""


class UnreadablePrices(Invalid):
    """Bars of which a part is missing, or that are no numbers."""


class MarketStandsStill(Invalid):
    """Prices that never change: every variant would do the same."""


def check_market(panel: Panel, trade_from: int) -> None:
    """`trade_from` is the first bar on which an order may be placed."""
    prices = np.array([getattr(panel, name) for name in _PRICES])
    known = np.isfinite(prices)
    if np.isinf(prices).any() or (known.any(axis=0) != known.all(axis=0)).any():
        raise UnreadablePrices("stress.unreadable_prices")
    if trade_from < 0:
        raise TooShortToTry("stress.bad_first_bar", bar=trade_from)
    bars = int(known[0, :, trade_from:].sum(axis=1).max(initial=0))
    if bars < FEWEST_BARS:
        raise TooShortToTry("stress.too_short_to_compare", bars=bars, fewest=FEWEST_BARS)
    if not _moves(prices[:, :, trade_from:]):
        raise MarketStandsStill("stress.prices_never_change")


def _moves(prices: np.ndarray) -> bool:
    """Whether any instrument had more than one price."""
    highest, lowest = np.fmax.reduce(prices, axis=(0, 2)), np.fmin.reduce(prices, axis=(0, 2))
    return bool((highest > lowest).any())
