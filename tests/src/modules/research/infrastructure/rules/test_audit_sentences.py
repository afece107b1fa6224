"""What the rules auditor says of one made-up company, sentence by sentence."""

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from datetime import datetime
from typing import cast

from packages.core.messages import Language
from packages.domain.market_data.rows import FinancialFact
from src.modules.research.application.briefing import brief_of
from src.modules.research.domain.audit.collect import audit_figures
from src.modules.research.domain.audit.rules import rules_of
from src.modules.research.domain.brief import CompanyProfile, Expert
from src.modules.research.domain.business import BusinessKind
from src.modules.research.domain.opinions import AuditOpinion
from src.modules.research.domain.ports import MarketData
from src.modules.research.domain.rulebook import rule_rows
from src.modules.research.infrastructure.rules.audit_rules import audit_opinion
from tests.src.modules.research.domain.builders import AS_OF, CHINESE, fact

THEN, NOW = "2024-12-31", "2025-12-31"
SOUND: dict[str, tuple[object, object]] = {
    "revenue": (1000, 1200),
    "net_profit_parent": (150, 180),
    "operating_cash_flow": (180, 230),
    "capex": (20, 20),
    "total_assets": (1000, 1100),
    "total_liabilities": (200, 200),
    "equity_parent": (800, 900),
    "current_assets": (500, 600),
    "current_liabilities": (150, 150),
    "shares_total": (100, 100),
}


class _Companies:
    async def companies(self, _as_of: datetime) -> dict[str, tuple[str, ...]]:
        return {}


def rows(unit: str | None = None, **changed: tuple[object, object]) -> list[FinancialFact]:
    told = {**SOUND, **changed}
    return [
        fact(item, end, value, unit=unit if end == THEN and item != "shares_total" else None)
        for item, pair in told.items()
        for end, value in zip((THEN, NOW), pair, strict=True)
    ]


def audited(facts: Sequence[FinancialFact], kind: BusinessKind = BusinessKind.ORDINARY) -> AuditOpinion:
    found = audit_figures(facts, kind=kind)
    company = CompanyProfile(CHINESE, "演示", "Demo", "", "CNY")
    brief = asyncio.run(
        brief_of(
            Expert.FINANCIAL_AUDITOR,
            cast(MarketData, _Companies()),
            company,
            AS_OF,
            Language.EN,
            found.figures,
            rules=rule_rows(rules_of(kind)),
        )
    )
    return audit_opinion(replace(brief, kind=kind))


def test_what_meets_its_good_line_is_never_told_as_what_weighs_on_a_company() -> None:
    told = audited(rows())
    assert "What carries" in told.summary_reasoning
    weighs = told.summary_reasoning.partition("What weighs on it most")[2].partition(". ")[0]
    assert "above the good line" not in weighs
    assert not [risk for risk in told.key_risks if "the weakest" in risk and "good line of" in risk.split(",")[0]]


def test_equal_quarters_are_told_as_the_same_and_not_as_a_fall() -> None:
    quarters = ("2024-03-31", "2025-03-31")
    told = audited([fact(item, end, pair[0]) for item, pair in SOUND.items() for end in quarters])
    assert "the same as a year before" in told.narrative_report
    assert "down to" not in told.narrative_report


def test_a_loss_has_no_profit_that_could_fail_to_arrive() -> None:
    told = audited(rows(net_profit_parent=(-100, -100), operating_cash_flow=(-200, -200)))
    assert "more cash went out than the loss on paper" in told.narrative_report
    assert "part of the profit" not in told.narrative_report


def test_periods_in_another_currency_are_not_compared_and_the_report_says_so() -> None:
    told = audited(rows(unit="USD"))
    assert "Some periods are in USD" in told.narrative_report
    assert "revenue growth" not in told.narrative_report.lower().partition("what is missing")[0]


def test_net_margin_before_minorities_is_called_so() -> None:
    note = "before minorities"
    assert note in audited(rows(net_profit=(200, 240))).narrative_report
    assert note not in audited(rows()).narrative_report


def test_a_leap_that_nobody_would_believe_is_told_as_doubtful_and_not_scored() -> None:
    told = audited(rows(revenue=(1000, 10**9), net_profit_parent=(150, 10**8)))
    flags = told.narrative_report.partition("### Red flags")[2].partition("###")[0]
    assert "Revenue of" in flags
    assert "(income statement, revenue)" in flags
    assert "Net profit of" in flags
    assert "%" not in flags
    found = audit_figures(rows(revenue=(1000, 10**9), net_profit_parent=(150, 10**8)))
    scored = {finding.name for dimension in found.dimensions for finding in dimension.used}
    assert scored.isdisjoint({"roe", "roa", "revenue_yoy", "net_profit_yoy", "asset_turnover", "net_margin"})


def test_negative_equity_is_a_red_flag_that_caps_the_score() -> None:
    rich = rows(equity_parent=(-100, -100), total_liabilities=(1100, 1200))
    told = audited(rich)
    assert "Shareholders' equity is -100" in told.narrative_report
    assert "(balance sheet, equity of the parent)" in told.narrative_report
    assert told.financial_score <= 45


def test_claims_that_were_only_paid_are_not_scored_without_the_reserves() -> None:
    bare = audited(rows(premiums=(700, 800), claims=(200, 230)), BusinessKind.INSURER)
    assert "lack insurance reserves" in bare.narrative_report
    assert "Underwriting is not scored" in bare.narrative_report
    told = rows(premiums=(700, 800), claims=(200, 230), insurance_reserves=(900, 1300))
    reserved = audit_figures(told, kind=BusinessKind.INSURER)
    assert float(reserved.latest["claims_ratio"].value) == (230 + 400) / 800  # type: ignore[union-attr]


def test_a_health_insurer_is_read_by_its_medical_costs_and_not_by_current_items() -> None:
    told = audit_figures(rows(), kind=BusinessKind.HEALTH_INSURER)
    assert "current_ratio" not in told.latest
    assert "claims_ratio" in told.latest
