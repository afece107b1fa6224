"""Which series and which index stand for the economy that a company lives in: data, not code.

An invented company lives in an invented economy, and never lends its figures to a real one. No vendor of the desk
stores series of real economies yet: under `CN.` and `US.` they are found as soon as one does.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from packages.domain.market_data.symbols import Market, Symbol

# What each economy tells of, by the name behind the dot.
SERIES: Mapping[str, str] = {
    "policy_rate": "POLICY_RATE",
    "m2_growth": "M2_YOY",
    "cpi_inflation": "CPI_YOY",
    "pmi": "PMI",
    "gdp_growth": "GDP_YOY",
}


@dataclass(frozen=True, slots=True)
class Economy:
    """`benchmark`: the index by which its stock market is measured."""

    prefix: str
    benchmark: str

    def series(self, figure: str) -> str:
        return f"{self.prefix}.{SERIES[figure]}"


_INVENTED = {Market.CN_STOCKS: Economy("DEMO_CN", "DEMO9.SH"), Market.US_STOCKS: Economy("DEMO_US", "DEMO10")}
_REAL = {Market.CN_STOCKS: Economy("CN", "000300.SH"), Market.US_STOCKS: Economy("US", "SPY")}


def economy_of(symbol: Symbol) -> Economy | None:
    """None for what belongs to no single economy, such as a coin or a pair of currencies."""
    return (_INVENTED if symbol.is_demo else _REAL).get(symbol.market)
