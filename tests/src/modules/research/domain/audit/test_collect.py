"""The auditor's figures: hand-worked, absent where something is missing, and never guessed."""

from decimal import Decimal

import pytest

from packages.domain.market_data.rows import FinancialFact, Statement
from src.modules.research.domain.audit.collect import AuditFigures, BadReportLimit, NoReports, audit_figures
from src.modules.research.domain.audit.scores import AuditDimension, AuditSignal, signal_of
from src.modules.research.domain.figures import AbsentFigure, FigureStatus, ResearchFigure, present
from tests.src.modules.research.domain.builders import fact
from tests.src.modules.research.domain.conftest import COMPANIES, Demo
from tests.src.modules.research.recomputing import Source, agrees

pytestmark = pytest.mark.slow

BEFORE, NOW = "2023-12-31", "2024-12-31"
FLOWS = {
    "revenue": (800, 1000),
    "operating_cost": (500, 600),
    "operating_profit": (120, 160),
    "total_profit": (120, 150),
    "net_profit_parent": (80, 100),
    "operating_cash_flow": (90, 120),
    "capex": (30, 50),
    "interest_expense": (10, 10),
    "eps_basic": (8, 10),
}
BALANCES = {
    "total_assets": (900, 1100),
    "total_liabilities": (400, 500),
    "equity_parent": (450, 550),
    "current_assets": (400, 500),
    "current_liabilities": (200, 250),
    "cash": (100, 150),
    "receivables": (90, 110),
    "inventory": (60, 90),
    "goodwill": (0, 55),
    "short_debt": (50, 60),
    "long_debt": (100, 145),
    "shares_total": (10, 10),
}


def two_years(**other: tuple[int | None, int | None]) -> list[FinancialFact]:
    """Two whole years; None leaves a figure out."""
    told = {**FLOWS, **BALANCES, **other}
    return [
        fact(item, end, value)
        for item, values in told.items()
        for end, value in zip((BEFORE, NOW), values, strict=True)
        if value is not None
    ]


def number(told: AuditFigures, name: str) -> float:
    figure = told.latest[name]
    assert isinstance(figure, ResearchFigure), figure
    return float(figure.value)


def reason(told: AuditFigures, name: str) -> str:
    absent = told.latest[name]
    assert isinstance(absent, AbsentFigure), absent
    return absent.reason


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("gross_margin", 0.40),  # (1000 - 600) / 1000
        ("operating_margin", 0.16),
        ("net_margin", 0.10),
        ("roe", 0.20),  # 100 / ((450 + 550) / 2)
        ("roa", 0.10),  # 100 / ((900 + 1100) / 2)
        ("eps", 10.0),
        ("eps_ttm", 10.0),  # 100 / 10
        ("revenue_yoy", 0.25),
        ("net_profit_yoy", 0.25),
        ("net_profit_change", 20.0),
        ("cash_conversion", 1.2),
        ("free_cash_flow_ttm", 70.0),
        ("free_cash_flow_margin", 0.07),
        ("debt_ratio", 500 / 1100),
        ("current_ratio", 2.0),
        ("quick_ratio", 1.64),  # (500 - 90) / 250
        ("net_debt_to_equity", 0.1),  # (60 + 145 - 150) / 550
        ("interest_cover", 16.0),  # (150 + 10) / 10
        ("goodwill_to_equity", 0.1),
        ("receivable_days", 36.5),  # 365 * 100 / 1000
        ("inventory_days", 45.625),  # 365 * 75 / 600
        ("asset_turnover", 1.0),
    ],
)
def test_a_year_by_hand(name: str, value: float) -> None:
    assert number(audit_figures(two_years()), name) == pytest.approx(value)


def test_a_score_by_hand() -> None:
    told = audit_figures(two_years())
    growth = next(one for one in told.dimensions if one.dimension is AuditDimension.GROWTH)
    # Revenue +25 %: halfway between 85 and 100. Profit +25 %: 85. The quarter is not told. (92.5*.35 + 85*.40) / .75.
    assert isinstance(growth.score, ResearchFigure)
    assert float(growth.score.value) == pytest.approx((92.5 * 0.35 + 85 * 0.40) / 0.75)
    assert growth.sufficiency == Decimal("0.75")
    assert [absent.name for absent in growth.absent] == ["revenue_quarter_yoy"]


@pytest.mark.slow
@pytest.mark.parametrize("symbol", COMPANIES)
def test_the_score_that_is_shown_agrees_with_the_signal(symbol: str, demo: Demo) -> None:
    told = audit_figures(demo.known(symbol).facts)
    assert told.financial_score is not None
    assert signal_of(told.financial_score) is told.signal


def test_every_figure_can_be_computed_again_from_its_rows() -> None:
    rows = two_years(net_profit_parent=(-80, -50))
    told = audit_figures(rows)
    assert all(agrees(figure, Source(rows)) for figure in present(told.figures).values())
    assert isinstance(told.score, ResearchFigure)


def test_a_loss_that_narrows_is_a_status_and_its_change_stands_in_money() -> None:
    told = audit_figures(two_years(net_profit_parent=(-80, -50)))
    absent = told.latest["net_profit_yoy"]
    assert isinstance(absent, AbsentFigure)
    assert absent.status is FigureStatus.LOSS_NARROWED
    assert number(told, "net_profit_change") == 30
    assert "made a loss" in reason(told, "cash_conversion")


def test_zero_revenue_has_no_margin_and_no_days() -> None:
    told = audit_figures(two_years(revenue=(0, 0)))
    for name in ("gross_margin", "net_margin", "receivable_days", "free_cash_flow_margin"):
        assert isinstance(told.latest[name], AbsentFigure)
    absent = told.latest["revenue_yoy"]
    assert isinstance(absent, AbsentFigure)
    assert absent.status is FigureStatus.BASE_ZERO


