"""The valuation modeler by rules: the calculated verdict, explained method by method with every assumption shown."""

from collections.abc import Mapping, Sequence
from datetime import timedelta

from packages.domain.evidence.findings import GroundingFinding
from packages.domain.market_data.sessions import local_day
from src.modules.research.domain.brief import Brief, Expert
from src.modules.research.domain.opinions import ValuationOpinion
from src.modules.research.domain.ports import Draft
from src.modules.research.domain.valuation.assumptions import ValuationVerdict
from src.modules.research.domain.valuation.rules import LABELS, english
from src.modules.research.infrastructure.prompts import Prompts
from src.modules.research.infrastructure.rules.valuation_risks import absences, risk_factors
from src.modules.research.infrastructure.rules.values import Values, assumption_sentences, rule
from src.modules.research.infrastructure.rules.votes import confidence_between
from src.modules.research.infrastructure.rules.writing import headed, titled

_VERDICTS: Mapping[ValuationVerdict, tuple[str, str]] = {
    ValuationVerdict.UNDERVALUED: ("低估", "undervalued"),
    ValuationVerdict.FAIR: ("合理", "fairly valued"),
    ValuationVerdict.OVERVALUED: ("高估", "overvalued"),
}
_ORDER = tuple(ValuationVerdict)


class ValuationRules:
    """Implements `Analyst[ValuationOpinion]`."""

    def __init__(self) -> None:
        self._prompts = Prompts(Expert.VALUATION_MODELER)

    async def opinion(self, brief: Brief, complaints: Sequence[GroundingFinding] = ()) -> Draft[ValuationOpinion]:
        opinion = valuation_opinion(brief)
        return Draft(opinion, "rules", self._prompts.of(brief, complaints)[1], opinion.model_dump_json())


def valuation_opinion(brief: Brief) -> ValuationOpinion:
    values = Values(brief)
    stale = is_stale(values)
    summary, evidence = _summary(values), _evidence(values)
    factors = risk_factors(values, stale=stale)
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


def confidence(values: Values, *, stale: bool) -> float:
    """The floor, and from there towards the cap by the weight of the methods that have a value, and by how far their
    own verdicts agree with the whole (a neighbour counts half); less when the accounts are old."""
    verdicts = values.verdicts()
    there = sum(values.weight(name) for name in verdicts)
    apart = {name: abs(_ORDER.index(verdict) - _ORDER.index(values.verdict)) for name, verdict in verdicts.items()}
    agreed = sum(values.weight(name) * max(0.0, 1 - 0.5 * steps) for name, steps in apart.items())
    return confidence_between(
        rule("valuation_confidence_floor"),
        rule("valuation_confidence_cap"),
        there,
        agreed / there if there else 0.0,
        rule("valuation_stale_discount") if stale else 1.0,
    )


def is_stale(values: Values) -> bool:
    """Whether the accounts behind the values end long before the analysis."""
    end = values.report_end
    today = local_day(values.brief.company.symbol.market, values.brief.as_of)
    return end is not None and today - end > timedelta(days=rule("valuation_stale_days"))


def _summary(values: Values) -> str:
    name, verdict = values.brief.company.named(values.brief.language), _VERDICTS[values.verdict]
    opening = values.write(
        f"{name}现价 {{price}}，综合估值中枢 {{value_middle}}，安全边际 {{safety_margin}}，判断为{verdict[0]}。",
        f"At a share price of {{price}} against a middle of the weighted value of {{value_middle}}, a margin of safety "
        f"of {{safety_margin}}, {name} is {verdict[1]}.",
    )
    return values.write.joined([opening, _sides(values)])


def _sides(values: Values) -> str:
    """Which methods say what."""
    verdicts = values.verdicts()
    groups = [(verdict, [name for name, said in verdicts.items() if said is verdict]) for verdict in ValuationVerdict]
    zh = "，".join(f"{'、'.join(_method(n)[0] for n in names)}指向{_VERDICTS[v][0]}" for v, names in groups if names)
    en = "; ".join(f"{', '.join(_method(n)[1] for n in names)}: {_VERDICTS[v][1]}" for v, names in groups if names)
    return values.write(f"分方法看，{zh}。", f"By method: {en}.")


def _method(name: str) -> tuple[str, str]:
    return {"dcf": ("DCF", "DCF"), "graham": ("格雷厄姆数", "Graham number")}.get(
        name, (f"{name.upper()} 历史倍数", f"historical {name.upper()}")
    )


def _evidence(values: Values) -> list[str]:
    return [_against_value(values), *_multiples(values), *_discounted(values), *_graham(values), *_peg(values)]


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


