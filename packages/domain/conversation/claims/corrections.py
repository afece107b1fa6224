"""The sentences that put an answer right, beside it and in the reader's language: what is so instead."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from packages.core.messages import Language, Param
from packages.domain.conversation.claims.measured import shown_results
from packages.domain.conversation.claims.noted import FalseNote
from packages.domain.conversation.claims.work import WorkClaim
from packages.domain.conversation.wording import field_named, labelled, named, say

_TOGETHER = {
    WorkClaim.CONFIRMED: "claim.confirmed_deployed",
    WorkClaim.APPROVED: "claim.approved_deployed",
}


@dataclass(frozen=True, slots=True)
class FalseAnswer:
    """What is wrong in an answer. `figures` were not measured, `results` are the backtest's own, and `drawdown` is
    the most that the person may lose, as text."""

    claims: tuple[WorkClaim, ...] = ()
    notes: tuple[FalseNote, ...] = ()
    figures: tuple[str, ...] = ()
    results: Mapping[str, object] = field(default_factory=dict)
    verdict: str = ""
    is_tested: bool = False
    drawdown: str = ""


def put_right(found: FalseAnswer, language: Language) -> tuple[str, ...]:
    return (
        *_of_work(found, language),
        *_of_notes(found.notes, language),
        *((_of_figures(found, language),) if found.figures else ()),
    )


def _of_work(found: FalseAnswer, language: Language) -> Iterator[str]:
    claims = list(found.claims)
    if found.figures and not found.is_tested and WorkClaim.BACKTESTED in claims:
        claims.remove(WorkClaim.BACKTESTED)  # the sentence on the figures says so
    first = next((each for each in _TOGETHER if each in claims and WorkClaim.DEPLOYED in claims), None)
    if first is not None:
        yield say(language, _TOGETHER[first])
        claims = [each for each in claims if each not in (*_TOGETHER, WorkClaim.DEPLOYED)]
    for claim in claims:
        params: dict[str, Param] = {}
        if claim is WorkClaim.NOT_PASSED:
            params["verdict"] = named("verdict", found.verdict)
        if claim is WorkClaim.LIMITS:
            params["share"] = found.drawdown
        yield say(language, claim.value, **params)


def _of_notes(notes: Sequence[FalseNote], language: Language) -> Iterator[str]:
    unset = [field_named(each.field) for each in notes if each.value is None]
    if unset:
        yield say(language, "claim.not_noted", fields=unset)
    for each in notes:
        if each.value is not None:
            label = labelled(each.field, each.value)
            yield say(language, "claim.noted_otherwise", field=field_named(each.field), label=label)


def _of_figures(found: FalseAnswer, language: Language) -> str:
    figures = _listed(found.figures, language)
    results = shown_results(found.results, language)
    if results:
        return say(language, "claim.measured_otherwise", figures=figures, results=results)
    return say(language, "claim.unmeasured_here" if found.is_tested else "claim.unmeasured", figures=figures)


def _listed(texts: Collection[str], language: Language) -> str:
    return ("、" if language is Language.ZH else ", ").join(texts)
