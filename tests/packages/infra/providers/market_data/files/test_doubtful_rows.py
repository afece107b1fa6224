"""Statements, actions, macro series and news are doubted as bars are: read right, asked about or refused by line."""

from datetime import UTC, datetime
from decimal import Decimal
from pathlib import Path

import pytest

from packages.domain.market_data.errors import BadRows
from packages.domain.market_data.rows import FinancialFact, MacroPoint
from packages.infra.providers.market_data.bars.evidence.guess import Answers
from packages.infra.providers.market_data.files.import_rows import RowsReport, read_rows
from packages.infra.providers.market_data.files.reading import RowOptions

NOW = datetime(2025, 8, 1, tzinfo=UTC)
LONG = "symbol,period_end,filed,item,value,unit\n"
MACRO = "series,period_end,released,value,unit\n"


def read(folder: Path, text: str, **answers: str) -> RowsReport:
    path = folder / "rows.csv"
    path.write_text(text, encoding="utf-8")
    given = {what.replace("__", ":"): value for what, value in answers.items()}
    report = read_rows(path, RowOptions(answers=Answers(given)), NOW)
    assert report.rows_read == report.rows_taken + report.rows_repeated + report.rows_unused + report.rows_refused
    return report


def facts(report: RowsReport) -> dict[str, Decimal]:
    return {row.item: row.value for row in report.rows if isinstance(row, FinancialFact)}


def points(report: RowsReport) -> list[tuple[Decimal, str]]:
    return [(row.value, row.unit) for row in report.rows if isinstance(row, MacroPoint)]


def questions(report: RowsReport) -> dict[str, str]:
    return {guess.what: guess.value for guess in report.choices if guess.asks}


def test_millions_in_a_column_of_units_count_for_a_long_file(tmp_path: Path) -> None:
    lines = "DEMO5,2024-09-28,2024-11-01,revenue,391035,USD millions\nDEMO5,2024-09-28,2024-11-01,eps,6.11,USD/share\n"
    found = facts(read(tmp_path, LONG + lines))
    assert found == {"revenue": Decimal(391_035_000_000), "eps_basic": Decimal("6.11")}


@pytest.mark.parametrize("heading", ["value (in millions)", "value (USD millions)", "数值（百万元）"])
def test_a_unit_in_the_heading_of_the_values_counts_for_money_alone(heading: str, tmp_path: Path) -> None:
    lines = "DEMO5,2024-09-28,2024-11-01,revenue,391035\nDEMO5,2024-09-28,2024-11-01,eps,6.11\n"
    report = read(tmp_path, f"symbol,period_end,filed,item,{heading}\n{lines}")
    assert facts(report) == {"revenue": Decimal(391_035_000_000), "eps_basic": Decimal("6.11")}
    assert any(guess.what == "unit:millions" and "ones" in guess.alternatives for guess in report.choices)
    changed = read(tmp_path, f"symbol,period_end,filed,item,{heading}\n{lines}", unit__millions="ones")
    assert facts(changed)["revenue"] == 391_035


def test_whether_such_a_unit_counts_shares_too_is_a_question(tmp_path: Path) -> None:
    lines = "DEMO5,2024-09-28,2024-11-01,revenue,391035\nDEMO5,2024-09-28,2024-11-01,shares outstanding,15116\n"
    assert questions(read(tmp_path, f"symbol,period_end,filed,item,value (in millions)\n{lines}")) == {
        "share_unit:millions": "millions"
    }
    told = read(tmp_path, f"symbol,period_end,filed,item,value (USD millions)\n{lines}")
    assert facts(told)["shares_total"] == 15_116


@pytest.mark.parametrize(
    "line",
    [
        "DEMO5,2024-03-31,2024-05-01,revenue,1e308,USD\n",
        "DEMO5,2024-03-31,2024-05-01,revenue,1e12,USD millions\n",
        "DEMO5,2024-03-31,2024-05-01,eps,1e10,USD/share\n",
        "DEMO5,2024-03-31,2024-05-01,shares outstanding,1e15,shares\n",
    ],
)
def test_a_figure_that_no_company_has_is_refused_by_its_line(line: str, tmp_path: Path) -> None:
    report = read(tmp_path, LONG + line)
    assert (report.rows, report.refused_for) == ((), {"absurd": 1})
    assert report.refusals[0].line == 2


@pytest.mark.parametrize(("new", "reason"), [("1e9", {"split": 1}), ("0.00001", {"split": 1}), ("20", {})])
def test_a_split_that_nobody_makes_is_refused_by_its_line(new: str, reason: dict[str, int], tmp_path: Path) -> None:
    report = read(tmp_path, f"symbol,execution_date,split_from,split_to\nDEMO5,2020-08-31,1,{new}\n")
    assert report.refused_for == reason


