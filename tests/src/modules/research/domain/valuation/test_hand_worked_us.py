"""PE, PB and PS of twelve real companies on three days each, worked by hand from the filings known on the day.

The table states the arithmetic: PE is the price over the sum of the earnings-a-share terms (a fiscal year, plus the
quarters since, less the same quarters of the year before), PB is price times average shares over the parent's equity.
A reader of its own, which knows nothing of the product, finds every term in the files again.
"""

from datetime import date, datetime
from decimal import Decimal
from functools import cache
from zoneinfo import ZoneInfo

import numpy as np
import pytest

from packages.domain.market_data.bars import instant
from src.modules.research.domain.business import BusinessKind
from src.modules.research.domain.figures import AbsentFigure, ResearchFigure, present
from src.modules.research.domain.valuation.collect import CompanyToValue, ValuationFigures, valuation_figures
from tests.src.modules.research.recomputing import Source, agrees
from tests.src.modules.research.us_companies import SYMBOLS, needs_the_files, rows, us_company

pytestmark = [pytest.mark.slow, needs_the_files]

KINDS = {
    "AAPL": BusinessKind.ORDINARY,
    "AMZN": BusinessKind.GROWTH,
    "AXP": BusinessKind.BANK,
    "BA": BusinessKind.CYCLICAL,
    "CAT": BusinessKind.CYCLICAL,
    "GS": BusinessKind.BROKER,
    "JPM": BusinessKind.BANK,
    "MCD": BusinessKind.ORDINARY,
    "MSFT": BusinessKind.GROWTH,
    "PG": BusinessKind.ORDINARY,
    "TRV": BusinessKind.CASUALTY_INSURER,
    "UNH": BusinessKind.HEALTH_INSURER,
}
# Price, terms of the twelve months' basic earnings a share, the parent's equity, average shares of the newest filing.
TABLE: dict[tuple[str, str], tuple[str, str, str, str]] = {
    ("AAPL", "2025-02-03"): ("228.01", "6.11 2.41 -2.19", "66758000000", "15081724000"),
    ("AAPL", "2025-05-15"): ("211.45", "6.11 2.41 1.65 -2.19 -1.53", "66796000000", "14994082000"),
    ("AAPL", "2025-07-31"): ("207.57", "6.11 2.41 1.65 -2.19 -1.53", "66796000000", "14994082000"),
    ("AMZN", "2025-02-03"): ("237.42", "2.95 1 1.29 1.46 -0.31 -0.66 -0.96", "259151000000", "10501000000"),
    ("AMZN", "2025-05-15"): ("205.17", "5.66 1.62 -1", "305867000000", "10603000000"),
    ("AMZN", "2025-07-31"): ("234.11", "5.66 1.62 -1", "305867000000", "10603000000"),
    ("AXP", "2025-02-03"): ("316.53", "11.23 3.34 4.16 3.5 -2.41 -2.89 -3.3", "29707000000", "708000000"),
    ("AXP", "2025-05-15"): ("299.55", "14.04 3.64 -3.34", "31202000000", "701000000"),
    ("AXP", "2025-07-31"): ("299.31", "14.04 3.64 4.08 -3.34 -4.16", "32311000000", "698000000"),
    ("BA", "2025-02-03"): ("175.87", "-18.36", "-3908000000", "646900000"),
    ("BA", "2025-05-15"): ("206.24", "-18.36 -0.16 0.56", "-3325000000", "753400000"),
    ("BA", "2025-07-31"): ("221.84", "-18.36 -0.16 -0.92 0.56 2.33", "-3295000000", "756600000"),
    ("CAT", "2025-02-03"): ("361.55", "20.24 5.78 -3.76", "19397000000", "484200000"),
    ("CAT", "2025-05-15"): ("349.81", "22.17 4.22 -5.78", "18070000000", "474900000"),
    ("CAT", "2025-07-31"): ("438.02", "22.17 4.22 -5.78", "18070000000", "474900000"),
    ("GS", "2025-02-03"): ("632.37", "23.05 11.67 8.73 8.52 -8.87 -3.09 -5.52", "121200000000", "324800000"),
    ("GS", "2025-05-15"): ("615.9", "41.07 14.25 -11.67", "124300000000", "320800000"),
    ("GS", "2025-07-31"): ("723.59", "41.07 14.25 -11.67", "124300000000", "320800000"),
    ("JPM", "2025-02-03"): ("266.81", "16.25 4.45 6.13 4.38 -4.11 -4.76 -4.33", "345836000000", "2860600000"),
    ("JPM", "2025-05-15"): ("267.49", "16.25 4.45 6.13 4.38 -4.11 -4.76 -4.33", "351420000000", "2819400000"),
    ("JPM", "2025-07-31"): ("296.24", "16.25 4.45 6.13 4.38 -4.11 -4.76 -4.33", "351420000000", "2819400000"),
    ("MCD", "2025-02-03"): ("290.05", "11.63 2.67 2.81 3.15 -2.47 -3.17 -3.19", "-5177000000", "716.7"),
    ("MCD", "2025-05-15"): ("314.48", "11.45 2.61 -2.67", "-3454000000", "714.9"),
    ("MCD", "2025-07-31"): ("300.07", "11.45 2.61 -2.67", "-3454000000", "714.9"),
    ("MSFT", "2025-02-03"): ("410.92", "11.86 3.32 -3", "287723000000", "7433000000"),
    ("MSFT", "2025-05-15"): ("453.13", "11.86 3.32 -3", "321891000000", "7434000000"),
    ("MSFT", "2025-07-31"): ("533.5", "13.7", "343479000000", "7433000000"),
    ("PG", "2025-02-03"): ("168.76", "6.18 1.65 1.94 -1.89 -1.44", "51443000000", "2351900000"),
    ("PG", "2025-05-15"): ("162.41", "6.18 1.65 1.94 1.58 -1.89 -1.44 -1.56", "52272000000", "2347200000"),
    ("PG", "2025-07-31"): ("150.47", "6.18 1.65 1.94 1.58 -1.89 -1.44 -1.56", "52272000000", "2347200000"),
    ("TRV", "2025-02-03"): ("244.6", "12.93 4.87 2.32 5.5 -4.18 0.07 -1.75", "27696000000", "227400000"),
    ("TRV", "2025-05-15"): ("270.9", "21.76 1.73 -4.87", "28191000000", "226900000"),
    ("TRV", "2025-07-31"): ("260.24", "21.76 1.73 6.63 -4.87 -2.32", "29518000000", "225900000"),
    ("UNH", "2025-02-03"): ("548.18", "24.12 -1.53 4.58 6.56 -6.01 -5.89 -6.31", "94535000000", "923000000"),
    ("UNH", "2025-05-15"): ("274.35", "15.64 6.9 1.53", "100811000000", "912000000"),
    ("UNH", "2025-07-31"): ("249.56", "15.64 6.9 1.53", "100811000000", "912000000"),
}  # fmt: skip


