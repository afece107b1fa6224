"""Files and folders of any kind go into the store with one call, and research reads them as of an instant."""

from datetime import UTC, date, datetime
from decimal import Decimal
from pathlib import Path

import pytest

from packages.domain.market_data.errors import BadRows, NoData, UnknownSymbol
from packages.domain.market_data.rows import ActionKind, Statement
from packages.domain.market_data.symbols import parse_symbol
from packages.infra.db.engine import Database
from packages.infra.providers.market_data.bars.report import ImportReport
from packages.infra.providers.market_data.files.import_rows import RowsReport
from packages.settings.load import load_settings
from src.modules.data_engineering.container import DataEngineeringContainer
from src.modules.data_engineering.infrastructure.bar_files import ImportOptions
from src.modules.data_engineering.infrastructure.row_files import FileOptions
from tests.fakes.clock import StoppedClock

NOW = datetime(2026, 11, 17, tzinfo=UTC)
REAL = Path(__file__).parents[5].parent / "shared" / "data" / "us_companies"
PLAIN = FileOptions(ImportOptions())


@pytest.fixture
def data(database: Database, home: Path) -> DataEngineeringContainer:
    return DataEngineeringContainer(database, load_settings(), StoppedClock(NOW))


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    inside = tmp_path / "files"
    inside.mkdir()
    (inside / "bars.csv").write_text(
        "symbol,date,open,high,low,close,volume\n"
        "ZQA,2024-05-01,10,11,9,10,100\nZQB,2024-05-01,20,21,19,20,100\n"
        "ZQA,2024-05-02,10,11,9,10,100\nZQB,2024-05-02,20,19,19,20,100\n"  # a high below the open
    )
    (inside / "statements.csv").write_text(
        "symbol,company,sic,period_end,filed,item,value\nZQA,Demo Five,6021,2024-03-31,2024-05-01,revenue,7\n"
        "ZQA,Demo Five,6021,2024-06-30,2024-08-01,revenue,8\n"
    )
    (inside / "notes.md").write_text("not a table")
    return inside


async def test_a_folder_goes_in_with_names_first_and_each_instrument_by_itself(
    data: DataEngineeringContainer, folder: Path
) -> None:
    done = await data.row_files().load([folder], PLAIN)
    assert [type(one.report) for one in done] == [RowsReport, ImportReport, ImportReport]
    refused = [refusal.line for one in done for refusal in one.report.refusals]
    assert refused == [5]  # the line of the file, not of the part
    view = data.library().view(datetime(2024, 6, 1, tzinfo=UTC))
    company = await view.instrument(parse_symbol("ZQA"))
    assert (company.name_en, company.industry) == ("Demo Five", "SIC 6021")
    assert [fact.value for fact in await view.facts(parse_symbol("ZQA"))] == [7]
    assert len(await view.bars(parse_symbol("ZQB"))) == 1


async def test_the_same_folder_again_adds_nothing(data: DataEngineeringContainer, folder: Path) -> None:
    await data.row_files().load([folder], PLAIN)
    again = await data.row_files().load([folder], PLAIN)
    assert [one.rows_written for one in again] == [0, 0, 0]


async def test_a_preview_stores_nothing(data: DataEngineeringContainer, folder: Path) -> None:
    done = await data.row_files().load([folder], FileOptions(ImportOptions(), preview=True))
    assert [one.rows_written for one in done] == [None, None, None]
    view = data.library().view()
    with pytest.raises(UnknownSymbol):
        await view.instrument(parse_symbol("ZQA"))
    with pytest.raises(NoData):
        await view.bars(parse_symbol("ZQA"))


async def test_a_folder_without_tables_and_a_span_that_is_none_are_said(
    data: DataEngineeringContainer, tmp_path: Path
) -> None:
    with pytest.raises(BadRows, match="no CSV"):
        await data.row_files().load([tmp_path], PLAIN)
    with pytest.raises(BadRows, match="quarter, year, ytd"):
        await data.row_files().load([tmp_path], FileOptions(ImportOptions(), span="week"))


async def test_bars_in_a_json_file_are_bars(data: DataEngineeringContainer, tmp_path: Path) -> None:
    file = tmp_path / "ZQC.json"
    bars = [f'{{"date":"2024-05-0{n}","open":1,"high":2,"low":1,"close":2,"volume":5}}' for n in (1, 2, 3)]
    file.write_text(f"[{','.join(bars)}]")
    (done,) = await data.row_files().load([file], PLAIN)
    assert (str(getattr(done.report, "symbol", "")), done.rows_written) == ("ZQC", 3)


@pytest.fixture
def apple_alone(tmp_path: Path) -> Path:
    """What the real files say of one company, which goes in quickly."""
    if not REAL.is_dir():
        pytest.skip("../shared/data/us_companies is not beside this checkout")
    alone = tmp_path / "apple"
    alone.mkdir()
    for file in REAL.glob("*.csv"):
        heading, *lines = file.read_text().splitlines(keepends=True)
        (alone / file.name).write_text(heading + "".join(line for line in lines if line.startswith("AAPL,")))
    return alone


async def test_a_real_company_reads_right(data: DataEngineeringContainer, apple_alone: Path) -> None:
    done = await data.row_files().load([apple_alone], PLAIN)
    assert sum(one.report.rows_refused for one in done) == 0
    view, apple = data.library().view(datetime(2025, 8, 5, tzinfo=UTC)), parse_symbol("AAPL")
    company = await view.instrument(apple)
    assert (company.name_en, company.currency, company.industry) == ("Apple Inc.", "USD", "SIC 3571")
    facts = {(fact.statement, fact.item, fact.period_end): fact for fact in await view.facts(apple)}
    # statements.csv, the quarter to 29 March 2025, filed on 2 May: known at 24:00 in New York
    revenue = facts[Statement.INCOME, "revenue", date(2025, 3, 29)]
    assert (revenue.value, revenue.unit) == (Decimal("95359000000"), "USD/quarter")
    assert revenue.known_at == datetime(2025, 5, 3, 4, tzinfo=UTC)
    assert facts[Statement.INCOME, "eps_diluted", date(2025, 3, 29)].unit == "USD/share/quarter"
    assert facts[Statement.BALANCE, "long_debt", date(2025, 3, 29)].value == Decimal("92200000000")
    assert facts[Statement.INCOME, "revenue", date(2024, 9, 28)].unit == "USD"  # the whole year
    splits = [action for action in await view.actions(apple) if action.kind is ActionKind.SPLIT]
    assert [(str(action.ex_date), int(action.value)) for action in splits] == [
        ("2005-02-28", 2),
        ("2014-06-09", 7),
        ("2020-08-31", 4),
    ]
    assert (await view.bars(apple)).columns.close[0] == 248.13
    assert len(await view.news(apple)) == 371


@pytest.mark.trust
@pytest.mark.skipif(not REAL.is_dir(), reason="../shared/data/us_companies is not beside this checkout")
async def test_twelve_real_companies_go_in_with_one_call(data: DataEngineeringContainer) -> None:
    done = await data.row_files().load([REAL], PLAIN)
    assert sum(one.report.rows_refused for one in done) == 0
    twelve = await data.library().instruments(NOW)
    assert len(twelve) == 12
    assert all(one.industry.startswith("SIC ") and one.name_en != str(one.symbol) for one in twelve)
