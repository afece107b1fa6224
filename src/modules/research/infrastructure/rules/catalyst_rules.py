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
_SIDES = {1: ("偏积极", "positive"), 0: ("中性", "neutral"), -1: ("偏消极", "negative")}
_MOODS = {1: ("利好", "good news"), 0: ("方向不明", "no clear direction"), -1: ("利空", "bad news")}
_PACES = {
    "short": ("短期", "Short term"),
    "medium": ("中期", "Medium term"),
    "long": ("长期", "Long term"),
}
_STAGES = {
    "done": ("消息已公布", "it has been announced"),
    "planned": ("尚待落实", "it is still to be carried out"),
    "rumoured": ("未经证实", "it is not confirmed"),
}
_EARNINGS = {
    1: ("盈利预期有望上修", "profit expectations may be raised"),
    -1: ("盈利预期面临下修", "profit expectations may be cut"),
}
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
        name, (zh, en) = self.w.brief.company.named(self.w.brief.language), _SIDES[self.whole]
        head = self.w(f"{name}近期的催化剂整体{zh}。", f"The catalysts around {name} are {en} on the whole.")
        events = [leaning(said, sign) for sign in (1, -1) for said in self._strongest(sign)]
        return [leaning(head, self.whole), *events]

    def assessed(self, topic: Topic) -> str:
        called, own = topic.called(self.w.brief.language), self._of(topic)
        if not own:
            return self.w(
                f"{called}：没有检索到可用的消息，不作判断。",
                f"{called.capitalize()}: the search found nothing usable.",
            )
        zh, en = _SIDES[side(self.leans[topic.name])]
        head = self.w(f"{called}：{zh}。", f"{called.capitalize()}: {en}.")
        if self.leans[topic.name] is None:
            head = self.w(
                f"{called}：只有早于旧消息时限 {{rule.catalyst_old_days}} 的消息，作为背景。",
                f"{called.capitalize()}: only background, all of it beyond the age limit of usable news "
                "{rule.catalyst_old_days}.",
            )
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
            w(f"# {name}（{brief.company.symbol}）催化剂侦探", f"# Catalysts of {name} ({brief.company.symbol})"),
            w(f"分析时点：{day}", f"As of: {day}"),
            self.summary(),
        ]
        coming = scheduled(w)
        if coming:
            parts += [w("## 日程", "## What is coming"), w.listed(coming)]
        for topic in TOPICS:
            parts += [f"## {topic.called(brief.language).capitalize()}", self.assessed(topic)]
        parts += [w("## 正面催化剂", "## Positive catalysts"), self._listed(1)]
        parts += [w("## 负面催化剂", "## Negative catalysts"), self._listed(-1)]
        return "\n\n".join([*parts, w("## 依据与局限", "## Evidence and limits"), self._limits()])

    def _of(self, topic: Topic) -> list[CatalystEvent]:
        own = [event for event in self.events if event.kind.dimension == topic.name]
        return sorted(own, key=lambda event: (event.age is None, event.age or 0, event.document.tag))

    def _sentence(self, event: CatalystEvent) -> str:
        w = self.w
        kind, mood = event.kind.called[0 if w.is_chinese else 1], _MOODS[event.sign][0 if w.is_chinese else 1]
        return w(
            f"{w.headline(event.document)}（{w.dated(event.document)}，{kind}，{mood}）。",
            f"{w.headline(event.document)} ({w.dated(event.document)}; {kind}, {mood}).",
        )

    def _catalyst(self, event: CatalystEvent) -> Catalyst:
        place = 0 if self.w.is_chinese else 1
        kind, mood = event.kind.called[place], _MOODS[event.sign][place]
        follows = event.kind.dimension == "earnings" and event.kind.leans == 0
        impact = (_EARNINGS[event.sign] if follows else event.kind.impact)[place]
        return Catalyst(
            event=self.w(
                f"{kind}：{self.w.headline(event.document)}", f"{kind.capitalize()}: {self.w.headline(event.document)}"
            ),
            expected_impact=self.w(f"{mood}：{impact}。", f"{mood.capitalize()}: {impact}."),
            timeframe=self._timeframe(event),
            probability=self._level(event),
        )

    def _timeframe(self, event: CatalystEvent) -> str:
        place = 0 if self.w.is_chinese else 1
        pace, stage = _PACES[event.kind.pace][place], _STAGES[event.stage][place]
        if event.age is not None and event.age > _NEW_DAYS:
            return self.w(
                f"{pace}：{stage}，且已过新消息时限 {{rule.catalyst_new_days}}，部分影响可能已在价格中。",
                f"{pace}: {stage}, and it is past the age limit of fresh news {{rule.catalyst_new_days}}: part of it "
                "may be in the price.",
            )
        return self.w(f"{pace}：{stage}，市场仍在消化。", f"{pace}: {stage}, and the market is still taking it in.")

    def _level(self, event: CatalystEvent) -> Level:
        return probability(event, _NEW_DAYS, _OLD_DAYS)

    def _listed(self, sign: int) -> str:
        w = self.w
        lines = [
            w(
                f"{one.event}。{one.expected_impact}{one.timeframe}",
                f"{one.event}. {one.expected_impact} {one.timeframe}",
            )
            for one in self.catalysts(sign)
        ]
        return w.listed(lines) or w("没有找到。", "None found.")

    def _sides(self) -> list[str]:
        sentences = []
        for sign, zh, en in ((1, "积极信号来自", "The positive side is"), (-1, "消极信号来自", "The negative side is")):
            names = [topic.called(self.w.brief.language) for topic in TOPICS if side(self.leans[topic.name]) == sign]
            if names:
                sentences.append(self.w(f"{zh}{'、'.join(names)}。", f"{en} {', '.join(names)}."))
        return sentences

    def _strongest(self, sign: int) -> list[str]:
        usable = [one for one in self.events if one.sign == sign and one.age is not None and one.age <= _OLD_DAYS]
        best = sorted(usable, key=lambda one: (-_LEVELS[self._level(one)], one.age or 0, one.document.tag))[:1]
        return [self._sentence(event) for event in best]

    def _nothing_new(self) -> list[str]:
        if any(event.age is not None and event.age <= _NEW_DAYS for event in self.events):
            return []
        return [
            self.w(
                "新消息时限 {rule.catalyst_new_days} 之内没有检索到公司消息，短期缺少触发因素。",
                "Within the age limit of fresh news {rule.catalyst_new_days} the search found nothing: no trigger "
                "is at hand.",
            )
        ]

    def _limits(self) -> str:
        return self.w.joined([self._method(), *self._unfed()])

    def _unfed(self) -> list[str]:
        """How to bring in what there was nothing to read of."""
        if any(document.topic != SCHEDULE for document in self.w.brief.documents):
            return []
        return [
            self.w(
                "没有可读的新闻，可用 `parley data import news.csv` 导入（列：symbol、published、title、text、url）。",
                "There was no news to read; import it with `parley data import news.csv` (columns symbol, published, "
                "title, text, url).",
            )
        ]

    def _method(self) -> str:
        return self.w(
            "事件由词典归类，概率与时间按新消息时限 {rule.catalyst_new_days} 和旧消息时限 {rule.catalyst_old_days} "
            "的本台规则判定，不代表统计概率。",
            "Events are classed by a lexicon. Probability and timeframe follow house rules, the age limit of fresh "
            "news {rule.catalyst_new_days} and the age limit of usable news {rule.catalyst_old_days}: no statistics.",
        )


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


def catalyst_opinion(brief: Brief) -> CatalystOpinion:
    return _reported(brief)[0]


def _reported(brief: Brief) -> tuple[CatalystOpinion, CatalystReport]:
    w = PressWriter(brief)
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
