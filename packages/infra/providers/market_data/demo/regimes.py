"""The weather of a market: bull, crash, sideways and bear follow each other and are shared by all its companies."""

from bisect import bisect_left, bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from enum import StrEnum
from math import sqrt

import numpy as np

from packages.domain.market_data.bars import Floats
from packages.infra.providers.market_data.demo.draws import DatedDraws, Draws
from packages.infra.providers.market_data.demo.sessions import LAST, stretches, trading_days


class Regime(StrEnum):
    """A stretch of sessions with one drift and one volatility."""

    BULL = "bull"
    CRASH = "crash"
    SIDEWAYS = "sideways"
    BEAR = "bear"


@dataclass(frozen=True, slots=True)
class _Character:
    drift: float
    volatility: float
    warmth: float  # how well business goes meanwhile, from -1 to 1
    shortest: int
    longest: int


_CHARACTERS = {
    Regime.BULL: _Character(0.0009, 0.0120, 1.0, 170, 360),
    Regime.CRASH: _Character(-0.0085, 0.0260, -1.0, 15, 35),
    Regime.SIDEWAYS: _Character(0.0001, 0.0098, 0.1, 110, 280),
    Regime.BEAR: _Character(-0.0007, 0.0145, -0.7, 110, 240),
}
_ORDER = (Regime.BULL, Regime.CRASH, Regime.SIDEWAYS, Regime.BULL, Regime.BEAR, Regime.SIDEWAYS)
_ALPHA, _BETA = 0.13, 0.85  # GARCH(1, 1): today's surprise and yesterday's variance in tomorrow's variance


@dataclass(frozen=True, slots=True, eq=False)
class MarketWeather:
    """The regime and the common return of each session."""

    days: tuple[date, ...]
    regimes: tuple[Regime, ...]
    returns: Floats

    def places(self, days: Sequence[date]) -> slice:
        """Where a run of sessions stands among all."""
        first = bisect_left(self.days, days[0])
        return slice(first, first + len(days))

    def nerves(self) -> Floats:
        """How much wilder than usual each session is, for the companies' own moves."""
        usual = _CHARACTERS[Regime.BULL].volatility
        return np.array([sqrt(_CHARACTERS[regime].volatility / usual) for regime in self.regimes])

    def warmth(self, start: date, end: date) -> float:
        """The mean over [start, end], 0 where there is no session."""
        spell = self.regimes[bisect_left(self.days, start) : bisect_right(self.days, end)]
        return sum(_CHARACTERS[regime].warmth for regime in spell) / len(spell) if spell else 0.0

    def warmth_of_quarter(self, end: date) -> float:
        """Business feels the weather of the last half year."""
        return self.warmth(end - timedelta(days=182), end)


def weather(seed: int, exchange: str, until: date = LAST, *, wildness: float = 1.0) -> MarketWeather:
    """From the first session to a day; `wildness` scales drift and volatility."""
    days, name = trading_days(exchange, until), f"weather {exchange}"
    draws = DatedDraws(seed, name)
    founding = _spells(draws.founding, len(trading_days(exchange)))
    regimes = _go_on(seed, name, founding, len(days))
    shocks = [
        shock for part in stretches(days) for shock in clustered(draws.student(days[part]), np.ones(len(days[part])))
    ]
    returns = [_CHARACTERS[r].drift + _CHARACTERS[r].volatility * s for r, s in zip(regimes, shocks, strict=True)]
    return MarketWeather(days, regimes, np.array(returns) * wildness)


def clustered(shocks: Floats, volatility: Floats) -> list[float]:
    """Shocks of variance 1 made to come in clusters, and scaled to `volatility`."""
    variance, scaled = 1.0, []
    for shock, scale in zip(shocks.tolist(), volatility.tolist(), strict=True):
        surprise = sqrt(variance) * shock
        scaled.append(scale * surprise)
        variance = (1 - _ALPHA - _BETA) + _ALPHA * min(surprise * surprise, 25.0) + _BETA * variance
    return scaled


@dataclass(frozen=True, slots=True)
class _Spells:
    """The regime of each session, until the last spell is over, and the place in the order of what comes next."""

    regimes: list[Regime]
    following: int


def _spells(draws: Draws, sessions: int) -> _Spells:
    spells: list[Regime] = []
    place = draws.whole(0, len(_ORDER) - 1)
    while len(spells) < sessions:
        spells += _spell(draws, place)
        place += 1
    return _Spells(spells, place)


def _go_on(seed: int, name: str, founding: _Spells, sessions: int) -> tuple[Regime, ...]:
    """Each later spell draws its length for itself."""
    spells, place = list(founding.regimes), founding.following
    while len(spells) < sessions:
        spells += _spell(Draws(seed, f"{name} spell {place}"), place)
        place += 1
    return tuple(spells[:sessions])


def _spell(draws: Draws, place: int) -> list[Regime]:
    regime = _ORDER[place % len(_ORDER)]
    return [regime] * draws.whole(_CHARACTERS[regime].shortest, _CHARACTERS[regime].longest)
