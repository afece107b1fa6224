"""Files of statements as people have them become facts, and every figure is accounted for."""

import json
import random
from datetime import UTC, date, datetime
from decimal import Decimal
from pathlib import Path
from typing import Any

import polars as pl
import pytest

from packages.domain.market_data.errors import BadRows
from packages.domain.market_data.rows import FinancialFact, Instrument
from packages.infra.providers.market_data.files.import_rows import RowsReport, read_rows
from packages.infra.providers.market_data.files.kinds import FileKind
from packages.infra.providers.market_data.files.reading import RowOptions

NOW = datetime(2025, 8, 1, tzinfo=UTC)


def read(path: Path, text: str | bytes, **options: Any) -> RowsReport:
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    report = read_rows(path, RowOptions(**options), NOW)
    assert report.rows_read == report.rows_taken + report.rows_repeated + report.rows_unused + report.rows_refused
    assert report.rows_unused >= 0
    return report


def facts(report: RowsReport) -> dict[tuple[str, str], FinancialFact]:
    return {(row.item, str(row.period_end)): row for row in report.rows if isinstance(row, FinancialFact)}


LONG = """symbol,company,sic,timeframe,start,end,filed,statement,item,value,unit
DEMO5,Demo Inc.,6021,quarterly,2024-01-01,2024-03-31,2024-05-02,income_statement,revenues,100,USD
DEMO5,Demo Inc.,6021,quarterly,2024-01-01,2024-03-31,2024-05-02,income_statement,basic_eps,1.5,USD / shares
DEMO5,Demo Inc.,6021,quarterly,2024-01-01,2024-03-31,2024-05-02,income_statement,basic_average_shares,40,shares
DEMO5,Demo Inc.,6021,quarterly,2024-01-01,2024-03-31,2024-05-02,balance_sheet,equity,70,USD
DEMO5,Demo Inc.,6021,quarterly,2024-01-01,2024-03-31,2024-05-02,comprehensive_income,total_income,3,USD
DEMO5,Demo Works,6021,annual,2024-01-01,2024-12-31,2025-02-20,income_statement,revenues,460,USD
DEMO5,Demo Works,6021,annual,2024-01-01,2024-12-31,2025-06-20,income_statement,revenues,455,USD
DEMO5,Demo Works,6021,quarterly,2024-10-01,2024-12-31,2025-02-20,income_statement,revenues,130,USD
"""


def test_a_long_file_gives_canonical_lines_with_units_that_say_their_span(tmp_path: Path) -> None:
    report = read(tmp_path / "statements.csv", LONG)
    found = facts(report)
    assert report.kind is FileKind.STATEMENTS
    assert found["revenue", "2024-03-31"].unit == "USD/quarter"
    assert found["eps_basic", "2024-03-31"].unit == "USD/share/quarter"
    assert found["shares_basic_average", "2024-03-31"].unit == "shares"
    assert found["equity_total", "2024-03-31"].unit == "USD"
    # 24:00 in New York on the day of filing
    assert found["revenue", "2024-03-31"].known_at == datetime(2024, 5, 3, 4, tzinfo=UTC)


def test_a_restatement_is_a_version_and_a_quarter_beside_its_year_is_left_out(tmp_path: Path) -> None:
    report = read(tmp_path / "statements.csv", LONG)
    year = [row for row in report.rows if isinstance(row, FinancialFact) and row.period_end == date(2024, 12, 31)]
    assert [(row.version, int(row.value), row.unit) for row in year] == [(1, 460, "USD"), (2, 455, "USD")]
    assert any("fourth quarter" in said for said in report.left_out)
    assert (report.rows_read, report.rows_taken, report.rows_unused) == (8, 6, 2)


def test_the_company_is_named_with_its_industry(tmp_path: Path) -> None:
    report = read(tmp_path / "statements.csv", LONG)
    (company,) = (row for row in report.rows if isinstance(row, Instrument))
    assert (company.name_en, company.currency, company.industry) == ("Demo Works", "USD", "SIC 6021")
    assert company.known_at == datetime(2024, 5, 3, 4, tzinfo=UTC)


