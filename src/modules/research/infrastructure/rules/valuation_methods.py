"""Sentences on how a share is valued: the kind of business, its methods with every assumption, and what stands before
the shareholders."""

from collections.abc import Callable, Mapping

from src.modules.research.domain.business import BusinessKind
from src.modules.research.domain.figures import Operation
from src.modules.research.domain.valuation.assumptions import METHODS, GrowthCase
from src.modules.research.domain.valuation.business import kind_of_industry
from src.modules.research.infrastructure.rules.values import Values, method_names, rule
from src.modules.research.infrastructure.rules.writing import capital


def kind_sentence(values: Values) -> str:
    """What it is valued as, how that is known, and by which methods."""
    methods = method_names(values, (method.name for method in METHODS[values.kind]))
    return values.write(f"kind.{values.kind}", how=_how_known(values), methods=methods)


def _how_known(values: Values) -> str:
    if kind_of_industry(values.brief.company.industry) is values.kind:
        return values.write("how.industry")
    if values.kind is BusinessKind.ORDINARY:
        return ""
    return values.write("how.growth" if values.kind is BusinessKind.GROWTH else "how.statements")


def method_sentences(values: Values) -> list[str]:
    """The leading methods, each with its assumptions; then those that were refused."""
    writers = [_TELLERS[name] for name in values.points if name in _TELLERS]
    written = [sentence for compose in writers for sentence in compose(values)]
    implied = [_implied(values, name) for name in values.points if name not in _TELLERS]
    return [*written, *implied, *refusals(values)]


def _cases(values: Values, name: str) -> str:
    """Three values with the rates behind each."""
    low, base, high = (one_case(values, name, case) for case in GrowthCase)
    return values.write("cases", low=capital(low), base=base, high=high)


def one_case(values: Values, name: str, case: str) -> str:
    """A value with its rates; a DCF's growth for ever is held to what the company grows by itself."""
    own = f"dcf_terminal_{case}"
    return values.write(
        "case",
        value=values.write.named(f"{name}_{case}"),
        discount=values.write.named(f"rule.dcf_discount_{case}"),
        terminal=values.write.named(own if name == "dcf" and values.has(own) else f"rule.dcf_terminal_{case}"),
    )


def _with_cases(name: str) -> Callable[[Values], list[str]]:
    return lambda values: [values.write(name, cases=_cases(values, name))]


def _discounted(values: Values) -> list[str]:
    return [
        values.write(_flow(values)),
        _growth(values),
        values.write("sentence", text=_cases(values, "dcf")),
        *_held_terminal(values),
    ]


def _held_terminal(values: Values) -> list[str]:
    """Where the company grows by less than the base case's growth for ever."""
    if not values.has("dcf_terminal_base") or values.numbers("dcf_terminal_base")[0] >= rule("dcf_terminal_base"):
        return []
    return [values.write("dcf.held_terminal")]


def _flow(values: Values) -> str:
    match values.brief.figures["dcf_flow"].operation:
        case Operation.PRODUCT:
            return "dcf.parents_flow"
        case Operation.DIFFERENCE if "capex" in str(values.brief.figures["dcf_flow"].rows):
            return "dcf.free_flow"
        case _:
            return "dcf.profit"


def _growth(values: Values) -> str:
    stage = "dcf_stage_years_growth" if values.kind is BusinessKind.GROWTH else "dcf_stage_years"
    sentence = "dcf.growth" if values.has("dcf_growth") else "dcf.no_growth"
    return values.write(sentence, years=values.write.named(f"rule.{stage}"))


def _plain_cases(name: str) -> Callable[[Values], list[str]]:
    def compose(values: Values) -> list[str]:
        first, *others = (values.write.named(f"{name}_{case}") for case in GrowthCase)
        return [values.write("sentence", text=[capital(first), *others])]

    return compose


_TELLERS: Mapping[str, Callable[[Values], list[str]]] = {
    "pb_roe": _with_cases("pb_roe"),
    "ddm": _with_cases("ddm"),
    "mid_cycle": _with_cases("mid_cycle"),
    "dcf": _discounted,
    "nav": _plain_cases("nav"),
    "embedded": _plain_cases("embedded"),
}


def _implied(values: Values, name: str) -> str:
    """What usual multiples make a share worth."""
    named = [values.write.named(f"value_{name}_{place}") for place in ("p25", "median", "p75")]
    return values.write("implied", values=named)


def refusals(values: Values) -> list[str]:
    """Values that are too far from the price to be believed without a reason in the balance sheet."""
    sentences = []
    for point in values.refused:
        key, high = point.value.key, point.value.value > values.brief.figures["price"].value
        name, value = capital(values.write.label(key)), values.write.number(key)
        sentence = "refused.value_ceiling" if high else "refused.value_floor"
        sentences.append(values.write(sentence, name=name, value=value))
    return sentences


def claims_sentences(values: Values) -> list[str]:
    """From enterprise value to what is the shareholders': borrowing, cash, minorities."""
    keys = [key for key in ("debt_total", "cash_total", "net_debt", "minority_interest") if values.has(key)]
    keys = [key for key in keys if values.numbers(key)[0] != 0]
    if values.is_financial or not keys or not values.has("debt_total"):
        return []
    gearing = [values.write("gearing")] if values.has("net_gearing") else []
    return [values.write.figures(keys), *gearing]
