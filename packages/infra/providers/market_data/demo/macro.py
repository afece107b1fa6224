"""Two invented economies: rates, prices, activity, money and growth, each release known from its own day on."""

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import date, timedelta
from decimal import Decimal

from packages.domain.market_data.rows import MacroPoint
from packages.domain.market_data.symbols import Market
from packages.infra.providers.market_data.demo.draws import Draws
from packages.infra.providers.market_data.demo.regimes import MarketWeather
from packages.infra.providers.market_data.demo.reports import SOURCE
from packages.infra.providers.market_data.demo.sessions import LAST, local, month_ends, quarter_ends

_FIRST_YEAR = 2014
_TENTH, _QUARTER_POINT = Decimal("0.1"), Decimal("0.25")


@dataclass(frozen=True, slots=True)
class DemoEconomy:
    """Not a country: `prefix` names it in every series, and its weather is that of a demo market."""

    prefix: str
    name_zh: str
    name_en: str
    market: Market
    growth: float
    inflation: float
    rate: Decimal
    money: float


ECONOMIES = (
    DemoEconomy("DEMO_CN", "演示东方经济体", "the Demo East economy", Market.CN_STOCKS, 5.6, 1.9, Decimal("4.00"), 9.5),
    DemoEconomy("DEMO_US", "演示西方经济体", "the Demo West economy", Market.US_STOCKS, 2.3, 2.2, Decimal("1.50"), 5.5),
)
REVISED = ("GDP_YOY", date(2022, 6, 30))  # one growth figure of each economy was restated later, and lower


class _Releases:
    """The luck of each release: one stream for those of the founding years, and one for each later release."""

    def __init__(self, seed: int, name: str) -> None:
        self._seed, self._name = seed, name
        self._founding = Draws(seed, name)

    def of(self, series: str, ends: Sequence[date]) -> list[float]:
        early = bisect_right(ends, LAST)
        later = (Draws(self._seed, f"{self._name} {series} {end}").normal(1).tolist()[0] for end in ends[early:])
        return [*self._founding.normal(early).tolist(), *later]


def macro_points(seed: int, economy: DemoEconomy, weather: MarketWeather) -> tuple[MacroPoint, ...]:
    """Every release of every series of one economy."""
    draws = _Releases(seed, f"macro {economy.prefix}")
    return (
        *_policy_rate(economy, weather),
        *_monthly(economy, weather, draws, "CPI_YOY", economy.inflation, 0.8, 0.15, 10),
        *_monthly(economy, weather, draws, "PMI", 50.0, 2.2, 0.35, 1),
        *_monthly(economy, weather, draws, "M2_YOY", economy.money, -1.2, 0.25, 13),
        *_growth(economy, weather, draws),
    )


def _monthly(
    economy: DemoEconomy,
    weather: MarketWeather,
    draws: "_Releases",
    name: str,
    usual: float,
    swing: float,
    noise: float,
    days: int,
) -> Iterator[MacroPoint]:
    ends = month_ends(_FIRST_YEAR, weather.days[-1].year)
    level = 0.0
    for end, luck in zip(ends, draws.of(name, ends), strict=True):
        level = 0.85 * level + 0.15 * swing * weather.warmth_of_quarter(end) + noise * luck
        yield _point(economy, name, end, _tenth(usual + level), days)


def _growth(economy: DemoEconomy, weather: MarketWeather, draws: "_Releases") -> Iterator[MacroPoint]:
    ends = quarter_ends(_FIRST_YEAR, weather.days[-1].year)
    for end, luck in zip(ends, draws.of("GDP_YOY", ends), strict=True):
        value = _tenth(economy.growth + 1.1 * weather.warmth_of_quarter(end) + 0.2 * luck)
        yield _point(economy, "GDP_YOY", end, value, 17)
        if end == REVISED[1]:
            yield _point(economy, "GDP_YOY", end, value - Decimal("0.3"), 150, version=2)


def _policy_rate(economy: DemoEconomy, weather: MarketWeather) -> Iterator[MacroPoint]:
    """The rate at the end of a month: lowered when it is cold, raised when it is warm, a quarter point at a time."""
    rate = economy.rate
    for place, end in enumerate(month_ends(_FIRST_YEAR, weather.days[-1].year)):
        warmth = weather.warmth_of_quarter(end)
        if place % 3 == 2 and abs(warmth) > 0.35:
            rate = rate + _QUARTER_POINT if warmth > 0 else rate - _QUARTER_POINT
            rate = max(economy.rate - Decimal(1), min(rate, economy.rate + Decimal("1.5")))
        yield _point(economy, "POLICY_RATE", end, rate, 1)


def _point(economy: DemoEconomy, name: str, end: date, value: Decimal, days: int, version: int = 1) -> MacroPoint:
    return MacroPoint(
        series=f"{economy.prefix}.{name}",
        period_end=end,
        value=value,
        unit="index" if name == "PMI" else "%",
        version=version,
        source=SOURCE,
        known_at=local(economy.market, end + timedelta(days=days), 9, 30),
    )


def _tenth(value: float) -> Decimal:
    return Decimal(int(value * 10 + (0.5 if value >= 0 else -0.5))) * _TENTH