CHINESE = """代码;报告期;公告日期;营业收入(万元);归母净利润(万元);每股收益(元);净资产收益率(%);资产总计(亿元);备注
DEMO1.SZ;2024/3/31;20240425;"12,345.6";(1,200);0,5;2,5;100;x
DEMO1.SZ;20240630;2024年8月20日;25000;-;1,1;5;101;y
"""


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "gb18030", "utf-16"])
def test_a_wide_chinese_file_in_any_coding_is_read(tmp_path: Path, encoding: str) -> None:
    text = CHINESE.replace("0,5;2,5", "0.5;2.5").replace("1,1;5;", "1.1;5;")
    report = read(tmp_path / "报表.csv", text.encode(encoding))
    found = facts(report)
    assert found["revenue", "2024-03-31"].value == Decimal("123456000")
    assert found["net_profit_parent", "2024-03-31"].value == -12_000_000
    assert found["roe", "2024-03-31"].value == Decimal("0.025")
    assert found["total_assets", "2024-06-30"].value == 10_100_000_000
    assert found["eps_basic", "2024-06-30"].unit == "CNY/share"
    assert found["revenue", "2024-03-31"].known_at == datetime(2024, 4, 25, 16, tzinfo=UTC)
    assert ("net_profit_parent", "2024-06-30") not in found
    assert any("'备注'" in said for said in report.left_out)
    assert any("1 January" in said for said in report.guesses)


def test_lines_that_go_down_and_periods_that_go_across_are_read(tmp_path: Path) -> None:
    text = "项目,2023年报,2024年一季报\n一、营业总收入,100,30\n减:营业成本,60,\n流动资产合计,5,6\n其他,1,1\n"
    report = read(tmp_path / "DEMO1.SZ.csv", text)
    found = facts(report)
    assert {key: fact.value for key, fact in found.items()} == {
        ("revenue", "2023-12-31"): 100,
        ("revenue", "2024-03-31"): 30,
        ("operating_cost", "2023-12-31"): 60,
        ("current_assets", "2023-12-31"): 5,
        ("current_assets", "2024-03-31"): 6,
    }
    # No announcement date: the statutory deadline, at 24:00 in Shanghai.
    assert found["revenue", "2023-12-31"].known_at == datetime(2024, 4, 30, 16, tzinfo=UTC)
    assert any("statutory deadline" in said for said in report.guesses)


def test_the_same_rows_from_parquet_and_json_are_the_same_facts(tmp_path: Path) -> None:
    told = [
        {"symbol": "DEMO5", "period_end": "2024-03-31", "filed": "2024-05-02", "revenue": 100.5, "net_income": -3},
        {"symbol": "DEMO5", "period_end": "2024-06-30", "filed": "2024-08-02", "revenue": 110.25, "net_income": None},
    ]
    csv = "symbol,period_end,filed,revenue,net_income\nDEMO5,2024-03-31,2024-05-02,100.5,-3\n"
    csv += "DEMO5,2024-06-30,2024-08-02,110.25,\n"
    pl.DataFrame(told).write_parquet(tmp_path / "a.parquet")
    one = read_rows(tmp_path / "a.parquet", RowOptions(), NOW)
    two = read(tmp_path / "a.json", json.dumps(told))
    three = read(tmp_path / "a.jsonl", "\n".join(json.dumps(row) for row in told))
    four = read(tmp_path / "a.csv", csv)
    assert one.rows == two.rows == three.rows == four.rows
    assert len(one.rows) == 3


def test_bad_lines_are_refused_with_their_reason_and_the_rest_is_taken(tmp_path: Path) -> None:
    text = (
        "symbol,period_end,filed,item,value\n"
        "DEMO5,2024-03-31,2024-05-02,revenue,100\n"
        "DEMO5,2024-03-31,2024-05-02,revenue,100\n"  # the same again
        "DEMO5,2024-03-31,2024-05-02,revenue,101\n"  # another figure of the same day
        "DEMO5,soon,2024-05-02,revenue,1\n"
        "DEMO5,2024-03-31,2024-05-02,net_income,many\n"
        "!!,2024-03-31,2024-05-02,revenue,1\n"
        "DEMO5,2025-06-30,2026-01-01,revenue,1\n"  # filed after today
        "DEMO5,2024-03-31\n"
        "DEMO5,2024-03-31,2024-05-02,unheard of,1\n"
    )
    report = read(tmp_path / "x.csv", text)
    assert report.refused_for == {"day": 1, "number": 1, "symbol": 1, "fields": 1, "twice": 1, "later": 1}
    assert (report.rows_taken, report.rows_repeated, report.rows_unused) == (1, 1, 1)
    assert [refusal.line for refusal in report.refusals] == [4, 5, 6, 7, 8, 9]


