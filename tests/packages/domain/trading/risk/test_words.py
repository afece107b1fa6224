"""Every breach has its sentence in both languages, with the figure, the limit and the clause."""

from decimal import Decimal

import pytest

from packages.core.messages import Language
from packages.domain.trading.risk.breaches import Breach, sentence
from packages.domain.trading.risk.limits import Bound, LimitName, watch
from tests.packages.domain.trading.risk.making import limits, marks


@pytest.mark.parametrize("language", list(Language))
@pytest.mark.parametrize("name", list(LimitName))
def test_every_limit_has_a_sentence_that_names_its_clause(name: LimitName, language: Language) -> None:
    said = sentence(Breach(name, Bound(Decimal("0.25"), "kyc.clause"), Decimal("0.3"), "AAPL"), language)
    assert "kyc.clause" in said
    assert "{" not in said
    assert any("\u4e00" <= letter <= "\u9fff" for letter in said) is (language is Language.ZH)


def test_fractions_are_told_as_percent_and_money_with_its_cents() -> None:
    halt = watch(limits(drawdown="0.25"), marks("70000"))
    assert halt is not None
    assert sentence(halt, Language.EN) == "The equity is 30% below its peak; the most is 25% (set by: deployment)."
    assert sentence(halt, Language.ZH) == "净值距最高点回撤 30%，上限为 25%（依据：deployment）。"
    breach = Breach(LimitName.CAPITAL, Bound(Decimal(9000), "deployment"), Decimal("12345.678"), "AAPL")
    expected = "All positions would be worth 12,345.68; the capital allocated is 9000 (set by: deployment)."
    assert sentence(breach, Language.EN) == expected
