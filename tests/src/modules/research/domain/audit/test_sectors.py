"""Audits by kind of business: what each is scored on, worked by hand, and the flags that name their line."""

from decimal import Decimal
from itertools import pairwise

import pytest

from packages.core.messages import has
from packages.domain.market_data.rows import FinancialFact, Statement
from src.modules.research.domain.audit.collect import AuditFigures, audit_figures, period_figures
from src.modules.research.domain.audit.flags import red_flags
from src.modules.research.domain.audit.rules import GOOD_POINTS, LABELS, WEAK_POINTS, line
from src.modules.research.domain.audit.scores import AuditDimension
from src.modules.research.domain.audit.sectors import criteria_of, title_of, weights_of
from src.modules.research.domain.business import BusinessKind
from src.modules.research.domain.figures import ResearchFigure, present
from src.modules.research.domain.financial_statements import Books
from tests.src.modules.research.domain.audit.test_collect import two_years
from tests.src.modules.research.domain.builders import fact
from tests.src.modules.research.recomputing import Source, agrees

NOW, BEFORE = "2024-12-31", "2023-12-31"
K = BusinessKind


def bank() -> list[FinancialFact]:
    told = {
        "revenue": (90, 100),
        "net_profit_parent": (30, 33),
        "net_interest_income": (60, 66),
        "provision_for_losses": (10, 12),
        "sga_expense": (28, 30),
        "total_assets": (3000, 3600),
        "total_liabilities": (2760, 3300),
        "equity_parent": (240, 300),
        "loans": (1800, 2000),
        "deposits": (2200, 2500),
    }
    rows = [
        fact(item, end, value)
        for item, values in told.items()
        for end, value in zip((BEFORE, NOW), values, strict=True)
    ]
    disclosed = {"npl_ratio": "0.013", "capital_adequacy": "0.125", "core_tier1_ratio": "0.09"}
    return rows + [
        fact(item, NOW, value, statement=Statement.INDICATOR, unit="ratio") for item, value in disclosed.items()
    ]


def number(told: AuditFigures, name: str) -> float:
    figure = told.latest[name]
    assert isinstance(figure, ResearchFigure), figure
    return float(figure.value)


@pytest.mark.parametrize("kind", K)
def test_the_tables_of_every_kind_hold_together(kind: BusinessKind) -> None:
    weights = weights_of(kind)
    assert sum(weights.values()) == 1
    assert list(weights) == list(criteria_of(kind)) == list(AuditDimension)
    row = fact("revenue", NOW, 1)
    computed = set(period_figures(Books.of([row]), row.period_end, kind))
    for dimension, criteria in criteria_of(kind).items():
        assert has(title_of(kind, dimension).code)
        assert sum(one.weight for one in criteria) == 1
        for one in criteria:
            assert one.figure in computed, one.figure
            assert one.figure in LABELS
            assert all(low < high for low, high in pairwise(one.knots[::2])), one.figure
            assert line(one, good=True)[1] >= GOOD_POINTS > WEAK_POINTS >= line(one, good=False)[1]


def test_a_bank_is_scored_on_its_loans_its_capital_and_its_costs_and_on_nothing_industrial() -> None:
    told = audit_figures(bank(), kind=K.BANK)
    assert number(told, "roe") == pytest.approx(33 / 270)  # 33 over the mean of 240 and 300
    assert number(told, "roa") == pytest.approx(33 / 3300)
    assert number(told, "net_interest_margin") == pytest.approx(66 / 3300)  # not disclosed: over average assets
    assert number(told, "provision_burden") == pytest.approx(0.12)
    assert number(told, "cost_to_income") == pytest.approx(0.30)
    assert number(told, "equity_to_assets") == pytest.approx(300 / 3600)
    used = {finding.name for dimension in told.dimensions for finding in dimension.used}
    assert {"npl_ratio", "capital_adequacy", "core_tier1_ratio", "cost_to_income"} <= used
    assert used.isdisjoint({"asset_turnover", "current_ratio", "gross_margin", "debt_ratio", "cash_conversion"})
    assert {"asset_turnover", "current_ratio", "gross_margin"}.isdisjoint(told.latest)
    capital = next(one for one in told.dimensions if one.dimension is AuditDimension.SOLVENCY)
    # 12.5 %: 70 points. 9 %: 60. Equity 8.33 % of assets: 80 + 20 * (.0033 / .03).
    assert isinstance(capital.score, ResearchFigure)
    equity = 80 + 20 * (300 / 3600 - 0.08) / 0.03
    assert float(capital.score.value) == pytest.approx(70 * 0.35 + 60 * 0.35 + equity * 0.30)


