"""How long a bar lasts."""

from enum import StrEnum

from packages.domain.market_data.errors import WrongTimeframe


class Timeframe(StrEnum):
    """The bar lengths that are stored and computed on."""

    M1 = "1m"
    M5 = "5m"
    M15 = "15m"
    M30 = "30m"
    H1 = "1h"
    H4 = "4h"
    D1 = "1d"
    W1 = "1w"

    @property
    def seconds(self) -> int:
        return _SECONDS[self]

    @property
    def is_intraday(self) -> bool:
        return self.seconds < _SECONDS[Timeframe.D1]


_SECONDS = {
    Timeframe.M1: 60,
    Timeframe.M5: 300,
    Timeframe.M15: 900,
    Timeframe.M30: 1800,
    Timeframe.H1: 3600,
    Timeframe.H4: 14_400,
    Timeframe.D1: 86_400,
    Timeframe.W1: 604_800,
}


def parse_timeframe(text: str) -> Timeframe:
    try:
        return Timeframe(text.strip().lower())
    except ValueError:
        known = ", ".join(Timeframe)
        raise WrongTimeframe("market_data.bad_timeframe", text=text.strip()[:20], known=known) from None
