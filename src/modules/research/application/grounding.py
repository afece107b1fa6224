"""A draft is held to its evidence: sent back once with the reasons, then refused or shown with a warning."""

from collections.abc import Iterator, Mapping, Sequence
from typing import TypeVar

from pydantic import BaseModel

from packages.core.messages import Message, message
from src.modules.research.domain.brief import Brief
from src.modules.research.domain.errors import UnboundNumbers
from src.modules.research.domain.evidence.checker import Grounding, GroundingFinding, check
from src.modules.research.domain.ports import Analyst, Draft

SomeOpinion = TypeVar("SomeOpinion", bound=BaseModel)


async def grounded_draft(
    analyst: Analyst[SomeOpinion], brief: Brief, *, strict: bool
) -> tuple[Draft[SomeOpinion], Grounding]:
    """The draft, and how well it is bound: sent back once, and the better of both. In strict mode an unbound number
    ends the expert."""
    draft = await analyst.opinion(brief)
    grounding = grounding_of(draft.opinion, brief)
    if grounding.violations and draft.engine == "llm":
        again = await analyst.opinion(brief, grounding.violations)
        bound_again = grounding_of(again.opinion, brief)
        if len(bound_again.violations) <= len(grounding.violations):
            draft, grounding = again, bound_again
    if grounding.violations and strict:
        raise UnboundNumbers(_sentence(grounding), details={"grounding": grounding_json(grounding)})
    return draft, grounding


def grounding_of(opinion: BaseModel, brief: Brief) -> Grounding:
    """Over every text of the opinion; a field that is nothing but a tag states no number."""
    checked = [check(text, brief.book) for text in texts_of(opinion) if text.strip("[]") not in brief.book.rows]
    return Grounding(
        sum(one.numbers for one in checked),
        sum(one.bound for one in checked),
        tuple(finding for one in checked for finding in one.violations),
    )


def texts_of(opinion: BaseModel) -> list[str]:
    return list(_texts(opinion.model_dump()))


def grounding_json(grounding: Grounding) -> dict[str, object]:
    return {
        "numbers": grounding.numbers,
        "bound": grounding.bound,
        "violations": [_violation(finding) for finding in grounding.violations],
    }


def _violation(finding: GroundingFinding) -> dict[str, object]:
    return {
        "kind": finding.kind.value,
        "number": finding.number,
        "row": finding.tag or None,
        "sentence": finding.sentence,
        "expected": finding.expected,
    }


def _texts(value: object) -> Iterator[str]:
    match value:
        case str():
            yield value
        case Mapping():
            for inner in value.values():
                yield from _texts(inner)
        case Sequence():
            for inner in value:
                yield from _texts(inner)
        case _:
            return


def _sentence(grounding: Grounding) -> Message:
    return message("research.unbound_numbers", count=len(grounding.violations), numbers=grounding.numbers)
