"""What the figures of a file count: found, said, and changed by a person."""

from datetime import UTC, datetime
from pathlib import Path

import pytest

from packages.domain.market_data.errors import BadRows
from packages.domain.market_data.rows import Estimate, FinancialFact, Valuation
from packages.infra.providers.market_data.bars.evidence.guess import Answers, Guess
from packages.infra.providers.market_data.files.import_rows import RowsReport, read_rows
from packages.infra.providers.market_data.files.reading import RowOptions

NOW = datetime(2025, 8, 1, tzinfo=UTC)
WIDE = "symbol,period_end,filed,revenue (in thousands),total_assets,shares outstanding,eps\n"
WIDE += "DEMO5,2024-03-31,2024-05-01,100,300,40,1.5\n"


def read(path: Path, text: str, **answers: str) -> RowsReport:
    path.write_text(text)
    given = {what.replace("__", ":"): value for what, value in answers.items()}
    return read_rows(path, RowOptions(answers=Answers(given)), NOW)


def values(report: RowsReport) -> dict[str, int | float]:
    return {row.item: float(row.value) for row in report.rows if isinstance(row, FinancialFact | Estimate)}


def guesses(report: RowsReport) -> dict[str, Guess]:
    return {guess.what: guess for guess in report.choices}


def test_every_unit_that_was_found_is_a_guess_with_its_reason_and_its_alternatives(tmp_path: Path) -> None:
    found = guesses(read(tmp_path / "x.csv", WIDE))
    assert {what: guess.value for what, guess in found.items() if "unit" in what} == {
        "unit:thousands": "thousands",
        "unit:ones": "ones",
        "share_unit:ones": "ones",
    }
    assert "revenue (in thousands)" in found["unit:thousands"].why
    assert {"ones", "millions", "10_thousands", "100_millions"} <= set(found["unit:thousands"].alternatives)
    assert not any(guess.asks for guess in found.values())


def test_an_answer_changes_the_figures_that_it_is_about_and_no_others(tmp_path: Path) -> None:
    said = {"revenue": 100_000, "total_assets": 300, "shares_total": 40, "eps_basic": 1.5}
    assert values(read(tmp_path / "x.csv", WIDE)) == said
    assert values(read(tmp_path / "x.csv", WIDE, unit__thousands="millions")) == said | {"revenue": 100_000_000}
    assert values(read(tmp_path / "x.csv", WIDE, unit__ones="thousands")) == said | {"total_assets": 300_000}
    assert values(read(tmp_path / "x.csv", WIDE, share_unit="millions")) == said | {"shares_total": 40_000_000}
    both = {"revenue": 1_000_000, "total_assets": 3_000_000}
    answered = read(tmp_path / "x.csv", WIDE, unit="10_thousands")
    assert values(answered) == said | both
    assert guesses(answered)["unit:thousands"].value == "10_thousands"
    assert "thousands" in guesses(answered)["unit:thousands"].alternatives  # so that it can be changed again


def test_an_answer_that_is_no_unit_is_refused_with_those_that_are(tmp_path: Path) -> None:
    with pytest.raises(BadRows, match="100_millions"):
        read(tmp_path / "x.csv", WIDE, unit="dozens")


@pytest.mark.parametrize(
    ("above", "factor"),
    [
        ("单位：万元\n", 10_000),
        ("示例股份 利润表,,\n单位:人民币百万元,,\n", 1_000_000),
        ("Consolidated statements (In thousands of USD)\n", 1_000),
        ("Amounts in USD millions\n", 1_000_000),
        ("DEMO5 income statement\n", 1),
        ("", 1),
    ],
)
def test_a_unit_above_the_table_counts_for_lines_that_name_none(tmp_path: Path, above: str, factor: int) -> None:
    lines = (
        "项目,2023年报,2024年一季报\n营业总收入,100,30\n营业成本(亿元),2,1\n基本每股收益(元),1.5,0.3\n总资产(元),7,7\n"
    )
    report = read(tmp_path / "DEMO1.SZ.csv", above + lines)
    found = {
        row.item: row.value for row in report.rows if isinstance(row, FinancialFact) and row.period_end.year == 2023
    }
    assert found["revenue"] == 100 * factor
    assert found["operating_cost"] == 200_000_000
    assert float(found["eps_basic"]) == 1.5
    assert found["total_assets"] == 7


def test_thousands_above_a_table_may_count_shares_so_that_it_is_a_question(tmp_path: Path) -> None:
    text = "(In thousands)\n" + WIDE.replace(" (in thousands)", "")
    report = read(tmp_path / "x.csv", text)
    (question,) = [guess for guess in report.choices if guess.asks]
    assert (question.what, question.value) == ("share_unit:thousands", "thousands")
    answered = read(tmp_path / "x.csv", text, share_unit__thousands="ones")
    assert not any(guess.asks for guess in answered.choices)
    assert (values(answered)["shares_total"], values(answered)["revenue"]) == (40, 100_000)


def test_a_column_of_units_counts(tmp_path: Path) -> None:
    lines = "symbol,period_end,filed,item,value,unit\n"
    lines += "DEMO5,2024-03-31,2024-05-01,revenue,100,USD thousands\nDEMO5,2024-03-31,2024-05-01,net income,3,万元\n"
    lines += "DEMO5,2024-03-31,2024-05-01,total assets,8,EUR\n"
    report = read(tmp_path / "x.csv", lines)
    facts = {row.item: (int(row.value), row.unit) for row in report.rows if isinstance(row, FinancialFact)}
    assert facts["revenue"][0] == 100_000
    assert facts["revenue"][1].startswith("USD")
    assert (facts["net_profit"][0], facts["total_assets"]) == (30_000, (8, "EUR"))


def test_market_values_and_estimates_have_units_too(tmp_path: Path) -> None:
    lines = "代码,日期,市盈率,总市值(亿元)\nDEMO1.SZ,2024-03-29,12,50\n"
    (row,) = read(tmp_path / "x.csv", lines, unit="10_thousands").rows
    assert isinstance(row, Valuation)
    assert row.market_value == 500_000
    assert row.pe_ttm == 12


def test_a_currency_and_a_span_that_are_assumed_can_be_changed(tmp_path: Path) -> None:
    found = guesses(read(tmp_path / "x.csv", WIDE))
    assert (found["currency"].value, found["span"].value) == ("USD", "year")
    assert "EUR" in found["currency"].alternatives
    assert set(found["span"].alternatives) == {"quarter", "ytd"}
    path = tmp_path / "x.csv"
    told = {guess.what: guess.value for guess in read_rows(path, RowOptions(currency="EUR", span="ytd"), NOW).choices}
    assert (told["currency"], told["span"]) == ("EUR", "ytd")


def test_a_decimal_comma_and_the_order_of_days_can_be_changed(tmp_path: Path) -> None:
    text = "symbol;period_end;filed;revenue;total_assets\nDEMO5;31/12/2023;03/04/2024;1,5;2,5\n"
    found = read(tmp_path / "x.csv", text)
    assert {what: guesses(found)[what].value for what in ("decimal", "dates")} == {
        "decimal": "comma",
        "dates": "day/month/year",
    }
    assert values(found) == {"revenue": 1.5, "total_assets": 2.5}
    answered = read(tmp_path / "x.csv", text, dates="month/day/year")
    assert [row.known_at.month for row in found.rows] == [4, 4]
    assert [row.known_at.month for row in answered.rows] == [3, 3]
    assert guesses(read(tmp_path / "x.csv", text, decimal="point"))["decimal"].value == "point"
