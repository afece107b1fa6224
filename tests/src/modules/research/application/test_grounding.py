"""A draft that its evidence does not bear out goes back once, with the reasons; then the better one counts."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import pytest

from packages.core.messages import Language
from packages.domain.evidence.checker import GroundingFinding
from packages.domain.market_data.symbols import parse_symbol
from src.modules.research.application.grounding import grounded_draft, grounding_of
from src.modules.research.domain.brief import Brief, CompanyProfile, Expert
from src.modules.research.domain.errors import InsufficientEvidence, UnboundNumbers
from src.modules.research.domain.opinions import MacroDimension, MacroOpinion, TechnicalOpinion
from src.modules.research.domain.ports import Draft, Engine
from tests.fakes.research_search import document
from tests.packages.domain.evidence.evidence_rows import BOOK, KNOWN_AT, OWN

GOOD, BAD = "RSI14 为 63.2[E10]。", "RSI14 为 36.2[E10]。"
WORSE = "RSI14 为 36.2[E10]，毛利率为 15.1%[E2]。"
SOUND = "RSI14 为 63.2[E10]。毛利率为 15.0%[E2]。收盘价为 12.34 元/股[E12]。"
REMOVED = "（缺少依据，已删除。）"
BRIEF = Brief(
    expert=Expert.TECHNICAL_ANALYST,
    company=CompanyProfile(parse_symbol(OWN), "北辰精工", "Northgate Precision", "machinery", "CNY"),
    as_of=KNOWN_AT,
    language=Language.ZH,
    figures={},
    absent={},
    tags={},
    book=BOOK,
)


def opinion(text: str) -> TechnicalOpinion:
    return TechnicalOpinion(
        signal="NEUTRAL", confidence=0.5, summary_reasoning=text, support=["E12"], resistance=["[E12]"],
        risk_warning="无。", narrative_report="无。",
    )  # fmt: skip


@dataclass
class Drafts:
    """Gives one text after the other, and keeps what it was told about the one before."""

    texts: Sequence[str]
    engine: Engine = "llm"
    told: list[Sequence[GroundingFinding]] = field(default_factory=list)

    async def opinion(self, brief: Brief, complaints: Sequence[GroundingFinding] = ()) -> Draft[TechnicalOpinion]:
        self.told.append(complaints)
        return Draft(opinion(self.texts[len(self.told) - 1]), self.engine, "", "")


async def test_a_sound_draft_is_taken_at_once() -> None:
    analyst = Drafts([GOOD])
    draft, grounding = await grounded_draft(analyst, BRIEF, strict=True)
    assert (draft.opinion.summary_reasoning, grounding.violations, len(analyst.told)) == (GOOD, (), 1)


async def test_an_unsound_draft_goes_back_once_with_the_reasons() -> None:
    analyst = Drafts([BAD, GOOD])
    draft, grounding = await grounded_draft(analyst, BRIEF, strict=True)
    assert (draft.opinion.summary_reasoning, grounding.violations) == (GOOD, ())
    assert [[finding.number for finding in told] for told in analyst.told] == [[], ["36.2"]]


async def test_of_two_unsound_drafts_the_better_one_counts() -> None:
    for texts in ([SOUND + BAD, SOUND + WORSE], [SOUND + WORSE, SOUND + BAD]):
        draft, grounding = await grounded_draft(Drafts(texts), BRIEF, strict=False)
        assert (draft.opinion.summary_reasoning, len(grounding.violations)) == (SOUND + REMOVED, 1)
        assert (grounding.numbers, grounding.bound, draft.removed) == (4, 3, 1)


async def test_what_still_fails_ends_a_strict_expert() -> None:
    with pytest.raises(UnboundNumbers, match="1 of 1 numbers"):
        await grounded_draft(Drafts([BAD, BAD]), BRIEF, strict=True)


async def test_rules_are_not_asked_twice() -> None:
    analyst = Drafts([SOUND + BAD], engine="rules")
    _, grounding = await grounded_draft(analyst, BRIEF, strict=False)
    assert (len(grounding.violations), len(analyst.told)) == (1, 1)


@pytest.mark.parametrize(
    "text", ["没有需要引用的数字。", "公司前景广阔，值得期待。", BAD, f"{BAD}RSI14 为 63.2[E10]，毛利率为 9.9%[E2]。"]
)
async def test_a_report_that_stands_on_too_little_fails(text: str) -> None:
    analyst = Drafts([text, text])
    with pytest.raises(InsufficientEvidence) as failed:
        await grounded_draft(analyst, BRIEF, strict=False)
    assert failed.value.code == "insufficient_evidence"
    assert len(analyst.told) == 2


async def test_rules_that_stand_on_too_little_fail_without_being_asked_twice() -> None:
    analyst = Drafts(["没有需要引用的数字。"], engine="rules")
    with pytest.raises(InsufficientEvidence):
        await grounded_draft(analyst, BRIEF, strict=False)
    assert len(analyst.told) == 1


async def test_confidence_is_no_more_than_the_evidence_carries() -> None:
    """The analyst says 0.5: one number carries a fifth, three carry three."""
    capped = [
        (await grounded_draft(Drafts([text]), BRIEF, strict=False))[0].opinion.confidence for text in (GOOD, SOUND)
    ]
    assert capped == [0.2, 0.5]


def test_a_field_that_is_only_a_tag_states_no_number() -> None:
    assert grounding_of(opinion(GOOD), BRIEF).numbers == 1


def test_an_address_that_a_search_returned_states_no_number_and_another_does() -> None:
    found = replace(document("n1", "A headline"), url="https://news.example/api?id=7751bce4")
    brief = replace(BRIEF, documents=(found,))
    sides = ("liquidity", "industry_policy", "economy", "industry_cycle")
    told = MacroOpinion(
        macro_environment="Neutral", confidence_score=0.5, macro_summary=GOOD,
        dimension_analyses=[MacroDimension(dimension=one, stance="Neutral", assessment=GOOD) for one in sides],
        key_opportunities=[], key_risks=[], information_sources=[found.url], narrative_report=GOOD,
    )  # fmt: skip
    assert grounding_of(told, brief).violations == ()
    invented = told.model_copy(update={"information_sources": ["https://news.example/api?id=82d059c4"]})
    assert grounding_of(invented, brief).violations != ()
