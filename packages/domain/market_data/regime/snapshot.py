"""Takes a regime snapshot: what bars known at an instant say about how an instrument moves."""

from collections.abc import Sequence
from datetime import datetime

import numpy as np

from packages.core.messages import Language, Message, message, render, word
from packages.domain.market_data.bars import BarSeries, instant
from packages.domain.market_data.door import MarketView
from packages.domain.market_data.regime.figures import bar_time, figures_of
from packages.domain.market_data.regime.model import Family, RegimeFinding, Snapshot, Support, TooFewRegimeBars
from packages.domain.market_data.regime.rules import findings_of
from packages.domain.market_data.symbols import Symbol
from packages.domain.market_data.timeframe import Timeframe

FEWEST_BARS = 61
_ENOUGH_RULES = 2


async def take_snapshot(view: MarketView, symbol: Symbol, timeframe: Timeframe = Timeframe.D1) -> Snapshot:
    """Of the view's instant."""
    return regime_snapshot(await view.bars(symbol, timeframe), view.as_of)


def regime_snapshot(series: BarSeries, as_of: datetime) -> Snapshot:
    """Bars that were not known at `as_of` are not looked at."""
    known = int(np.searchsorted(series.columns.known_at, instant(as_of), side="right"))
    if known < FEWEST_BARS:
        raise TooFewRegimeBars(
            "market_data.too_few_bars_for_regime",
            fewest=FEWEST_BARS,
            known=known,
            timeframe=series.timeframe,
            symbol=series.symbol,
            as_of=f"{as_of:%Y-%m-%d}",
        )
    columns = series.columns[:known]
    figures = figures_of(columns)
    findings = findings_of(figures)
    support = tuple(_support(family, findings) for family in Family)
    chosen = _standing_out(support)
    summary = _summary(chosen, support)
    return Snapshot(
        symbol=series.symbol,
        timeframe=series.timeframe,
        source=series.source,
        adjusted=series.adjusted,
        as_of=as_of,
        bars=known,
        first=bar_time(columns, 0),
        last=bar_time(columns, -1),
        last_close=float(columns.close[-1]),
        figures=figures,
        findings=findings,
        support=support,
        speaks_for=chosen,
        zh=render(summary, Language.ZH),
        en=render(summary, Language.EN),
    )


def _support(family: Family, findings: Sequence[RegimeFinding]) -> Support:
    tried = [finding.holds for finding in findings if finding.family is family and finding.holds is not None]
    return Support(family, sum(tried), len(tried))


def _standing_out(support: Sequence[Support]) -> Family | None:
    """The family with the most rules that hold: two at least, and more than any other has."""
    best, second = sorted((each.holding for each in support), reverse=True)[:2]
    if best < _ENOUGH_RULES or best == second:
        return None
    return next(each.family for each in support if each.holding == best)


def _summary(chosen: Family | None, support: Sequence[Support]) -> Message:
    counts = [
        message(
            "market_data.regime.rules_holding",
            family=word("family", each.family),
            holding=each.holding,
            tried=each.tried,
        )
        for each in support
    ]
    if chosen is None:
        return message("market_data.regime.no_family", counts=counts)
    return message("market_data.regime.speaks_for", counts=counts, family=word("family", chosen))
