"""The rule that flags answers from memory: they hang on the name, or do not hang on the facts.

It was shaped on some days of `benchmarks/audit_odds.py` and is measured on the others.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from statistics import fmean
from typing import TypeAlias

from packages.core.messages import Message, message
from src.modules.audit.domain.answers import ExpertAnswer, WorldAnswers
from src.modules.audit.domain.findings import TURNED, FollowState, WorldFindings, turned_experts
from src.modules.audit.domain.worlds import WorldKind

# The mean move of the experts' leans when only names and dates changed.
NAME_EFFECT = 0.12
# So many experts kept an answer that their facts no longer bear, and nobody moved; of one alone, when besides all
# that the experts say for themselves stayed the same.
FEWEST_DEAF = 2
# The auditor's signal is computed from its figures, whoever writes the report: only its confidence is its own.
_COMPUTED = frozenset({"financial_auditor"})
# Answers that stay within this are the same answer.
SAME = 0.02


AnswersByKind: TypeAlias = Mapping[WorldKind, WorldAnswers | None]


class MemorySuspicion(StrEnum):
    """Why an answer looks remembered."""

    NAMES_MATTER = "names_matter"
    FACTS_IGNORED = "facts_ignored"


@dataclass(frozen=True, slots=True, kw_only=True)
class MemoryFinding:
    """`name_effect`: None where nobody answered in both worlds. `deaf` of `turned` experts kept an answer that their
    facts no longer bear."""

    suspicions: tuple[MemorySuspicion, ...]
    name_effect: float | None
    turned: int
    deaf: int

    @property
    def flagged(self) -> bool:
        return bool(self.suspicions)


def memory_finding(base: WorldAnswers, worlds: AnswersByKind, found: Sequence[WorldFindings]) -> MemoryFinding:
    effect = _name_effect(base, worlds.get(WorldKind.ANONYMISED))
    answered = [one for one in turned_experts(found) if one.after is not None and one.subject not in _COMPUTED]
    judged = [one for one in answered if one.state is not FollowState.UNKNOWN]
    deaf = [one for one in judged if one.state is FollowState.NOT_FOLLOWED]
    ignored = len(deaf) == len(judged) and (len(deaf) >= FEWEST_DEAF or (bool(deaf) and _always_the_same(base, worlds)))
    suspicions = [
        *([MemorySuspicion.NAMES_MATTER] if effect is not None and effect > NAME_EFFECT else []),
        *([MemorySuspicion.FACTS_IGNORED] if ignored else []),
    ]
    return MemoryFinding(suspicions=tuple(suspicions), name_effect=effect, turned=len(judged), deaf=len(deaf))


def _name_effect(base: WorldAnswers, anonymous: WorldAnswers | None) -> float | None:
    """Who has no answer under the invented name may have met an outage, and counts for nothing."""
    if anonymous is None:
        return None
    moves = [
        abs(one.lean - anonymous.experts[name].lean) for name, one in base.experts.items() if name in anonymous.experts
    ]
    return fmean(moves) if moves else None


def _always_the_same(base: WorldAnswers, worlds: AnswersByKind) -> bool:
    """Whether at least two experts, whose facts were turned round, said the very same."""
    pairs = [
        _same(name, base.experts[name], turned.experts[name])
        for kind, names in TURNED.items()
        if (turned := worlds.get(kind)) is not None
        for name in names
        if name in base.experts and name in turned.experts
    ]
    return len(pairs) >= FEWEST_DEAF and all(pairs)


def _same(expert: str, one: ExpertAnswer, other: ExpertAnswer) -> bool:
    same_signal = expert in _COMPUTED or one.signal == other.signal
    return same_signal and abs(one.confidence - other.confidence) <= SAME


def memory_reasons(found: MemoryFinding) -> list[Message]:
    """Why it is flagged, or why it is not."""
    effect = f"{found.name_effect:.2f}" if found.name_effect is not None else ""
    reasons = {
        MemorySuspicion.NAMES_MATTER: message("audit.memory_names_matter", effect=effect, limit=f"{NAME_EFFECT:.2f}"),
        MemorySuspicion.FACTS_IGNORED: message("audit.memory_facts_ignored"),
    }
    if found.suspicions:
        return [reasons[one] for one in found.suspicions]
    if found.name_effect is None:
        return [message("audit.memory_unknown")]
    return [message("audit.memory_none", effect=effect, limit=f"{NAME_EFFECT:.2f}")]
