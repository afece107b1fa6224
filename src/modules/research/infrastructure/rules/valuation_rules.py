"""The valuation modeler by rules: the calculated verdict, explained by the methods of its kind of business."""

from collections.abc import Mapping, Sequence
from datetime import timedelta

from packages.domain.evidence.findings import GroundingFinding
from packages.domain.market_data.sessions import local_day
from src.modules.research.domain.brief import Brief, Expert
from src.modules.research.domain.figures import FigureStatus
from src.modules.research.domain.opinions import ValuationOpinion
from src.modules.research.domain.points import Point, leaning
from src.modules.research.domain.ports import Draft
from src.modules.research.domain.valuation.assumptions import METHODS, Outlook, ValuationVerdict
from src.modules.research.domain.valuation.collect import PREFERRED_UNREPORTED
from src.modules.research.domain.valuation.names import KINDS, LABELS, METHOD_NAMES, TARGETS, english
from src.modules.research.domain.valuation.rules import OUTLOOKS
from src.modules.research.domain.valuation.scenarios import TargetCase
from src.modules.research.infrastructure.prompts import Prompts
from src.modules.research.infrastructure.rules.valuation_methods import (
    claims_sentences,
    kind_sentence,
    method_sentences,
    terminal_rate,
)
from src.modules.research.infrastructure.rules.valuation_multiples import (
    multiple_sentences,
    other_ratios,
    peer_sentences,
    vendor_sentences,
)
from src.modules.research.infrastructure.rules.valuation_risks import absences, risk_factors
from src.modules.research.infrastructure.rules.values import Values, rule
from src.modules.research.infrastructure.rules.votes import confidence_between
from src.modules.research.infrastructure.rules.writing import headed, titled

_VERDICTS: Mapping[ValuationVerdict, tuple[str, str]] = {
    ValuationVerdict.UNDERVALUED: ("低估", "undervalued"),
    ValuationVerdict.FAIR: ("合理", "fairly valued"),
    ValuationVerdict.OVERVALUED: ("高估", "overvalued"),
}
_ORDER = tuple(ValuationVerdict)
_LEANS = {verdict: 1 - place for place, verdict in enumerate(_ORDER)}  # from 1 for undervalued to -1


class ValuationRules:
    """Implements `Analyst[ValuationOpinion]`."""

    def __init__(self) -> None:
        self._prompts = Prompts(Expert.VALUATION_MODELER)

    async def opinion(self, brief: Brief, complaints: Sequence[GroundingFinding] = ()) -> Draft[ValuationOpinion]:
        opinion = valuation_opinion(brief)
        asked = self._prompts.of(brief, complaints)[1]
        return Draft(opinion, "rules", asked, opinion.model_dump_json(), points=valuation_points(brief))


def valuation_opinion(brief: Brief) -> ValuationOpinion:
    values = Values(brief)
    stale = is_stale(values)
    summary, evidence = values.write.joined([one.text for one in _argued(values)]), _evidence(values)
    factors = [one.text for one in risk_factors(values, stale=stale)]
    return ValuationOpinion(
        valuation_verdict=values.verdict.value,
        confidence_score=confidence(values, stale=stale),
        lower_bound=brief.tags.get("value_lower"),
        upper_bound=brief.tags.get("value_upper"),
        key_evidence=evidence,
        risk_factors=factors,
        reasoning_summary=summary,
        narrative_report=_narrative(values, summary, factors),
    )


def valuation_points(brief: Brief) -> tuple[Point, ...]:
    values = Values(brief)
    return (*_argued(values), *risk_factors(values, stale=is_stale(values)))


def confidence(values: Values, *, stale: bool) -> float:
    """The floor, and from there towards the cap by the weight of the methods that have a value, and by how far their
    own verdicts agree with the whole (a neighbour counts half); less when the accounts are old."""
    verdicts = values.verdicts()
    whole = float(sum(method.weight for method in METHODS[values.kind]))
    weights = {name: float(point.weight) for name, point in values.points.items()}
    there = sum(weights[name] for name in verdicts)
    apart = {name: abs(_ORDER.index(verdict) - _ORDER.index(values.verdict)) for name, verdict in verdicts.items()}
    agreed = sum(weights[name] * max(0.0, 1 - 0.5 * steps) for name, steps in apart.items())
    return confidence_between(
        rule("valuation_confidence_floor"),
        rule("valuation_confidence_cap"),
        min(1.0, there / whole),
        agreed / there if there else 0.0,
        rule("valuation_stale_discount") if stale else 1.0,
    )


def is_stale(values: Values) -> bool:
    """Whether the accounts behind the values end long before the analysis."""
    end, today = values.report_end, local_day(values.brief.company.symbol.market, values.brief.as_of)
    return end is not None and today - end > timedelta(days=rule("valuation_stale_days"))


