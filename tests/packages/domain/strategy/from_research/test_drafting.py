"""Verdicts made by hand become rules, each with the claims it stands on."""

from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given

from packages.core.messages import Language, render
from packages.domain.accounts.profile import Profile, ReturnExpectation, RiskTolerance, TradingYears
from packages.domain.conversation.bounds import constraints_of
from packages.domain.conversation.constraints import check_strategy
from packages.domain.strategy.from_research.codec import read_text, stored_text
from packages.domain.strategy.from_research.drafted import ClauseKind, DraftedStrategy
from packages.domain.strategy.from_research.drafting import strategy_from
from packages.domain.strategy.from_research.facts import CallAction, ResearchFacts, StatedPoint, VerdictLevel
from packages.domain.strategy.from_research.refusals import NoStrategyFromVerdict, why_not
from packages.domain.strategy.from_research.sizing import USUAL_CAPITAL, capital_for_a_lot
from packages.domain.strategy.indicators.catalogue import CATALOGUE
from packages.domain.strategy.json_tree import Json, is_number
from packages.domain.strategy.model import Direction
from packages.domain.strategy.validate import Validator
from tests.packages.domain.strategy.from_research.handmade import (
    PROFILES,
    a_purchase,
    a_sale,
    limits_of,
    row,
    verdicts,
)

LONG, SHORT = Direction.LONG, Direction.SHORT


def clauses_of(drafted: DraftedStrategy) -> dict[str, tuple[str, ...]]:
    return {clause.pointer: clause.claim_ids for clause in drafted.clauses}


def compare(left: str, op: str, right: Json) -> Json:
    return {"cmp": {"left": {"ref": left}, "op": op, "right": right}}


def test_a_purchase_becomes_a_long_strategy_clause_by_clause() -> None:
    drafted = strategy_from(a_purchase(), limits_of())
    assert drafted.document["trade"] == {
        "long": {
            "entry": {
                "condition": {
                    "all": [
                        compare("close", "gt", {"ref": "ma20"}),
                        compare("close", "gt", {"ref": "ma60"}),
                        compare("plus_di14", "gt", {"ref": "minus_di14"}),
                        compare("rsi14", "gt", 50.0),
                        compare("close", "gt", 95.0),
                        compare("close", "lt", 112.0),
                    ]
                },
                "order": {"type": "market"},
            },
            "exits": [
                {"type": "stop_loss", "stop": {"kind": "pct", "value": 0.05}},
                {"type": "take_profit", "target": {"kind": "pct", "value": 0.12}},
                {"type": "signal_exit", "condition": compare("close", "lt", 95.0)},
                {"type": "signal_exit", "condition": compare("close", "lt", {"ref": "ma60"})},
                {"type": "time_exit", "bars": 42},
            ],
            "position_sizing": {"mode": "risk_per_trade", "pct": 0.0048},
        }
    }


def test_every_clause_names_the_claims_it_came_from() -> None:
    found = clauses_of(strategy_from(a_purchase(), limits_of()))
    at = "/trade/long"
    assert found[f"{at}/entry/order"] == ("verdict:action",)
    assert found[f"{at}/entry/condition/all/0"] == ("technical_analyst:E1-E2", "debate:bull:1")
    assert found[f"{at}/entry/condition/all/4"] == ("verdict:stop_loss",)
    assert found[f"{at}/exits/0"] == ("verdict:stop_loss",)
    assert found[f"{at}/exits/1"] == ("verdict:take_profit",)
    assert found[f"{at}/exits/2"] == ("verdict:trigger:1", "verdict:stop_loss")
    assert found[f"{at}/exits/3"] == ("verdict:trigger:2",)
    assert found[f"{at}/exits/4"] == ("verdict:horizon",)
    assert found[f"{at}/position_sizing"] == ("verdict:probability", "profile:kyc.risk_tolerance=moderate")
    assert found["/factors/ma60"] == ("technical_analyst:E1-E3", "debate:bull:1", "verdict:trigger:2")


def test_what_rules_cannot_say_is_left_out_with_the_reason() -> None:
    drafted = strategy_from(a_purchase(), limits_of())
    why = {one.claim_id: one.why.code.rpartition(".")[2] for one in drafted.left_out}
    assert why == {
        "debate:bull:4": "not_on_the_chart",
        "debate:bull:5": "no_comparison",
        "verdict:trigger:3": "trigger_without_price",
    }


