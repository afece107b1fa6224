"""On whose clock a file of news is: the later one where it does not say, so that nothing counts as known too early."""

import re
from collections.abc import Iterator
from datetime import UTC, tzinfo
from zoneinfo import ZoneInfo

from packages.core.messages import message
from packages.domain.market_data.sessions import zone_of
from packages.domain.market_data.symbols import Market
from packages.infra.providers.market_data.bars.evidence.clock import known_zone
from packages.infra.providers.market_data.files.cells import has_bare_clock
from packages.infra.providers.market_data.files.reading import FileReading, Unreadable
from packages.infra.providers.market_data.files.tables import TableLine

PUBLISHED = ("published", "day", "filed")
_NEW_YORK = "America/New_York"
_LATIN = re.compile(r"[A-Za-z]")
_CHINESE = re.compile(r"[\u4e00-\u9fff]")


def clock_of_news(reading: FileReading) -> tzinfo:
    """Of times without a zone. UTC is later than any clock of Asia and Europe, New York's is later than UTC."""
    lines = [line for line in reading.table.lines if has_bare_clock(reading.cell(line, *PUBLISHED))]
    if not lines or _names_utc(reading):
        return UTC
    named = known_zone(reading.options.answers.get("timezone"))
    zones = {zone_of(market).key for market in _markets(reading, lines)}
    later = _NEW_YORK if _NEW_YORK in zones else "UTC"
    zone = named or later
    others = tuple(dict.fromkeys((*sorted(zones), "UTC", _NEW_YORK, "Asia/Shanghai")))
    reading.choose(
        "timezone", zone, message("market_data.import.news_clock", zone=zone), others, answered=named is not None
    )
    return ZoneInfo(zone)


def _names_utc(reading: FileReading) -> bool:
    """`published_utc`."""
    headings = (reading.table.headings[reading.columns[role]] for role in PUBLISHED if role in reading.columns)
    return re.search("utc|gmt", next(headings, ""), re.IGNORECASE) is not None


def _markets(reading: FileReading, lines: list[TableLine]) -> Iterator[Market]:
    """Where a headline names no instrument, its language tells."""
    for line in lines:
        try:
            symbol = reading.symbol_or_none(line)
        except Unreadable:
            continue  # counted where the line is read
        if symbol is not None:
            yield symbol.market
        else:
            yield Market.CN_STOCKS if mostly_chinese(reading.cell(line, "title")) else Market.US_STOCKS


def mostly_chinese(text: str) -> bool:
    return len(_CHINESE.findall(text)) * 2 > len(_LATIN.findall(text))
