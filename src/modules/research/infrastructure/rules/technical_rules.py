"""The technical analyst by rules: eight readings of the chart vote by weight; the lean gives the signal."""

from collections.abc import Mapping, Sequence
from datetime import timedelta
from typing import Literal

from packages.domain.evidence.findings import GroundingFinding
from packages.domain.market_data.sessions import local_day
from src.modules.research.domain.brief import Brief, Expert
from src.modules.research.domain.opinions import TechnicalOpinion
from src.modules.research.domain.points import Point, leaning, side_of_lean
from src.modules.research.domain.ports import Draft
from src.modules.research.infrastructure.prompts import Prompts
from src.modules.research.infrastructure.rules.chart import Chart, place, rule, signs, volume
from src.modules.research.infrastructure.rules.chart_context import relative, timeframes
from src.modules.research.infrastructure.rules.chart_direction import against_averages, momentum, strength, trend
from src.modules.research.infrastructure.rules.chart_risks import absences, level_sentences, warnings
from src.modules.research.infrastructure.rules.votes import VoteTally, WeightedReading, confidence_between, tally

_UNDECIDED, _MOST_NAMED = 0.1, 3
Signal = Literal["BULLISH", "BEARISH", "NEUTRAL"]
_LEANS: Mapping[Signal, int] = {"BULLISH": 1, "NEUTRAL": 0, "BEARISH": -1}
_SECTIONS = {
    "trend": ("trend", "strength"),
    "timeframes": ("timeframes",),
    "relative": ("relative",),
    "momentum": ("momentum",),
    "volume": ("volume",),
    "place": ("place", "signs"),
}


class TechnicalRules:
    """Implements `Analyst[TechnicalOpinion]`."""

    def __init__(self) -> None:
        self._prompts = Prompts(Expert.TECHNICAL_ANALYST)

    async def opinion(self, brief: Brief, complaints: Sequence[GroundingFinding] = ()) -> Draft[TechnicalOpinion]:
        opinion = technical_opinion(brief)
        asked = self._prompts.of(brief, complaints)[1]
        return Draft(opinion, "rules", asked, opinion.model_dump_json(), points=technical_points(brief))


def technical_opinion(brief: Brief) -> TechnicalOpinion:
    chart, read = Chart(brief), _read(Chart(brief))
    votes, stale = tally(read), is_stale(brief)
    signal = signal_of(votes.lean)
    summary = _summary(chart, read, signal)
    warned = [one.text for one in warnings(chart, signal, stale=stale)]
    return TechnicalOpinion(
        signal=signal,
        confidence=confidence(chart, votes, signal, stale=stale),
        summary_reasoning=summary,
        support=_tags(brief, "support"),
        resistance=_tags(brief, "resistance"),
        risk_warning=chart.write.joined(warned),
        narrative_report=_narrative(chart, read, summary, warned),
    )


def technical_points(brief: Brief) -> tuple[Point, ...]:
    """The sentences of the summary and of the risk warning, with the side that each speaks for."""
    chart, read = Chart(brief), _read(Chart(brief))
    signal = signal_of(tally(read).lean)
    opening = leaning(_opening(chart, read, signal), _LEANS[signal])
    averages = [leaning(text, side) for side, text in against_averages(chart)]
    for_it, against = _for_and_against(read, signal)
    return (
        *(opening, *averages, *(leaning(one.sentences[0], one.pull) for one in for_it)),
        *(Point(text=one.sentences[0], side=side_of_lean(one.pull), kind="grant") for one in against),
        *warnings(chart, signal, stale=is_stale(brief)),
    )


def _read(chart: Chart) -> list[WeightedReading]:
    return [side(chart) for side in (trend, timeframes, relative, momentum, strength, volume, place, signs)]


def signal_of(lean: float) -> Signal:
    if abs(lean) < rule("lean_needed"):
        return "NEUTRAL"
    return "BULLISH" if lean > 0 else "BEARISH"


