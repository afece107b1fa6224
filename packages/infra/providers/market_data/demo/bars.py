"""Daily bars of every instrument, pulled back to what its business is worth, and a year of five-minute bars that add up
to them."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime
from itertools import pairwise

import numpy as np

from packages.domain.market_data.bars import BarSeries, Floats
from packages.domain.market_data.quality import assemble
from packages.domain.market_data.rows import CorporateAction, StatusKind
from packages.domain.market_data.symbols import Symbol, parse_symbol
from packages.domain.market_data.timeframe import Timeframe
from packages.infra.providers.market_data.demo.books import Quarter
from packages.infra.providers.market_data.demo.company import DemoCompany
from packages.infra.providers.market_data.demo.draws import Draws
from packages.infra.providers.market_data.demo.prices import DayPrice, Forces, limit_percents, price_path, volumes
from packages.infra.providers.market_data.demo.regimes import MarketWeather
from packages.infra.providers.market_data.demo.reports import SOURCE
from packages.infra.providers.market_data.demo.sessions import all_sessions
from packages.infra.providers.market_data.demo.statuses import days_under

_YEAR = 4
_BOOK_FLOOR = 0.6  # a company is never thought to be worth less than this part of its equity


def fair_values(company: DemoCompany, books: Sequence[Quarter], days: Sequence[date]) -> Floats:
    """In cents a share; markets look two quarters ahead, so prices move before reports do."""
    ends = np.array([quarter.end for quarter in books], dtype="datetime64[D]").astype(np.float64)
    worth = np.array([_worth(company, books, place) for place in range(len(books))])
    wanted = np.array(days, dtype="datetime64[D]").astype(np.float64)
    shares = np.array([company.shares_on(day) for day in days], dtype=np.float64)
    # Not np.interp: compiled multiply-adds are rounded once on some processors and twice on others.
    right = np.searchsorted(ends, wanted).clip(1, len(ends) - 1)
    part = (wanted - ends[right - 1]) / (ends[right] - ends[right - 1])
    values: Floats = (worth[right - 1] + (worth[right] - worth[right - 1]) * part) * 100.0 / shares
    return values


def _worth(company: DemoCompany, books: Sequence[Quarter], place: int) -> float:
    start = min(max(place - 1, 0), len(books) - _YEAR)
    year = books[start : start + _YEAR]
    usual = books[max(0, place - 5) : place + 7]  # one odd year does not change what a business is worth
    earned = 0.5 * sum(q.net_profit for q in year) + 0.5 * _YEAR * sum(q.net_profit for q in usual) / len(usual)
    sold = float(sum(quarter.revenue for quarter in year))
    return max(
        company.manners.earnings_multiple * earned,
        company.manners.sales_multiple * sold,
        _BOOK_FLOOR * books[place].equity,
    )


COIN = parse_symbol("DEMO8-USD")
_COIN_START = 900_00  # cents
_COIN_VOLUME = 40_000.0
_ROUND_LOT = 100


@dataclass(frozen=True, slots=True, eq=False)
class TradedDay:
    """An instrument's sessions and the bars made of them."""

    path: tuple[DayPrice, ...]
    bars: BarSeries


def company_bars(
    seed: int,
    company: DemoCompany,
    books: Sequence[Quarter],
    weather: MarketWeather,
    actions: Sequence[CorporateAction],
    announced_at: dict[date, datetime],
) -> TradedDay:
    """From the first session, or the listing where that is later."""
    first = next(place for place, day in enumerate(weather.days) if day >= company.listed_on)
    days = weather.days[first:]
    going_ex: dict[date, list[CorporateAction]] = {}
    for action in actions:
        going_ex.setdefault(action.ex_date, []).append(action)
    forces = Forces(
        days=days,
        market=(weather.returns[first:] * company.manners.beta).tolist(),
        fair=fair_values(company, books, days).tolist(),
        percents=limit_percents(company, days),
        shut=days_under(company, StatusKind.SUSPENDED, days),
        actions=going_ex,
        surprises=_report_surprises(company, books, announced_at),
        volatility=company.manners.volatility,
        nerves=weather.nerves()[first:],
        jumps=company.manners.surprises,
    )
    draws = Draws(seed, f"prices {company.symbol}")
    path = price_path(draws, forces)
    usual = [company.shares_on(price.day) * company.manners.turnover for price in path]
    return TradedDay(tuple(path), _series(company.symbol, path, volumes(draws, path, usual, _ROUND_LOT)))


