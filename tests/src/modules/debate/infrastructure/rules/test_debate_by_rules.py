"""A whole debate by rules: both sides from the experts' own words, a resolution by written figures."""

import random
import re
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from packages.core.messages import Language, render, word
from packages.domain.evidence.experts import EXPERTS
from src.modules.debate.application.dtos import DebateOutcomeDTO
from src.modules.debate.application.expert_mapping import debate_input_of
from src.modules.debate.application.services.debate_service import DebateService
from src.modules.debate.domain.dtos import BearArgument, BullArgument, DebateInput, ExpertSummary
from src.modules.debate.domain.dtos.expert_point import ExitLevel, ExpertPoint
from src.modules.debate.domain.language import language_of_experts
from src.modules.debate.domain.model.enums import RiskLevel, Stance
from src.modules.debate.infrastructure.rules.advocate_rules import BearRules, BullRules
from src.modules.debate.infrastructure.rules.resolution_rules import ResolutionRules
from tests.effort import examples
from tests.src.modules.debate.making import RAW, SYMBOL, bear, bull, debate_input, five_experts, summary

SIGNALS = ["STRONG_BULLISH", "BULLISH", "NEUTRAL", "BEARISH", "STRONG_BEARISH"]
PHRASES = [
    "Profits improve[E1].", "Demand is weakening[E2][E3].", "RSI is 61.0[E4], above 50.0[E5].", "As it is.",
    "净利润同比为 -55.1%[E6]。", "技术面偏多[E7]。", "What carries it: cash[E8].",
    "第一支撑位为 10.2 元/股[E9]，失守则失效。",
]  # fmt: skip
TEXTS = st.lists(st.sampled_from(PHRASES), max_size=4).map(" ".join)
SUMMARIES = st.builds(
    ExpertSummary,
    signal=st.sampled_from(SIGNALS),
    confidence=st.floats(0, 1, allow_nan=False),
    reasoning=TEXTS,
    risk_warning=TEXTS,
)
DEBATES = st.dictionaries(st.sampled_from(EXPERTS), SUMMARIES, min_size=1)


async def debated(given: DebateInput, rounds: int = 1) -> DebateOutcomeDTO:
    return await DebateService(BullRules(), BearRules(), ResolutionRules()).run(given, rounds)


@settings(max_examples=examples(60), deadline=None)
@given(DEBATES, st.integers(1, 3), st.randoms(use_true_random=False))
async def test_any_order_of_the_experts_gives_the_same_debate(
    experts: dict[str, ExpertSummary], rounds: int, chance: random.Random
) -> None:
    names = list(experts)
    chance.shuffle(names)
    shuffled = {name: experts[name] for name in names}
    assert await debated(debate_input(experts), rounds) == await debated(debate_input(shuffled), rounds)


@settings(max_examples=examples(60), deadline=None)
@given(DEBATES)
async def test_bull_and_bear_may_change_places(experts: dict[str, ExpertSummary]) -> None:
    """With the cases exchanged the direction turns round, and how sure it is stays."""
    given = debate_input(experts)
    one, other = await BullRules().advocate(given), await BearRules().advocate(given)
    told = await ResolutionRules().resolve(SYMBOL, one, other)
    turned = await ResolutionRules().resolve(SYMBOL, *exchanged(one, other))
    assert {told.direction, turned.direction} in ({"BULLISH", "BEARISH"}, {"NEUTRAL"})
    assert told.confidence == turned.confidence


def exchanged(one: BullArgument, other: BearArgument) -> tuple[BullArgument, BearArgument]:
    shared = ("confidence", "core_thesis", "supporting_arguments")
    as_bull: dict[str, Any] = {name: getattr(other, name) for name in shared}
    as_bear: dict[str, Any] = {name: getattr(one, name) for name in shared}
    return (
        BullArgument(direction="BULLISH", acknowledged_risks=[], price_catalysts=[], **as_bull),  # type: ignore[arg-type]
        BearArgument(direction="BEARISH", acknowledged_strengths=[], risk_triggers=[], **as_bear),  # type: ignore[arg-type]
    )