@cache
def _filed(symbol: str, item: str) -> tuple[tuple[date, date, bool, Decimal], ...]:
    """Filing day, period end, whether a whole year, and the value."""
    return tuple(
        (
            date.fromisoformat(row["filed"]),
            date.fromisoformat(row["end"]),
            row["timeframe"] == "annual",
            Decimal(row["value"]),
        )
        for row in rows("statements")
        if row["symbol"] == symbol and row["item"] == item
    )


def year(symbol: str, item: str, day: date) -> list[Decimal]:
    """The signed terms of the latest twelve months that can be put together from what was filed by the day."""
    known = [row for row in _filed(symbol, item) if row[0] <= day]
    years = {end: value for _, end, annual, value in known if annual}
    quarters = {end: value for _, end, annual, value in known if not annual}
    for end in sorted({*years, *quarters}, reverse=True):
        if end in years:
            return [years[end]]
        terms = _since(end, years, quarters) or _four(end, quarters)
        if terms:
            return terms
    raise AssertionError(f"{symbol} has no twelve months of {item} by {day}")


def _since(end: date, years: dict[date, Decimal], quarters: dict[date, Decimal]) -> list[Decimal]:
    closed = max((one for one in years if 60 < (end - one).days < 300), default=None)
    if closed is None:
        return []
    since = sorted(one for one in quarters if closed < one <= end)
    if len(since) != round((end - closed).days / 91):
        return []
    before = [_near(quarters, one, 365) for one in since]
    if None in before:
        return []
    return [years[closed], *(quarters[one] for one in since), *(-quarters[one] for one in before if one is not None)]


