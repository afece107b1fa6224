"""What is good and what is bad by kind of business: a bank is read by its loans and its capital, a developer by its
gearing and its presales."""

from collections.abc import Mapping
from decimal import Decimal

from packages.core.messages import Message, has, message
from src.modules.research.domain.audit.scores import CRITERIA, WEIGHTS, AuditDimension, ScoreCriterion, criterion
from src.modules.research.domain.business import BusinessKind

Criteria = Mapping[AuditDimension, tuple[ScoreCriterion, ...]]
_BASEL = "Basel III minimum with its buffers, and where well-capitalised peers stand; how we score it is our judgement"
_RED_LINES = "the three red lines that Chinese regulators set for developers in 2020"
_SOLVENCY = "C-ROSS and Solvency II minimum of 100%; how we score what lies above it is our judgement"

_GROWTH = CRITERIA[AuditDimension.GROWTH]
_EQUITY = criterion("equity_to_assets", "0.30", "0.03 0  0.05 35  0.065 60  0.08 80  0.11 100")
_COSTS = criterion("cost_to_income", "1", "0.20 100  0.30 85  0.45 70  0.65 45  0.80 20  0.95 0")
_PROVISIONS = "0 100  0.05 85  0.12 70  0.25 45  0.40 20  0.60 0"

