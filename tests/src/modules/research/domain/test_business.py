"""Which kind of business a company is, by register, statement lines and name."""

from decimal import Decimal

import pytest

from packages.core.messages import has
from src.modules.research.domain.business import BusinessKind, business_kind

K = BusinessKind


@pytest.mark.parametrize(
    ("industry", "kind"),
    [
        ("SIC 6021", K.BANK),
        ("SIC 6211", K.BROKER),
        ("SIC 6331", K.CASUALTY_INSURER),
        ("SIC 6324", K.HEALTH_INSURER),
        ("SIC 3531", K.CYCLICAL),
        ("SIC 3571", K.ORDINARY),
        ("SIC 7372", K.GROWTH),
        ("SIC 1531", K.PROPERTY),
        ("J66货币金融服务", K.BANK),
        ("J67资本市场服务", K.BROKER),
        ("J68保险业", K.INSURER),
        ("K70房地产业", K.PROPERTY),
        ("C36汽车制造业", K.CYCLICAL),
        ("Insurance - Property & Casualty", K.CASUALTY_INSURER),
        ("Banks - Diversified", K.BANK),
        ("Healthcare Plans", K.HEALTH_INSURER),
        ("Conglomerates", K.HOLDING),
        ("machinery", K.CYCLICAL),
        ("semiconductors", K.GROWTH),
        ("consumer", K.ORDINARY),
        ("utilities", K.ORDINARY),
        ("biotech", K.GROWTH),
    ],
)
def test_the_register_s_industry_tells_the_kind(industry: str, kind: BusinessKind) -> None:
    assert business_kind(industry) is kind


def test_a_code_that_is_no_special_kind_is_ordinary_whatever_the_lines_say() -> None:
    assert business_kind("SIC 5812", {"deposits"}) is K.ORDINARY


def test_without_an_industry_the_lines_of_the_statements_tell() -> None:
    assert business_kind("", {"revenue", "deposits"}) is K.BANK
    assert business_kind("", {"revenue", "premiums", "claims"}) is K.INSURER
    assert business_kind("", {"net_interest_income", "fee_income"}) is K.BROKER
    assert business_kind("", {"revenue", "operating_cost", "net_interest_income"}) is K.ORDINARY


def test_without_either_the_name_tells_only_what_names_do_tell() -> None:
    assert business_kind("", (), name="平安银行") is K.BANK
    assert business_kind("", (), name="中国人寿") is K.INSURER
    assert business_kind("", (), name="Gold Street Coffee") is K.ORDINARY


def test_what_nothing_tells_apart_is_a_growth_company_from_twenty_percent_a_year() -> None:
    assert business_kind("", growth=Decimal("0.20")) is K.GROWTH
    assert business_kind("", growth=Decimal("0.19")) is K.ORDINARY
    assert business_kind("steel", growth=Decimal("0.40")) is K.CYCLICAL


def test_only_lenders_insurers_and_brokers_are_financial() -> None:
    assert {kind for kind in K if kind.is_financial} == {
        *(K.BANK, K.BROKER, K.INSURER, K.CASUALTY_INSURER, K.HEALTH_INSURER)
    }
    assert all(has(code) for kind in K for code in (kind.called().code, f"words.as_business.{kind}"))