@settings(max_examples=examples(60), deadline=None)
@given(DEBATES, st.integers(1, 3))
async def test_every_argument_is_an_experts_own_sentence(experts: dict[str, ExpertSummary], rounds: int) -> None:
    outcome = await debated(debate_input(experts), rounds)
    for one in [*outcome.bull_case.supporting_arguments, *outcome.bear_case.supporting_arguments]:
        expert = experts[one.dimension]
        said = re.sub(r"\[\w+:(E\d+)\]", r"[\1]", one.argument)
        assert said in f"{expert.reasoning} {expert.risk_warning}"
        language = language_of_experts(debate_input(experts))
        colon = "：" if language is Language.ZH else ": "
        names = (word("expert_name", one.dimension), word("signal", expert.signal.upper()))
        assert one.evidence.startswith(colon.join(render(name, language) for name in names))
        assert all(f"[{one.dimension}:" in tag for tag in re.findall(r"\[\w+:E\d+\]", one.argument))


async def test_all_neutral_experts_lean_nowhere() -> None:
    outcome = await debated(debate_input({name: summary("NEUTRAL", 0.8) for name in EXPERTS}))
    assert outcome.direction == "NEUTRAL"
    assert outcome.confidence > 0
    assert outcome.risk_matrix == []
    assert outcome.key_disagreements == []


async def test_agreeing_experts_give_their_direction_and_contradiction_lowers_the_confidence() -> None:
    def experts(*signals: str) -> DebateInput:
        return debate_input(
            {name: summary(one, 0.8, "So it is[E1].") for name, one in zip(EXPERTS, signals, strict=True)}
        )

    agreed = await debated(experts(*["BULLISH"] * 5))
    divided = await debated(experts("BULLISH", "BULLISH", "BULLISH", "BULLISH", "BEARISH"))
    torn = await debated(experts("BULLISH", "BULLISH", "BULLISH", "BEARISH", "BEARISH"))
    fall = await debated(experts(*["BEARISH"] * 5))
    assert (agreed.direction, divided.direction, torn.direction, fall.direction) == (
        "BULLISH", "BULLISH", "BULLISH", "BEARISH",
    )  # fmt: skip
    assert agreed.confidence > divided.confidence > torn.confidence
    assert agreed.confidence == fall.confidence


async def test_fewer_experts_and_fewer_rows_lower_the_confidence() -> None:
    rows = {name: summary("BULLISH", 0.8, "Profits improve[E1].") for name in EXPERTS}
    words = {name: summary("BULLISH", 0.8, "Profits improve.") for name in EXPERTS}
    two = dict(list(rows.items())[:2])
    whole, told, few = [await debated(debate_input(experts)) for experts in (rows, words, two)]
    assert whole.confidence > told.confidence
    assert whole.confidence > few.confidence
    assert len(few.degraded) == 1


async def test_the_weaker_side_argues_from_what_the_others_grant() -> None:
    granting = summary("BULLISH", 0.8, "Profits improve[E1].", "Demand is weakening[E2].")
    outcome = await debated(debate_input({"financial_auditor": granting}))
    assert outcome.bear_case.supporting_arguments[0].argument == "Demand is weakening[financial_auditor:E2]."
    assert "no expert is bearish" in outcome.bear_case.core_thesis
    assert outcome.bull_case.acknowledged_risks == ["Financial auditor: Demand is weakening[financial_auditor:E2]."]
    assert (outcome.bear_case.confidence or 0) < (outcome.bull_case.confidence or 0)


async def test_a_side_for_which_nobody_speaks_says_so() -> None:
    outcome = await debated(debate_input({"financial_auditor": summary("BULLISH", 0.8, "Profits improve[E1].")}))
    assert outcome.bear_case.supporting_arguments == []
    assert outcome.bear_case.confidence == 0
    assert "gives the bear anything to argue from" in outcome.bear_case.core_thesis
    chinese = await debated(debate_input({"financial_auditor": summary("BULLISH", 0.8, "技术面偏多[E1]。")}))
    assert "空方无从立论" in chinese.bear_case.core_thesis


async def test_the_risks_come_from_the_experts_with_what_to_do() -> None:
    outcome = await debated(debate_input())
    risks = {item.risk.split(":")[0]: item for item in outcome.risk_matrix}
    assert next(item for item in outcome.risk_matrix if "A holder sells" in item.risk).probability == "HIGH"
    assert risks["Technical analyst"].mitigation.startswith(
        "Leave when it closes below the first support of 10.20 CNY/share."
    )
    assert risks["Valuation modeler"].risk
    fallen = next(item for item in outcome.risk_matrix if "-37.2%" in item.risk)
    assert fallen.impact == "HIGH"
    assert re.search(r"Cap the position at 0\.\d\d of its usual size", fallen.mitigation)
    assert "[valuation_modeler:E6]" in fallen.mitigation


