"""What a code says about an A-share: its exchange, its board, and the row that stands for the company."""

from datetime import UTC, date, datetime, timedelta

from packages.domain.market_data.errors import NoData
from packages.domain.market_data.rows import Instrument
from packages.domain.market_data.sessions import session_close
from packages.domain.market_data.statutory import end_of_day
from packages.domain.market_data.symbols import Symbol

_EXCHANGES = {"SH": "XSHG", "SZ": "XSHE", "BJ": "BJSE"}
_B_SHARES = {("SH", "900"): "USD", ("SZ", "200"): "HKD"}
_BOARDS = {"30": "chinext", "68": "star"}


def code_of(source: str, symbol: Symbol) -> tuple[str, str]:
    """The six digits and the suffix (`SH`, `SZ`, `BJ`); demo companies have no code that an exchange gave out."""
    code, _, suffix = symbol.text.partition(".")
    if not code.isdigit():
        raise NoData("market_data.demo_company_elsewhere", source=source, symbol=symbol)
    return code, suffix


def unknown(source: str, symbol: Symbol) -> NoData:
    return NoData("market_data.unknown_company", source=source, symbol=symbol)


def instrument(
    source: str,
    symbol: Symbol,
    *,
    name: str,
    listed_on: date | None,
    now: datetime,
    industry: str = "",
    name_en: str = "",
) -> Instrument:
    """The company as it has been known since it was listed (since `now` where the day is not told). The name is
    today's, and a delisting is left out: on a past day nobody knew of it."""
    return Instrument(
        source=source,
        known_at=now.astimezone(UTC) if listed_on is None else end_of_day(listed_on - timedelta(days=1)),
        symbol=symbol,
        name_en=name_en,
        name_zh=name,
        exchange=_EXCHANGES[symbol.text[-2:]],
        currency=_B_SHARES.get((symbol.text[-2:], symbol.text[:3]), "CNY"),
        board=board_of(symbol),
        industry=industry,
        listed_on=listed_on,
    )


def close_of(symbol: Symbol, day: date) -> datetime:
    """When what a session told was known, in UTC."""
    return session_close(symbol.market, day).astimezone(UTC)


def board_of(symbol: Symbol) -> str:
    return "bse" if symbol.text.endswith(".BJ") else _BOARDS.get(symbol.text[:2], "main")
