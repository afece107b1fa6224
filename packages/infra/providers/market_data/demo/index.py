"""Two index-like benchmarks: the plain mean of their members' moves; members change at half-yearly reviews."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date

import numpy as np
import numpy.typing as npt

from packages.domain.market_data.bars import BarSeries, Floats, Instants
from packages.domain.market_data.quality import assemble
from packages.domain.market_data.rows import ActionKind, CorporateAction, Membership
from packages.domain.market_data.sessions import session_close
from packages.domain.market_data.symbols import Symbol, parse_symbol
from packages.domain.market_data.timeframe import Timeframe
from packages.infra.providers.market_data.demo.companies import (
    CASH_COW,
    CYCLICAL,
    GROWER,
    LOSS_MAKER,
    PLATFORM,
    SHAKY,
    UTILITY,
)
from packages.infra.providers.market_data.demo.company import DemoCompany
from packages.infra.providers.market_data.demo.reports import SOURCE
from packages.infra.providers.market_data.demo.sessions import FIRST, LAST, on_or_after, sessions_before, trading_days

_START = 1000.0
_NOTICE = 10  # sessions between the announcement of a review and the day from which it holds


@dataclass(frozen=True, slots=True)
class DemoIndex:
    """An index and who is in it: from the first review on or after the day, until the one on or after the second."""

    symbol: Symbol
    name_zh: str
    name_en: str
    exchange: str
    currency: str
    members: tuple[tuple[DemoCompany, date, date], ...]


INDICES = (
    DemoIndex(
        parse_symbol("DEMO9.SH"),
        "演示综合指数",
        "Demo Composite Index",
        "XSHG",
        "CNY",
        (
            (CYCLICAL, FIRST, date.max),
            (CASH_COW, FIRST, date.max),
            (SHAKY, FIRST, date(2019, 6, 1)),
            (GROWER, date(2016, 6, 1), date.max),
        ),
    ),
    DemoIndex(
        parse_symbol("DEMO10"),
        "演示海外指数",
        "Demo Overseas Index",
        "XNYS",
        "USD",
        (
            (PLATFORM, FIRST, date.max),
            (UTILITY, FIRST, date.max),
            (LOSS_MAKER, date(2018, 12, 1), date(2022, 6, 1)),
            (LOSS_MAKER, date(2024, 6, 1), date.max),
        ),
    ),
)


def memberships(index: DemoIndex) -> tuple[Membership, ...]:
    """From review to review, so that no row says beforehand that a member will leave; the last term is open."""
    terms = _terms(index)
    rows = []
    for company, joined, left in index.members:
        rows += [_member(index, company, since, until) for since, until in terms if joined <= since < left]
    return tuple(rows)


def index_bars(index: DemoIndex, members: Mapping[Symbol, BarSeries], actions: Sequence[CorporateAction]) -> BarSeries:
    """Members that do not trade on a day count as unmoved; the volume is that of all members."""
    days = np.array(trading_days(index.exchange), dtype="datetime64[D]")
    moves, counts, volume = np.zeros((4, len(days))), np.zeros(len(days)), np.zeros(len(days))
    for company, joined, left in index.members:
        relative = _relative(members[company.symbol], actions, days)
        traded = np.zeros(len(days))
        traded[_places(members[company.symbol], days)] = members[company.symbol].columns.volume
        for since, until in _terms(index):
            if joined <= since < left:
                inside = (days >= np.datetime64(since)) & (days < np.datetime64(until or date.max))
                moves[:, inside] += relative[:, inside]
                volume[inside] += traded[inside]
                counts[inside] += 1
    return _chain(index, days, moves / counts, volume)


def _chain(index: DemoIndex, days: Instants, moves: Floats, volume: Floats) -> BarSeries:
    close, rows = _START, []
    for move in moves.T.tolist():
        rows.append([int(close * part * 100 + 0.5) / 100 for part in move])
        close = rows[-1][3]
    prices = np.array(rows).T
    return assemble(
        index.symbol,
        Timeframe.D1,
        SOURCE,
        time=days.astype("datetime64[us]"),
        open_=prices[0],
        high=prices[1],
        low=prices[2],
        close=prices[3],
        volume=volume,
    )


def _relative(series: BarSeries, actions: Sequence[CorporateAction], days: Instants) -> Floats:
    """Open, high, low and close as parts of the close before, splits taken out; 1 on days without a bar."""
    columns = series.columns
    before = np.concatenate([columns.open[:1], columns.close[:-1]])
    traded = columns.time.astype("datetime64[D]")
    for action in actions:
        if action.symbol == series.symbol and action.kind is ActionKind.SPLIT:
            before[np.searchsorted(traded, np.datetime64(action.ex_date))] /= float(action.value)
    relative = np.ones((4, len(days)))
    relative[:, _places(series, days)] = np.vstack([columns.open, columns.high, columns.low, columns.close]) / before
    return relative


def _places(series: BarSeries, days: Instants) -> npt.NDArray[np.intp]:
    """Where the days of a series stand among `days`."""
    return np.searchsorted(days, series.columns.time.astype("datetime64[D]"))


def _terms(index: DemoIndex) -> list[tuple[date, date | None]]:
    starts = [date(year, month, 15) for year in range(FIRST.year, LAST.year + 1) for month in (6, 12)]
    reviews = [FIRST, *(on_or_after(index.exchange, day) for day in starts)]
    return list(zip(reviews, [*reviews[1:], None], strict=True))


def _member(index: DemoIndex, company: DemoCompany, since: date, until: date | None) -> Membership:
    announced_on = sessions_before(index.exchange, since, _NOTICE)
    return Membership(
        index=index.symbol.text,
        symbol=company.symbol,
        since=since,
        until=until,
        source=SOURCE,
        known_at=session_close(company.market, announced_on).astimezone(UTC),
    )
