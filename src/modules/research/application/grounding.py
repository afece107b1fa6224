"""A draft is held to its evidence: sent back once with the reasons; what still fails then is removed, what is left caps
the confidence, and a report that stands on too little fails."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import timedelta
from typing import TypeVar

from pydantic import BaseModel

from packages.core.messages import Message, message, word
from packages.domain.evidence.checker import Grounding, check
from packages.domain.evidence.reports.removal import without_unbound
from packages.domain.evidence.reports.sufficiency import EvidenceStanding, borne_out, confidence_cap, is_sufficient
from packages.domain.evidence.reports.texts import each_text, grounding_json, together
from packages.domain.evidence.reports.texts import texts_of as texts_in
from src.modules.research.domain.brief import Brief, Expert
from src.modules.research.domain.errors import InsufficientEvidence, UnboundNumbers
from src.modules.research.domain.ports import Analyst, Draft

SomeOpinion = TypeVar("SomeOpinion", bound=BaseModel)
# How old the newest row may be before confidence falls: prices are of days, reports of quarters.
FRESH_DAYS: Mapping[Expert, float] = {
    Expert.TECHNICAL_ANALYST: 15,
    Expert.FINANCIAL_AUDITOR: 200,
    Expert.VALUATION_MODELER: 30,
    Expert.MACRO_INTELLIGENCE: 120,
    Expert.CATALYST_DETECTIVE: 120,
}
_CONFIDENCE = ("confidence", "confidence_score")


async def grounded_draft(
    analyst: Analyst[SomeOpinion], brief: Brief, *, strict: bool
) -> tuple[Draft[SomeOpinion], Grounding]:
    """The draft without what its rows do not bear out, and how well it was bound as it was written: sent back once, and
    the better of both. In strict mode an unbound number ends the expert; too little evidence ends it in any mode."""
    draft = await analyst.opinion(brief)
    grounding = grounding_of(draft.opinion, brief)
    if draft.engine == "llm" and (grounding.violations or not is_sufficient(grounding)):
        again = await analyst.opinion(brief, grounding.violations)
        bound_again = grounding_of(again.opinion, brief)
        if _rank(bound_again) >= _rank(grounding):
            draft, grounding = again, bound_again
    if grounding.violations and strict:
        raise UnboundNumbers(_sentence(grounding), details={"grounding": grounding_json(grounding)})
    if not is_sufficient(grounding):
        raise _insufficient(brief, grounding)
    return _carried(draft, brief, grounding), grounding


def grounding_of(opinion: BaseModel, brief: Brief) -> Grounding:
    """Over every text of the opinion; a field that is nothing but a tag or an address states no number."""
    return together(check(text, brief.book) for text in texts_of(opinion) if not _is_reference(text, brief))


def _is_reference(text: str, brief: Brief) -> bool:
    """The tag of a row, or an address that a search returned, digits and all."""
    return text.strip("[]") in brief.book.rows or any(text == document.url for document in brief.documents)


def texts_of(opinion: BaseModel) -> list[str]:
    return list(texts_in(opinion.model_dump()))


def _rank(grounding: Grounding) -> tuple[bool, int]:
    return is_sufficient(grounding), -len(grounding.violations)


def _carried(draft: Draft[SomeOpinion], brief: Brief, grounding: Grounding) -> Draft[SomeOpinion]:
    """Only sentences that are borne out, and no more confidence than the evidence carries."""
    removed = 0

    def cleaned(text: str) -> str:
        nonlocal removed
        if _is_reference(text, brief):
            return text
        clean = without_unbound(text, brief.book, brief.language)
        removed += clean.removed
        return clean.text

    fields = draft.opinion.model_dump()
    if grounding.violations:
        fields = each_text(fields, cleaned)
    cap = round(confidence_cap(_standing(brief, grounding)), 4)
    fields |= {name: min(fields[name], cap) for name in _CONFIDENCE if name in fields}
    opinion = type(draft.opinion).model_validate(fields)
    points = tuple(one for one in draft.points if without_unbound(one.text, brief.book, brief.language).removed == 0)
    return replace(draft, opinion=opinion, removed=removed, points=points)


def _standing(brief: Brief, grounding: Grounding) -> EvidenceStanding:
    looked_for = len(brief.figures) + len(brief.absent)
    known = [row.known_at for row in brief.book.rows.values() if not row.id.startswith("rule:")]
    age = brief.as_of - max(known) if known else timedelta(0)
    return EvidenceStanding(
        grounding=grounding,
        coverage=len(brief.figures) / looked_for if looked_for else 1.0,
        age_days=age / timedelta(days=1),
        fresh_days=FRESH_DAYS[brief.expert],
    )


def _insufficient(brief: Brief, grounding: Grounding) -> InsufficientEvidence:
    return InsufficientEvidence(
        message(
            "research.insufficient_evidence",
            expert=word("expert", brief.expert),
            bound=borne_out(grounding),
            numbers=grounding.numbers + grounding.claims,
        ),
        details={"grounding": grounding_json(grounding)},
    )


def _sentence(grounding: Grounding) -> Message:
    return message("research.unbound_numbers", count=len(grounding.violations), numbers=grounding.numbers)
