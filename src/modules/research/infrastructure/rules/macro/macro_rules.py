"""The macro expert by rules: rates, money, activity and the tone of the news, weighed by what the industry lives by."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Literal

from packages.domain.evidence.findings import GroundingFinding
from src.modules.research.domain.brief import Brief, Expert
from src.modules.research.domain.macro.economies import DIMENSIONS, SERIES, TOPICS, Character, Industry, industry_of
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
_SIDES = {
    1: ("偏有利", "favourable"),
    0: ("中性", "neutral"),
    -1: ("偏不利", "unfavourable"),
}
_CHARACTERS = {
    Character.CYCLICAL: (
        ("强周期", "经济与行业周期的权重最高"),
        ("cyclical", "the economy and the industry's own cycle weigh most"),
    ),
    Character.DEFENSIVE: (
        ("防御型", "政策的权重最高，行业周期的影响较小"),
        ("defensive", "policy weighs most and the industry's cycle least"),
    ),
    Character.GROWTH: (
        ("长久期成长型", "流动性的权重最高，经济的影响较小"),
        ("long-duration growth", "liquidity weighs most and the economy least"),
    ),
    Character.RATE_SENSITIVE: (
        ("利率敏感型", "流动性的权重最高，行业周期的影响较小"),
        ("rate-sensitive", "liquidity weighs most and the industry's cycle least"),
    ),
    Character.MIXED: (("未归类", "各维度权重相同"), ("unclassified", "all sides weigh the same")),
}


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
        name, (zh, en) = self.w.brief.company.named(self.w.brief.language), _SIDES[self.whole]
        return self.w(f"{name}所处的宏观环境{zh}。", f"The macro environment of {name} is {en}.")

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
            w(
                f"# {name}（{brief.company.symbol}）宏观情报",
                f"# Macro intelligence on {name} ({brief.company.symbol})",
            ),
            w(f"分析时点：{day}", f"As of: {day}"),
            self.summary(),
        ]
        for topic in TOPICS:
            parts += [f"## {topic.called(brief.language).capitalize()}", self.assessed(topic)]
        coming = scheduled(w)
        if coming:
            parts += [w("## 接下来", "## What comes next"), w.listed(coming)]
        parts += [w("## 机会", "## Opportunities"), self._opportunities(), w("## 风险", "## Risks"), self._dangers()]
        return "\n\n".join([*parts, w("## 依据与局限", "## Evidence and limits"), self._limits()])

    def _opportunities(self) -> str:
        """Where to read of them: each was said in its own section, and is not said again."""
        where = self._where(1)
        if not where:
            return self.w("现有证据没有给出明确的机会。", "The evidence shows no clear opportunity.")
        return self.w(f"有利的变化见上文：{where}。", f"What helps is told above, under {where}.")

    def _dangers(self) -> str:
        where, blind = self._where(-1), self._unseen()
        if not where and not blind:
            return self.w("现有证据没有给出明确的风险。", "The evidence shows no clear risk.")
        above = [self.w(f"不利的变化见上文：{where}。", f"What hurts is told above, under {where}.")] if where else []
        return self.w.listed([*above, *blind])

    def _where(self, sign: int) -> str:
        """The sections in which something speaks for shares (1) or against them (-1)."""
        found = {one.dimension for one in self.signals if one.sign == sign and one.weight > 0}
        names = [topic.called(self.w.brief.language) for topic in TOPICS if topic.name in found]
        return self.w("、", ", ").join(names)

    def _weighing(self) -> str:
        (zh_kind, zh_weighs), (en_kind, en_weighs) = _CHARACTERS[self.industry.character]
        zh_name, en_name = self.industry.name_zh or "所属", self.industry.name_en
        subject = f"The {en_name} industry" if en_name else "Its industry"
        return self.w(
            f"{zh_name}行业按{zh_kind}处理，{zh_weighs}。", f"{subject} is treated as {en_kind}: {en_weighs}."
        )

    def _sides(self) -> list[str]:
        """Which dimensions help, and which hurt."""
        helping, hurting = self._called(1), self._called(-1)
        sentences = []
        if helping:
            sentences.append(self.w(f"支撑来自{helping}。", f"Support comes from {helping}."))
        if hurting:
            sentences.append(self.w(f"拖累来自{hurting}。", f"The drag comes from {hurting}."))
        return sentences

    def _called(self, sign: int) -> str:
        names = [topic.called(self.w.brief.language) for topic in TOPICS if side(self.leans[topic.name]) == sign]
        return self.w("、", ", ").join(names)

    def _weightiest(self) -> list[StanceSignal]:
        weights = self.industry.weights
        own = [one for one in self.signals if one.weight > 0 and one.leans]
        return sorted(own, key=lambda one: -weights[one.dimension] * one.weight * abs(one.leans))[:2]

    def _stance(self, topic: Topic) -> str:
        zh, en = _SIDES[side(self.leans[topic.name])]
        called = topic.called(self.w.brief.language)
        if self.leans[topic.name] is None:
            return self.w(f"{called}：证据不足，不作判断。", f"{called.capitalize()}: too little evidence to judge.")
        return self.w(f"{called}：{zh}。", f"{called.capitalize()}: {en}.")

    def _missing(self, topic: Topic, figures: bool, news: bool) -> list[str]:
        sentences = []
        if figures and topic.name == "industry_cycle":
            sentences.append(
                self.w(
                    "本机没有行业指数，这里以市场基准指数代替。",
                    "For want of an industry index, the index of the market stands in.",
                )
            )
        if not figures and topic.name in {"liquidity", "economy"}:
            sentences.append(
                self.w("本机没有这一维度的宏观序列。", "The desk has stored no macro series for this side.")
            )
        if not news:
            sentences.append(self.w("没有检索到相关新闻。", "The search found no news on it."))
        return sentences

    def _blind(self, topic: Topic) -> str:
        called = topic.called(self.w.brief.language)
        return self.w(
            f"{called}缺少可用信息，可能漏掉其中的变化。",
            f"Nothing usable on {called}: a change there would be missed.",
        )

    def _limits(self) -> str:
        w, brief = self.w, self.w.brief
        absent = [brief.book.labels[key][0 if w.is_chinese else -1] for key in SERIES if key in brief.absent]
        sentences = [
            w(
                "各项门槛是本台自定的规则，语气由词典判定，只作线索。",
                "The thresholds are house rules, and tone is read by a lexicon: take it as a lead.",
            )
        ]
        if absent:
            missing = w("、", ", ").join(absent)
            sentences.append(
                w(
                    f"缺少的序列：{missing}（本机未存储，可用 `parley data import macro.csv` 导入）。",
                    f"Series that are missing, because none are stored: {missing}; import them with "
                    "`parley data import macro.csv`.",
                )
            )
        old = [one for one in self.signals if one.document and one.weight == 0]
        if old:
            sentences.append(
                w(
                    "早于宏观新闻时效线 {rule.macro_news_days} 的新闻只列出，不计入判断。",
                    "News beyond the age limit of macro news {rule.macro_news_days} is listed and does not count.",
                )
            )
        return w.joined(sentences)


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


def macro_opinion(brief: Brief) -> MacroOpinion:
    return _reported(brief)[0]


def _reported(brief: Brief) -> tuple[MacroOpinion, MacroReport]:
    w = PressWriter(brief)
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
