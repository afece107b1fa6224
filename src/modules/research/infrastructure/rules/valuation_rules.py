"""The valuation modeler by rules: the calculated verdict, explained by the methods of its kind of business."""

from collections.abc import Sequence
from datetime import timedelta

from packages.domain.evidence.findings import GroundingFinding
from packages.domain.market_data.sessions import local_day
from src.modules.research.domain.brief import Brief, Expert
from src.modules.research.domain.opinions import ValuationOpinion
from src.modules.research.domain.points import Point, leaning
from src.modules.research.domain.ports import Draft
from src.modules.research.domain.valuation.assumptions import METHODS, ValuationVerdict
from src.modules.research.domain.valuation.collect import PREFERRED_UNREPORTED
from src.modules.research.infrastructure.prompts import Prompts
from src.modules.research.infrastructure.rules.valuation_methods import (
    claims_sentences,
    kind_sentence,
    method_sentences,
    one_case,
)
from src.modules.research.infrastructure.rules.valuation_multiples import (
    multiple_sentences,
    other_ratios,
    peer_sentences,
    vendor_sentences,
)
from src.modules.research.infrastructure.rules.valuation_risks import absences, risk_factors
from src.modules.research.infrastructure.rules.values import Values, method_names, rule
from src.modules.research.infrastructure.rules.votes import confidence_between
from src.modules.research.infrastructure.rules.writing import capital

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
    opening = values.write(
        f"opening.{values.verdict.name}",
        company=values.brief.company.named(values.brief.language),
        kind=values.write.word("as_business", values.kind),
    )
    (margin,) = values.numbers("safety_margin")
    by_method = sum(_LEANS[one] for one in set(values.verdicts().values()))
    return [leaning(opening, _LEANS[values.verdict] or margin), leaning(_sides(values), by_method)]


def _sides(values: Values) -> str:
    """Which methods say what."""
    said, sides = values.verdicts(), ""
    for verdict in ValuationVerdict:
        names = method_names(values, (name for name, one in said.items() if one is verdict))
        if names:
            more = values.write(f"side.{verdict.name}", methods=names)
            sides = values.write("also", said=sides, more=more) if sides else more
    return values.write("sides", sides=sides)


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
        return values.write("margin.cheap")
    return values.write("margin.dear" if margin <= rule("dear_margin") else "margin.between")


def _leading_value(values: Values) -> list[str]:
    """The base case of the method with the most weight, never without its rates."""
    lead = next((name for name in values.points if values.has(f"{name}_base")), None)
    if lead is None or lead in ("nav", "embedded"):
        return []
    return [values.write("sentence", text=capital(one_case(values, lead, "base")))]


def _peg(values: Values) -> list[str]:
    if values.is_financial or not values.has("peg"):
        return []
    (value,) = values.numbers("peg")
    if value >= rule("peg_dear"):
        return [values.write("peg.dear")]
    return [values.write("peg.fair" if value <= rule("peg_fair") else "peg.between")]


def _narrative(values: Values, summary: str, factors: Sequence[str]) -> str:
    sections = [values.write.titled("conclusion", summary)]
    for title, sentences in (
        ("how", [kind_sentence(values)]),
        ("targets", _range_and_targets(values)),
        ("multiples", [*multiple_sentences(values), *other_ratios(values), *vendor_sentences(values)]),
        ("peers", peer_sentences(values)),
        ("methods", method_sentences(values)),
        ("claims", claims_sentences(values)),
        ("per_share", [*_basis(values), *_preferred(values), *_peg(values)]),
        ("risks", factors),
        ("missing", absences(values)),
    ):
        if sentences:
            sections.append(values.write.headed(title, sentences))
    return "\n\n".join(sections)


def _range_and_targets(values: Values) -> list[str]:
    return [*(_targets(values) or [values.write("range")]), _against_value(values)]


def _why_odds(values: Values) -> str:
    absent = values.brief.absent.get("profit_growth_1y")
    if absent is None:
        return f"odds.{values.outlook}"
    if absent.status is not None:
        return f"odds.{absent.status}"
    return "odds.gone" if absent.parts else f"odds.sales_{values.outlook}"


def _targets(values: Values) -> list[str]:
    """Bear, base and bull with their odds, and what they come to."""
    if not values.has("target_expected", "target_upside"):
        return []
    # In Chinese the odds are named for the outlook, and nothing more is said of it.
    targets = values.write.joined([values.write(f"targets.{values.outlook}"), values.write(_why_odds(values))])
    return [targets, values.write("targets.expected"), values.write("targets.how")]


def _preferred(values: Values) -> list[str]:
    return [values.write("preferred")] if PREFERRED_UNREPORTED in values.brief.absent else []


def _basis(values: Values) -> list[str]:
    per_share = ("eps_ttm", "book_value_per_share", "sales_per_share_ttm")
    growth = ("revenue_growth_1y", "profit_growth_3y", "revenue_growth_3y")
    groups = ([key for key in keys if values.has(key)] for keys in (per_share, growth))
    return [values.write.figures(keys) for keys in groups if keys]
