"""Loads the funding rates of perpetuals, and says where they do not reach."""

from collections.abc import Sequence

from packages.domain.backtest.funding import FundingHistory, bars_without_rates
from packages.domain.backtest.market.instrument_bars import TickerBars
from packages.domain.backtest.market.shortfalls import Note, Shortfall
from packages.domain.market_data.bars import Instants
from packages.domain.market_data.door import MarketView
from packages.domain.market_data.errors import NoData
from packages.domain.market_data.rows import FundingRate
from packages.domain.market_data.symbols import Symbol


class NoFundingRates(NoData):
    """A perpetual of which no funding rate is stored."""


async def load_funding(view: MarketView, symbol: Symbol) -> Sequence[FundingRate]:
    """Nothing of what is no perpetual. Without rates a perpetual would be traded as if it cost nothing to hold."""
    if not symbol.is_perpetual:
        return ()
    rates = await view.funding(symbol)
    if not rates:
        raise NoFundingRates("backtest.no_funding_rates", symbol=symbol, details={"symbols": [symbol.text]})
    return rates


def funding_histories(ticker_bars: Sequence[TickerBars]) -> tuple[FundingHistory, ...]:
    """For rules that read them."""
    return tuple(FundingHistory.of(each.series.symbol.text, each.funding) for each in ticker_bars if each.funding)


def funding_notes(ticker_bars: Sequence[TickerBars], time: Instants) -> tuple[Note, ...]:
    named = ((each.series.symbol.text, each.funding) for each in ticker_bars if each.funding)
    found = (Note(Shortfall.NO_FUNDING, ticker, bars_without_rates(rates, time)) for ticker, rates in named)
    return tuple(note for note in found if note.bars > 0)