def test_what_a_bank_discloses_goes_before_what_we_compute() -> None:
    margin = fact("net_interest_margin", NOW, "0.0262", statement=Statement.INDICATOR, unit="ratio")
    assert number(audit_figures([*bank(), margin], kind=K.BANK), "net_interest_margin") == 0.0262


def test_an_insurer_is_scored_on_its_combined_ratio_and_its_solvency() -> None:
    """Claims of 420 were paid, and reserves grew by 100."""
    own = {"premiums": (700, 800), "claims": (450, 420), "sga_expense": (200, 240), "insurance_reserves": (900, 1000)}
    rows = two_years(**own)
    solvent = fact("solvency_ratio", NOW, "2.3", statement=Statement.INDICATOR, unit="ratio")
    told = audit_figures([*rows, solvent], kind=K.INSURER)
    assert number(told, "combined_ratio") == pytest.approx(760 / 800)
    assert number(told, "claims_ratio") == pytest.approx(520 / 800)
    assert number(told, "premiums_yoy") == pytest.approx(800 / 700 - 1)
    used = {finding.name for dimension in told.dimensions for finding in dimension.used}
    assert {"combined_ratio", "solvency_ratio", "roe"} <= used


def test_a_developer_is_scored_on_gearing_presales_and_short_debt() -> None:
    told = audit_figures(two_years(contract_liabilities=(100, 80)), kind=K.PROPERTY)
    assert number(told, "presales_yoy") == pytest.approx(-0.20)
    assert number(told, "liabilities_less_presales") == pytest.approx((500 - 80) / (1100 - 80))
    assert number(told, "cash_to_short_debt") == pytest.approx(150 / 60)


def test_accruals_are_profit_less_operating_cash_over_average_assets() -> None:
    told = audit_figures(two_years())
    assert number(told, "accruals") == pytest.approx((100 - 120) / 1000)


def test_net_margin_is_of_all_profit_because_revenue_is_of_the_whole_group() -> None:
    told = audit_figures(two_years(net_profit=(100, 130)))
    assert number(told, "net_margin") == pytest.approx(0.13)
    assert number(told, "roe") == pytest.approx(0.20)  # the shareholders' part over their equity


def test_red_flags_name_the_line_of_the_statements_they_rest_on() -> None:
    rows = two_years(receivables=(90, 150), operating_cash_flow=(90, -40), goodwill=(0, 200), short_debt=(50, 400))
    raised = {flag.name: flag for flag in red_flags(audit_figures(rows).latest)}
    assert raised["no_cash"].item == "operating_cash_flow"
    assert raised["no_cash"].severe
    assert raised["receivables_outrun"].item == "receivables"  # +66.7 % against +25 % of revenue
    assert raised["goodwill_to_equity"].item == "goodwill"  # 200 / 550
    assert raised["cash_to_short_debt"].item == "short_debt"  # 150 / 400
    assert raised["accruals"].rule == "flag_accruals"  # (100 + 40) / 1000


def test_sound_books_raise_no_flag() -> None:
    assert red_flags(audit_figures(two_years(inventory=(60, 70))).latest) == []


def test_up_to_eight_quarters_in_a_row_are_told_newest_first() -> None:
    ends = [f"{year}-{day}" for year in (2022, 2023, 2024) for day in ("03-31", "06-30", "09-30", "12-31")]
    rows = [fact("revenue", end, 100 * (place % 4 + 1)) for place, end in enumerate(ends)]
    told = audit_figures(rows)
    assert [str(quarter.end) for quarter in told.quarters] == ends[:-9:-1]
    assert all(float(q.figures["revenue_quarter"].value) == 100 for q in told.quarters)  # type: ignore[union-attr]


@pytest.mark.parametrize("kind", [K.BANK, K.INSURER, K.PROPERTY])
def test_every_figure_of_every_kind_can_be_computed_again_from_its_rows(kind: BusinessKind) -> None:
    rows = [*bank(), *two_years(premiums=(700, 800), claims=(450, 520), contract_liabilities=(100, 80))[40:]]
    told = audit_figures(rows, kind=kind)
    assert all(agrees(figure, Source(rows)) for figure in present(told.figures).values())
    assert told.sufficiency > Decimal("0.2")