async def test_what_an_expert_knows_of_a_risk_goes_before_its_words() -> None:
    level = ExitLevel(kind="support", name="first support", price="9.80 CNY/share")
    turned = ExpertPoint(
        text="A finish below 9.80[E1] would end the loss of 3%.", side=Stance.BEAR, kind="refutation", level=level
    )
    likely = ExpertPoint(
        text="Breakouts may be false[E2].",
        side=Stance.BEAR,
        kind="warning",
        probability=RiskLevel.HIGH,
        impact=RiskLevel.HIGH,
    )
    points = {"technical_analyst": [turned, likely]}
    given = debate_input({"technical_analyst": summary("BULLISH", 0.8, "It rises.")})
    given = given.model_copy(update={"points": points})
    outcome = await debated(given)
    first, second = sorted(outcome.risk_matrix, key=lambda item: item.risk)
    assert (first.impact, second.impact, second.probability) == ("MEDIUM", "HIGH", "HIGH")
    assert first.mitigation.startswith("Leave when it closes below the first support of 9.80 CNY/share.")


async def test_the_disagreements_name_experts_that_contradict_each_other() -> None:
    outcome = await debated(debate_input())
    assert "The financial auditor supports the bull" in outcome.key_disagreements[0]
    assert "The valuation modeler supports the bear" in outcome.key_disagreements[0]


async def test_the_resolution_tells_the_figures_that_decided() -> None:
    experts = five_experts()
    calm = experts["catalyst_detective"].model_copy(update={"signal": "Neutral"})
    outcome = await debated(debate_input(experts | {"catalyst_detective": calm}))
    assert outcome.direction == "BULLISH"
    assert f"bull {outcome.bull_case.confidence:.2f}" in outcome.conflict_resolution
    assert f"bear {outcome.bear_case.confidence:.2f}" in outcome.conflict_resolution
    assert "The bull outweighs, mainly because of the financial auditor" in outcome.conflict_resolution
    assert "5 of 5 experts" in outcome.conflict_resolution


async def test_chinese_experts_are_debated_in_chinese() -> None:
    outcome = await debated(debate_input_of(SYMBOL, RAW).debate_input)
    texts = [outcome.conflict_resolution, outcome.bull_case.core_thesis, outcome.bear_case.core_thesis]
    texts += [item.mitigation for item in outcome.risk_matrix] + outcome.key_disagreements
    assert all(re.search("[\u4e00-\u9fff]", text) for text in texts)
    assert "收盘跌破第一支撑位 10.20 元/股 即离场" in str(outcome.risk_matrix)


async def test_in_a_second_round_the_strongest_argument_is_answered_or_granted() -> None:
    first, second = await debated(debate_input()), await debated(debate_input(), rounds=2)
    assert "The other side's strongest argument comes from the valuation modeler" in second.bull_case.core_thesis
    assert "No expert gives an answer to it: granted." in second.bull_case.core_thesis
    assert (second.bull_case.confidence or 0) < (first.bull_case.confidence or 0)
    assert "The same expert also says" in second.bear_case.core_thesis
    assert second.bear_case.confidence == first.bear_case.confidence


async def test_rules_can_weigh_the_cases_of_models() -> None:
    told = await ResolutionRules().resolve(SYMBOL, bull(), bear())
    assert (told.direction, told.risk_matrix[0].probability) == ("BULLISH", "MEDIUM")


async def test_two_different_sets_of_experts_get_different_debates() -> None:
    turned = {name: one.model_copy(update={"signal": "BEARISH"}) for name, one in five_experts().items()}
    one, other = await debated(debate_input()), await debated(debate_input(turned))
    assert one.direction != other.direction
    assert one.conflict_resolution != other.conflict_resolution


@pytest.mark.parametrize("rounds", [1, 2, 3])
async def test_nobody_at_all_can_be_debated_without_an_error(rounds: int) -> None:
    outcome = await debated(debate_input({}), rounds)
    assert (outcome.direction, outcome.bull_case.supporting_arguments) == ("NEUTRAL", [])