def test_a_filing_date_that_is_not_after_the_period_is_no_filing_date(tmp_path: Path) -> None:
    text = "symbol,period_end,filed,item,value\nDEMO5,2024-03-31,2024-03-31,revenue,100\n"
    (fact,) = read(tmp_path / "x.csv", text).rows
    assert fact.known_at == datetime(2024, 7, 2, 4, tzinfo=UTC)  # 90 days are 29 June, a Saturday: Monday is due


def test_columns_that_mean_nothing_here_are_told_with_the_way_out(tmp_path: Path) -> None:
    with pytest.raises(BadRows, match="--kind"):
        read(tmp_path / "x.csv", "a,b\n1,2\n")


def test_whatever_stands_in_a_file_no_line_is_lost(tmp_path: Path) -> None:
    dice = random.Random(3)
    items = ["revenue", "净利润", "capex", "nonsense", ""]
    days = ["2024-03-31", "2024/6/30", "20230930", "never", ""]
    values = ["1", "(2,000)", "3亿", "4%", "x", ""]
    for number in range(40):
        lines = ["symbol,period_end,filed,item,value"]
        for _ in range(dice.randrange(1, 40)):
            cells = [
                dice.choice(["DEMO5", "DEMO1.SZ", "??"]),
                *(dice.choice(one) for one in (days, days, items, values)),
            ]
            lines.append(",".join(f'"{cell}"' for cell in cells[: dice.choice([5, 5, 5, 3])]))
        report = read(tmp_path / f"{number}.csv", "\n".join(lines))
        assert report.rows_read == len(lines) - 1
        assert all(row.known_at <= NOW for row in report.rows)


def test_a_count_of_shares_that_is_not_above_zero_is_refused_by_its_line(tmp_path: Path) -> None:
    report = read(tmp_path / "statements.csv", LONG.replace("basic_average_shares,40", "basic_average_shares,0"))
    assert ("shares_basic_average", "2024-03-31") not in facts(report)
    assert [(refusal.line, refusal.reason) for refusal in report.refusals] == [(4, "shares")]


def test_several_currencies_of_one_company_are_asked_about(tmp_path: Path) -> None:
    report = read(tmp_path / "statements.csv", LONG.replace("revenues,460,USD", "revenues,460,CNY"))
    assert any("CNY, USD" in guess for guess in report.guesses)
    assert not any("CNY" in guess for guess in read(tmp_path / "statements.csv", LONG).guesses)


def test_a_line_that_leaps_within_a_year_is_asked_about(tmp_path: Path) -> None:
    later = "DEMO5,Demo,6021,quarterly,2025-01-01,2025-03-31,2025-05-02,income_statement,revenues,{},USD\n"
    leap = [guess for guess in read(tmp_path / "a.csv", LONG + later.format(10_001)).guesses if "revenue" in guess]
    assert leap
    assert "2025-03-31" in leap[0]
    assert not [one for one in read(tmp_path / "a.csv", LONG + later.format(9_999)).guesses if "revenue of" in one]


def test_days_in_two_orders_are_refused_with_such_a_line(tmp_path: Path) -> None:
    lines = "period_end,filed,revenue,net_income\n2023-12-31,03/04/2024,1,1\n2024-03-31,25/04/2024,2,1\n"
    with pytest.raises(BadRows, match=r"line 4 .'07/25/2024'. is a date only as month/day/year"):
        read(tmp_path / "DEMO5.csv", lines + "2024-06-30,07/25/2024,3,1\n")


def test_thousands_in_a_heading_are_multiplied_and_said(tmp_path: Path) -> None:
    lines = 'symbol,period_end,filed,revenue (in thousands),total_assets\nDEMO5,2024-03-31,2024-05-01,"119,575",300\n'
    report = read(tmp_path / "statements.csv", lines)
    assert facts(report)["revenue", "2024-03-31"].value == 119_575_000
    assert facts(report)["total_assets", "2024-03-31"].value == 300
    assert any("revenue (in thousands)" in said and "1,000" in said for said in report.guesses)
