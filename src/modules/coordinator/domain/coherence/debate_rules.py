"""What a debate may not say against itself, or against the reports that it argues from."""

import re
from collections.abc import Iterator

from packages.core.messages import Language, Message, message, render, word
from src.modules.coordinator.domain.coherence.finished_run import (
    Answer,
    Contradiction,
    FinishedRun,
    against,
    answers,
    number,
    texts,
    viewed,
)
from src.modules.coordinator.domain.coherence.words import one_sided
from src.modules.coordinator.domain.model.enums import ExpertType

_CITED = re.compile(r"\[([a-z_]+):(E\d+)\]")
_SIGNS = {"BULLISH": 1, "BEARISH": -1, "NEUTRAL": 0}
# So much surer may the losing side be: confidences are rounded, and a resolution weighs more than confidence.
_ROOM = 0.2


def argument_against_its_side(run: FinishedRun) -> Iterator[Contradiction]:
    for field, lean, case in run.sides():
        for argument in answers(case.get("supporting_arguments")):
            if is_of_the_other_side(argument, lean):
                quote = str(argument.get("argument"))[:80]
                yield against("argument_against_its_side", field, side=_side(field), quote=quote)


def is_of_the_other_side(argument: Answer, lean: int) -> bool:
    return one_sided(str(argument.get("argument") or "")) * lean < 0


def no_case_against_experts(run: FinishedRun) -> Iterator[Contradiction]:
    """A side without an argument, though an expert leans its way."""
    for field, lean, case in run.sides():
        followers = [one.name for one in run.experts if one.lean == lean]
        if followers and not answers(case.get("supporting_arguments")):
            yield against("no_case_against_experts", field, side=_side(field), experts=len(followers))


def direction_against_sides(run: FinishedRun) -> Iterator[Contradiction]:
    sign = _SIGNS.get(str((run.debate or {}).get("direction")), 0)
    sure = {lean: number(case.get("confidence")) for _, lean, case in run.sides()}
    bull, bear = sure.get(1), sure.get(-1)
    if sign and bull is not None and bear is not None and sign * (bull - bear) < -_ROOM:
        params = {"bull": f"{bull:.2f}", "bear": f"{bear:.2f}"}
        yield against(
            "direction_against_sides", "debate", direction=viewed(str((run.debate or {})["direction"])), **params
        )


def a_direction_has_confidence(run: FinishedRun) -> Iterator[Contradiction]:
    debate = run.debate or {}
    if _SIGNS.get(str(debate.get("direction")), 0) and number(debate.get("confidence")) == 0:
        yield against("direction_without_confidence", "debate", direction=viewed(str(debate["direction"])))


def nobody_disagrees_with_himself(run: FinishedRun) -> Iterator[Contradiction]:
    for said in texts((run.debate or {}).get("key_disagreements")):
        if (name := pairs_with_itself(said)) is not None:
            yield against("disagrees_with_itself", "debate", expert=word("expert", name))


def pairs_with_itself(said: str) -> str | None:
    """The one expert whom a disagreement names twice, and nobody else."""
    named = {expert.value: _times(expert.value, said) for expert in ExpertType}
    present = [name for name, times in named.items() if times]
    return present[0] if len(present) == 1 and named[present[0]] > 1 else None


def only_reports_are_argued_from(run: FinishedRun) -> Iterator[Contradiction]:
    known = {one.name for one in run.experts}
    for field, _, case in run.sides():
        for argument in answers(case.get("supporting_arguments")):
            name = str(argument.get("dimension") or "")
            if name in set(ExpertType) and name not in known:
                yield against("argues_from_no_report", field, expert=word("expert", name))


def cited_rows_exist(run: FinishedRun) -> Iterator[Contradiction]:
    rows = {one.name: {str(row.get("tag")) for row in answers(one.report.get("evidence"))} for one in run.experts}
    for where, text in run.texts():
        for name, tag in _CITED.findall(text):
            if name in rows and rows[name] and tag not in rows[name]:
                yield against("row_does_not_exist", where, expert=word("expert", name), row=tag)


def _side(field: str) -> Message:
    return message(f"debate.rules.side.{field.partition('_')[0]}")


def _times(name: str, said: str) -> int:
    labels = {render(word("expert", name), language) for language in Language} | {name}
    return sum(said.lower().count(label.lower()) for label in labels)


DEBATE_RULES = (
    argument_against_its_side,
    no_case_against_experts,
    direction_against_sides,
    a_direction_has_confidence,
    nobody_disagrees_with_himself,
    only_reports_are_argued_from,
    cited_rows_exist,
)