def _four(end: date, quarters: dict[date, Decimal]) -> list[Decimal]:
    found = [_near(quarters, end, days) for days in (0, 91, 182, 274)]
    return [] if None in found else [quarters[one] for one in found if one is not None]


def _near(quarters: dict[date, Decimal], end: date, days: int) -> date | None:
    return next((one for one in quarters if abs((end - one).days - days) <= 10), None)


def newest(symbol: str, item: str, day: date) -> Decimal:
    return max((end, value) for filed, end, _, value in _filed(symbol, item) if filed <= day)[1]


def close(symbol: str, day: date) -> Decimal:
    bars = [row for row in rows("bars") if row["symbol"] == symbol and row["date"] <= str(day)]
    return Decimal(max(bars, key=lambda row: row["date"])["close"])


def valued(symbol: str, day: str) -> tuple[ValuationFigures, Source]:
    """By the product, of what was known at midnight of New York."""
    at = datetime.fromisoformat(f"{day}T23:59:59").replace(tzinfo=ZoneInfo("America/New_York"))
    company = us_company(symbol)
    facts = [fact for fact in company.facts if fact.known_at <= at]
    actions = [action for action in company.actions if action.known_at <= at]
    known = int(np.sum(company.bars.columns.known_at <= instant(at)))
    bars = type(company.bars)(
        company.bars.symbol, company.bars.timeframe, company.bars.source, "raw", company.bars.columns[:known]
    )
    about = CompanyToValue(company.instrument.industry, company.instrument.name_en)
    return valuation_figures([], facts, bars, actions, about), Source([*facts, *actions], bars)


def number(told: ValuationFigures, key: str) -> float:
    figure = told.figures[key]
    assert isinstance(figure, ResearchFigure), figure
    return float(figure.value)


@pytest.mark.parametrize(("symbol", "day"), TABLE)
def test_the_table_is_what_the_files_say(symbol: str, day: str) -> None:
    price, terms, equity, shares = TABLE[symbol, day]
    on = date.fromisoformat(day)
    assert close(symbol, on) == Decimal(price)
    assert year(symbol, "basic_earnings_per_share", on) == [Decimal(term) for term in terms.split()]
    assert newest(symbol, "equity_attributable_to_parent", on) == Decimal(equity)
    assert newest(symbol, "basic_average_shares", on) == Decimal(shares)


@pytest.mark.parametrize(("symbol", "day"), TABLE)
def test_multiples_are_those_worked_by_hand(symbol: str, day: str) -> None:
    price, terms, equity, shares = (TABLE[symbol, day][0], TABLE[symbol, day][1], *map(Decimal, TABLE[symbol, day][2:]))
    told, _ = valued(symbol, day)
    on, paid = date.fromisoformat(day), Decimal(price)
    earned = sum(map(Decimal, terms.split()), Decimal(0))
    # McDonald's file counts its shares in millions: profit over earnings a share shows it.
    count = shares if shares > 10**6 else sum(year(symbol, "net_income_loss_attributable_to_parent", on)) / earned
    assert told.business.kind is KINDS[symbol]
    _same(told, "pe_ttm", paid / earned if earned > 0 else None)
    diluted = sum(year(symbol, "diluted_earnings_per_share", on), Decimal(0))
    _same(told, "pe_diluted", paid / diluted if diluted > 0 else None)
    _same(told, "pb", paid * count / equity if equity > 0 else None)
    _same(told, "ps_ttm", paid * count / sum(year(symbol, "revenues", on)))