_BANK: Criteria = {
    AuditDimension.PROFITABILITY: (
        criterion("roe", "0.40", "-0.05 0  0 20  0.06 40  0.09 60  0.12 80  0.16 100"),
        criterion("roa", "0.30", "-0.002 0  0 20  0.005 45  0.008 65  0.010 80  0.014 100"),
        criterion("net_interest_margin", "0.30", "0.005 0  0.012 30  0.016 45  0.020 70  0.025 85  0.035 100"),
    ),
    AuditDimension.GROWTH: _GROWTH,
    AuditDimension.CASH_FLOW_QUALITY: (
        criterion("npl_ratio", "0.40", "0.005 100  0.010 85  0.013 70  0.018 45  0.030 10  0.050 0"),
        criterion("provision_coverage", "0.30", "0.80 0  1.30 40  1.80 70  2.50 90  4 100"),
        criterion("provision_burden", "0.30", _PROVISIONS),
    ),
    AuditDimension.SOLVENCY: (
        criterion("capital_adequacy", "0.35", "0.080 0  0.105 40  0.125 70  0.140 85  0.180 100", _BASEL),
        criterion("core_tier1_ratio", "0.35", "0.050 0  0.075 40  0.090 60  0.105 80  0.140 100", _BASEL),
        _EQUITY,
    ),
    AuditDimension.EFFICIENCY: (_COSTS,),
}
_INSURER: Criteria = {
    AuditDimension.PROFITABILITY: (
        criterion("roe", "0.50", "-0.05 0  0 20  0.05 40  0.09 60  0.12 75  0.18 100"),
        criterion("net_margin", "0.30", "-0.05 0  0 25  0.03 45  0.06 65  0.09 80  0.15 100"),
        criterion("roa", "0.20", "-0.005 0  0 20  0.005 45  0.010 65  0.015 80  0.030 100"),
    ),
    AuditDimension.GROWTH: (
        criterion("revenue_yoy", "0.30", "-0.30 0  -0.10 25  0 45  0.10 70  0.20 85  0.30 100"),
        criterion("net_profit_yoy", "0.40", "-0.50 0  -0.20 20  0 45  0.10 62  0.25 85  0.50 100"),
        criterion("premiums_yoy", "0.30", "-0.15 0  -0.05 20  0 40  0.05 60  0.10 80  0.20 100"),
    ),
    AuditDimension.CASH_FLOW_QUALITY: (
        criterion("combined_ratio", "0.60", "0.85 100  0.92 85  0.96 70  1 45  1.05 20  1.15 0"),
        criterion("claims_ratio", "0.40", "0.45 100  0.58 80  0.66 70  0.75 45  0.85 20  1 0"),
    ),
    AuditDimension.SOLVENCY: (
        criterion("solvency_ratio", "0.60", "1 0  1.20 25  1.50 45  2 75  2.50 90  3 100", _SOLVENCY),
        criterion("equity_to_assets", "0.40", "0.03 0  0.05 30  0.07 45  0.10 70  0.15 85  0.25 100"),
    ),
    # Most of what an insurer spends are claims and commissions: running costs take far less of its revenue.
    AuditDimension.EFFICIENCY: (
        criterion("cost_to_income", "1", "0.05 100  0.10 85  0.15 70  0.22 45  0.30 20  0.45 0"),
    ),
}
_HEALTH: Criteria = {
    AuditDimension.PROFITABILITY: (
        criterion("roe", "0.50", "-0.05 0  0 20  0.08 45  0.14 70  0.20 85  0.28 100"),
        criterion("net_margin", "0.30", "-0.02 0  0 25  0.02 45  0.04 70  0.06 85  0.09 100"),
        criterion("roa", "0.20", "-0.02 0  0 20  0.03 45  0.05 70  0.08 90  0.11 100"),
    ),
    AuditDimension.GROWTH: _GROWTH,
    AuditDimension.CASH_FLOW_QUALITY: (
        criterion("claims_ratio", "1", "0.78 100  0.82 85  0.85 70  0.89 45  0.93 15  1 0"),
    ),
    AuditDimension.SOLVENCY: (
        criterion("equity_to_assets", "1", "0.10 0  0.20 30  0.26 45  0.33 70  0.45 90  0.55 100"),
    ),
    AuditDimension.EFFICIENCY: (
        criterion("cost_to_income", "1", "0.08 100  0.11 85  0.14 70  0.18 45  0.25 15  0.35 0"),
    ),
}
_BROKER: Criteria = {
    AuditDimension.PROFITABILITY: (
        criterion("roe", "0.50", "-0.05 0  0 20  0.05 40  0.08 60  0.12 80  0.18 100"),
        criterion("net_margin", "0.30", "-0.10 0  0 20  0.12 45  0.20 70  0.30 90  0.40 100"),
        criterion("roa", "0.20", "-0.005 0  0 20  0.005 45  0.010 65  0.015 80  0.030 100"),
    ),
    AuditDimension.GROWTH: _GROWTH,
    AuditDimension.CASH_FLOW_QUALITY: (criterion("provision_burden", "1", _PROVISIONS),),
    AuditDimension.SOLVENCY: (
        criterion("equity_to_assets", "0.60", "0.03 0  0.05 35  0.07 60  0.10 75  0.20 100"),
        criterion("capital_adequacy", "0.40", "0.080 0  0.105 40  0.125 70  0.140 85  0.180 100", _BASEL),
    ),
    AuditDimension.EFFICIENCY: (_COSTS,),
}
_PROPERTY: Criteria = {
    AuditDimension.PROFITABILITY: (
        criterion("roe", "0.40", "-0.10 0  0 25  0.05 45  0.10 65  0.15 85  0.22 100"),
        criterion("gross_margin", "0.30", "0 0  0.10 25  0.18 45  0.25 65  0.30 80  0.40 100"),
        criterion("net_margin", "0.30", "-0.10 0  0 25  0.05 45  0.10 70  0.15 85  0.25 100"),
    ),
    AuditDimension.GROWTH: (
        criterion("revenue_yoy", "0.30", "-0.40 0  -0.15 25  0 45  0.10 70  0.25 90  0.40 100"),
        criterion("net_profit_yoy", "0.35", "-0.50 0  -0.20 20  0 45  0.10 62  0.25 85  0.50 100"),
        criterion("presales_yoy", "0.35", "-0.40 0  -0.15 20  0 45  0.10 70  0.25 90  0.40 100"),
    ),
    AuditDimension.CASH_FLOW_QUALITY: CRITERIA[AuditDimension.CASH_FLOW_QUALITY],
    AuditDimension.SOLVENCY: (
        criterion("net_debt_to_equity", "0.35", "-0.20 100  0.30 85  0.70 70  1 45  1.50 15  2.50 0", _RED_LINES),
        criterion("cash_to_short_debt", "0.30", "0 0  0.50 20  1 45  1.50 70  2.50 100", _RED_LINES),
        criterion(
            "liabilities_less_presales", "0.35", "0.30 100  0.50 85  0.65 70  0.70 45  0.80 15  0.95 0", _RED_LINES
        ),
    ),
    AuditDimension.EFFICIENCY: (
        criterion("inventory_days", "0.60", "365 100  730 85  1095 70  1825 40  2920 0"),
        criterion("asset_turnover", "0.40", "0.02 0  0.10 25  0.16 45  0.25 70  0.50 100"),
    ),
}  # fmt: skip
_GROWING: Criteria = {
    **CRITERIA,
    AuditDimension.PROFITABILITY: (
        criterion("gross_margin", "0.40", "0 0  0.15 20  0.30 45  0.50 70  0.65 90  0.80 100"),
        criterion("net_margin", "0.25", "-0.50 0  -0.10 25  0.02 45  0.10 70  0.20 90  0.30 100"),
        criterion("roe", "0.35", "-0.30 0  -0.05 25  0.05 45  0.10 65  0.15 85  0.20 100"),
    ),
    AuditDimension.GROWTH: (
        criterion("revenue_yoy", "0.45", "-0.15 0  0 25  0.10 45  0.20 70  0.30 85  0.50 100"),
        criterion("net_profit_yoy", "0.20", "-0.50 0  -0.20 20  0 45  0.15 65  0.30 85  0.60 100"),
        criterion("revenue_quarter_yoy", "0.35", "-0.15 0  0 25  0.10 45  0.20 70  0.30 85  0.50 100"),
    ),
}
_TABLES: Mapping[BusinessKind, Criteria] = {
    BusinessKind.BANK: _BANK,
    BusinessKind.INSURER: _INSURER,
    BusinessKind.CASUALTY_INSURER: _INSURER,
    BusinessKind.HEALTH_INSURER: _HEALTH,
    BusinessKind.BROKER: _BROKER,
    BusinessKind.PROPERTY: _PROPERTY,
    BusinessKind.GROWTH: _GROWING,
}
# In the order of `AuditDimension`. A cyclical company's balance sheet has to last through the trough.
_SHARES: Mapping[BusinessKind, str] = {
    BusinessKind.BANK: "0.30 0.15 0.25 0.20 0.10",
    BusinessKind.INSURER: "0.30 0.15 0.20 0.25 0.10",
    BusinessKind.CASUALTY_INSURER: "0.30 0.15 0.20 0.25 0.10",
    BusinessKind.HEALTH_INSURER: "0.30 0.20 0.20 0.20 0.10",
    BusinessKind.BROKER: "0.35 0.20 0.10 0.25 0.10",
    BusinessKind.PROPERTY: "0.20 0.15 0.20 0.35 0.10",
    BusinessKind.CYCLICAL: "0.30 0.15 0.25 0.20 0.10",
    BusinessKind.GROWTH: "0.20 0.35 0.15 0.15 0.15",
}


def criteria_of(kind: BusinessKind) -> Criteria:
    return _TABLES.get(kind, CRITERIA)


def weights_of(kind: BusinessKind) -> Mapping[AuditDimension, Decimal]:
    if kind not in _SHARES:
        return WEIGHTS
    return dict(zip(AuditDimension, map(Decimal, _SHARES[kind].split()), strict=True))


def title_of(kind: BusinessKind, dimension: AuditDimension) -> Message:
    """What the dimension is called for the kind: a bank has no cash flow quality but asset quality."""
    own = f"research.dimension.{dimension}.{kind}"
    return message(own if has(own) else f"research.dimension.{dimension}")
