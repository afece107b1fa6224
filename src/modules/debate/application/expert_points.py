"""What experts say of their own sentences, and of catalysts, in fields: nobody has to read it out of the texts."""

from collections.abc import Iterator, Mapping

from pydantic import ValidationError

from src.modules.debate.application.expert_texts import NotText, catalyst_sentence
from src.modules.debate.domain.dtos.expert_point import ExpertPoint
from src.modules.debate.domain.model.enums import RiskLevel, Stance


def points_of(reported: object, risks: object) -> list[ExpertPoint]:
    """The points that a result lists, and a warning for each catalyst among its risks. What is no point is passed over:
    the texts are there."""
    points = [*_listed(reported)]
    impacts = {one.text: one.impact for one in points if one.is_risk}
    catalysts = [one for one in risks if isinstance(one, Mapping)] if isinstance(risks, list | tuple) else []
    if not catalysts:
        return points
    return [*(one for one in points if not one.is_risk), *_warnings(catalysts, impacts)]


def _listed(reported: object) -> Iterator[ExpertPoint]:
    for one in reported if isinstance(reported, list | tuple) else ():
        try:
            yield ExpertPoint.model_validate(one)
        except ValidationError:
            continue


def _warnings(catalysts: list[Mapping[str, object]], impacts: Mapping[str, RiskLevel | None]) -> Iterator[ExpertPoint]:
    for catalyst in catalysts:
        try:
            text = catalyst_sentence(catalyst)
        except NotText:
            continue
        level, event = str(catalyst.get("probability") or "").strip().upper(), catalyst.get("event")
        if text:
            yield ExpertPoint(
                text=text,
                side=Stance.BEAR,
                kind="warning",
                probability=RiskLevel(level) if level in {*RiskLevel} else None,
                impact=impacts.get(event) if isinstance(event, str) else None,
            )
