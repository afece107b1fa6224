"""Files of several sources: raw before adjusted, nothing out of reach, and what is missing between them."""

from datetime import UTC, date, datetime
from pathlib import Path

import pytest

from packages.core.messages import message_of
from packages.domain.market_data.coverage import Gap
from packages.domain.market_data.errors import NoData
from packages.domain.market_data.symbols import parse_symbol
from packages.infra.db.engine import Database
from packages.settings.load import load_settings
from src.modules.data_engineering.container import DataEngineeringContainer
from tests.bar_files import STOCK, imported, sessions, write_bars
from tests.fakes.clock import StoppedClock

NOW = datetime(2026, 11, 17, tzinfo=UTC)
SYMBOL = parse_symbol(STOCK)


@pytest.fixture
def data(database: Database, home: Path) -> DataEngineeringContainer:
    return DataEngineeringContainer(database, load_settings(), StoppedClock(NOW))


@pytest.fixture
def raw(tmp_path: Path) -> Path:
    return write_bars(tmp_path / "raw.csv", sessions("2016-01-04", "2016-12-30"), lambda _: 9.66)


@pytest.fixture
def adjusted(tmp_path: Path) -> Path:
    return write_bars(tmp_path / "adj.csv", sessions("2015-01-05", "2020-12-31"), lambda _: 8.69)


async def _close(data: DataEngineeringContainer, day: str) -> tuple[float, str]:
    """As research reads it at the end of the day: the last raw close and its source."""
    view = data.library().view(datetime.fromisoformat(f"{day}T15:00:00+00:00"))
    await view.instrument(SYMBOL)
    series = await view.bars(SYMBOL, raw_only=True)
    return float(series.columns.close[-1]), series.source_at(series.columns.time[-1])


@pytest.mark.parametrize("sources", [("rawsrc", "adjsrc"), (None, None)], ids=["two sources", "one source"])
async def test_bars_before_those_of_the_first_import_are_reached(
    data: DataEngineeringContainer, raw: Path, adjusted: Path, sources: tuple[str | None, str | None]
) -> None:
    await imported(data, raw, sources[0])
    await imported(data, adjusted, sources[1])
    assert await _close(data, "2015-12-31") == (8.69, sources[1] or "import")


async def test_prices_that_are_declared_adjusted_give_way_to_raw_ones(
    data: DataEngineeringContainer, raw: Path, adjusted: Path
) -> None:
    await imported(data, raw, "rawsrc")
    report = await imported(data, adjusted, "adjsrc", adjusted=True)
    assert (report.source, report.warnings, report.actions) == ("adjsrc-adjusted", (), ())
    assert await _close(data, "2016-06-30") == (9.66, "rawsrc")
    assert await _close(data, "2026-11-16") == (9.66, "rawsrc"), "raw where the window has raw, however old"
    charted = await data.library().view().bars(SYMBOL, end=datetime(2016, 1, 1, tzinfo=UTC))
    assert (charted.source, len(charted)) == ("adjsrc-adjusted", 244), "candles and backtests still reach them"


async def test_adjusted_prices_are_known_from_the_import_on_and_never_to_research(
    data: DataEngineeringContainer, adjusted: Path
) -> None:
    await imported(data, adjusted, "adjsrc", adjusted=True)
    with pytest.raises(NoData, match="adjsrc-adjusted, 2015-01-05 to 2020-12-31"):
        await _close(data, "2015-12-31")
    with pytest.raises(NoData, match="Only adjusted prices of 000001"):
        await data.library().view().bars(SYMBOL, raw_only=True)


async def test_undeclared_prices_that_differ_from_stored_ones_are_warned_of_and_can_be_declared_later(
    data: DataEngineeringContainer, raw: Path, adjusted: Path
) -> None:
    await imported(data, raw, "rawsrc")
    (warning,) = (await imported(data, adjusted, "adjsrc")).warnings
    assert message_of(warning).code == "market_data.import.other_closes"
    assert "On 244 of the 244 days that rawsrc has too" in warning
    assert "8.69 against 9.66" in warning
    await imported(data, adjusted, "adjsrc", adjusted=True)
    assert await _close(data, "2016-06-30") == (9.66, "rawsrc")
    asked = await data.library().view().bars(SYMBOL, source="adjsrc")
    assert len(asked) == len(sessions("2015-01-05", "2020-12-31"))


async def test_sources_that_agree_are_not_warned_of(data: DataEngineeringContainer, raw: Path) -> None:
    await imported(data, raw, "one")
    assert (await imported(data, raw, "two")).warnings == ()


async def test_sessions_that_no_source_has_are_told_behind_the_earlier_one(
    data: DataEngineeringContainer, tmp_path: Path
) -> None:
    await imported(data, write_bars(tmp_path / "old.csv", sessions("2025-06-02", "2025-12-31"), lambda _: 10.0), "old")
    await imported(data, write_bars(tmp_path / "one.csv", [date(2026, 11, 16)], lambda _: 11.0), "one")
    found = {entry.stored.source: entry.gaps for entry in await data.library().coverage(SYMBOL)}
    missing = sessions("2026-01-01", "2026-11-13")
    assert found == {"old": (Gap(missing[0], missing[-1], len(missing)),), "one": ()}
