"""Rules beyond a limit are offered the widest number that the limit allows, and nothing else of them changes."""

import pytest

from packages.core.messages import Language
from packages.domain.accounts.profile import Profile, RiskTolerance
from packages.domain.conversation.constraints import check_document, constraints_of
from packages.domain.conversation.fitting import fits, fitted_size
from packages.domain.strategy.json_patch import diff
from packages.domain.strategy.json_tree import Document
from packages.domain.strategy.words.reading import rules_in

RSI = "buy when RSI(14) is below 30, sell above 70"


def rules(text: str) -> Document:
    document = rules_in(text, default_symbol="AAPL").document
    assert document is not None
    return document


@pytest.mark.parametrize(
    ("text", "risk", "offered"),
    [
        (f"{RSI}, stop 5%", RiskTolerance.MODERATE, {"size": 0.4, "stop": 0.02}),
        (f"{RSI}, stop 5%", RiskTolerance.CONSERVATIVE, {"size": 0.2, "stop": 0.01}),
        (f"{RSI}, stop 8%, half the account", RiskTolerance.MODERATE, {"size": 0.25, "stop": 0.04}),
        (f"{RSI}, stop 5%, risk 4% per trade", RiskTolerance.MODERATE, {"risk": 0.02}),
        (f"{RSI}, half the account", RiskTolerance.MODERATE, {"new_stop": 0.04}),
        (f"{RSI}, stop 5%", RiskTolerance.VERY_AGGRESSIVE, {}),
        ("short when RSI(14) is above 70, cover when RSI(14) is below 30, stop 5%", RiskTolerance.CONSERVATIVE, {}),
    ],
)
def test_what_is_offered_is_the_widest_that_the_limit_takes(
    text: str, risk: RiskTolerance, offered: dict[str, float]
) -> None:
    constraints, document = constraints_of(Profile(risk)), rules(text)
    found = fits(constraints, document)
    assert {fit.part: fit.value for fit in found} == offered
    for fit in found:
        assert check_document(constraints, fit.document) == ()
        assert len(diff(document, fit.document)) == 1, "one number makes it fit"
    assert document == rules(text)


def test_a_size_that_just_keeps_the_limit_is_not_refused_by_a_rounding() -> None:
    document = rules(f"{RSI}, stop 5%, 40% of the account")
    assert check_document(constraints_of(Profile(RiskTolerance.MODERATE)), document) == ()
    assert fitted_size(constraints_of(Profile(RiskTolerance.MODERATE)), document) is None


def test_a_refusal_names_the_figures_and_no_place_in_a_document() -> None:
    constraints = constraints_of(Profile(RiskTolerance.MODERATE))
    (broken,) = check_document(constraints, rules(f"{RSI}, stop 5%, the whole account"))
    english, chinese = broken.sentence(Language.EN), broken.sentence(Language.ZH)
    assert "a stop loses 2% of the equity at most; a 5% stop on 100% of the account loses 5%." in english
    assert "100% 的仓位配 5% 的止损会亏 5%" in chinese
    for sentence in (english, chinese):
        assert "/trade" not in sentence
        assert "kyc." not in sentence
