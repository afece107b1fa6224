"""What a share is worth by each method: hand-worked, stated, and absent where there is nothing to go by."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import date, datetime
from decimal import Decimal

import pytest

from packages.domain.market_data.rows import ActionKind, CorporateAction, FinancialFact
from packages.domain.market_data.symbols import parse_symbol
from src.modules.research.domain.figures import AbsentFigure, ResearchFigure, present
from src.modules.research.domain.valuation.assumptions import METHODS, SCENARIOS, Outlook, ValuationVerdict
from src.modules.research.domain.valuation.collect import NothingToValue, ValuationFigures, valuation_figures
from src.modules.research.domain.valuation.points import verdict_of
from src.modules.research.domain.valuation.scenarios import outlook_of
from tests.src.modules.research.domain.builders import CHINESE, columns, fact, facts, series, valuations
from tests.src.modules.research.domain.conftest import COMPANIES, Demo
from tests.src.modules.research.recomputing import Source, agrees

pytestmark = pytest.mark.slow

PRICE = columns([20.0])
YEARS = ("2022-12-31", "2023-12-31", "2024-12-31", "2025-09-30")
FLOWS = {  # three whole years, and nine months of this one
    "revenue": (800, 900, 1000, 800),
    "net_profit_parent": (80, 90, 100, 82),
    "operating_cash_flow": (100, 110, 120, 100),
    "capex": (20, 20, 20, 15),
}
LAST_YEAR = {"revenue": 730, "net_profit_parent": 72, "operating_cash_flow": 90, "capex": 15}  # nine months of it


def reports(**balance: object) -> list[FinancialFact]:
    """Twelve months to 2025-09-30: revenue 1070, profit 110, operating cash 130, capex 20."""
    told = [fact(item, end, value) for item, values in FLOWS.items() for end, value in zip(YEARS, values, strict=True)]
    told += [fact(item, "2024-09-30", value) for item, value in LAST_YEAR.items()]
    told += facts("revenue", {"2022-09-30": 600, "2021-12-31": 700, "2021-09-30": 500})
    owned = {"equity_parent": 500, "shares_total": 50, **balance}
    return told + [fact(item, YEARS[-1], value) for item, value in owned.items() if value is not None]


def valued(rows: list[FinancialFact], multiples: Sequence[object] | None = None) -> ValuationFigures:
    return valuation_figures(valuations([10] * 80 if multiples is None else multiples), rows, series(PRICE))


def number(told: ValuationFigures, key: str) -> float:
    figure = told.figures[key]
    assert isinstance(figure, ResearchFigure), figure
    return float(figure.value)


def reason(told: ValuationFigures, key: str) -> str:
    absent = told.figures[key]
    assert isinstance(absent, AbsentFigure), absent
    return absent.reason


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("price", 20.0),
        ("shares", 50.0),
        ("eps_ttm", 2.2),  # (82 + 100 - 72) / 50
        ("book_value_per_share", 10.0),
        ("sales_per_share_ttm", 21.4),  # (800 + 1000 - 730) / 50
        ("graham_number", 22.248595461286989),  # sqrt(22.5 * 2.2 * 10)
        ("graham_margin", 1 - 20 / 22.248595461286989),
        ("revenue_growth_3y", (1070 / 800) ** (1 / 3) - 1),  # twelve months to 2022-09-30: 600 + 700 - 500
        ("value_pe_median", 22.0),
        ("dcf_flow", 110.0),
    ],
)
def test_a_share_by_hand(key: str, value: float) -> None:
    assert number(valued(reports()), key) == pytest.approx(value)


def test_the_number_of_graham_stands_on_twelve_months_and_not_on_the_report() -> None:
    eps = valued(reports()).figures["eps_ttm"]
    assert isinstance(eps, ResearchFigure)
    assert eps.period == "12 months to 2025-09-30"
    assert "fact:DEMO1.SZ:income:net_profit_parent:2024-12-31:v1:demo" in eps.rows


@pytest.mark.parametrize("rows", [reports(equity_parent=-5), reports(equity_parent=0)])
def test_graham_has_no_number_without_book_value(rows: list[FinancialFact]) -> None:
    assert "needs a positive book_value_per_share" in reason(valued(rows), "graham_number")


def test_a_loss_has_no_graham_no_peg_and_no_value_by_earnings() -> None:
    loss = [*reports(), fact("net_profit_parent", YEARS[-1], -200, version=2)]
    told = valued(loss, [10] * 79 + [None])
    for key in ("graham_number", "peg", "value_pe_median", "profit_growth_1y"):
        assert isinstance(told.figures[key], AbsentFigure)


def test_peg_needs_growth() -> None:
    rows = [*reports(), *(fact("net_profit_parent", end, 200) for end in ("2023-09-30",))]
    told = valued(rows)
    # Twelve months to 2024-09-30: 72 + 90 - 200 < 0, so there is no base to grow from.
    assert "growth from or to a loss has no percentage" in reason(told, "peg")
    shrunk = valued([*reports(), fact("net_profit_parent", "2023-09-30", -60)])
    # 72 + 90 + 60 = 222 a year before, 110 now.
    assert "Profit did not grow (-50.5% a year)" in reason(shrunk, "peg")
    grew = valued([*reports(), fact("net_profit_parent", "2023-09-30", 62)])
    # 72 + 90 - 62 = 100 a year before, 110 now: PE 20 / 2.2 over 10 per cent.
    assert number(grew, "peg") == pytest.approx(20 / 2.2 / 10)


def test_the_range_of_the_dcf_is_that_of_its_stated_cases() -> None:
    told = valued(reports())
    cases = [number(told, f"dcf_{scenario.case}") for scenario in SCENARIOS]
    assert cases == sorted(cases)
    assert (number(told, "dcf_lower_bound"), number(told, "dcf_upper_bound")) == (cases[0], cases[-1])
    assert len(told.assumptions) == 4
    assert "discounted at 8.5%" in str(told.assumptions[2])
    base = number(told, "dcf_base")
    assert [number_of for cell in told.sensitivity if (number_of := _value(cell.value)) == pytest.approx(base)] != []
    assert len(told.sensitivity) == 15


def _value(finding: object) -> float:
    assert isinstance(finding, ResearchFigure)
    return float(finding.value)


def test_a_higher_discount_is_worth_less_and_a_higher_growth_more() -> None:
    cells = valued(reports()).sensitivity
    by_place = {(cell.discount, cell.terminal): _value(cell.value) for cell in cells}
    for (discount, terminal), value in by_place.items():
        assert all(value > other for (d, t), other in by_place.items() if t == terminal and d > discount)
        assert all(value < other for (d, t), other in by_place.items() if d == discount and t > terminal)


def test_cash_that_flows_out_is_not_discounted() -> None:
    told = valued([*reports(), fact("capex", YEARS[-1], 400, version=2)])
    assert "what is not positive cannot be discounted" in reason(told, "dcf_base")
    # Sales grew by a tenth a year, so it is valued as a growth company: by earnings and sales where a DCF is none.
    assert (told.sensitivity, [point.method for point in told.points]) == ((), ["pe", "ps"])


def test_profit_stands_in_for_free_cash_flow_where_it_is_not_told_and_says_so() -> None:
    told = valued([row for row in reports() if row.item != "capex"])
    assert number(told, "dcf_flow") == 110
    assert str(told.assumptions[0]).startswith("The flow is owner earnings")


def test_without_three_years_nothing_grows_faster_than_for_ever() -> None:
    told = valued([row for row in reports() if row.period_end > date(2022, 12, 31)])
    assert isinstance(told.figures["dcf_growth"], AbsentFigure)
    # 110 / 50 = 2.2 a share, growing by 3 % for ever, at 8.5 %.
    assert number(told, "dcf_base") == pytest.approx(2.2 * 1.03 / (0.085 - 0.03))


def test_growth_of_the_past_is_bounded() -> None:
    rows = [*reports(), fact("revenue", YEARS[-1], 8000, version=2)]
    assert number(valued(rows), "dcf_growth") == pytest.approx(0.15)


def test_shares_come_from_the_market_value_where_reports_do_not_count_them() -> None:
    told = valued(reports(shares_total=None))
    assert number(told, "shares") == pytest.approx(50)  # 1000 / 20
    assert number(told, "eps_ttm") == pytest.approx(2.2)


def test_a_split_after_the_report_is_in_the_figures_of_a_share() -> None:
    split = CorporateAction(
        symbol=CHINESE,
        ex_date=date(2025, 11, 3),
        kind=ActionKind.SPLIT,
        value=Decimal(2),
        source="demo",
        known_at=datetime.fromisoformat("2025-10-20T00:00:00+00:00"),
    )
    told = valuation_figures(valuations([10] * 80), reports(), series(PRICE), [split])
    assert number(told, "shares") == 100
    assert number(told, "eps_ttm") == pytest.approx(1.1)
    assert split.id in told.figures["eps_ttm"].rows


def test_a_price_in_another_currency_than_the_reports_is_not_compared() -> None:
    told = valuation_figures(valuations([10] * 80), reports(), series(PRICE, parse_symbol("DEMO5")))
    assert "cannot be compared" in reason(told, "graham_margin")
    assert (told.points, told.verdict) == ((), None)


def test_valuations_alone_give_percentiles_and_no_value() -> None:
    told = valued([])
    assert number(told, "pe_percentile") == 0.5
    assert (told.verdict, told.report_end) == (None, None)
    assert isinstance(told.figures["value_middle"], AbsentFigure)


def test_nothing_at_all_is_an_error_that_says_what_to_do() -> None:
    with pytest.raises(NothingToValue, match="neither reports nor valuations"):
        valuation_figures([], [], series(PRICE))
    with pytest.raises(NothingToValue, match="has no price"):
        valuation_figures(valuations([10]), [], series(columns([])))


@pytest.mark.parametrize(
    ("part", "verdict"),
    [
        ("0.85", ValuationVerdict.UNDERVALUED),
        ("0.86", ValuationVerdict.FAIR),
        ("1.14", ValuationVerdict.FAIR),
        ("1.15", ValuationVerdict.OVERVALUED),
    ],
)
def test_the_verdict_follows_from_the_price_against_the_weighted_value(part: str, verdict: ValuationVerdict) -> None:
    told = valued(reports())
    middle = told.figures["value_middle"]
    assert isinstance(middle, ResearchFigure)
    assert verdict_of(replace(told.price, value=middle.value * Decimal(part)), middle) is verdict  # type: ignore[operator]


def test_the_weights_of_all_methods_make_one_and_the_rates_leave_room() -> None:
    assert {sum(method.weight for method in methods) for methods in METHODS.values()} == {1}
    assert all(scenario.discount - scenario.terminal >= Decimal("0.04") for scenario in SCENARIOS)


@pytest.mark.parametrize("at", ["2025-12-31", "2020-09-15", "2021-07-01", "2023-03-01"])
@pytest.mark.parametrize("symbol", COMPANIES)
def test_the_values_of_a_demo_company_stand_on_its_rows(symbol: str, at: str, demo: Demo) -> None:
    known = demo.known(symbol, at)
    told = valuation_figures(known.valuations, known.facts, known.bars, known.actions)
    source = Source([*known.facts, *known.valuations, *known.actions], known.bars)
    assert all(agrees(figure, source) for figure in present(told.figures).values())
    assert all(figure.known_at <= known.as_of for figure in present(told.figures).values())
    assert all(agrees(cell.value, source) for cell in told.sensitivity if isinstance(cell.value, ResearchFigure))


@pytest.mark.parametrize("at", ["2025-12-31", "2020-09-15", "2021-07-01"])
@pytest.mark.parametrize("symbol", COMPANIES[:6])
def test_earnings_times_the_multiple_give_the_price_also_right_after_a_split(symbol: str, at: str, demo: Demo) -> None:
    known = demo.known(symbol, at)
    told = valuation_figures(known.valuations, known.facts, known.bars, known.actions)
    assert number(told, "eps_ttm") * number(told, "pe_ttm") == pytest.approx(number(told, "price"), rel=1e-4)
    assert number(told, "book_value_per_share") * number(told, "pb") == pytest.approx(number(told, "price"), rel=1e-4)


def test_the_loss_maker_is_valued_by_sales_alone(demo: Demo) -> None:
    known = demo.known("DEMO7")
    told = valuation_figures(known.valuations, known.facts, known.bars, known.actions)
    assert [point.method for point in told.points] == ["ps"]
    assert "needs 60 days with a positive PE, 0 are there" in reason(told, "pe_percentile")


def test_the_demo_companies_are_told_apart(demo: Demo) -> None:
    found = [demo.known(symbol) for symbol in COMPANIES]
    told = [valuation_figures(one.valuations, one.facts, one.bars, one.actions) for one in found]
    for key in ("pb_percentile", "ps_percentile", "value_middle", "safety_margin"):
        assert len({number(one, key) for one in told}) == len(COMPANIES)


@pytest.mark.parametrize("count", [0, -50])
def test_a_count_of_shares_that_is_not_positive_leaves_no_value_a_share_and_says_so(count: int) -> None:
    told = valued(reports(shares_total=count), multiples=[])
    assert "no count of shares" in reason(told, "shares")
    for key in ("eps_ttm", "book_value_per_share", "dcf_base", "value_middle"):
        assert isinstance(told.figures[key], AbsentFigure)
    assert told.verdict is None


def test_an_average_count_stands_in_for_a_count_of_zero() -> None:
    told = valued([*reports(shares_total=0), fact("shares_basic_average", YEARS[-1], 50, unit="shares")])
    assert number(told, "shares") == 50


@pytest.mark.parametrize(
    ("before", "now", "outlook"),
    [
        (-18, -23, Outlook.FALLING),
        (-23, -18, Outlook.STEADY),
        (-5, 10, Outlook.RISING),
        (10, -5, Outlook.FALLING),
        (100, 110, Outlook.RISING),
    ],
)
def test_the_odds_do_not_call_a_loss_growth(before: int, now: int, outlook: Outlook) -> None:
    """Sales grow by a fifth throughout."""
    told = facts("revenue", {"2023-12-31": 1000, "2024-12-31": 1200})
    told += facts("net_profit_parent", {"2023-12-31": before, "2024-12-31": now})
    told += [fact("equity_parent", "2024-12-31", 500), fact("shares_total", "2024-12-31", 50)]
    assert outlook_of(valued(told).figures) is outlook
