"""A market in which entries often find nobody to trade with.

A drawn share of all bars has a price limit that no purchase (of a strategy that goes long) and no sale (of one that
goes short) can meet, as on a day that is locked at its limit. A market order then lapses; a limit or stop order keeps
resting for as long as it is valid. Exits of a strategy with one side are the other kind of trade and come through. A
strategy with both sides buys and sells to get in and to get out, so on such a bar it can do neither: its exits wait
for the next bar, which is harsher than missed entries alone.
"""

from collections.abc import Collection
from dataclasses import replace

import numpy as np

from packages.core.errors import Invalid
from packages.domain.backtest.panel import Panel
from packages.domain.strategy.model import Direction


class BadShare(Invalid):
    """A share of missed fills that is none."""


def with_missed_fills(panel: Panel, directions: Collection[Direction], share: float, rng: np.random.Generator) -> Panel:
    """The bars of each instrument are drawn by themselves; limits that the market has stay where nothing is missed."""
    if not 0 <= share <= 1:
        raise BadShare("stress.bad_share", share=share)
    missed = rng.random(panel.close.shape) < share
    upper = np.full_like(panel.close, np.inf) if panel.upper_limit is None else panel.upper_limit
    lower = np.zeros_like(panel.close) if panel.lower_limit is None else panel.lower_limit
    return replace(
        panel,
        # Futures may be below zero, so that only an infinite limit is out of reach for every price.
        upper_limit=np.where(missed & (Direction.LONG in directions), -np.inf, upper),
        lower_limit=np.where(missed & (Direction.SHORT in directions), np.inf, lower),
    )
