"""How phrases, numbers and instants are written in the two languages."""

import math
import re
from collections.abc import Mapping
from datetime import UTC, datetime, tzinfo

import numpy as np

from packages.core.messages import Language, Phrases
from packages.domain.backtest.analysis.report import Cover
from packages.domain.market_data.sessions import zone_of
from packages.domain.market_data.symbols import Market

NOTHING = "–"
_CURRENCIES = {
    (Market.CN_STOCKS, Language.ZH): "{} 元",
    (Market.CN_STOCKS, Language.EN): "CNY {}",
    (Market.US_STOCKS, Language.ZH): "{} 美元",
    (Market.US_STOCKS, Language.EN): "USD {}",
}
_LARGE: Mapping[Language, tuple[tuple[float, str], ...]] = {
    Language.ZH: ((1e12, "万亿"), (1e8, "亿"), (1e4, "万")),
    Language.EN: ((1e12, "T"), (1e9, "B"), (1e6, "M"), (1e3, "k")),
}
# What could steer a terminal or turn the writing round: a name from outside may hold anything.
_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\u200e\u200f\u202a-\u202e\u2066-\u2069]")


class Wording(Phrases):
    """Writes what belongs to one backtest, in one language; `more` are further parts of the catalogue, looked up
    first."""

    def __init__(self, cover: Cover, language: Language, *more: str) -> None:
        super().__init__(Language(language), *more, "backtest.report")
        self.is_intraday = cover.timeframe.is_intraday
        # A daily bar begins at midnight UTC of its session's date, whatever the market.
        self.zone: tzinfo = zone_of(cover.market) if self.is_intraday else UTC
        self._currency = _CURRENCIES.get((cover.market, self.language), "{}")

    def label(self, code: str) -> str:
        """The word for a code; a code without one (a ticker, an hour) stays as it is."""
        return self.say(code) if code in self else plain(code)

    def bars(self, count: int) -> str:
        return self.say("bar") if count == 1 else self.say("bars", count=f"{count:,}")

    def money(self, value: float | None) -> str:
        return NOTHING if _is_unknown(value) else self._currency.format(f"{value:,.0f}")

    def amount(self, value: float) -> str:
        """An amount of money with all its digits that matter, such as a minimum commission."""
        return self._currency.format(f"{value:,.6g}")

    def axis_amount(self, value: float) -> str:
        """Short enough for an axis: 1.5M, 150万."""
        for size, name in _LARGE[self.language]:
            if abs(value) >= size:
                return f"{value / size:.4g}{name}"
        return f"{value:.4g}"

    def day(self, at: np.datetime64) -> str:
        return f"{self.local(at):%Y-%m-%d}"

    def instant(self, at: np.datetime64) -> str:
        """The day; with the time in the market's own zone where bars are shorter."""
        return f"{self.local(at):%Y-%m-%d %H:%M}" if self.is_intraday else self.day(at)

    def local(self, at: np.datetime64) -> datetime:
        known: datetime = at.astype("datetime64[us]").item()
        return known.replace(tzinfo=UTC).astimezone(self.zone)


def percent(value: float | None, digits: int = 1) -> str:
    return NOTHING if value is None or _is_unknown(value) else _unsigned_zero(f"{value:,.{digits}%}")


def signed(value: float | None, digits: int = 1) -> str:
    """A percentage that says which way it goes."""
    return NOTHING if value is None or _is_unknown(value) else _unsigned_zero(f"{value:+,.{digits}%}")


def number(value: float | None, digits: int = 2) -> str:
    return NOTHING if value is None or _is_unknown(value) else _unsigned_zero(f"{value:,.{digits}f}")


def price(value: float) -> str:
    """Two decimals for what costs much, five digits for what costs little."""
    return f"{value:,.2f}" if abs(value) >= 100 else f"{value:.5g}"


def quantity(value: float) -> str:
    return f"{value:,.0f}" if value == round(value) else f"{value:,.6f}".rstrip("0")


def exact_percent(value: float) -> str:
    """All the digits of a rate: 0.025%."""
    return f"{value * 100:.6g}%"


def plain(text: str) -> str:
    """Nothing in it moves the cursor, breaks the line, or turns the writing round."""
    return _CONTROL.sub(" ", text)


def _is_unknown(value: float | None) -> bool:
    return value is None or not math.isfinite(value)


def _unsigned_zero(text: str) -> str:
    return text if re.search("[1-9]", text) else text.lstrip("+-")
