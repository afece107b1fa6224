"""The macro expert by rules: rates, money, activity and the tone of the news, weighed by what the industry lives by."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from packages.domain.evidence.findings import GroundingFinding
from src.modules.research.domain.brief import Brief, Expert
from src.modules.research.domain.macro.economies import DIMENSIONS, SERIES, TOPICS, Industry, industry_of
from src.modules.research.domain.opinions import MacroDimension, MacroOpinion
from src.modules.research.domain.points import Point, caveat, leaning, warning
from src.modules.research.domain.ports import Draft
from src.modules.research.domain.topics import Topic
from src.modules.research.infrastructure.prompts import Prompts
from src.modules.research.infrastructure.rules.macro.macro_signals import macro_signals
from src.modules.research.infrastructure.rules.schedule import scheduled
from src.modules.research.infrastructure.rules.votes import MOST, StanceSignal, confidence, lean_of, overall, side
from src.modules.research.infrastructure.rules.writing import PressWriter

_MOST_NEWS = 3
_SIDES = {1: "favourable", 0: "neutral", -1: "unfavourable"}


@dataclass(frozen=True, slots=True)
class MacroReport:
    w: PressWriter
    industry: Industry
    signals: Sequence[StanceSignal]
    leans: Mapping[str, float | None]
    whole: int

    def summary(self) -> str:
        """What moves this company most first, then what it comes to."""
        sentences = [one.sentence for one in self._weightiest()]
        return self.w.joined([self._head(), *sentences, *self._sides(), self._weighing()])

    def _head(self) -> str:
        return self.w(f"summary.{_SIDES[self.whole]}", company=self.w.brief.company.named(self.w.brief.language))

    def points(self) -> tuple[Point, ...]:
        """The sentences of the summary that bring something of their own, and the risks."""
        argued = [leaning(self._head(), self.whole), *(leaning(one.sentence, one.leans) for one in self._weightiest())]
        risks = [*map(warning, self.leaning(-1)), *map(caveat, self._unseen())]
        return (*argued, *risks)

    def assessed(self, topic: Topic) -> str:
        """Figures first, then the headlines that weigh most; what is missing is said."""
        own = [one for one in self.signals if one.dimension == topic.name]
        figures = [one.sentence for one in own if one.document is None]
        news = sorted(
            (one for one in own if one.document), key=lambda one: -abs(one.leans) * one.weight - one.weight / 100
        )
        with_lean = [one for one in news if one.leans] or news[:1]
        headlines = [one.sentence for one in with_lean[:_MOST_NEWS]]
        missing = self._missing(topic, bool(figures), bool(headlines))
        return self.w.joined([self._stance(topic), *figures, *headlines, *missing])

    def leaning(self, sign: int) -> list[str]:
        """What speaks for shares (1) or against them (-1), weightiest first."""
        weights = self.industry.weights
        own = [one for one in self.signals if one.sign == sign and one.weight > 0]
        return [one.sentence for one in sorted(own, key=lambda one: -weights[one.dimension] * one.weight)[:5]]

    def risks(self) -> list[str]:
        """Also what nobody could look into: that is a risk of its own."""
        return [*self.leaning(-1), *self._unseen()]

    def _unseen(self) -> list[str]:
        return [self._blind(topic) for topic in TOPICS if self.leans[topic.name] is None]

    def narrative(self) -> str:
        w, brief = self.w, self.w.brief
        name, day = brief.company.named(brief.language), w.today
        parts = [
            w("title", company=name, symbol=str(brief.company.symbol)),
            w("as_of", day=str(day)),
            self.summary(),
        ]
        for topic in TOPICS:
            parts += [f"## {_titled(w, topic)}", self.assessed(topic)]
        coming = scheduled(w)
        if coming:
            parts += [w.heading("next"), w.listed(coming)]
        parts += [w.heading("opportunities"), self._opportunities(), w.heading("risks"), self._dangers()]
        return "\n\n".join([*parts, w.heading("limits"), self._limits()])

    def _opportunities(self) -> str:
        """Where to read of them: each was said in its own section, and is not said again."""
        where = self._where(1)
        return self.w("opportunities.above", topics=where) if where else self.w("opportunities.none")

    def _dangers(self) -> str:
        where, blind = self._where(-1), self._unseen()
        if not where and not blind:
            return self.w("risks.none")
        return self.w.listed([*([self.w("risks.above", topics=where)] if where else []), *blind])

    def _where(self, sign: int) -> list[str]:
        """The sections in which something speaks for shares (1) or against them (-1)."""
        found = {one.dimension for one in self.signals if one.sign == sign and one.weight > 0}
        return [topic.called(self.w.brief.language) for topic in TOPICS if topic.name in found]

    def _weighing(self) -> str:
        industry = self.industry.called(self.w.brief.language)
        return self.w(f"weighing.{self.industry.character}" if industry else "weighing.unnamed", industry=industry)

    def _sides(self) -> list[str]:
        """Which dimensions help, and which hurt."""
        return [
            self.w(name, topics=topics)
            for name, topics in (("support", self._called(1)), ("drag", self._called(-1)))
            if topics
        ]

    def _called(self, sign: int) -> list[str]:
        return [topic.called(self.w.brief.language) for topic in TOPICS if side(self.leans[topic.name]) == sign]

    def _weightiest(self) -> list[StanceSignal]:
        weights = self.industry.weights
        own = [one for one in self.signals if one.weight > 0 and one.leans]
        return sorted(own, key=lambda one: -weights[one.dimension] * one.weight * abs(one.leans))[:2]

    def _stance(self, topic: Topic) -> str:
        lean = self.leans[topic.name]
        return self.w(
            "stance.unknown" if lean is None else f"stance.{_SIDES[side(lean)]}", topic=_titled(self.w, topic)
        )

    def _missing(self, topic: Topic, figures: bool, news: bool) -> list[str]:
        names = []
        if figures and topic.name == "industry_cycle":
            names.append("missing.industry_index")
        if not figures and topic.name in {"liquidity", "economy"}:
            names.append("missing.series")
        return [self.w(name) for name in (*names, *(() if news else ("missing.news",)))]

    def _blind(self, topic: Topic) -> str:
        return self.w("blind", topic=topic.called(self.w.brief.language))

    def _limits(self) -> str:
        w, brief = self.w, self.w.brief
        absent = [brief.book.labels[key][0 if w.is_chinese else -1] for key in SERIES if key in brief.absent]
        sentences = [w("limits.rules")]
        if absent:
            sentences.append(w("limits.series", series=absent))
        if any(one.document and one.weight == 0 for one in self.signals):
            sentences.append(w("limits.old_news"))
        return w.joined(sentences)


def _titled(w: PressWriter, topic: Topic) -> str:
    return topic.called(w.brief.language).capitalize()


# Without any text the expert sees only half of what it is asked about.
_MOST_WITHOUT_NEWS = 0.5
_STANCES: Mapping[int, Literal["Favorable", "Neutral", "Unfavorable"]] = {
    1: "Favorable", 0: "Neutral", -1: "Unfavorable"
}  # fmt: skip


class MacroRules:
    """An `Analyst` that needs no model."""

    def __init__(self, prompts: Prompts | None = None) -> None:
        self._prompts = prompts or Prompts(Expert.MACRO_INTELLIGENCE)

    async def opinion(self, brief: Brief, complaints: Sequence[GroundingFinding] = ()) -> Draft[MacroOpinion]:
        _, asked = self._prompts.of(brief, complaints)
        opinion, report = _reported(brief)
        return Draft(opinion, "rules", asked, opinion.model_dump_json(), points=report.points())


def _reported(brief: Brief) -> tuple[MacroOpinion, MacroReport]:
    w = PressWriter(brief, "macro")
    industry = industry_of(brief.company.industry)
    signals = macro_signals(w)
    leans = {name: lean_of(one for one in signals if one.dimension == name) for name in DIMENSIONS}
    whole = side(overall(leans, industry.weights))
    report = MacroReport(w, industry, signals, leans, whole)
    most = MOST if any(one.document and one.weight > 0 for one in signals) else _MOST_WITHOUT_NEWS
    opinion = MacroOpinion(
        macro_environment=_STANCES[whole],
        confidence_score=confidence(leans, signals, most),
        macro_summary=report.summary(),
        dimension_analyses=[
            MacroDimension(
                dimension=topic.name, stance=_STANCES[side(leans[topic.name])], assessment=report.assessed(topic)
            )
            for topic in TOPICS
        ],
        key_opportunities=report.leaning(1),
        key_risks=report.risks(),
        information_sources=_sources(signals),
        narrative_report=report.narrative(),
    )
    return opinion, report


def _sources(signals: Sequence[StanceSignal]) -> list[str]:
    return list(dict.fromkeys(one.document.url for one in signals if one.document and one.document.url))
