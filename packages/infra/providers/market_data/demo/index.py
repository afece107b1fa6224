"""Two index-like benchmarks: the plain mean of their members' moves; members change at half-yearly reviews."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, date
from itertools import pairwise

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
from packages.infra.providers.market_data.demo.sessions import FIRST, on_or_after, sessions_before

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


def memberships(index: DemoIndex, until: date) -> tuple[Membership, ...]:
    """From review to review, so that no row says beforehand that a member will leave."""
    terms = _terms(index, until)
    rows = []
    for company, joined, left in index.members:
        rows += [_member(index, company, *term) for term in terms if joined <= term[0] < left and term[0] <= until]
    return tuple(rows)


def index_bars(
    index: DemoIndex,
    members: Mapping[Symbol, BarSeries],
    actions: Sequence[CorporateAction],
    sessions: Sequence[date],
    openings: Mapping[Symbol, int],
) -> BarSeries:
    """Members that do not trade on a day count as unmoved; the volume is that of all members. `openings` are the closes
    before the first of the sessions, of the members and of the index, in cents."""
    days = np.array(sessions, dtype="datetime64[D]")
    moves, counts, volume = np.zeros((4, len(days))), np.zeros(len(days)), np.zeros(len(days))
    for company, joined, left in index.members:
        member = members[company.symbol]
        relative = _relative(member, actions, days, openings.get(company.symbol))
        traded = np.zeros(len(days))
        traded[_places(member, days)] = member.columns.volume
        for since, until in _terms(index, sessions[-1] if sessions else FIRST):
            if joined <= since < left:
                inside = (days >= np.datetime64(since)) & (days < np.datetime64(until))
                moves[:, inside] += relative[:, inside]
                volume[inside] += traded[inside]
                counts[inside] += 1
    opening = openings[index.symbol] / 100 if index.symbol in openings else _START
    return _chain(index, days, moves / counts, volume, opening)


def _chain(index: DemoIndex, days: Instants, moves: Floats, volume: Floats, opening: float) -> BarSeries:
    close, rows = opening, list[list[float]]()
    for move in moves.T.tolist():
        rows.append([int(close * part * 100 + 0.5) / 100 for part in move])
        close = rows[-1][3]
    prices = np.array(rows).reshape(-1, 4).T
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


def _relative(series: BarSeries, actions: Sequence[CorporateAction], days: Instants, opening: int | None) -> Floats:
    """Open, high, low and close as parts of the close before, splits taken out; 1 on days without a bar."""
    columns = series.columns
    first = columns.open[:1] if opening is None else np.full(len(columns.open[:1]), opening / 100)
    before = np.concatenate([first, columns.close[:-1]])
    traded = columns.time.astype("datetime64[D]")
    for action in actions:
        within = len(traded) and traded[0] <= np.datetime64(action.ex_date) <= traded[-1]
        if within and action.symbol == series.symbol and action.kind is ActionKind.SPLIT:
            before[np.searchsorted(traded, np.datetime64(action.ex_date))] /= float(action.value)
    relative = np.ones((4, len(days)))
    relative[:, _places(series, days)] = np.vstack([columns.open, columns.high, columns.low, columns.close]) / before
    return relative


def _places(series: BarSeries, days: Instants) -> npt.NDArray[np.intp]:
    """Where the days of a series stand among `days`."""
    return np.searchsorted(days, series.columns.time.astype("datetime64[D]"))


def _terms(index: DemoIndex, until: date) -> list[tuple[date, date]]:
    """From each review to the next, until a year behind the day."""
    starts = [date(year, month, 15) for year in range(FIRST.year, until.year + 2) for month in (6, 12)]
    return list(pairwise([FIRST, *(on_or_after(index.exchange, day) for day in starts)]))


def _member(index: DemoIndex, company: DemoCompany, since: date, until: date) -> Membership:
    announced_on = sessions_before(index.exchange, since, _NOTICE)
    return Membership(
        index=index.symbol.text,
        symbol=company.symbol,
        since=since,
        until=until,
        source=SOURCE,
        known_at=session_close(company.market, announced_on).astimezone(UTC),
    )