def _multiples(values: Values) -> list[str]:
    return [
        sentence
        for name, key in (("pe", "pe_ttm"), ("pb", "pb"), ("ps", "ps_ttm"))
        if (sentence := _multiple(values, name, key))
    ]


def _multiple(values: Values, name: str, key: str) -> str | None:
    place = f"{name}_percentile"
    if not values.has(key):
        return None
    short = name.upper()
    if not values.has(place, f"{name}_median"):
        return values.write(
            f"{short} 为 {{{key}}}，历史样本不足，不作分位判断。",
            f"The {short} is {{{key}}}, with too little history to rank it.",
        )
    (percentile,) = values.numbers(place)
    zh, en = "，处于历史中段", ", in the middle of its range"
    if percentile >= rule("percentile_high"):
        zh, en = (
            "，不低于历史高位线 {rule.percentile_high}",
            ", at or over the high-percentile line {rule.percentile_high}",
        )
    elif percentile <= rule("percentile_low"):
        zh, en = (
            "，不高于历史低位线 {rule.percentile_low}",
            ", at or under the low-percentile line {rule.percentile_low}",
        )
    return values.write(
        f"{short} 为 {{{key}}}，{short} 中位数为 {{{name}_median}}，{short} 分位为 {{{place}}}{zh}。",
        f"The {short} is {{{key}}} against a median {short} of {{{name}_median}}; the {short} percentile is "
        f"{{{place}}}{en}.",
    )


def _discounted(values: Values) -> list[str]:
    """Never a DCF value without the rates behind it."""
    if not values.has("dcf_base", "dcf_margin"):
        return []
    return [
        values.write(
            "DCF 中性值为 {dcf_base}（中性折现率 {rule.dcf_discount_base}，中性永续增速 {rule.dcf_terminal_base}），"
            "DCF 安全边际为 {dcf_margin}。",
            "The DCF base case is {dcf_base} (base-case discount rate {rule.dcf_discount_base}, base-case terminal "
            "rate {rule.dcf_terminal_base}), a DCF margin of {dcf_margin}.",
        )
    ]


def _graham(values: Values) -> list[str]:
    if not values.has("graham_number", "graham_margin"):
        return []
    return [
        values.write(
            "格雷厄姆数为 {graham_number}，格雷厄姆安全边际为 {graham_margin}。",
            "The Graham number is {graham_number}, a Graham margin of {graham_margin}.",
        )
    ]


def _peg(values: Values) -> list[str]:
    if not values.has("peg"):
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
    sections = [
        titled(language, ("结论", "Conclusion"), summary),
        headed(language, ("价值区间", "Range of value"), [_range(values), _against_value(values)]),
    ]
    for title, sentences in (
        (("相对估值", "Multiples against their history"), [*_multiples(values), *_implied(values)]),
        (("DCF 与假设", "DCF and what it assumes"), assumption_sentences(values)),
        (("格雷厄姆数与 PEG", "Graham number and PEG"), [*_graham(values), *_peg(values)]),
        (("每股基础", "What a share stands on"), _basis(values)),
        (("风险", "Risks"), factors),
        (("数据缺口", "What is missing"), absences(values)),
    ):
        if sentences:
            sections.append(headed(language, title, sentences))
    return "\n\n".join(sections)


def _range(values: Values) -> str:
    return values.write(
        "现价 {price}，综合估值下沿 {value_lower}，综合估值中枢 {value_middle}，综合估值上沿 {value_upper}。",
        "The share price is {price}, the lower end of the weighted value {value_lower}, the middle of the weighted "
        "value {value_middle} and the upper end of the weighted value {value_upper}.",
    )


def _implied(values: Values) -> list[str]:
    """What usual multiples make a share worth."""
    sentences = []
    for name in ("pe", "pb", "ps"):
        keys = [f"value_{name}_{place}" for place in ("p25", "median", "p75")]
        if values.has(*keys):
            zh = "、".join(f"{LABELS[key][0]} {{{key}}}" for key in keys)
            en = ", ".join(f"{english(key)} {{{key}}}" for key in keys)
            sentences.append(values.write(f"按三年历史倍数：{zh}。", f"At three years' usual levels: {en}."))
    return sentences


def _basis(values: Values) -> list[str]:
    keys = [key for key in ("eps_ttm", "book_value_per_share", "sales_per_share_ttm") if values.has(key)]
    growth = [key for key in ("profit_growth_3y", "revenue_growth_3y") if values.has(key)]
    sentences = []
    for listed in (keys, growth):
        if listed:
            zh = "，".join(f"{LABELS[key][0]} {{{key}}}" for key in listed)
            en = ", ".join(f"{english(key)} {{{key}}}" for key in listed)
            sentences.append(values.write(f"{zh}。", f"{en[0].upper()}{en[1:]}."))
    return sentences
