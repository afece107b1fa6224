"""What the speakers of a debate say is held to the experts' rows: sent back once, then removed, then failed."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

import pytest

from packages.domain.evidence.reports.run_book import EvidenceNames
from src.modules.debate.application.expert_mapping import debate_input_of
from src.modules.debate.application.services.debate_service import DebateService
from src.modules.debate.domain.complaints import current_complaints
from src.modules.debate.domain.dtos import BearArgument, BullArgument, DebateInput, ResolutionResult
from src.modules.debate.domain.exceptions import UnboundSpeaker
from src.modules.debate.domain.model.enums import Engine
from tests.packages.domain.evidence.evidence_rows import BOOK, COMPANIES, OWN
from tests.packages.domain.evidence.reports.test_run_book import told
from tests.src.modules.debate.agents import TellingBear, TellingBull, TellingResolution
from tests.src.modules.debate.making import bear, bull, resolution

BOUND = "RSI14 is 63.2[technical_analyst:E10]."
INVENTED = "Revenue will triple to 999 billion[catalyst_detective:E999]."
REMOVED = "(Removed for lack of evidence.)"


def results(**changed: Any) -> dict[str, Any]:
    shown = {
        "signal": "BULLISH",
        "confidence": 0.8,
        "summary_reasoning": "RSI14 is 63.2[E10] and so on.",
        "risk_warning": "None so far.",
        "evidence": told("E10", "E12"),
        "grounding": {"numbers": 4, "bound": 4, "claims": 0, "supported": 0, "violations": []},
    }
    return {"technical_analyst": {**shown, **changed}}


def argued(*texts: str) -> dict[str, Any]:
    points = [
        {"dimension": "technical_analyst", "argument": text, "evidence": "the chart", "strength": "HIGH"}
        for text in texts
    ]
    return {"core_thesis": texts[0], "supporting_arguments": points}


GOOD_BULL = bull(**argued(BOUND), acknowledged_risks=[], price_catalysts=[])
GOOD_BEAR = bear(**argued(BOUND), acknowledged_strengths=[], risk_triggers=[])
GOOD_END = resolution(conflict_resolution=BOUND, risk_matrix=[])


@dataclass
class SecondThoughts(TellingBull):
    """Says one thing first, and another when it is told what was wrong; keeps what it was told."""

    again: BullArgument = GOOD_BULL
    told: list[Sequence[str]] = field(default_factory=list)

    async def advocate(self, input: DebateInput, opponent: BearArgument | None = None) -> BullArgument:  # noqa: A002
        self.told.append(current_complaints())
        return self.again if current_complaints() else self.says


async def names() -> EvidenceNames:
    return EvidenceNames(BOOK.labels, COMPANIES)


async def by_model() -> Engine:
    return Engine.LLM


async def by_rules() -> Engine:
    return Engine.RULES


def debate(
    one: BullArgument = GOOD_BULL, other: BearArgument = GOOD_BEAR, end: ResolutionResult = GOOD_END
) -> DebateService:
    return _between(TellingBull(one), other, end)


def _between(one: TellingBull, other: BearArgument = GOOD_BEAR, end: ResolutionResult = GOOD_END) -> DebateService:
    return DebateService(one, TellingBear(other), TellingResolution(end), engine=by_model, names=names)


def asked(**changed: Any) -> DebateInput:
    return debate_input_of(OWN, results(**changed)).debate_input


async def test_what_rows_bear_out_stays_and_is_counted() -> None:
    outcome = await debate().run(asked())
    assert outcome.grounding is not None
    assert (outcome.grounding.numbers, outcome.grounding.bound, outcome.grounding.removed) == (5, 5, 0)
    assert outcome.bull_case.supporting_arguments[0].argument == BOUND


async def test_a_speaker_is_asked_once_more_with_what_was_wrong() -> None:
    speaker = SecondThoughts(bull(**argued(INVENTED)))
    outcome = await _between(speaker).run(asked())
    assert outcome.bull_case.core_thesis == BOUND
    assert [len(complaints) > 0 for complaints in speaker.told] == [False, True]
    assert any("999 billion" in complaint for complaint in speaker.told[1])
    assert current_complaints() == ()


async def test_what_still_fails_is_removed_with_a_mark_and_counted() -> None:
    stubborn = bull(**argued(f"{BOUND} {INVENTED}", INVENTED), acknowledged_risks=["The CFO was arrested for fraud."])
    outcome = await debate(stubborn).run(asked())
    said = outcome.model_dump_json(exclude={"grounding"})
    assert "999" not in said
    assert "arrested" not in said
    assert outcome.bull_case.core_thesis == f"{BOUND} {REMOVED}"
    assert outcome.bull_case.acknowledged_risks == [REMOVED]
    assert len(outcome.bull_case.supporting_arguments) == 1
    assert outcome.grounding is not None
    assert {one.kind for one in outcome.grounding.violations} >= {"unknown_row", "unsupported_event"}
    assert outcome.grounding.removed > 0


@pytest.mark.parametrize(
    ("speaker", "service"),
    [
        ("bull", debate(bull(**argued(INVENTED)))),
        ("bear", debate(other=bear(**argued("It is dear, and holders sell.")))),
        ("resolution", debate(end=resolution(conflict_resolution="The bull outweighs.", risk_matrix=[]))),
    ],
)
async def test_a_speaker_of_whom_nothing_bound_is_left_ends_the_debate(speaker: str, service: DebateService) -> None:
    with pytest.raises(UnboundSpeaker) as failed:
        await service.run(asked())
    assert (failed.value.code, failed.value.details["speaker"]) == ("debate_failed", speaker)


async def test_an_argument_on_words_alone_is_a_weak_one() -> None:
    outcome = await debate(bull(**argued(BOUND, "The brand is strong."))).run(asked())
    assert [one.strength for one in outcome.bull_case.supporting_arguments] == ["HIGH", "LOW"]


async def test_a_models_speakers_are_no_surer_than_their_rows_carry() -> None:
    end = resolution(conflict_resolution=BOUND, risk_matrix=[], confidence=0.95)
    outcome = await debate(bull(**argued(BOUND), confidence=0.95), end=end).run(asked())
    assert outcome.grounding is not None
    assert (outcome.bull_case.confidence, outcome.confidence) == (0.4, 0.2), "two numbers of the bull, one at the end"


async def test_rules_are_neither_asked_twice_nor_failed() -> None:
    speaker = SecondThoughts(bull(core_thesis="No expert leans up.", supporting_arguments=[]))
    service = DebateService(speaker, TellingBear(GOOD_BEAR), TellingResolution(GOOD_END), engine=by_rules, names=names)
    assert (await service.run(asked())).bull_case.supporting_arguments == []
    assert len(speaker.told) == 1


async def test_without_rows_nothing_is_held_to_them() -> None:
    outcome = await debate(bull(**argued(INVENTED))).run(asked(evidence=[]))
    assert outcome.grounding is None
    assert outcome.bull_case.core_thesis == INVENTED


@pytest.mark.parametrize(("bound", "weight"), [(4, 0.8), (3, 0.6), (0, 0.0)])
def test_an_expert_weighs_as_much_as_its_rows_bear_out(bound: int, weight: float) -> None:
    given = asked(grounding={"numbers": 4, "bound": bound, "violations": []})
    assert given.expert_summaries["technical_analyst"].confidence == pytest.approx(weight)
    assert given.bound_shares == {"technical_analyst": bound / 4}
