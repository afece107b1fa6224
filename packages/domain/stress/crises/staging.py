"""The bars of a crisis: each instrument's own, or those of a stand-in, cut to the window and set side by side."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

from packages.domain.backtest.panel import Panel
from packages.domain.market_data.symbols import Market
from packages.domain.stress.crises.coverage import Need, lack_of, refuse_bad_prices, refuse_foreign_bars
from packages.domain.stress.crises.cutting import between, own_bars, side_by_side, window_bars
from packages.domain.stress.crises.ports import CrisisData, Missing
from packages.domain.stress.findings import Lack

# The first that has bars is taken. Funds stand for the stock markets: an index cannot be bought, and a hundred of its
# points cost more than most accounts hold.
_PROXIES: dict[Market, tuple[str, ...]] = {
    Market.CN_STOCKS: ("510050.SH", "000001.SZ", "600000.SH"),
    Market.US_STOCKS: ("SPY", "QQQ"),
    Market.CRYPTO: ("BTC-USD", "ETH-USD"),
    Market.FOREX: ("EURUSD=X", "GBPUSD=X"),
    Market.FUTURES: ("ES=F", "CL=F"),
}


def proxies_for(market: Market, traded: Collection[str]) -> tuple[str, ...]:
    """In the order in which they are tried; what the strategy trades already plays only its own part."""
    return tuple(proxy for proxy in _PROXIES[market] if proxy not in traded)


@dataclass(frozen=True, slots=True, eq=False)
class CrisisStage:
    """The market of one window with the warm-up before it; the strategy may trade from `first_bar` on."""

    panel: Panel
    first_bar: int
    stand_ins: tuple[tuple[str, str], ...]  # the instrument, and what stood in for it

    @property
    def proxy(self) -> str | None:
        """As people read it: the instrument, and what stood in."""
        return ", ".join(f"{ticker}: {proxy}" for ticker, proxy in self.stand_ins) or None


@dataclass(frozen=True, slots=True)
class CrisisGap:
    """What is to be loaded before the window can be lived through."""

    missing: str
    lacks: tuple[Lack, ...]


@dataclass(frozen=True, slots=True, eq=False)
class _Part:
    """The bars that an instrument is played by."""

    ticker: str
    played_by: str
    panel: Panel


def set_stage(data: CrisisData, tickers: Sequence[str], need: Need) -> CrisisStage | CrisisGap:
    """Every instrument is needed: leaving one out would be another strategy."""
    proxies = proxies_for(need.market, tickers)
    found = [_part(data, ticker, proxies, need) for ticker in tickers]
    gaps = [each for each in found if isinstance(each, CrisisGap)]
    if gaps:
        return CrisisGap("; ".join(each.missing for each in gaps), tuple(lack for each in gaps for lack in each.lacks))
    parts = [each for each in found if isinstance(each, _Part)]
    panel = side_by_side([replace(part.panel, tickers=(part.ticker,)) for part in parts])
    first_bar, _ = window_bars(panel, need.window)
    stand_ins = tuple((part.ticker, part.played_by) for part in parts if part.played_by != part.ticker)
    return CrisisStage(panel, first_bar, stand_ins)


def _part(data: CrisisData, ticker: str, proxies: Sequence[str], need: Need) -> _Part | CrisisGap:
    own = _bars(data, ticker, need)
    if isinstance(own, Panel):
        return _Part(ticker, ticker, own)
    for proxy in proxies:
        bars = _bars(data, proxy, need)
        if isinstance(bars, Panel):
            return _Part(ticker, proxy, bars)
    instead = f", or {' or '.join(proxies)} to stand in for it" if proxies else ""
    return CrisisGap(need.told(ticker, own) + instead, (need.lack(ticker, own, proxies),))


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
