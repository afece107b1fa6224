"""What a report says about its own grounding: in a sentence, and by speaker."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from packages.core.messages import Language, Phrases, message, render

Dict = Mapping[str, Any]  # a run's result, as it goes over HTTP
_COUNTS = ("numbers", "bound", "claims", "supported", "removed")


@dataclass(frozen=True, slots=True)
class SpeakerGrounding:
    """How well one speaker is bound: an expert, the debate, or the verdict. `violations` by kind: the sentences
    themselves were removed, and do not come back here."""

    speaker: str
    numbers: int
    bound: int
    claims: int
    supported: int
    removed: int
    violations: tuple[str, ...]


def groundings_of(result: Dict) -> tuple[SpeakerGrounding, ...]:
    """Of all who say how well they are bound."""
    return tuple(_read(name, grounding) for name, grounding in _groundings(result) if isinstance(grounding, Mapping))


def grounding_json(groundings: tuple[SpeakerGrounding, ...]) -> dict[str, Any]:
    """Of the whole report."""
    counts = {name: sum(getattr(one, name) for one in groundings) for name in _COUNTS}
    violations = [{"speaker": one.speaker, "kind": kind} for one in groundings for kind in one.violations]
    return {**counts, "violations": violations}


def grounding_sentence(groundings: tuple[SpeakerGrounding, ...], language: Language) -> str:
    counts = grounding_json(groundings)
    numbers, bound, removed = counts["numbers"], counts["bound"], counts["removed"]
    name = "none_bound" if not bound else "all_bound" if bound == numbers and not removed else "part_bound"
    return render(message(f"coordinator.grounding.{name}", numbers=numbers, bound=bound, removed=removed), language)


def violation_words(kinds: tuple[str, ...], language: Language) -> str:
    """Each kind once, with how often it was found."""
    counted = {kind: kinds.count(kind) for kind in dict.fromkeys(kinds)}
    phrases = Phrases(language)
    return ", ".join(f"{phrases.word('violation', kind)} × {count}" for kind, count in counted.items()) or "–"


def _groundings(result: Dict) -> Iterator[tuple[str, object]]:
    for name, outcome in (result.get("expert_results") or {}).items():
        yield name, (outcome.get("data") or {}).get("grounding")
    for name, field in (("debate", "debate_outcome"), ("verdict", "verdict")):
        yield name, (result.get(field) or {}).get("grounding")


def _read(name: str, grounding: Dict) -> SpeakerGrounding:
    numbers, bound, claims, supported, removed = (int(grounding.get(count) or 0) for count in _COUNTS)
    kinds = tuple(str(one.get("kind", "")) for one in grounding.get("violations") or ())
    return SpeakerGrounding(name, numbers, bound, claims, supported, removed, kinds)
