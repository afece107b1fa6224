"""How a company's business goes, quarter by quarter, before any bookkeeping: trend, season, weather and luck."""

from dataclasses import dataclass

from packages.infra.providers.market_data.demo.company import DemoCompany
from packages.infra.providers.market_data.demo.draws import Draws
from packages.infra.providers.market_data.demo.regimes import MarketWeather
from packages.infra.providers.market_data.demo.sessions import quarter_ends

QUARTERS = quarter_ends(2014, 2025)


@dataclass(frozen=True, slots=True)
class Season:
    """What a quarter's business is like; `trend` is revenue without the weather, which sets the fixed costs."""

    trend: int
    revenue: int
    gross_margin: float
    research: int
    receivable_days: float


def seasons(seed: int, company: DemoCompany, weather: MarketWeather) -> list[Season]:
    """One for each of `QUARTERS`."""
    business, trend, passed = company.business, float(company.business.revenue), []
    noise = Draws(seed, f"business {company.symbol}").normal(len(QUARTERS)).tolist()
    for place, end in enumerate(QUARTERS):
        part, warmth = place / (len(QUARTERS) - 1), weather.warmth_of_quarter(end)
        trend *= 1 + _along(business.growth, part) / 4
        luck = 1 + business.cyclicality * warmth + business.noise * noise[place]
        passed.append(
            Season(
                trend=rounded(trend),
                revenue=rounded(trend * business.seasons[place % 4] * luck),
                gross_margin=_along(business.gross_margin, part) + 0.2 * business.cyclicality * warmth,
                research=rounded(trend * _along(business.research, part)),
                receivable_days=_along(business.receivable_days, part),
            )
        )
    return passed


def rounded(amount: float) -> int:
    """To the nearest ten thousand, as companies tell it."""
    return int(amount / 10_000 + (0.5 if amount >= 0 else -0.5)) * 10_000


def _along(pair: tuple[float, float], part: float) -> float:
    return pair[0] + (pair[1] - pair[0]) * part