@pytest.mark.parametrize(
    ("action", "direction", "reason"),
    [
        (CallAction.SELL, LONG, "sell_long"),
        (CallAction.HOLD, LONG, "hold_long"),
        (CallAction.NO_CALL, LONG, "no_call_long"),
        (CallAction.BUY, SHORT, "buy_short"),
        (None, LONG, "no_verdict"),
    ],
)
def test_a_verdict_that_gives_no_entry_gives_no_strategy(
    action: CallAction | None, direction: Direction, reason: str
) -> None:
    with pytest.raises(NoStrategyFromVerdict) as refused:
        strategy_from(replace(a_purchase(), action=action), limits_of(), direction)
    assert refused.value.details == {"reason": reason}
    assert all("DEMO5" in render(refused.value.said, language) for language in Language)


def test_a_sale_becomes_a_short_only_when_asked_for_and_allowed() -> None:
    drafted = strategy_from(a_sale(), limits_of(), SHORT)
    assert drafted.document["trade"] == {
        "short": {
            "entry": {
                "condition": {
                    "all": [
                        compare("close", "lt", {"ref": "ma200"}),
                        compare("close", "lt", 112.0),
                        compare("close", "gt", 91.0),
                    ]
                },
                "order": {"type": "market"},
            },
            "exits": [
                {"type": "stop_loss", "stop": {"kind": "pct", "value": 0.12}},
                {"type": "take_profit", "target": {"kind": "pct", "value": 0.09}},
                {"type": "signal_exit", "condition": compare("close", "gt", 112.0)},
                {"type": "time_exit", "bars": 42},
            ],
            "position_sizing": {"mode": "risk_per_trade", "pct": 0.0056},
        }
    }
    careful = Profile(RiskTolerance.CONSERVATIVE, ReturnExpectation.GROWTH, TradingYears.YEARS_5_PLUS)
    for facts, limits, reason in (
        (a_sale(), limits_of(careful), "short_profile"),
        (replace(a_sale(), symbol="DEMO1.SZ"), limits_of(), "short_market"),
    ):
        with pytest.raises(NoStrategyFromVerdict) as refused:
            strategy_from(facts, limits, SHORT)
        assert refused.value.reason == reason


def test_a_market_that_the_profile_refuses_gives_no_strategy() -> None:
    careful = Profile(RiskTolerance.CONSERVATIVE, ReturnExpectation.GROWTH, TradingYears.YEARS_5_PLUS)
    with pytest.raises(NoStrategyFromVerdict) as refused:
        strategy_from(replace(a_purchase(), symbol="BTC-USD"), limits_of(careful))
    assert refused.value.reason == "market"


def test_a_stop_by_average_true_ranges_stays_one() -> None:
    stop = VerdictLevel(95.0, (row("close"), row("atr14")), atr_multiple=2)
    trigger = StatedPoint("verdict:trigger:1", "A close below 95.00.", stop.rows, True)
    trade = strategy_from(replace(a_purchase(), stop=stop, triggers=(trigger,)), limits_of()).document["trade"]
    assert isinstance(trade, dict)
    exits = trade["long"]["exits"]  # type: ignore[index, call-overload]
    assert exits[0]["stop"] == {"kind": "atr_multiple", "value": 2, "period": 14}  # type: ignore[index, call-overload]
    assert exits[2]["condition"] == compare("close", "lt", 95.0)  # type: ignore[index, call-overload]


@pytest.mark.parametrize("text", ["A close above MA60 ends it.", "MA60 matters.", "Below or above MA60."])
def test_a_trigger_that_does_not_say_which_side_is_wrong_is_left_out(text: str) -> None:
    facts = replace(a_purchase(), triggers=(StatedPoint("verdict:trigger:1", text, (row("ma60"),), True),))
    why = [one.why.code for one in strategy_from(facts, limits_of()).left_out if one.claim_id == "verdict:trigger:1"]
    assert why == ["strategy.from_research.left_out.trigger_without_side"]


@pytest.mark.parametrize("beside", ["rsi14", "volume_ratio", "roe"])
def test_a_trigger_that_also_waits_for_another_figure_is_no_close_beyond_the_price(beside: str) -> None:
    text = "A fall below its line, with MA60 no longer rising."
    facts = replace(a_purchase(), triggers=(StatedPoint("verdict:trigger:1", text, (row(beside), row("ma60")), True),))
    why = [one.why.code for one in strategy_from(facts, limits_of()).left_out if one.claim_id == "verdict:trigger:1"]
    assert why == ["strategy.from_research.left_out.trigger_without_price"]


def test_a_trigger_may_name_the_close_beside_its_price() -> None:
    cited = (row("close"), row("ma60"))
    facts = replace(a_purchase(), triggers=(StatedPoint("verdict:trigger:1", "A close below MA60.", cited, True),))
    assert "verdict:trigger:1" in clauses_of(strategy_from(facts, limits_of()))["/trade/long/exits/2"]