def confidence(chart: Chart, votes: VoteTally, signal: Signal, *, stale: bool) -> float:
    """The floor, and from there towards the cap by agreement, conviction and sufficiency; less without a trend, and
    less when the last price is old. Of a neutral signal it is how far the lean stays away from a direction."""
    lean = abs(votes.lean)
    settled = votes.agreement * lean / rule("lean_full") if signal != "NEUTRAL" else 1 - lean / rule("lean_needed")
    adx = chart.value("adx14")
    weak = adx is None or adx < rule("adx_weak")
    return confidence_between(
        rule("technical_confidence_floor"),
        rule("technical_confidence_cap"),
        settled,
        votes.sufficiency,
        rule("weak_trend_discount") if weak else 1.0,
        rule("stale_discount") if stale else 1.0,
    )


def is_stale(brief: Brief) -> bool:
    """Whether the last bar lies further back than any holiday: the share did not trade."""
    today = local_day(brief.company.symbol.market, brief.as_of)
    return today - brief.figures["close"].ends > timedelta(days=rule("stale_days"))


def _summary(chart: Chart, read: Sequence[WeightedReading], signal: Signal) -> str:
    """What carries the signal, and what speaks loudest against it; the price against its averages always."""
    for_it, against = ([one.sentences[0] for one in some] for some in _for_and_against(read, signal))
    granted = [chart.write("other_side" if signal == "NEUTRAL" else "against", sentence=one) for one in against]
    return chart.write.joined([_opening(chart, read, signal), *read[0].sentences[:1], *for_it, *granted])


def _opening(chart: Chart, read: Sequence[WeightedReading], signal: Signal) -> str:
    day, name = chart.brief.figures["close"].period, chart.brief.company.named(chart.brief.language)
    return chart.write(f"opening.{signal}", company=name, day=day, sides=_sides(chart, read))


def _for_and_against(
    read: Sequence[WeightedReading], signal: Signal
) -> tuple[list[WeightedReading], list[WeightedReading]]:
    """Besides the trend: what carries the view, and what speaks loudest against it."""
    ranked = sorted((one for one in read[1:] if one.sentences), key=lambda one: -abs(one.pull))
    side = 1 if sum(one.pull for one in read) >= 0 else -1
    backing = [one for one in ranked if one.pull * side > 0]
    against = [one for one in ranked if one.pull * side < 0]
    return backing[: 1 if signal == "NEUTRAL" else 2], against[:1]


def _sides(chart: Chart, read: Sequence[WeightedReading]) -> str:
    """Which sides lean which way, the weightiest first, at most three of each."""
    ranked = sorted((one for one in read if one.known), key=lambda one: -abs(one.pull))
    up = _leaning(chart, "up", [one for one in ranked if one.lean > _UNDECIDED])
    down = _leaning(chart, "down", [one for one in ranked if one.lean < -_UNDECIDED])
    return chart.write("up_and_down", up=up, down=down) if up and down else up or down or chart.write("neither")


def _leaning(chart: Chart, way: Literal["up", "down"], sides: Sequence[WeightedReading]) -> str:
    names = [chart.write(f"side.{one.topic}") for one in sides[:_MOST_NAMED]]
    return chart.write(way, sides=names) if names else ""


def _narrative(chart: Chart, read: Sequence[WeightedReading], summary: str, warned: Sequence[str]) -> str:
    write = chart.write
    said = {one.topic: one.sentences for one in read}
    sections = [write.titled("conclusion", summary)]
    for title, topics in _SECTIONS.items():
        sentences = [sentence for topic in topics for sentence in said[topic]]
        if sentences:
            sections.append(write.headed(title, sentences))
    sections += [write.headed("levels", level_sentences(chart)), write.headed("risks", warned)]
    missing = absences(chart)
    if missing:
        sections.append(write.headed("missing", missing))
    return "\n\n".join(sections)


def _tags(brief: Brief, side: str) -> list[str]:
    return [brief.tags[key] for place in (1, 2, 3) if (key := f"{side}_{place}") in brief.tags]
