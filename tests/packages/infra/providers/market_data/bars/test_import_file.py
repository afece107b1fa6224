"""Files of whoever's making: what is recognised, what is refused, and that every row is accounted for."""

from datetime import UTC, date, datetime
from decimal import Decimal
from pathlib import Path

import polars as pl
import pytest

from packages.core.errors import ParleyError
from packages.domain.market_data.errors import BadRows, BadSymbol, WrongTimeframe
from packages.domain.market_data.rows import ActionKind
from packages.domain.market_data.symbols import parse_symbol
from packages.domain.market_data.timeframe import Timeframe
from packages.infra.providers.market_data.bars.parquet_bars import ParquetBars
from packages.infra.providers.market_data.bars.reading_plan import Label
from packages.infra.providers.market_data.bars.report import ImportReport, RowRefusal
from tests.imported_bars import import_file
from tests.packages.infra.providers.market_data.bars.samples import closes

NOW = datetime(2026, 1, 1, tzinfo=UTC)
ROWS = ["2024-01-02,10,12,9,11,100", "2024-01-03,11,13,10,12,200", "2024-01-04,12,14,11,13,300"]
HEADING = "date,open,high,low,close,volume"


class Desk:
    """A folder with a store and a file to import into it."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.store = ParquetBars(folder / "bars")

    def take(
        self,
        content: str | bytes,
        name: str = "AAPL.csv",
        *,
        symbol: str | None = None,
        timezone: str | None = None,
        label: Label | None = None,
        timeframe: str | None = None,
        batch_bytes: int = 2**20,
    ) -> ImportReport:
        path = self.folder / name
        path.write_bytes(content.encode() if isinstance(content, str) else content)
        report = import_file(
            path,
            self.store,
            symbol=symbol,
            timezone=timezone,
            label=label,
            timeframe=timeframe,
            recorded_at=NOW,
            batch_bytes=batch_bytes,
        )
        assert report.rows_read == report.rows_taken + report.rows_repeated + report.rows_refused
        assert sum(report.refused_for.values()) == report.rows_refused
        return report

    def closes(self, report: ImportReport) -> list[float]:
        return list(self.store.read(report.symbol, report.timeframe, NOW).columns.close)

    def times(self, report: ImportReport) -> list[str]:
        time = self.store.read(report.symbol, report.timeframe, NOW).columns.time
        return [str(at.astype("datetime64[m]")) for at in time]


@pytest.fixture
def desk(tmp_path: Path) -> Desk:
    return Desk(tmp_path)


def csv(*rows: str, heading: str = HEADING) -> str:
    return "\n".join([heading, *rows]) + "\n"


@pytest.mark.parametrize(
    "content",
    [
        csv(*ROWS),
        "\ufeff" + csv(*ROWS),
        csv(*ROWS).replace("\n", "\r\n"),
        csv(*ROWS).replace("\n", "\r"),
        csv(*ROWS).rstrip("\n"),
        csv(*ROWS).replace("\n", "\n\n"),
        csv(*ROWS).replace(",", ";"),
        csv(*ROWS).replace(",", "\t"),
        "# exported by hand\n\n" + csv(*ROWS),
        csv(*ROWS).replace("date", "日期").replace("close", "收盘").encode("gb18030"),
        csv(*ROWS, heading="日期,开盘,最高,最低,收盘,成交量"),
        csv(*ROWS, heading="日期,开盘价,最高价,最低价,收盘价,成交量").encode("gbk"),
        csv(*ROWS).encode("utf-16"),
        csv(*ROWS, heading="<DATE>,<OPEN>,<HIGH>,<LOW>,<CLOSE>,<VOL>"),
        csv(*(f'"{row.replace(",", chr(34) + "," + chr(34))}"' for row in ROWS)),
        csv(*(row.replace("-", "/") for row in ROWS)),
        csv(*(row.replace("-", "") for row in ROWS)),
        csv(*(row.replace(",", " 00:00:00,", 1) for row in ROWS)),
        csv(*(row.replace(",", "T00:00:00Z,", 1) for row in ROWS)),
        csv(*(row.replace(",", "T00:00:00-05:00,", 1) for row in ROWS)),
        csv(*(row.replace("2024-01-0", "0").replace(",", ".01.2024,", 1) for row in ROWS)),
        csv(*reversed(ROWS)),
        csv(*(f"{row},9" for row in ROWS), heading=f"{HEADING},amount"),
    ],
)
def test_the_common_ways_of_writing_a_table_all_give_the_same_bars(desk: Desk, content: str | bytes) -> None:
    report = desk.take(content)
    assert (report.rows_read, report.rows_taken, report.rows_written) == (3, 3, 3)
    assert desk.times(report) == ["2024-01-02T00:00", "2024-01-03T00:00", "2024-01-04T00:00"]
    assert desk.closes(report) == [11, 12, 13]
    assert report.symbol == parse_symbol("AAPL")
    assert report.timeframe is Timeframe.D1
    assert (report.first, report.last) == (datetime(2024, 1, 2, tzinfo=UTC), datetime(2024, 1, 4, tzinfo=UTC))


def test_importing_a_file_again_writes_nothing(desk: Desk) -> None:
    desk.take(csv(*ROWS))
    assert desk.take(csv(*ROWS)).rows_written == 0


def test_numbers_with_thousands_separators_are_read(desk: Desk) -> None:
    report = desk.take(csv(*(f'2024-01-0{n},10,12,9,11,"1,234,567"' for n in (2, 3))))
    assert desk.store.read(report.symbol, report.timeframe, NOW).columns.volume.tolist() == [1234567, 1234567]


def test_a_decimal_comma_is_recognised_and_said(desk: Desk) -> None:
    rows = [f"2024-01-0{n};1010,5;1.012,25;999,5;1011,125;1.000.000" for n in (2, 3)]
    report = desk.take(csv(*rows, heading=HEADING.replace(",", ";")), "BRK.B.csv")
    assert desk.closes(report) == [1011.125, 1011.125]
    assert "a comma stands before the decimals" in report.guesses


def test_refused_rows_are_named_by_line_and_reason(desk: Desk) -> None:
    rows = [
        ROWS[0],
        "2024-01-03,x,13,10,12,200",
        "",
        "someday,11,13,10,12,200",
        "2024-01-05,11,13,10,12,200,77",
        "2024-01-06,11,13,10,14,200",
        "2024-01-07,11,13,10,12",
        "2024-01-08,11,13,0,12,200",
        "2024-01-09,nan,13,10,12,200",
        "2027-01-09,11,13,10,12,200",
        "2024-01-02,10,12,9,11.5,100",
        ROWS[0],
        ROWS[1],
    ]
    report = desk.take(csv(*rows))
    assert report.refusals == (
        RowRefusal(3, "the open is not a number"),
        RowRefusal(5, "the time cannot be read"),
        RowRefusal(6, "the line has more or fewer fields than the heading"),
        RowRefusal(7, "the high is below another price"),
        RowRefusal(8, "the volume is missing or negative"),
        RowRefusal(9, "a price is not positive"),
        RowRefusal(10, "the open is not a number"),
        RowRefusal(11, "the bar was not over yet"),
        RowRefusal(12, "the time stands twice, with other figures"),
    )
    assert (report.rows_read, report.rows_taken, report.rows_repeated) == (12, 2, 1)
    assert report.repairs["identical row dropped"] == 1
    assert desk.closes(report) == [11, 12]


def test_a_good_row_is_taken_though_a_bad_one_stands_at_its_time(desk: Desk) -> None:
    report = desk.take(csv("2024-01-02,10,12,9,99,100", *ROWS))
    assert (report.rows_taken, report.rows_refused) == (3, 1)


def test_a_high_a_hair_below_the_close_is_raised_and_said(desk: Desk) -> None:
    report = desk.take(csv(ROWS[0], "2024-01-03,11,12.9999999,10,13,200"))
    assert report.repairs == {"high raised to another price, within rounding": 1}
    assert desk.store.read(report.symbol, report.timeframe, NOW).columns.high.tolist() == [12, 13]


def test_a_last_line_that_is_cut_off_is_refused(desk: Desk) -> None:
    report = desk.take(csv(*(f"{row},0" for row in ROWS), heading=f"{HEADING},openinterest")[:-4])
    assert report.refusals == (RowRefusal(4, "the file ends in the middle of this line"),)


def test_an_unconfirmed_bar_is_refused(desk: Desk) -> None:
    rows = [f"{row},{flag}" for row, flag in zip(ROWS, "110", strict=True)]
    report = desk.take(csv(*rows, heading=f"{HEADING},confirm"))
    assert (report.rows_taken, report.refusals) == (2, (RowRefusal(4, "the bar is not confirmed"),))


@pytest.mark.parametrize("size", [10, 60, 90, 200])
def test_small_pieces_of_a_file_give_the_same_report(desk: Desk, size: int) -> None:
    days = [f"2024-01-{n:02d},10,12,9,{10 + n / 100},100" for n in (5, 4, 3, 9, 8, 3, 10, 2, 4, 11)]
    report = desk.take(csv(*days, "2024-01-05,10,12,9,9.5,100"), batch_bytes=size, timeframe="1d")
    assert (report.rows_taken, report.rows_repeated, report.rows_refused) == (8, 2, 1)
    assert report.refusals == (RowRefusal(12, "the time stands twice, with other figures"),)
    assert desk.closes(report) == [10.02, 10.03, 10.04, 10.05, 10.08, 10.09, 10.1, 10.11]


MINUTES = [f"2024-01-02,{clock},10,12,9,11,100" for clock in ("09:35:00", "09:40:00", "09:45:00")]
CLOCKED = "Date,Time,Open,High,Low,Close,Volume"


def test_bars_labelled_by_their_end_are_stored_by_their_start_in_utc(desk: Desk) -> None:
    guessed = desk.take(csv(*MINUTES, heading=CLOCKED))
    assert desk.times(guessed) == ["2024-01-02T14:30", "2024-01-02T14:35", "2024-01-02T14:40"]
    assert any("labelled by their end" in guess for guess in guessed.guesses)
    told = desk.take(csv(*MINUTES, heading=CLOCKED), "000001.SZ.csv", label="start")
    assert desk.times(told)[0] == "2024-01-02T01:35"
    assert any("Asia/Shanghai" in guess for guess in told.guesses)


def test_a_local_time_that_the_clock_skips_or_shows_twice_is_refused(desk: Desk) -> None:
    times = ["2024-03-10 01:30", "2024-03-10 02:30", "2024-03-10 03:30", "2024-11-03 01:30"]
    rows = csv(*(f"{time},10,12,9,11,100" for time in times))
    report = desk.take(rows, "EURUSD.csv", timezone="America/New_York", timeframe="1h", label="start")
    assert [refusal.line for refusal in report.refusals] == [3, 5]


def test_epochs_and_crypto_times_are_utc(desk: Desk) -> None:
    rows = [f"{1704153600000 + n * 3_600_000},10,12,9,11,100" for n in range(3)]
    report = desk.take(csv(*rows, heading="timestamp,open,high,low,close,volume"), "BTCUSDT_1h.csv")
    assert (report.symbol.text, report.timeframe, desk.times(report)[0]) == ("BTC-USDT", "1h", "2024-01-02T00:00")


@pytest.mark.parametrize(
    ("name", "symbol"),
    [
        ("cn_000001.SZ_daily.csv", "000001.SZ"),
        ("us_NVDA_1999-2014_daily.csv", "NVDA"),
        ("crypto_ETH.csv", "ETH-USD"),
        ("sh600000.csv", "600000.SH"),
        ("BTC-USD.csv", "BTC-USD"),
        ("BRK.B.csv", "BRK.B"),
        ("EURUSD_1d.csv", "EURUSD=X"),
        ("ES=F.csv", "ES=F"),
    ],
)
def test_the_symbol_is_guessed_from_the_name_and_said(desk: Desk, name: str, symbol: str) -> None:
    report = desk.take(csv(*ROWS), name)
    assert report.symbol.text == symbol
    assert f"symbol {symbol}, from the file name" in report.guesses


@pytest.mark.parametrize("name", ["data.csv", "index_2006_5min.csv", "prices.csv", "AAPL_MSFT.csv", "export(1).csv"])
def test_a_name_that_tells_no_symbol_asks_for_one(desk: Desk, name: str) -> None:
    with pytest.raises(BadSymbol, match="--symbol"):
        desk.take(csv(*ROWS), name)
    assert desk.take(csv(*ROWS), name, symbol="msft").symbol.text == "MSFT"


def test_a_column_of_codes_names_the_symbol_unless_it_holds_several(desk: Desk) -> None:
    heading = f"ts_code,{HEADING}"
    assert desk.take(csv(*(f"600000.SH,{row}" for row in ROWS), heading=heading), "x.csv").symbol.text == "600000.SH"
    with pytest.raises(BadRows, match="several instruments"):
        desk.take(csv(f"600000.SH,{ROWS[0]}", f"600001.SH,{ROWS[1]}", heading=heading), "x.csv")


def test_a_spacing_that_is_no_timeframe_asks_for_one(desk: Desk) -> None:
    with pytest.raises(WrongTimeframe, match="--timeframe"):
        desk.take(csv(ROWS[0]))
    assert desk.take(csv(ROWS[0]), timeframe="1d").rows_taken == 1


def test_weekly_bars_are_stored_under_their_monday(desk: Desk) -> None:
    report = desk.take(csv(*(f"2024-01-{day},10,12,9,11,100" for day in ("05", "12", "19"))))
    assert (report.timeframe, desk.times(report)[0]) == (Timeframe.W1, "2024-01-01T00:00")


def test_month_first_is_a_guess_that_is_said(desk: Desk) -> None:
    report = desk.take(csv(*(f"01/0{day}/2024,10,12,9,11,100" for day in (2, 3, 4))))
    assert any("month/day/year" in guess for guess in report.guesses)
    report = desk.take(csv(*(f"{day}/01/2024,10,12,9,11,100" for day in (16, 17, 18))), "MSFT.csv")
    assert desk.times(report)[0] == "2024-01-16T00:00"


def test_a_raw_split_is_an_action_and_one_in_the_prices_is_a_warning(desk: Desk) -> None:
    heading = f"{HEADING},dividend,split"
    raw = ["2024-01-02,100,101,99,100,10,0,1", "2024-01-03,25,26,24,25,40,0,4", "2024-01-04,25,26,24,25,40,0.5,1"]
    report = desk.take(csv(*raw, heading=heading))
    assert [(a.kind, a.ex_date, a.value) for a in report.actions] == [
        (ActionKind.SPLIT, date(2024, 1, 3), Decimal("4.0")),
        (ActionKind.DIVIDEND, date(2024, 1, 4), Decimal("0.5")),
    ]
    assert report.actions[0].known_at == datetime(2024, 1, 3, 5, tzinfo=UTC)
    smooth = [raw[0].replace("100,101,99,100", "25,26,24,25"), *raw[1:]]
    report = desk.take(csv(*smooth, heading=heading), "MSFT.csv")
    assert [action.kind for action in report.actions] == [ActionKind.DIVIDEND]
    assert "split 4 on 2024-01-03 is in the prices already" in report.warnings[0]


def test_actions_are_derived_from_an_adjusted_close(desk: Desk) -> None:
    heading = "Date,Open,High,Low,Close,Adj Close,Volume"
    prices = [(100, 24.75), (100, 24.75), (25, 24.75), (25, 24.75), (24, 24)]  # 4 for 1, then 0.25 paid
    rows = [f"2024-02-0{n},{c},{c},{c},{c},{a},100" for n, (c, a) in enumerate(prices, start=5)]
    report = desk.take(csv(*rows, heading=heading))
    assert [(a.kind, a.ex_date, a.value) for a in report.actions] == [
        (ActionKind.SPLIT, date(2024, 2, 7), Decimal(4)),
        (ActionKind.DIVIDEND, date(2024, 2, 9), Decimal("0.25")),
    ]


def test_a_parquet_file_is_taken_like_a_table(desk: Desk) -> None:
    frame = pl.read_csv(csv(*ROWS).encode(), try_parse_dates=True)
    frame.write_parquet(desk.folder / "x.parquet")
    report = desk.take((desk.folder / "x.parquet").read_bytes(), "AAPL.parquet")
    assert closes(desk.store.read(report.symbol, report.timeframe, NOW).columns) == {1: 11, 2: 12, 3: 13}
    with pytest.raises(BadRows, match="Parquet"):
        desk.take(b"PAR1 nonsense", "MSFT.parquet")


@pytest.mark.parametrize("content", ["", "\n", HEADING, csv(), "a,b,c\n1,2,3\n", "\x00\x01\x02" * 50, csv("x,y,z,,,")])
def test_a_file_without_bars_is_refused_in_words(desk: Desk, content: str) -> None:
    with pytest.raises(ParleyError, match=r"heading|rows|date"):
        desk.take(content)


def test_a_file_that_is_not_there_is_refused_in_words(tmp_path: Path) -> None:
    with pytest.raises(BadRows, match="no file"):
        import_file(tmp_path / "x.csv", ParquetBars(tmp_path), recorded_at=NOW)


def test_an_unknown_time_zone_is_refused(desk: Desk) -> None:
    with pytest.raises(BadRows, match="time zone"):
        desk.take(csv(*ROWS), timezone="Mars/Olympus")