def _argued(values: Values) -> list[Point]:
    name, verdict = values.brief.company.named(values.brief.language), _VERDICTS[values.verdict]
    zh_kind, en_kind = KINDS[values.kind]
    article = "an" if en_kind[0] in "aeiou" else "a"
    opening = values.write(
        f"{name}按{zh_kind}估值，现价 {{price}}，综合估值中枢 {{value_middle}}，安全边际 {{safety_margin}}，判断为"
        f"{verdict[0]}。",
        f"Valued as {article} {en_kind}, {name} trades at a share price of {{price}} against a middle of the weighted "
        f"value of {{value_middle}}, a margin of safety of {{safety_margin}}: {verdict[1]}.",
    )
    (margin,) = values.numbers("safety_margin")
    by_method = sum(_LEANS[one] for one in set(values.verdicts().values()))
    return [leaning(opening, _LEANS[values.verdict] or margin), leaning(_sides(values), by_method)]


def _sides(values: Values) -> str:
    """Which methods say what."""
    verdicts = values.verdicts()
    groups = [(verdict, [name for name, said in verdicts.items() if said is verdict]) for verdict in ValuationVerdict]
    zh = "，".join(
        f"{'、'.join(METHOD_NAMES[n][0] for n in names)}指向{_VERDICTS[v][0]}" for v, names in groups if names
    )
    en = "; ".join(f"{', '.join(METHOD_NAMES[n][1] for n in names)}: {_VERDICTS[v][1]}" for v, names in groups if names)
    return values.write(f"分方法看，{zh}。", f"By method: {en}.")


def _evidence(values: Values) -> list[str]:
    return [
        _against_value(values),
        *_leading_value(values),
        *multiple_sentences(values)[:3],
        *peer_sentences(values)[:1],
        *_peg(values),
    ]


def _against_value(values: Values) -> str:
    (margin,) = values.numbers("safety_margin")
    if margin >= rule("cheap_margin"):
        zh, en, line = "达到低估线", "at or over the undervalued line", "cheap_margin"
    elif margin <= rule("dear_margin"):
        zh, en, line = "已越过高估线", "at or beyond the overvalued line", "dear_margin"
    else:
        return values.write(
            "安全边际为 {safety_margin}，介于高估线 {rule.dear_margin} 与低估线 {rule.cheap_margin} 之间。",
            "The margin of safety is {safety_margin}, between the overvalued line {rule.dear_margin} and the "
            "undervalued line {rule.cheap_margin}.",
        )
    return values.write(
        f"安全边际为 {{safety_margin}}，{zh} {{rule.{line}}}。",
        f"The margin of safety is {{safety_margin}}, {en} {{rule.{line}}}.",
    )


def _leading_value(values: Values) -> list[str]:
    """The base case of the method with the most weight, never without its rates."""
    lead = next((name for name in values.points if values.has(f"{name}_base")), None)
    if lead is None or lead in ("nav", "embedded"):
        return []
    key = f"{lead}_base"
    label, (zh, en) = english(key), terminal_rate(values, lead, "base")
    return [
        values.write(
            f"{LABELS[key][0]} {{{key}}}（中性折现率 {{rule.dcf_discount_base}}，{zh}）。",
            f"{label[0].upper()}{label[1:]} {{{key}}} (base-case discount rate {{rule.dcf_discount_base}}, {en}).",
        )
    ]


def _peg(values: Values) -> list[str]:
    if values.is_financial or not values.has("peg"):
        return []
    (value,) = values.numbers("peg")
    if value >= rule("peg_dear"):
        zh, en = "不低于 PEG 偏贵线 {rule.peg_dear}", "at or over the dear-PEG line {rule.peg_dear}"
    elif value <= rule("peg_fair"):
        zh, en = "不高于 PEG 合理线 {rule.peg_fair}", "at or under the fair-PEG line {rule.peg_fair}"
    else:
        zh = "介于 PEG 合理线 {rule.peg_fair} 与 PEG 偏贵线 {rule.peg_dear} 之间"
        en = "between the fair-PEG line {rule.peg_fair} and the dear-PEG line {rule.peg_dear}"
    return [
        values.write(
            f"一年利润增速为 {{profit_growth_1y}}，PEG 为 {{peg}}，{zh}。",
            f"One-year profit growth is {{profit_growth_1y}} and the PEG {{peg}}, {en}.",
        )
    ]