def test_a_company_without_stock_has_no_days_of_it() -> None:
    assert reason(audit_figures(two_years(inventory=(0, 0))), "inventory_days") == "The company keeps no inventory."
    assert "is not there" in reason(audit_figures(two_years(inventory=(None, None))), "inventory_days")


def test_a_bank_is_not_judged_by_its_debts_or_its_cash_flow() -> None:
    nothing = (None, None)
    gone = ("operating_cost", "current_assets", "current_liabilities", "inventory", "receivables", "capex")
    told = audit_figures(two_years(**dict.fromkeys(gone, nothing), total_liabilities=(830, 1010)))
    assert number(told, "debt_ratio") == pytest.approx(1010 / 1100)
    by_name = {one.dimension: one for one in told.dimensions}
    solvency, cash = by_name[AuditDimension.SOLVENCY], by_name[AuditDimension.CASH_FLOW_QUALITY]
    assert "debt_ratio" not in {finding.name for finding in solvency.used}
    assert any("as with banks" in absent.reason for absent in solvency.absent)
    assert isinstance(cash.score, AbsentFigure)
    assert told.sufficiency < Decimal("0.7")


def test_one_report_alone_has_what_it_says_and_nothing_that_needs_another() -> None:
    told = audit_figures([row for row in two_years() if str(row.period_end) == NOW])
    assert number(told, "net_margin") == pytest.approx(0.10)
    for name in ("roe", "roa", "revenue_yoy", "net_profit_yoy", "receivable_days", "asset_turnover"):
        assert "a year before" in reason(told, name) or "the year before" in reason(told, name)


def test_one_figure_alone_gives_no_score() -> None:
    told = audit_figures([fact("revenue", NOW, 10)])
    assert isinstance(told.score, AbsentFigure)
    assert (told.signal, told.sufficiency) == (None, Decimal(0))


def test_equity_that_is_eaten_up_has_no_return() -> None:
    assert "only a positive amount" in reason(audit_figures(two_years(equity_parent=(-450, -550))), "roe")


def test_a_half_year_alone_does_not_pass_for_a_year() -> None:
    rows = [fact("revenue", "2025-06-30", 500), fact("net_profit_parent", "2025-06-30", 50)]
    told = audit_figures(rows)
    assert number(told, "revenue") == 500
    assert "Twelve months" in reason(told, "net_margin")
    assert "Twelve months" in reason(told, "net_profit_ttm")


def test_a_disclosed_ratio_stands_in_where_the_statements_are_silent() -> None:
    disclosed = fact("current_ratio", NOW, "1.9", statement=Statement.INDICATOR, unit="ratio")
    told = audit_figures([*two_years(current_assets=(None, None)), disclosed])
    assert number(told, "current_ratio") == pytest.approx(1.9)
    figure = told.latest["current_ratio"]
    assert isinstance(figure, ResearchFigure)
    assert figure.rows == (disclosed.id,)


@pytest.mark.parametrize("limit", [0, 21, -1])
def test_a_limit_beyond_1_to_20_is_refused(limit: int) -> None:
    with pytest.raises(BadReportLimit):
        audit_figures(two_years(), limit)


def test_no_reports_are_an_error_that_says_what_to_do() -> None:
    with pytest.raises(NoReports, match="parley data sync"):
        audit_figures([])


@pytest.mark.parametrize("limit", [1, 5, 20])
def test_the_limit_says_how_many_periods_are_told_newest_first(limit: int, demo: Demo) -> None:
    told = audit_figures(demo.known("DEMO1.SZ").facts, limit)
    ends = [period.end for period in told.periods]
    assert len(ends) == limit
    assert ends == sorted(ends, reverse=True)
    assert str(ends[0]) == "2025-09-30"
    assert "revenue@2025-09-30" in told.figures


@pytest.mark.parametrize("symbol", COMPANIES)
def test_the_figures_of_a_demo_company_stand_on_its_reports(symbol: str, demo: Demo) -> None:
    known = demo.known(symbol)
    told = audit_figures(known.facts)
    source = Source(known.facts)
    assert all(agrees(figure, source) for figure in present(told.figures).values())
    assert all(figure.known_at <= known.as_of for figure in present(told.figures).values())
    assert told.signal is not None
    assert told.sufficiency > Decimal("0.8")


def test_the_demo_companies_are_told_apart(demo: Demo) -> None:
    told = {symbol: audit_figures(demo.known(symbol).facts) for symbol in COMPANIES}
    for name in ("gross_margin", "roe", "debt_ratio", "receivable_days"):
        assert len({number(one, name) for one in told.values()}) == len(COMPANIES)
    signals = {symbol: one.signal for symbol, one in told.items()}
    assert signals["DEMO2.SH"] is AuditSignal.BULLISH
    assert signals["DEMO7"] is AuditSignal.BEARISH


def test_a_restated_report_reads_as_first_told_before_and_as_restated_after(demo: Demo) -> None:
    before = audit_figures(demo.known("DEMO4.SH", "2019-08-01").facts, 20).figures["revenue@2018-09-30"]
    after = audit_figures(demo.known("DEMO4.SH", "2019-09-20").facts, 20).figures["revenue@2018-09-30"]
    assert isinstance(before, ResearchFigure)
    assert isinstance(after, ResearchFigure)
    assert before.value > after.value
    assert (":v1:" in before.rows[0], ":v2:" in after.rows[0]) == (True, True)
