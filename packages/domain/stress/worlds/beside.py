"""Other instruments that the rules read, drawn together with those that are traded: what moved together does so again.

On a path they are of the traded market's own days: each bar is the one that was seen on the day it is taken from.
"""

from collections.abc import Sequence
from dataclasses import replace

import numpy as np

from packages.domain.backtest.alongside import Alongside, ReferencedBars, seen, seen_places
from packages.domain.backtest.panel import PRICES, Lots, Panel
from packages.domain.market_data.bars import Floats


def others_of(panel: Panel) -> tuple[ReferencedBars, ...]:
    """Those that are not traded as well."""
    named = () if panel.alongside is None else panel.alongside.others
    return tuple(each for each in named if each.symbol not in panel.tickers)


def joined(panel: Panel) -> Panel:
    """With the others as further rows."""
    others = others_of(panel)
    if not others:
        return panel
    ones, count = np.ones(len(others)), len(others)
    return replace(
        panel,
        tickers=(*panel.tickers, *(each.symbol for each in others)),
        lots=Lots(minimum=np.concatenate((panel.lots.minimum, ones)), step=np.concatenate((panel.lots.step, ones))),
        open=_with_rows(panel, others, "open"),
        high=_with_rows(panel, others, "high"),
        low=_with_rows(panel, others, "low"),
        close=_with_rows(panel, others, "close"),
        volume=_with_rows(panel, others, "volume"),
        lower_limit=_padded(panel.lower_limit, count, 0.0),
        upper_limit=_padded(panel.upper_limit, count, np.inf),
        dividend=_padded(panel.dividend, count, 0.0),
        alongside=None,
        listings=None if panel.listings is None else panel.listings.and_others(count),
    )


def _with_rows(panel: Panel, others: Sequence[ReferencedBars], name: str) -> Floats:
    places = [seen_places(each, panel.market, panel.timeframe, panel.time) for each in others]
    rows = [seen(getattr(each, name), at) for each, at in zip(others, places, strict=True)]
    return np.vstack([getattr(panel, name), *rows])


def parted(path: Panel, traded: Panel) -> Panel:
    """The traded instruments of a path, with what was drawn of the others beside them."""
    if traded.alongside is None:
        return path
    others = tuple(_other(path, each.symbol) for each in traded.alongside.others)
    return replace(path.of(traded.tickers), alongside=Alongside(others, traded.alongside.sessions))


def _other(path: Panel, symbol: str) -> ReferencedBars:
    row = path.tickers.index(symbol)
    held = np.isfinite(path.close[row])
    prices = {name: getattr(path, name)[row, held] for name in PRICES}
    return ReferencedBars(symbol, path.market, path.time[held], **prices)


def _padded(matrix: Floats | None, rows: int, value: float) -> Floats | None:
    return None if matrix is None else np.vstack([matrix, np.full((rows, matrix.shape[1]), value)])