def _narrative(values: Values, summary: str, factors: Sequence[str]) -> str:
    language = values.brief.language
    sections = [titled(language, ("结论", "Conclusion"), summary)]
    for title, sentences in (
        (("怎么估", "How it is valued"), [kind_sentence(values)]),
        (("价值区间与目标价", "Range and targets"), _range_and_targets(values)),
        (("倍数", "Multiples"), [*multiple_sentences(values), *other_ratios(values), *vendor_sentences(values)]),
        (("同业比较", "Peers"), peer_sentences(values)),
        (("分方法", "By method"), method_sentences(values)),
        (("净负债与少数股东", "Net debt and minorities"), claims_sentences(values)),
        (("每股基础", "Per share"), [*_basis(values), *_preferred(values), *_peg(values)]),
        (("风险", "Risks"), factors),
        (("数据缺口", "What is missing"), absences(values)),
    ):
        if sentences:
            sections.append(headed(language, title, sentences))
    return "\n\n".join(sections)


def _range_and_targets(values: Values) -> list[str]:
    return [*(_targets(values) or [_range(values)]), _against_value(values)]


def _range(values: Values) -> str:
    return values.write(
        "现价 {price}，综合估值下沿 {value_lower}，综合估值中枢 {value_middle}，综合估值上沿 {value_upper}。",
        "The share price is {price}, the lower end of the weighted value {value_lower}, the middle of the weighted "
        "value {value_middle} and the upper end of the weighted value {value_upper}.",
    )


_PROFIT: Mapping[Outlook, str] = {
    Outlook.RISING: "it is growing",
    Outlook.STEADY: "it is about flat",
    Outlook.FALLING: "it is shrinking",
}
_ENDS = {TargetCase.BEAR: "target_bear", TargetCase.BASE: "value_middle", TargetCase.BULL: "value_upper"}


_THROUGH_A_LOSS: Mapping[FigureStatus, str] = {
    FigureStatus.TURNED_POSITIVE: "a loss has turned into a profit",
    FigureStatus.TURNED_NEGATIVE: "it has turned into a loss",
    FigureStatus.LOSS_WIDENED: "the loss has widened",
    FigureStatus.LOSS_NARROWED: "the loss has narrowed, which is no growth",
    FigureStatus.LOSS_UNCHANGED: "the loss is the same",
    FigureStatus.BASE_ZERO: "there was none a year before",
}


def _why_odds(values: Values) -> str:
    absent = values.brief.absent.get("profit_growth_1y")
    if absent is None:
        return f"The odds follow from profit: {_PROFIT[values.outlook]}."
    if absent.status is not None:
        return f"The odds follow from profit: {_THROUGH_A_LOSS[absent.status]}."
    if absent.parts:
        return "The odds follow from profit: it is gone."
    sales = {Outlook.RISING: "they are growing", Outlook.FALLING: "they are shrinking"}
    return f"Profit a year before is not told; the odds follow from sales: {sales.get(values.outlook, 'about flat')}."


def _targets(values: Values) -> list[str]:
    """Bear, base and bull with their odds, and what they come to."""
    if not values.has("target_expected", "target_upside"):
        return []
    odds, when = f"rule.odds_{values.outlook}", OUTLOOKS[values.outlook]
    zh = "，".join(
        f"{zh}目标价 {{{_ENDS[case]}}}（{zh}涨跌幅 {{target_change_{case}}}，{when[0]}时{zh}概率 {{{odds}_{case}}}）"
        for case, (zh, _) in TARGETS.items()
    )
    en = ", ".join(
        f"{en} {{{_ENDS[case]}}} ({{target_change_{case}}}, probability {{{odds}_{case}}})"
        for case, (_, en) in TARGETS.items()
    )
    return [
        values.write(f"{zh}。", f"Targets: {en}. {_why_odds(values)}"),
        values.write(
            "概率加权目标价 {target_expected}，概率加权空间 {target_upside}。",
            "Probability-weighted target {target_expected}, probability-weighted move {target_upside}.",
        ),
        values.write(
            "悲观目标价取各方法低端中最低的一个，中性与乐观目标价取加权区间的中枢与上沿。",
            "The bear target is the lowest of the methods' low ends; base and bull are the middle and the upper end of "
            "the weighted range.",
        ),
    ]


def _preferred(values: Values) -> list[str]:
    if PREFERRED_UNREPORTED not in values.brief.absent:
        return []
    return [
        values.write(
            "公司派发优先股股息，但财报没有优先股权益科目：每股净资产与市净率可能包含优先股。",
            "Preferred dividends are paid, but the filings give no preferred-equity line: book value per share and PB "
            "may include preferred stock.",
        )
    ]


def _basis(values: Values) -> list[str]:
    keys = [key for key in ("eps_ttm", "book_value_per_share", "sales_per_share_ttm") if values.has(key)]
    growth = [key for key in ("revenue_growth_1y", "profit_growth_3y", "revenue_growth_3y") if values.has(key)]
    sentences = []
    for listed in (keys, growth):
        if listed:
            zh = "，".join(f"{LABELS[key][0]} {{{key}}}" for key in listed)
            en = ", ".join(f"{english(key)} {{{key}}}" for key in listed)
            sentences.append(values.write(f"{zh}。", f"{en[0].upper()}{en[1:]}."))
    return sentences
