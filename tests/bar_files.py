"""CSV files of daily bars that a test writes and imports as a person does."""

from collections.abc import Callable, Iterable
from datetime import date
from pathlib import Path

from packages.infra.providers.market_data.bars.report import ImportReport
from packages.infra.providers.market_data.calendars import china_calendar
from src.modules.data_engineering.container import DataEngineeringContainer
from src.modules.data_engineering.infrastructure.bar_files import ImportOptions

STOCK = "000001.SZ"


def sessions(first: str, last: str) -> list[date]:
    """The trading days of A-shares, both ends counted in."""
    days = china_calendar(Path("nowhere")).sessions(date.fromisoformat(first), date.fromisoformat(last))
    return [day.item() for day in days]


def write_bars(path: Path, days: Iterable[date], close: Callable[[int], float]) -> Path:
    """`close` by the day's ordinal; the range of a day is one percent either way."""
    rows = ["date,open,high,low,close,volume"]
    for day in days:
        price = close(day.toordinal())
        rows.append(f"{day},{price:.2f},{price * 1.01:.2f},{price * 0.99:.2f},{price:.2f},1000")
    path.write_text("\n".join(rows) + "\n")
    return path


async def imported(
    data: DataEngineeringContainer, path: Path, source: str | None = None, *, adjusted: bool = False
) -> ImportReport:
    return await data.files().load(path, ImportOptions(STOCK, "1d", source=source, adjusted=adjusted))
