"""Headings of several lines, as pandas and Excel leave them."""

import pytest

from packages.infra.providers.market_data.bars.evidence.stacked_heading import stacked_heading

FIELDS = "Close,Close,High,High,Low,Low,Open,Open"
PLACES = {"close": 1, "high": 3, "low": 5, "open": 7, "date": 0}


@pytest.mark.parametrize(
    ("lines", "before"),
    [
        ([f"Price,{FIELDS}", "Ticker,A,B,A,B,A,B,A,B", "Date,,,,,,,,"], 3),
        (["Ticker,A,B,A,B,A,B,A,B", f"Price,{FIELDS}", "Datetime,,,,,,,,"], 3),
        ([f",{FIELDS}", ",A,B,A,B,A,B,A,B", "Date,,,,,,,,"], 3),
        (["Price,Close,,High,,Low,,Open,", "Ticker,A,B,A,B,A,B,A,B", "Date,,,,,,,,"], 3),
        ([f"Date,{FIELDS}", ",A,B,A,B,A,B,A,B", "2024-03-04,1.5,2,1.5,2,1.5,2,1.5,2"], 2),
    ],
)
def test_every_ticker_has_its_own_columns(lines: list[str], before: int) -> None:
    found = stacked_heading(lines, ",")
    assert found is not None
    assert found.lines == before
    assert dict(found.tickers) == {"A": PLACES, "B": {role: n + 1 if n else 0 for role, n in PLACES.items()}}


@pytest.mark.parametrize(
    "lines",
    [
        ["date,open,high,low,close,volume", "2024-03-04,1,2,1,2,9", "2024-03-05,1,2,1,2,9"],
        ["date,open,high,low,close,name", ",,,,,", "2024-03-05,1,2,1,2,x"],
        ["symbol,date,open,high,low,close", "AAPL,2024-03-04,1,2,1,2", "AAPL,2024-03-05,1,2,1,2"],
        ["Date,Revenue,Net income,Cash,Debt", ",AAPL,AAPL,AAPL,AAPL", "2024-03-31,1,2,3,4"],
        ["Date"],
    ],
)
def test_a_heading_of_one_line_and_other_tables_are_none(lines: list[str]) -> None:
    assert stacked_heading(lines, ",") is None
