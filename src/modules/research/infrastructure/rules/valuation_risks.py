"""What could make a valuation wrong, and which methods have nothing to say."""

from datetime import timedelta

from packages.core.messages import render
from packages.domain.market_data.sessions import local_day
from src.modules.research.domain.points import Point, warning
from src.modules.research.domain.technical.rules import RULES as PRICE_RULES
from src.modules.research.domain.valuation.absences import why_absent
from src.modules.research.domain.valuation.assumptions import METHODS, ValuationVerdict
from src.modules.research.infrastructure.rules.values import Values, method_names, rule
from src.modules.research.infrastructure.rules.writing import capital

_WIDE = 2.0
_NARROW = 0.6  # of the weight of all methods of the kind


def risk_factors(values: Values, *, stale: bool) -> list[Point]:
    losing = [warning(text, ruin=True) for text in _loss(values)]
    doubts = [*(_gap_in_reports(values) or _old(values, stale=stale)), *_missing(values)]
    others = [
        *_shrinking(values),
        *_disagreement(values),
        *_sensitive(values),
        *_capped(values),
        *_few(values),
    ]
    return [*map(warning, doubts), *losing, *map(warning, others)] or [warning(what_remains(values))]


def what_remains(values: Values) -> str:
    """Only what the methods' own verdicts and absences bear out."""
    verdicts = values.verdicts()
    absent = [method.name for method in METHODS[values.kind] if method.name not in verdicts]
    differ = len(set(verdicts.values())) > 1
    if not absent:
        return values.write("remains.differ" if differ else "remains.agree")
    sentence = "remains.differ_absent" if differ else "remains.agree_absent"
    return values.write(sentence, methods=method_names(values, absent))


def _old(values: Values, *, stale: bool) -> list[str]:
    return [values.write("old_accounts", end=str(values.report_end))] if stale else []


def _gap_in_reports(values: Values) -> list[str]:
    """Earnings of older months than the balance: a report between them is not stored."""
    if not values.has("eps_ttm", "book_value_per_share"):
        return []
    flow, balance = (values.brief.figures[key].ends for key in ("eps_ttm", "book_value_per_share"))
    if flow >= balance:
        return []
    return [values.write("gap_in_reports", balance=str(balance), flow=str(flow))]


def _missing(values: Values) -> list[str]:
    day = values.brief.figures["price"].ends
    today = local_day(values.brief.company.symbol.market, values.brief.as_of)
    if today - day <= timedelta(days=float(PRICE_RULES["stale_days"].value)):
        return []
    return [values.write("old_price", day=str(day))]


def _loss(values: Values) -> list[str]:
    has_loss = values.has("eps_ttm") and values.numbers("eps_ttm")[0] <= 0
    return [values.write("loss")] if has_loss else []


def _shrinking(values: Values) -> list[str]:
    shrinks = values.has("profit_growth_1y") and values.numbers("profit_growth_1y")[0] < 0
    return [values.write("shrinking")] if shrinks else []


def _disagreement(values: Values) -> list[str]:
    verdicts = set(values.verdicts().values())
    opposed = {ValuationVerdict.UNDERVALUED, ValuationVerdict.OVERVALUED} <= verdicts
    return [values.write("disagreement")] if opposed else []


def _sensitive(values: Values) -> list[str]:
    if "dcf" not in values.points:
        return []
    low, high = values.numbers("dcf_low", "dcf_high")
    return [] if high < _WIDE * low else [values.write("sensitive")]


def _capped(values: Values) -> list[str]:
    """Where the bounds of growth, and not the past, set the DCF."""
    if "dcf" not in values.points or not values.has("dcf_growth"):
        return []
    (used,) = values.numbers("dcf_growth")
    bound = next((name for name in ("dcf_lowest_growth", "dcf_highest_growth") if rule(name) == used), None)
    return [] if bound is None else [values.write("capped", bound=values.write.named(f"rule.{bound}"))]


def _few(values: Values) -> list[str]:
    weight = sum(float(point.weight) for point in values.points.values())
    return [] if weight > _NARROW else [values.write("few_methods")]


def absences(values: Values) -> list[str]:
    """Each method of the kind that has no value, and why."""
    sentences = []
    for method in METHODS[values.kind]:
        absent = values.brief.absent.get(method.middle)
        if absent is None:
            continue
        (name,) = method_names(values, [method.name])
        why = render(why_absent(absent.why), values.brief.language)
        sentences.append(values.write("absent", method=capital(values.write.spaced(name).lstrip()), why=why))
    return [*sentences, *([values.write("no_peers")] if "peer_pe_median" in values.brief.absent else [])]