def test_a_small_stake_of_the_verdict_makes_the_size() -> None:
    drafted = strategy_from(replace(a_purchase(), stake=0.02), limits_of())
    (size,) = [clause for clause in drafted.clauses if clause.kind is ClauseKind.SIZE]
    assert "verdict:stake" in size.claim_ids
    assert drafted.document["trade"]["long"]["position_sizing"]["pct"] == 0.001  # type: ignore[index, call-overload]


def test_a_draft_comes_back_from_its_stored_text() -> None:
    drafted = strategy_from(a_purchase(), limits_of())
    assert read_text(stored_text(drafted)) == drafted


@given(verdicts())
def test_any_verdict_gives_valid_rules_with_existing_claims_within_every_profile(facts: ResearchFacts) -> None:
    direction = LONG if facts.action is CallAction.BUY else SHORT
    for profile in PROFILES:
        refusal = why_not(facts, limits_of(profile), direction)
        if refusal is not None:
            assert refusal.reason in {"market", "short_market", "short_profile"}
            continue
        drafted = strategy_from(facts, limits_of(profile), direction)
        strategy = Validator(CATALOGUE).document(drafted.document).require()
        assert check_strategy(constraints_of(profile), strategy) == ()
        assert_clauses_name_claims(drafted, facts)
        assert drafted == strategy_from(facts, limits_of(profile), direction)


def assert_clauses_name_claims(drafted: DraftedStrategy, facts: ResearchFacts) -> None:
    known = existing_claims(facts) | {claim.id for claim in drafted.claims if claim.id.startswith("profile:")}
    pointers = [clause.pointer for clause in drafted.clauses]
    assert len(pointers) == len(set(pointers))
    for clause in drafted.clauses:
        assert clause.claim_ids
        assert known.issuperset(clause.claim_ids)
        assert render(clause.why, Language.ZH)
        assert render(clause.why, Language.EN)
    assert known.issuperset(one.claim_id for one in drafted.left_out)
    for number in number_pointers({name: drafted.document[name] for name in ("factors", "trade")}):
        assert any(number.startswith(f"{pointer}/") for pointer in pointers), number


def existing_claims(facts: ResearchFacts) -> set[str]:
    tags = [row.tag for row in facts.rows.values() if row.expert == "technical_analyst"]
    pairs = {f"technical_analyst:{one}-{other}" for one in tags for other in tags}
    points = {point.id for point in (*facts.bull, *facts.bear, *facts.triggers)}
    names = {"action", "probability", "stake", "horizon", "stop_loss", "take_profit"}
    return pairs | points | {f"verdict:{name}" for name in names}


def number_pointers(value: Json, at: str = "") -> list[str]:
    if isinstance(value, dict):
        return [found for key, item in value.items() for found in number_pointers(item, f"{at}/{key}")]
    if isinstance(value, list):
        return [found for place, item in enumerate(value) for found in number_pointers(item, f"{at}/{place}")]
    return [at] if is_number(value) else []


def test_rules_whose_size_buys_less_than_a_lot_say_what_capital_it_takes() -> None:
    drafted = strategy_from(a_purchase(), limits_of(), language=Language.EN)
    assert "buys nothing" not in _described(drafted), "one share at 100 is within reach"
    dear = replace(
        a_purchase(),
        symbol="600519.SH",
        price=1500.0,
        stop=VerdictLevel(1425.0, ()),
        target=VerdictLevel(1680.0, ()),
    )
    drafted = strategy_from(dear, limits_of(), language=Language.EN)
    risk = drafted.document["trade"]["long"]["position_sizing"]["pct"]  # type: ignore[index,call-overload]
    needed = capital_for_a_lot(1500.0, 100, float(str(risk)), 0.05)
    assert needed > USUAL_CAPITAL
    assert "100,000 buys nothing at this size: one lot (100) at 1,500.00 takes about" in _described(drafted)
    assert "一手也买不了" in _described(strategy_from(dear, limits_of(), language=Language.ZH))


def _described(drafted: DraftedStrategy) -> str:
    strategy = drafted.document["strategy"]
    return str(strategy["description"] if isinstance(strategy, dict) else "")


@pytest.mark.parametrize("language", list(Language))
def test_prices_of_a_verdict_say_their_day_and_have_the_digits_of_the_tick(language: Language) -> None:
    stop, target = (
        VerdictLevel(94.98765432101, (row("support_1"),)),
        VerdictLevel(112.123456789, (row("resistance_1"),)),
    )
    drafted = strategy_from(replace(a_purchase(), stop=stop, target=target), limits_of(), language=language)
    document: Any = drafted.document
    conditions = document["trade"]["long"]["entry"]["condition"]["all"]
    assert compare("close", "gt", 94.99) in conditions
    assert compare("close", "lt", 112.12) in conditions
    about = document["strategy"]["description"]
    assert {Language.EN: "do not move with the market", Language.ZH: "不会随行情移动"}[language] in about
    assert "2026-03-02" in about
