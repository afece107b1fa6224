"""The rule on answers from memory: they hang on the name, or do not hang on the facts.

It goes by the side that a speaker takes and not by how sure it is, because the confidence of a model wanders from
answer to answer. It was shaped on some days of `benchmarks/audit_odds.py` and is measured on the others.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from statistics import fmean
from typing import TypeAlias

from packages.core.messages import Message, message, word
from src.modules.audit.domain.answers import ExpertAnswer, WorldAnswers
from src.modules.audit.domain.findings import TURNED, AuditFinding, FollowState, WorldFindings, turned_experts
from src.modules.audit.domain.name_test import NameTest
from src.modules.audit.domain.verdict_sensitivity import VerdictSensitivity, verdict_sensitivity
from src.modules.audit.domain.worlds import ChangedWorld, WorldKind

# The mean move of the experts' leans when only names and dates changed, beyond what they wander by themselves.
NAME_EFFECT = 0.12
# So many experts who take another side without the name are enough, however little they lean.
FEWEST_OTHERWISE = 2
# The auditor's signal is computed from its figures, whoever writes the report: only its confidence is its own.
_COMPUTED = frozenset({"financial_auditor"})
# All that it reads is turned round, so that nothing honest bears the same side; sales and book stay for the others.
_WHOLLY_TURNED = "technical_analyst"
# Answers that stay within this are the same answer.
SAME = 0.02


AnswersByWorld: TypeAlias = Mapping[ChangedWorld, WorldAnswers | None]


class MemorySuspicion(StrEnum):
    """Why an answer looks remembered."""

    NAMES_MATTER = "names_matter"
    FACTS_IGNORED = "facts_ignored"
    EXPERTS_IGNORED = "experts_ignored"


class MemoryOutcome(StrEnum):
    """What the audit comes to."""

    FOLLOWS = "follows"
    MEMORY = "memory"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True, kw_only=True)
class MemoryFinding:
    """`name_effect`: None where nobody answered in both worlds. Of `turned` experts who took a side that their turned
    facts speak against, `deaf` kept it. `read`: whether an expert went with its facts, and none kept its side.
    `verdict_name`: the verdict on one case under two names; None for rules, which do not see a name."""

    suspicions: tuple[MemorySuspicion, ...]
    name_effect: float | None
    turned: int
    deaf: tuple[str, ...]
    read: bool
    judge: VerdictSensitivity
    verdict_name: NameTest | None = None

    @property
    def outcome(self) -> MemoryOutcome:
        """Only who was seen to follow is said to: experts their facts, the verdict the experts, and nobody the name."""
        if self.suspicions:
            return MemoryOutcome.MEMORY
        nameless = self.verdict_name is None or self.verdict_name.state is FollowState.FOLLOWED
        heard = nameless and self.judge.state is FollowState.FOLLOWED
        follows = self.name_effect is not None and self.read and heard
        return MemoryOutcome.FOLLOWS if follows else MemoryOutcome.UNKNOWN

    @property
    def flagged(self) -> bool:
        return self.outcome is MemoryOutcome.MEMORY


def memory_finding(
    base: WorldAnswers, worlds: AnswersByWorld, found: Sequence[WorldFindings], verdict_name: NameTest | None = None
) -> MemoryFinding:
    by_kind = {world.kind: answers for world, answers in worlds.items() if world.expert is None}
    named = [one for world, one in worlds.items() if one is not None and world.kind is not WorldKind.ANONYMISED]
    judged = [one for one in turned_experts(found) if _is_own(one, base) and one.state is not FollowState.UNKNOWN]
    deaf = tuple(one.subject for one in judged if one.state is FollowState.NOT_FOLLOWED)
    judge, effect = (
        verdict_sensitivity([base, *named], _verdict_states(found)),
        _name_effect(base, by_kind.get(WorldKind.ANONYMISED)),
    )
    suspected = {
        MemorySuspicion.NAMES_MATTER: _names_matter(base, by_kind.get(WorldKind.ANONYMISED), effect)
        or (verdict_name is not None and verdict_name.state is FollowState.NOT_FOLLOWED),
        MemorySuspicion.FACTS_IGNORED: _WHOLLY_TURNED in deaf
        or (len(deaf) == len(judged) > 0 and _always_the_same(base, by_kind)),
        MemorySuspicion.EXPERTS_IGNORED: judge.state is FollowState.NOT_FOLLOWED,
    }
    return MemoryFinding(
        suspicions=tuple(each for each, holds in suspected.items() if holds),
        name_effect=effect,
        turned=len(judged),
        deaf=deaf,
        read=len(judged) > len(deaf) == 0,
        judge=judge,
        verdict_name=verdict_name,
    )


def _verdict_states(found: Sequence[WorldFindings]) -> list[FollowState]:
    """Whether the verdict went with the experts, world by world."""
    return [each.verdict.state for each in found if each.world.kind is not WorldKind.ANONYMISED]


def _is_own(found: AuditFinding, base: WorldAnswers) -> bool:
    """Whether the answer shows who reads: not one that is missing, nor one that is computed for a model."""
    return found.after is not None and not (found.subject in _COMPUTED and base.by_model)


def _both(base: WorldAnswers, anonymous: WorldAnswers | None) -> dict[str, tuple[ExpertAnswer, ExpertAnswer]]:
    """Who has no answer under the invented name may have met an outage, and counts for nothing."""
    others = anonymous.experts if anonymous else {}
    return {name: (one, others[name]) for name, one in base.experts.items() if name in others}


def _name_effect(base: WorldAnswers, anonymous: WorldAnswers | None) -> float | None:
    moves = [abs(one.lean - other.lean) for one, other in _both(base, anonymous).values()]
    return fmean(moves) if moves else None


def _names_matter(base: WorldAnswers, anonymous: WorldAnswers | None, effect: float | None) -> bool:
    """Whether experts take another side of the same figures; one alone has to move all their leans with it."""
    both = _both(base, anonymous)
    otherwise = [
        name
        for name, (one, other) in both.items()
        if name not in _COMPUTED and None not in (one.side, other.side) and one.side != other.side
    ]
    if effect is None or not otherwise:
        return False
    wander = fmean(max(one.wander, other.wander) for one, other in both.values())
    return len(otherwise) >= FEWEST_OTHERWISE or effect > NAME_EFFECT + wander


def _always_the_same(base: WorldAnswers, by_kind: Mapping[WorldKind, WorldAnswers | None]) -> bool:
    """Whether at least two experts, whose facts were turned round, said the very same."""
    pairs = [
        _same(name, base.experts[name], turned.experts[name])
        for kind, names in TURNED.items()
        if (turned := by_kind.get(kind)) is not None
        for name in names
        if name in base.experts and name in turned.experts
    ]
    return len(pairs) > 1 and all(pairs)


def _same(expert: str, one: ExpertAnswer, other: ExpertAnswer) -> bool:
    same_signal = expert in _COMPUTED or one.signal == other.signal
    return same_signal and abs(one.confidence - other.confidence) <= SAME


def memory_reasons(found: MemoryFinding) -> list[Message]:
    """Why it comes out as it does."""
    figures = {"effect": f"{found.name_effect or 0.0:.2f}", "limit": f"{NAME_EFFECT:.2f}"}
    match found.outcome:
        case MemoryOutcome.FOLLOWS:
            return [message("audit.memory_none", **figures)]
        case MemoryOutcome.UNKNOWN:
            return _unknown(found)
        case MemoryOutcome.MEMORY:
            return [said for each in found.suspicions for said in _suspected(each, found, figures)]


def _suspected(suspicion: MemorySuspicion, found: MemoryFinding, figures: Mapping[str, str]) -> list[Message]:
    match suspicion:
        case MemorySuspicion.NAMES_MATTER:
            return _by_name(found, figures)
        case MemorySuspicion.FACTS_IGNORED:
            return [message("audit.memory_kept_side", expert=word("expert_name", name)) for name in found.deaf]
        case MemorySuspicion.EXPERTS_IGNORED:
            judge = found.judge
            low, high, moved = f"{judge.lowest:.2f}", f"{judge.highest:.2f}", f"{judge.moved:.2f}"
            return [message("audit.memory_experts_ignored", low=low, high=high, moved=moved)]


def _by_name(found: MemoryFinding, figures: Mapping[str, str]) -> list[Message]:
    """The verdict's own move where it was seen, else that of the experts."""
    tested = found.verdict_name
    if tested is None or tested.state is not FollowState.NOT_FOLLOWED:
        return [message("audit.memory_names_matter", **figures)]
    named, other, bound = f"{tested.named:.2f}", f"{tested.anonymous:.2f}", f"{tested.bound:.2f}"
    return [message("audit.memory_verdict_by_name", named=named, anonymous=other, bound=bound)]


def _unknown(found: MemoryFinding) -> list[Message]:
    """What could not be decided."""
    return [
        *([message("audit.memory_unknown")] if found.name_effect is None else []),
        *([message("audit.memory_untested")] if not found.turned else []),
        *(message("audit.memory_kept_alone", expert=word("expert_name", name)) for name in found.deaf),
        *([message("audit.memory_name_unclear")] if _is_unclear(found.verdict_name) else []),
        *([message("audit.memory_unheard")] if found.judge.state is FollowState.UNKNOWN else []),
    ]


def _is_unclear(tested: NameTest | None) -> bool:
    return tested is not None and tested.state is FollowState.UNKNOWN
