"""Daily bars of every instrument, pulled back to what its business is worth."""

from bisect import bisect_right
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import date, datetime
from math import hypot

import numpy as np

from packages.domain.market_data.bars import BarSeries, Floats
from packages.domain.market_data.quality import assemble
from packages.domain.market_data.rows import CorporateAction, StatusKind
from packages.domain.market_data.symbols import Symbol, parse_symbol
from packages.domain.market_data.timeframe import Timeframe
from packages.infra.providers.market_data.demo.books import FOUNDING, Quarter
from packages.infra.providers.market_data.demo.company import DemoCompany
from packages.infra.providers.market_data.demo.draws import DatedDraws
from packages.infra.providers.market_data.demo.prices import (
    DayPrice,
    Forces,
    limit_percents,
    price_path,
    spread_of,
    volumes,
)
from packages.infra.providers.market_data.demo.regimes import MarketWeather
from packages.infra.providers.market_data.demo.reports import SOURCE
from packages.infra.providers.market_data.demo.sessions import LAST, all_sessions, stretches
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
_COIN_BETA = 1.6
_ROUND_LOT = 100
_MARKET = 0.0125  # a usual day's move of a market, where the days are not there to measure it


@dataclass(frozen=True, slots=True, eq=False)
class TradedDay:
    """An instrument's sessions and the bars made of them."""

    path: tuple[DayPrice, ...]
    bars: BarSeries


@dataclass(frozen=True, slots=True)
class TradedSessions:
    """The sessions of an instrument that are acted out, and its last close before them in cents (None: there is none,
    they begin with the first)."""

    days: tuple[date, ...]
    opening: int | None = None


def company_bars(
    seed: int,
    company: DemoCompany,
    books: Sequence[Quarter],
    weather: MarketWeather,
    actions: Sequence[CorporateAction],
    announced_at: dict[date, datetime],
    stage: TradedSessions,
) -> TradedDay:
    going_ex: dict[date, list[CorporateAction]] = {}
    for action in actions:
        going_ex.setdefault(action.ex_date, []).append(action)
    surprises = _report_surprises(company, books, announced_at)

    def forces(days: tuple[date, ...]) -> Forces:
        there = weather.places(days)
        known = books[: len(FOUNDING)] if days[0] <= LAST else books
        return Forces(
            days=days,
            market=(weather.returns[there] * company.manners.beta).tolist(),
            fair=fair_values(company, known, days).tolist(),
            percents=limit_percents(company, days),
            shut=days_under(company, StatusKind.SUSPENDED, days),
            actions=going_ex,
            surprises=surprises,
            volatility=company.manners.volatility,
            nerves=weather.nerves()[there],
            jumps=company.manners.surprises,
        )

    acted = _Acting(DatedDraws(seed, f"prices {company.symbol}"), _ROUND_LOT, company.manners.beta)
    return acted.out(company.symbol, stage, forces, lambda day: company.shares_on(day) * company.manners.turnover)


def coin_bars(seed: int, weather: MarketWeather, stage: TradedSessions) -> TradedDay:
    """A coin earns nothing: its fair value is a slow drift of the market's own."""

    def forces(days: tuple[date, ...]) -> Forces:
        there = weather.places(days)
        return Forces(
            days=days,
            market=weather.returns[there].tolist(),
            fair=[_COIN_START * (1 + place / 900) for place in range(there.start, there.stop)],
            percents=[None] * len(days),
            shut=frozenset(),
            actions={},
            surprises={},
            volatility=0.026,
            nerves=weather.nerves()[there],
            jumps=0.004,
        )

    return _Acting(DatedDraws(seed, f"prices {COIN}"), 1, _COIN_BETA).out(COIN, stage, forces, lambda _: _COIN_VOLUME)


@dataclass(frozen=True, slots=True)
class _Acting:
    """Makes an instrument's sessions, stretch by stretch."""

    draws: DatedDraws
    lot: int
    beta: float

    def out(
        self,
        symbol: Symbol,
        stage: TradedSessions,
        forces: Callable[[tuple[date, ...]], Forces],
        usual: Callable[[date], float],
    ) -> TradedDay:
        path, volume, close = list[DayPrice](), list[int](), stage.opening
        for part in stretches(stage.days):
            pushed = replace(forces(stage.days[part]), opening=close)
            played = price_path(self.draws, pushed)
            spread = spread_of(played) if pushed.days[0] <= LAST else hypot(pushed.volatility, self.beta * _MARKET)
            volume += volumes(self.draws, played, [usual(price.day) for price in played], self.lot, spread)
            path += played
            close = path[-1].close if path else close
        return TradedDay(tuple(path), _series(symbol, path, volume))


def _report_surprises(
    company: DemoCompany, books: Sequence[Quarter], announced_at: dict[date, datetime]
) -> dict[date, float]:
    """How a report moves the price on the next session: up where profit beat the same quarter a year before."""
    days, moves = all_sessions(company.exchange), {}
    for place, quarter in enumerate(books[4:], start=4):
        before = books[place - 4].net_profit
        growth = (quarter.net_profit - before) / max(abs(before), abs(quarter.net_profit), 1)
        announced_on = announced_at[quarter.end].date()
        following = days[bisect_right(days, announced_on)]
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
