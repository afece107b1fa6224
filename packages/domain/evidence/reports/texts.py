"""The texts inside of a report: found, checked together, and given as JSON."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from packages.domain.evidence.findings import Grounding, GroundingFinding


def texts_of(value: object) -> Iterator[str]:
    """Every text in lists and mappings, however deep."""
    match value:
        case str():
            yield value
        case Mapping():
            for inner in value.values():
                yield from texts_of(inner)
        case Sequence():
            for inner in value:
                yield from texts_of(inner)
        case _:
            return


def each_text(value: Any, change: Callable[[str], str]) -> Any:
    """The same value with every text changed."""
    match value:
        case str():
            return change(value)
        case Mapping():
            return {name: each_text(inner, change) for name, inner in value.items()}
        case list() | tuple():
            return [each_text(inner, change) for inner in value]
        case _:
            return value


def together(checked: Iterable[Grounding]) -> Grounding:
    """The grounding of several texts as that of one."""
    all_of = list(checked)
    return Grounding(
        sum(one.numbers for one in all_of),
        sum(one.bound for one in all_of),
        tuple(finding for one in all_of for finding in one.violations),
        sum(one.claims for one in all_of),
        sum(one.supported for one in all_of),
        tuple(sentence for one in all_of for sentence in one.opinions),
    )


def grounding_json(grounding: Grounding, removed: int = 0) -> dict[str, object]:
    """`removed`: how many sentences were taken out because of the violations; those are no opinions."""
    wrong = {finding.sentence for finding in grounding.violations if finding.sentence}
    opinions = [one for one in grounding.opinions if not any(sentence in one for sentence in wrong)]
    return {
        "numbers": grounding.numbers,
        "bound": grounding.bound,
        "claims": grounding.claims,
        "supported": grounding.supported,
        "opinions": opinions,
        "violations": [_violation(finding) for finding in grounding.violations],
        "removed": removed,
    }


def _violation(finding: GroundingFinding) -> dict[str, object]:
    return {
        "kind": finding.kind.value,
        "number": finding.number,
        "row": finding.tag or None,
        "sentence": finding.sentence,
        "expected": finding.expected,
    }


def complaint(finding: GroundingFinding) -> str:
    """What is wrong, for a model that is asked once more."""
    said = finding.number or finding.sentence
    return f"{finding.kind.value}: {said} — {finding.expected}"
