"""The catalyst expert by rules: events read out of texts, each good or bad, sure or not, fresh or old."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from packages.domain.evidence.findings import GroundingFinding
from src.modules.research.domain.brief import SCHEDULE, Brief, Expert
from src.modules.research.domain.catalysts import RULES, TOPICS
from src.modules.research.domain.opinions import Catalyst, CatalystDimension, CatalystOpinion, Level
from src.modules.research.domain.points import Point, leaning, warning
from src.modules.research.domain.ports import Draft
from src.modules.research.domain.topics import Topic
from src.modules.research.infrastructure.prompts import Prompts
from src.modules.research.infrastructure.rules.events import CatalystEvent, events_in, probability
from src.modules.research.infrastructure.rules.schedule import scheduled, scheduled_points
from src.modules.research.infrastructure.rules.votes import (
    StanceSignal,
    confidence,
    freshness,
    lean_of,
    overall,
    side,
    standing,
)
from src.modules.research.infrastructure.rules.writing import PressWriter

_NEW_DAYS, _OLD_DAYS = (int(RULES[name].value) for name in ("catalyst_new_days", "catalyst_old_days"))
_MOST_LISTED, _MOST_CATALYSTS = 3, 5
_SIDES = {1: "positive", 0: "neutral", -1: "negative"}
_RUINOUS = frozenset({"delisting", "default", "restatement", "investigation"})
_LEVELS = {"HIGH": 2, "MEDIUM": 1, "LOW": 0}


@dataclass(frozen=True, slots=True)
class CatalystReport:
    w: PressWriter
    events: Sequence[CatalystEvent]
    leans: Mapping[str, float | None]
    whole: int

    def summary(self) -> str:
        argued = [one.text for one in self._argued()]
        return self.w.joined([*argued, *self._sides(), *scheduled(self.w)[:1], *self._nothing_new()])

    def points(self) -> tuple[Point, ...]:
        """What the summary argues with, and what is warned of."""
        warned = [
            warning(self._catalyst(event).event, ruin=event.kind.name in _RUINOUS) for event in self._likeliest(-1)
        ]
        return (*self._argued(), *scheduled_points(self.w)[:1], *warned)

    def _argued(self) -> list[Point]:
        """The whole, and the strongest event of each side."""
        head = self.w(f"summary.{_SIDES[self.whole]}", company=self.w.brief.company.named(self.w.brief.language))
        events = [leaning(said, sign) for sign in (1, -1) for said in self._strongest(sign)]
        return [leaning(head, self.whole), *events]

    def assessed(self, topic: Topic) -> str:
        called, own, lean = topic.called(self.w.brief.language).capitalize(), self._of(topic), self.leans[topic.name]
        if not own:
            return self.w("stance.nothing", topic=called)
        head = self.w("stance.background" if lean is None else f"stance.{_SIDES[side(lean)]}", topic=called)
        return self.w.joined([head, *(self._sentence(event) for event in own[:_MOST_LISTED])])

    def catalysts(self, sign: int) -> list[Catalyst]:
        return [self._catalyst(event) for event in self._likeliest(sign)]

    def _likeliest(self, sign: int) -> list[CatalystEvent]:
        """Those that lean this way and are not too old, likeliest and newest first."""
        usable = [
            event for event in self.events if event.sign == sign and (event.age is None or event.age <= _OLD_DAYS)
        ]
        ranked = sorted(usable, key=lambda event: (-_LEVELS[self._level(event)], event.age or 0, event.document.tag))
        once = {(event.kind.name, event.document.title): event for event in reversed(ranked)}
        return [event for event in ranked if event in once.values()][:_MOST_CATALYSTS]

    def narrative(self) -> str:
        w, brief = self.w, self.w.brief
        name, day = brief.company.named(brief.language), w.today
        parts = [
            w("title", company=name, symbol=str(brief.company.symbol)),
            w("as_of", day=str(day)),
            self.summary(),
        ]
        coming = scheduled(w)
        if coming:
            parts += [w.heading("coming"), w.listed(coming)]
        for topic in TOPICS:
            parts += [f"## {topic.called(brief.language).capitalize()}", self.assessed(topic)]
        parts += [w.heading("positive"), self._listed(1), w.heading("negative"), self._listed(-1)]
        return "\n\n".join([*parts, w.heading("limits"), self._limits()])

    def _of(self, topic: Topic) -> list[CatalystEvent]:
        own = [event for event in self.events if event.kind.dimension == topic.name]
        return sorted(own, key=lambda event: (event.age is None, event.age or 0, event.document.tag))

    def _sentence(self, event: CatalystEvent) -> str:
        headline, kind = self.w.headline(event.document), self.w(f"kind.{event.kind.name}")
        return self.w(f"event.{_SIDES[event.sign]}", headline=headline, date=self.w.dated(event.document), kind=kind)

    def _catalyst(self, event: CatalystEvent) -> Catalyst:
        w, way = self.w, _SIDES[event.sign]
        of_earnings = event.kind.dimension == "earnings" and event.kind.leans == 0
        impact = w(f"earnings.{way}" if of_earnings else f"follows.{event.kind.name}")
        kind = w(f"kind.{event.kind.name}").capitalize()
        return Catalyst(
            event=w("catalyst", kind=kind, headline=w.headline(event.document)),
            expected_impact=w(f"impact.{way}", impact=impact),
            timeframe=self._timeframe(event),
            probability=self._level(event),
        )

    def _timeframe(self, event: CatalystEvent) -> str:
        pace, stage = self.w(f"pace.{event.kind.pace}"), self.w(f"stage.{event.stage}")
        is_past = event.age is not None and event.age > _NEW_DAYS
        return self.w("timeframe.past" if is_past else "timeframe.fresh", pace=pace, stage=stage)

    def _level(self, event: CatalystEvent) -> Level:
        return probability(event, _NEW_DAYS, _OLD_DAYS)

    def _listed(self, sign: int) -> str:
        w = self.w
        lines = [
            w("listed", event=one.event, impact=one.expected_impact, timeframe=one.timeframe)
            for one in self.catalysts(sign)
        ]
        return w.listed(lines) or w("none")

    def _sides(self) -> list[str]:
        sentences = []
        for sign in (1, -1):
            names = [topic.called(self.w.brief.language) for topic in TOPICS if side(self.leans[topic.name]) == sign]
            if names:
                sentences.append(self.w(f"side.{_SIDES[sign]}", topics=names))
        return sentences

    def _strongest(self, sign: int) -> list[str]:
        usable = [one for one in self.events if one.sign == sign and one.age is not None and one.age <= _OLD_DAYS]
        best = sorted(usable, key=lambda one: (-_LEVELS[self._level(one)], one.age or 0, one.document.tag))[:1]
        return [self._sentence(event) for event in best]

    def _nothing_new(self) -> list[str]:
        if any(event.age is not None and event.age <= _NEW_DAYS for event in self.events):
            return []
        return [self.w("nothing_new")]

    def _limits(self) -> str:
        return self.w.joined([self.w("method"), *self._unfed()])

    def _unfed(self) -> list[str]:
        """How to bring in what there was nothing to read of."""
        if any(document.topic != SCHEDULE for document in self.w.brief.documents):
            return []
        return [self.w("no_news")]


_CATALYST_RULES_OLD_DAYS = int(RULES["catalyst_old_days"].value)
_WEIGHTS = {"company_events": 0.30, "industry": 0.15, "sentiment": 0.20, "earnings": 0.35}
_CERTAINTY = {"done": 1.0, "planned": 0.7, "rumoured": 0.4}
_STANCES: Mapping[int, Literal["Positive", "Neutral", "Negative"]] = {1: "Positive", 0: "Neutral", -1: "Negative"}


class CatalystRules:
    """An `Analyst` that needs no model."""

    def __init__(self, prompts: Prompts | None = None) -> None:
        self._prompts = prompts or Prompts(Expert.CATALYST_DETECTIVE)

    async def opinion(self, brief: Brief, complaints: Sequence[GroundingFinding] = ()) -> Draft[CatalystOpinion]:
        _, asked = self._prompts.of(brief, complaints)
        opinion, report = _reported(brief)
        return Draft(opinion, "rules", asked, opinion.model_dump_json(), points=report.points())


def _reported(brief: Brief) -> tuple[CatalystOpinion, CatalystReport]:
    w = PressWriter(brief, "catalyst")
    events = events_in(brief.news, brief.as_of, brief.language)
    signals = [_signal(event, brief) for event in events]
    leans = {name: lean_of(one for one in signals if one.dimension == name) for name in _WEIGHTS}
    whole = side(overall(leans, _WEIGHTS))
    report = CatalystReport(w, events, leans, whole)
    opinion = CatalystOpinion(
        catalyst_assessment=_STANCES[whole],
        confidence_score=confidence(leans, signals),
        catalyst_summary=report.summary(),
        dimension_analyses=[
            CatalystDimension(
                dimension=topic.name, stance=_STANCES[side(leans[topic.name])], assessment=report.assessed(topic)
            )
            for topic in TOPICS
        ],
        positive_catalysts=report.catalysts(1),
        negative_catalysts=report.catalysts(-1),
        information_sources=list(dict.fromkeys(event.document.url for event in events if event.document.url)),
        narrative_report=report.narrative(),
    )
    return opinion, report


def _signal(event: CatalystEvent, brief: Brief) -> StanceSignal:
    fresh = freshness(event.document.published_at, brief.as_of, _CATALYST_RULES_OLD_DAYS)
    weight = fresh * standing(event.document) * _CERTAINTY[event.stage]
    return StanceSignal(event.kind.dimension, event.leans, weight, fresh, "", event.document)
