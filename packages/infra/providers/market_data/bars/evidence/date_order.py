"""Which of a date's numbers is the day: read in every order that fits, and judged by the days of trade."""

from collections.abc import Iterator, Sequence
from datetime import datetime

import polars as pl

from packages.core.messages import Sentence, message
from packages.domain.market_data.errors import BadRows
from packages.domain.market_data.symbols import Market
from packages.domain.market_data.timeframe import Timeframe
from packages.infra.providers.market_data.bars.evidence.guess import Answers, Guess
from packages.infra.providers.market_data.bars.evidence.trading_hours import STOCKS, is_closed

ORDERS = {
    "month/day/year": ("%m/%d/%Y", "%m-%d-%Y", "%m/%d/%y", "%m-%d-%y"),
    "day/month/year": ("%d/%m/%Y", "%d-%m-%Y", "%d/%m/%y", "%d-%m-%y", "%d.%m.%Y", "%d.%m.%y"),
    "year/month/day": ("%y/%m/%d", "%y-%m-%d", "%y.%m.%d"),
    "excel-1900": ("excel-1900",),
    "excel-1904": ("excel-1904",),
}
_AS_GOOD = 0.02  # share of rows that may speak against an order that is as good as the best
_FEW_MONTHS = 5
_SECONDS = {timeframe.seconds for timeframe in Timeframe}


def order_in(written: str | None) -> str | None:
    """None for a way of writing that can be read in one order only."""
    return next((name for name, ways in ORDERS.items() if written is not None and written.startswith(ways)), None)


def other_orders(written: str) -> Iterator[tuple[str, str]]:
    """The same way of writing with day, month and year in another order, each with the order's name."""
    own = order_in(written)
    date = next((way for way in ORDERS.get(own or "", ()) if written.startswith(way)), None)
    if date is None:
        return
    for name, ways in ORDERS.items():
        alike = (way for way in ways if name != own and way[2] == date[2] and sorted(way) == sorted(date))
        yield from ((name, way + written.removeprefix(date)) for way in alike)


def order_guess(
    read: Sequence[tuple[str, pl.Series]], asked: Answers, market: Market, now: datetime
) -> tuple[int, Guess | None]:
    """Of several ways of writing, with what each makes of the rows: the place of the best, and what was guessed."""
    names = [order_in(written) or "year-month-day" for written, _ in read]
    answer = asked.get("dates")
    if answer is not None:
        if answer not in names:
            raise BadRows("market_data.bad_answer", what="dates", text=answer[:40], known=names)
        return names.index(answer), asked.choose("dates", answer, message("market_data.import.month_first"), ())
    if len(read) == 1:
        return 0, None
    faults = [_faults(times, market, now) for _, times in read]
    good = [place for place, fault in enumerate(faults) if fault <= min(faults) + _AS_GOOD]
    spaced = [place for place in good if _is_spaced(read[place][1])]
    best = (spaced or good)[0]
    settled = len(good) == 1 or names[best] == "excel-1900"  # hardly a file counts from 1904
    settled |= len(spaced) == 1 and market is Market.US_STOCKS and names[best] == "month/day/year"
    others = tuple(name for place, name in enumerate(names) if place != best)
    return best, Guess("dates", names[best], _said(names[best], others), others, asks=not settled)


def _said(name: str, others: Sequence[str]) -> str:
    if name == "month/day/year" and others == ("day/month/year",):
        return Sentence(message("market_data.import.month_first"))
    if name.startswith("excel"):
        return Sentence(message("market_data.import.excel_dates", first=name.removeprefix("excel-")))
    return Sentence(message("market_data.import.date_order", order=name, others=", ".join(others)))


def _faults(times: pl.Series, market: Market, now: datetime) -> float:
    """The share of rows on days without trade, in the future, or out of the order that the others keep."""
    known = pl.DataFrame({"time": times.drop_nulls().dt.replace_time_zone(None)})
    if not known.height:
        return 1.0
    monthly = known.height > _FEW_MONTHS and bool((known["time"].dt.day() == 1).all())  # a label, not a session
    judged = market in STOCKS and not monthly
    closed = known.select(is_closed(market, pl.col("time").dt.date()).sum()).item() if judged else 0
    ahead = int((known["time"] > now.replace(tzinfo=None)).sum())
    steps = known["time"].diff().drop_nulls().dt.total_seconds()
    disorder = min(int((steps < 0).sum()), int((steps > 0).sum()))
    return (closed + ahead + disorder) / known.height


def _is_spaced(times: pl.Series) -> bool:
    """Whether the rows stand apart as bars do that can be stored."""
    gaps = times.drop_nulls().unique().sort().diff().drop_nulls().dt.total_seconds()
    return min(gaps.mode().to_list(), default=0) in _SECONDS
