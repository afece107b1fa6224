"""Rows over the SQL database."""

from collections.abc import Iterable, Sequence
from datetime import datetime

from packages.domain.market_data.rows import Instrument, Row
from packages.infra.db.market_rows import SqlMarketRows


class SqlRowStore:
    """The application's row store."""

    def __init__(self, rows: SqlMarketRows) -> None:
        self._rows = rows

    async def add(self, rows: Iterable[Row], recorded_at: datetime) -> int:
        return await self._rows.add(rows, recorded_at)

    async def find_instruments(self, text: str, limit: int, as_of: datetime | None = None) -> Sequence[Instrument]:
        wanted = text.casefold()
        found = await self._rows.find(Instrument, text, limit, as_of)
        return [i for i in found if any(wanted in told.casefold() for told in (str(i.symbol), i.name_en, i.name_zh))]
