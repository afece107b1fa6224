"""Daily bars of every instrument that trades: companies on their exchange's sessions, the coin on every day."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime

import numpy as np

from packages.domain.market_data.bars import BarSeries
from packages.domain.market_data.quality import assemble
from packages.domain.market_data.rows import CorporateAction, StatusKind
from packages.domain.market_data.symbols import Symbol, parse_symbol
from packages.domain.market_data.timeframe import Timeframe
from packages.infra.providers.demo.company import Company
from packages.infra.providers.demo.draws import Draws
from packages.infra.providers.demo.fair_value import fair_values
from packages.infra.providers.demo.limits import limit_percents
from packages.infra.providers.demo.prices import DayPrice, Forces, price_path, volumes
from packages.infra.providers.demo.quarter import Quarter
from packages.infra.providers.demo.regimes import MarketWeather
from packages.infra.providers.demo.reports import SOURCE
from packages.infra.providers.demo.sessions import all_sessions
from packages.infra.providers.demo.statuses import days_under

COIN = parse_symbol("DEMO8-USD")
_COIN_START = 900_00  # cents
_COIN_VOLUME = 40_000.0
_ROUND_LOT = 100


@dataclass(frozen=True, slots=True, eq=False)
class Traded:
    """An instrument's sessions and the bars made of them."""

    path: tuple[DayPrice, ...]
    bars: BarSeries


def company_bars(
    seed: int,
    company: Company,
    books: Sequence[Quarter],
    weather: MarketWeather,
    actions: Sequence[CorporateAction],
    told_at: dict[date, datetime],
) -> Traded:
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
        surprises=_report_surprises(company, books, told_at),
        volatility=company.manners.volatility,
        nerves=weather.nerves()[first:],
        jumps=company.manners.surprises,
    )
    draws = Draws(seed, f"prices {company.symbol}")
    path = price_path(draws, forces)
    usual = [company.shares_on(price.day) * company.manners.turnover for price in path]
    return Traded(tuple(path), _series(company.symbol, path, volumes(draws, path, usual, _ROUND_LOT)))


def coin_bars(seed: int, weather: MarketWeather) -> Traded:
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
    return Traded(tuple(path), _series(COIN, path, volumes(draws, path, [_COIN_VOLUME] * len(path), 1)))


def _report_surprises(company: Company, books: Sequence[Quarter], told_at: dict[date, datetime]) -> dict[date, float]:
    """How a report moves the price on the next session: up where profit beat the same quarter a year before."""
    days, moves = all_sessions(company.exchange), {}
    for place, quarter in enumerate(books[4:], start=4):
        before = books[place - 4].net_profit
        growth = (quarter.net_profit - before) / max(abs(before), abs(quarter.net_profit), 1)
        told_on = told_at[quarter.end].date()
        following = next((day for day in days if day > told_on), None)
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
