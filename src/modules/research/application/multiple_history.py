"""A company's own multiples day by day, for whoever draws them: close over what the reports known on the day say."""

from dataclasses import dataclass
from datetime import date, timedelta

from packages.domain.market_data.door import MarketView
from packages.domain.market_data.errors import NoData
from packages.domain.market_data.symbols import Symbol
from src.modules.research.domain.valuation.assumptions import HISTORY_YEARS
from src.modules.research.domain.valuation.collect import last_years
from src.modules.research.domain.valuation.own_history import OWN, epochs, own_by_day

_LOOK_BACK = timedelta(days=366 * HISTORY_YEARS + 30)
_DRAWN = ("pe", "pb", "ps")


@dataclass(frozen=True, slots=True)
class MultipleByDay:
    """`metric`: the code that experts use; oldest first, days of a loss left out."""

    metric: str
    days: tuple[date, ...]
    values: tuple[float, ...]
    source: str


async def own_multiples(view: MarketView, symbol: Symbol) -> tuple[MultipleByDay, ...]:
    """Nothing where prices or reports are missing."""
    facts = await view.facts(symbol)
    try:
        prices = await view.bars(symbol, start=view.as_of - _LOOK_BACK, raw_only=True)
    except NoData:
        return ()
    if not facts or not len(prices):
        return ()
    today = prices.columns.time[-1].astype("datetime64[D]").item()
    bars = last_years(prices, today)
    happened = [action for action in await view.actions(symbol) if action.ex_date <= today]
    known = epochs(facts, happened, bars)
    by_name = {name: own_by_day(name, bars, known) for name in _DRAWN}
    return tuple(
        MultipleByDay(OWN[name], tuple(found), tuple(map(float, found.values())), prices.source)
        for name, found in by_name.items()
        if found
    )