def coin_bars(seed: int, weather: MarketWeather) -> TradedDay:
    """A coin earns nothing: its fair value is a slow drift of the market's own."""
    draws = Draws(seed, f"prices {COIN}")
    drift = [_COIN_START * (1 + place / 900) for place in range(len(weather.days))]
    forces = Forces(
        days=weather.days,
        market=weather.returns.tolist(),
        fair=drift,
        percents=[None] * len(weather.days),
        shut=frozenset(),
        actions={},
        surprises={},
        volatility=0.026,
        nerves=weather.nerves(),
        jumps=0.004,
    )
    path = price_path(draws, forces)
    return TradedDay(tuple(path), _series(COIN, path, volumes(draws, path, [_COIN_VOLUME] * len(path), 1)))


def _report_surprises(
    company: DemoCompany, books: Sequence[Quarter], announced_at: dict[date, datetime]
) -> dict[date, float]:
    """How a report moves the price on the next session: up where profit beat the same quarter a year before."""
    days, moves = all_sessions(company.exchange), {}
    for place, quarter in enumerate(books[4:], start=4):
        before = books[place - 4].net_profit
        growth = (quarter.net_profit - before) / max(abs(before), abs(quarter.net_profit), 1)
        announced_on = announced_at[quarter.end].date()
        following = next((day for day in days if day > announced_on), None)
        if following is not None:
            moves[following] = 0.06 * max(-1.0, min(1.0, growth))
    return moves


def _series(symbol: Symbol, path: Sequence[DayPrice], volume: Sequence[int]) -> BarSeries:
    return assemble(
        symbol,
        Timeframe.D1,
        SOURCE,
        time=np.array([price.day for price in path], dtype="datetime64[us]"),
        open_=np.array([price.open for price in path]) / 100,
        high=np.array([price.high for price in path]) / 100,
        low=np.array([price.low for price in path]) / 100,
        close=np.array([price.close for price in path]) / 100,
        volume=np.array(volume, dtype=np.float64),
    )


YEAR = 2025
_BARS = 48  # 9:30 to 11:30 and 13:00 to 15:00 in Shanghai
_STARTS = [*range(90, 210, 5), *range(300, 420, 5)]  # minutes after midnight UTC


def five_minute_bars(seed: int, daily: BarSeries) -> BarSeries:
    """The sessions of one year of an instrument that trades in Shanghai's hours."""
    draws = Draws(seed, f"five minutes {daily.symbol}")
    year = daily.columns.time.astype("datetime64[Y]") == np.datetime64(str(YEAR))
    columns = daily.columns
    prices = np.vstack([columns.open, columns.high, columns.low, columns.close])[:, year]
    cents = (prices * 100 + 0.5).astype(np.int64).T.tolist()
    bars = np.vstack([_session(draws, *day) for day in cents]) / 100
    volume = np.concatenate([_share_out(draws, int(units)) for units in columns.volume[year].tolist()])
    starts = np.array(_STARTS, dtype="timedelta64[m]")
    time = (columns.time[year][:, None] + starts[None, :]).reshape(-1)
    return assemble(
        daily.symbol,
        Timeframe.M5,
        SOURCE,
        time=time,
        open_=bars[:, 0],
        high=bars[:, 1],
        low=bars[:, 2],
        close=bars[:, 3],
        volume=volume,
    )


def _session(draws: Draws, first: int, high: int, low: int, last: int) -> Floats:
    """A walk from open to close within the day's range that touches both of its ends."""
    steps = draws.normal(_BARS).tolist()
    walk, total = [0.0], 0.0
    for step in steps:
        total += step
        walk.append(total)
    width = max(high - low, 1) * 0.12
    bridge = [
        first + (last - first) * n / _BARS + width * (walk[n] - walk[_BARS] * n / _BARS) for n in range(_BARS + 1)
    ]
    marks = [min(max(int(price + 0.5), low), high) for price in bridge]
    marks[0], marks[-1] = first, last
    top, bottom = marks[:-1].index(max(marks[:-1])), marks[:-1].index(min(marks[:-1]))
    rows = [[a, max(a, b), min(a, b), b] for a, b in pairwise(marks)]
    rows[top][1], rows[bottom][2] = high, low
    return np.array(rows)


def _share_out(draws: Draws, units: int) -> Floats:
    """Whole lots, more of them early and late in the day."""
    middle = (_BARS - 1) / 2
    weights = [0.5 + u + ((n - middle) / middle) ** 2 for n, u in enumerate(draws.uniform(_BARS).tolist())]
    total, lots = sum(weights), units // 100
    shared = [int(lots * weight / total) for weight in weights]
    shared[0] += lots - sum(shared)
    return np.array(shared, dtype=np.float64) * 100