def test_percents_and_fractions_of_one_series_are_made_one_and_that_is_said(tmp_path: Path) -> None:
    lines = "US.CPI_YOY,2024-01-31,2024-02-13,2.9,percent\nUS.CPI_YOY,2024-02-29,2024-03-12,0.03,fraction\n"
    report = read(tmp_path, MACRO + lines)
    assert points(report) == [(Decimal("0.029"), "ratio"), (Decimal("0.03"), "ratio")]
    assert any("US.CPI_YOY comes in percent and as fractions" in said for said in report.guesses)


def test_percents_alone_stay_percents_and_fractions_are_ratios(tmp_path: Path) -> None:
    lines = "US.CPI_YOY,2024-01-31,2024-02-13,2.9,percent\nCN.CPI_YOY,2024-02-29,2024-03-12,0.03,fraction\n"
    assert points(read(tmp_path, MACRO + lines)) == [(Decimal("2.9"), "percent"), (Decimal("0.03"), "ratio")]


def test_a_row_of_another_unit_than_the_others_of_its_series_is_refused_by_its_line(tmp_path: Path) -> None:
    months = ("2024-01-31", "2024-02-29", "2024-03-31")
    lines = [f"US.PMI,{end},2024-04-15,{50 + place},index" for place, end in enumerate(months)]
    lines[1] = lines[1].replace("index", "percent")
    report = read(tmp_path, MACRO + "\n".join(lines))
    assert (report.refused_for, [refusal.line for refusal in report.refusals]) == ({"other_unit": 1}, [3])
    assert len(report.rows) == 2


SLASHED = "symbol,period_end,filed,revenue,net income\nDEMO5,09/06/2024,11/07/2024,5,3\n"


def test_days_that_can_be_read_in_two_orders_are_a_question_with_a_guess_to_change(tmp_path: Path) -> None:
    report = read(tmp_path, SLASHED)
    assert questions(report) == {"dates": "month/day/year"}
    answered = read(tmp_path, SLASHED, dates="day/month/year")
    assert questions(answered) == {}
    assert {(row.period_end.month, row.known_at.month) for row in answered.rows if isinstance(row, FinancialFact)} == {
        (6, 7)
    }


def test_another_column_settles_the_order_of_days(tmp_path: Path) -> None:
    report = read(tmp_path, SLASHED.replace("09/06/2024", "30/06/2024"))
    assert questions(report) == {}
    assert {row.known_at.month for row in report.rows} == {7}
    assert any("as in the other columns" in said for said in report.guesses)


@pytest.mark.parametrize(
    ("heading", "symbol", "stored"),
    [
        ("published", "AAPL", "2025-01-01T14:00"),
        ("published", "000001.SZ", "2025-01-01T09:00"),
        ("published", "", "2025-01-01T14:00"),
        ("published_utc", "AAPL", "2025-01-01T09:00"),
    ],
)
def test_news_without_a_zone_is_known_by_the_later_clock(
    heading: str, symbol: str, stored: str, tmp_path: Path
) -> None:
    text = f"symbol,{heading},title\n{symbol},2025-01-01 09:00,A headline\n"
    report = read(tmp_path, text)
    (row,) = report.rows
    assert f"{row.known_at:%Y-%m-%dT%H:%M}" == stored
    says = [guess for guess in report.choices if guess.what == "timezone"]
    assert bool(says) is (heading == "published")
    assert all("no time zone" in guess.why and len(guess.alternatives) > 1 for guess in says)


def test_the_clock_of_news_can_be_changed(tmp_path: Path) -> None:
    text = "symbol,published,title\n000001.SZ,2025-01-01 09:00,A headline\n"
    (row,) = read(tmp_path, text, timezone="Asia/Shanghai").rows
    assert row.known_at == datetime(2025, 1, 1, 1, tzinfo=UTC)
    with pytest.raises(BadRows):
        read(tmp_path, text, timezone="Nowhere/Town")


@pytest.mark.parametrize(
    "text",
    [
        LONG + "DEMO5,2024-09-28,2024-09-01,revenue,391035,USD\n",
        MACRO + "US.CPI_YOY,2024-01-31,2024-01-13,2.9,%\n",
    ],
)
def test_a_date_of_filing_or_release_before_the_end_of_the_period_is_refused_by_its_line(
    text: str, tmp_path: Path
) -> None:
    report = read(tmp_path, text)
    assert (report.rows, report.refused_for, report.refusals[0].line) == ((), {"filed_early": 1}, 2)
