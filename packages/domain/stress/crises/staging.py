"""Sets the stage for a crisis: each instrument with its own bars, or with those of what stands in for it."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from packages.domain.backtest.panel import Panel
from packages.domain.stress.crises.coverage import Need, lack_of, refuse_bad_prices, refuse_foreign_bars
from packages.domain.stress.crises.cutting import between, own_bars, side_by_side, window_bars
from packages.domain.stress.crises.ports import CrisisData, Missing
from packages.domain.stress.crises.proxies import proxies_for
from packages.domain.stress.findings import Lack


@dataclass(frozen=True, slots=True, eq=False)
class Stage:
    """The market of one window with the warm-up before it; the strategy may trade from `first_bar` on."""

    panel: Panel
    first_bar: int
    stand_ins: tuple[tuple[str, str], ...]  # the instrument, and what stood in for it

    @property
    def proxy(self) -> str | None:
        """As people read it: the instrument, and what stood in."""
        return ", ".join(f"{ticker}: {proxy}" for ticker, proxy in self.stand_ins) or None


@dataclass(frozen=True, slots=True)
class Gap:
    """What is to be loaded before the window can be lived through."""

    missing: str
    lacks: tuple[Lack, ...]


@dataclass(frozen=True, slots=True, eq=False)
class _Part:
    """The bars that an instrument is played by."""

    ticker: str
    played_by: str
    panel: Panel


def set_stage(data: CrisisData, tickers: Sequence[str], need: Need) -> Stage | Gap:
    """Every instrument is needed: leaving one out would be another strategy."""
    proxies = proxies_for(need.market, tickers)
    found = [_part(data, ticker, proxies, need) for ticker in tickers]
    gaps = [each for each in found if isinstance(each, Gap)]
    if gaps:
        return Gap("; ".join(each.missing for each in gaps), tuple(lack for each in gaps for lack in each.lacks))
    parts = [each for each in found if isinstance(each, _Part)]
    panel = side_by_side([replace(part.panel, tickers=(part.ticker,)) for part in parts])
    first_bar, _ = window_bars(panel, need.window)
    stand_ins = tuple((part.ticker, part.played_by) for part in parts if part.played_by != part.ticker)
    return Stage(panel, first_bar, stand_ins)


def _part(data: CrisisData, ticker: str, proxies: Sequence[str], need: Need) -> _Part | Gap:
    own = _bars(data, ticker, need)
    if isinstance(own, Panel):
        return _Part(ticker, ticker, own)
    for proxy in proxies:
        bars = _bars(data, proxy, need)
        if isinstance(bars, Panel):
            return _Part(ticker, proxy, bars)
    instead = f", or {' or '.join(proxies)} to stand in for it" if proxies else ""
    return Gap(need.told(ticker, own) + instead, (need.lack(ticker, own, proxies),))


def _bars(data: CrisisData, ticker: str, need: Need) -> Panel | Missing:
    """From the warm-up to the end of the window."""
    told = data.panel(ticker, need.window, need.warm_up)
    if isinstance(told, Missing):
        return told
    refuse_foreign_bars(told, need, ticker)
    panel = own_bars(told, told.tickers[0])
    first, end = window_bars(panel, need.window)
    cut = between(panel, max(0, first - need.warm_up), end)
    refuse_bad_prices(cut, ticker)
    lack = lack_of(cut, need)
    return cut if lack is None else lack