def _same(told: ValuationFigures, key: str, expected: Decimal | None) -> None:
    if expected is None:
        assert isinstance(told.figures[key], AbsentFigure)
    else:
        assert number(told, key) == pytest.approx(float(expected), rel=1e-9)


@pytest.mark.parametrize("symbol", ["JPM", "CAT", "MSFT", "PG"])
def test_every_figure_of_a_real_company_stands_on_its_rows(symbol: str) -> None:
    told, source = valued(symbol, "2025-07-31")
    assert [key for key, figure in present(told.figures).items() if not agrees(figure, source)] == []
    assert told.table is not None
    assert all(agrees(cell.value, source) for cell in told.table.cells)


def test_financials_are_valued_by_book_and_dividends_and_never_by_cash_flow() -> None:
    for symbol in ("JPM", "AXP", "GS", "TRV"):
        told, _ = valued(symbol, "2025-05-15")
        methods = {point.method for point in told.points}
        assert {"pb_roe", "ddm"} <= methods
        assert not methods & {"dcf", "ev_ebitda", "ps"}
        assert isinstance(told.figures["dcf_base"], AbsentFigure)


def test_jpmorgan_by_book_and_return_by_hand() -> None:
    told, _ = valued("JPM", "2025-05-15")
    # The lower of the newest ROE and three years' mean, on book of 124.64 a share: (ROE - 3 %) / (8.5 % - 3 %).
    roe, book = number(told, "roe_lasting"), number(told, "book_value_per_share")
    assert book == pytest.approx(351_420e6 / 2_819.4e6, rel=1e-6)
    assert number(told, "pb_roe_base") == pytest.approx(book * (roe - 0.03) / 0.055)
    assert roe == pytest.approx(min(number(told, "roe_newest"), number(told, "roe_sustained")))
    assert 0.14 < roe < 0.17


def test_caterpillar_earns_the_margin_of_its_cycle() -> None:
    told, _ = valued("CAT", "2025-05-15")
    margin = told.figures["mid_cycle_margin"]
    assert isinstance(margin, ResearchFigure)
    assert len(margin.parts) >= 5
    expected = float(sum(part.value for part in margin.parts)) / len(margin.parts)
    assert float(margin.value) == pytest.approx(expected)
    assert number(told, "mid_cycle_base") == pytest.approx(
        number(told, "sales_per_share_ttm") * expected * 1.03 / 0.055
    )


@pytest.mark.parametrize("symbol", SYMBOLS)
def test_a_value_far_from_the_price_is_refused_and_the_verdict_follows_the_range(symbol: str) -> None:
    told, _ = valued(symbol, "2025-07-31")
    price = float(told.price.value)
    assert all(0.25 <= float(point.value.value) / price <= 4 for point in told.points)
    middle = number(told, "value_middle")
    expected = "Undervalued" if price <= 0.85 * middle else "Overvalued" if price >= 1.15 * middle else "Fair"
    assert told.verdict is not None
    assert told.verdict.value == expected
    assert number(told, "value_lower") <= middle <= number(told, "value_upper")
    assert sum(scenario.probability for scenario in told.scenarios) == 1


def test_a_filing_counts_from_the_day_it_was_known() -> None:
    """Apple filed its quarter to 2025-03-29 on 2025-05-02: the day before, the multiple stands on the one before."""
    before, _ = valued("AAPL", "2025-05-01")
    after, _ = valued("AAPL", "2025-05-02")
    eps = [told.figures["eps_ttm"] for told in (before, after)]
    assert [figure.period for figure in eps if isinstance(figure, ResearchFigure)] == [
        "12 months to 2024-12-28",
        "12 months to 2025-03-29",
    ]
