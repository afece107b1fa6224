"""One checker over a finished run: what contradicts itself is repaired where it can be, and reported where not."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from packages.core.messages import Sentence
from src.modules.coordinator.domain.coherence.debate_rules import (
    DEBATE_RULES,
    is_of_the_other_side,
    pairs_with_itself,
)
from src.modules.coordinator.domain.coherence.expert_rules import EXPERT_RULES
from src.modules.coordinator.domain.coherence.finished_run import Answer, Contradiction, answers, finished_run, texts
from src.modules.coordinator.domain.coherence.verdict_rules import VERDICT_RULES
from src.modules.coordinator.domain.dtos.research_dtos import CoherenceItem, ResearchResult, RunCoherence

RULES = (*EXPERT_RULES, *DEBATE_RULES, *VERDICT_RULES)


def contradictions(
    symbol: str, results: Mapping[str, Answer], debate: Answer | None, verdict: Answer | None
) -> tuple[Contradiction, ...]:
    """Of a run as it stands; empty where nothing in it contradicts anything else."""
    run = finished_run(symbol, results, debate, verdict)
    return tuple(found for rule in RULES for found in rule(run))


@dataclass(frozen=True, slots=True)
class RepairedDebate:
    """`debate` without what could be taken out; `repaired`: the kinds of contradiction that are gone with it."""

    debate: dict[str, Any]
    repaired: frozenset[str]


def repaired_debate(debate: Answer) -> RepairedDebate:
    """Takes out arguments that speak for the other side (never a side's last one), and disagreements in which an expert
    is paired with itself."""
    mended, repaired = dict(debate), set[str]()
    for field, lean in (("bull_case", 1), ("bear_case", -1)):
        case = debate.get(field)
        arguments = answers(case.get("supporting_arguments")) if isinstance(case, Mapping) else ()
        kept = [one for one in arguments if not is_of_the_other_side(one, lean)]
        if kept and len(kept) < len(arguments) and isinstance(case, Mapping):
            mended[field] = {**case, "supporting_arguments": kept}
            repaired.add("argument_against_its_side")
    disputes = texts(debate.get("key_disagreements"))
    real = [one for one in disputes if pairs_with_itself(one) is None]
    if len(real) < len(disputes):
        mended["key_disagreements"] = real
        repaired.add("disagrees_with_itself")
    return RepairedDebate(mended, frozenset(repaired))


def coherent(result: ResearchResult) -> ResearchResult:
    """The result with what could be repaired taken out, and with everything that was found in `coherence`."""
    reports = {item.expert_type.value: item.result for item in result.expert_results if item.result is not None}
    before = contradictions(result.symbol, reports, result.debate_outcome, result.verdict)
    mended = repaired_debate(result.debate_outcome) if result.debate_outcome else None
    debate = mended.debate if mended and mended.repaired else result.debate_outcome
    left = (
        contradictions(result.symbol, reports, debate, result.verdict)
        if debate is not result.debate_outcome
        else before
    )
    items = [
        CoherenceItem(kind=one.kind, where=one.where, message=Sentence(one.said), repaired=one not in left)
        for one in before
    ]
    coherence = RunCoherence(checked=len(RULES), contradictions=items)
    return result.model_copy(update={"debate_outcome": debate, "coherence": coherence})
