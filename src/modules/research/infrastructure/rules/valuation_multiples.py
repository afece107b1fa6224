"""Sentences on multiples: today's, their place in their own history, and against the companies of the industry."""

from src.modules.research.domain.business import BusinessKind
from src.modules.research.infrastructure.rules.values import Values, rule

_KEYS = {"pe": "pe_ttm", "pb": "pb", "ps": "ps_ttm", "ev_ebitda": "ev_ebitda"}
_LONG = 400


def leading_multiple(values: Values) -> str:
    """Which multiple the kind of business is read by."""
    if values.kind is BusinessKind.HEALTH_INSURER:
        return "pe"
    if values.is_financial or values.kind.value in ("property", "holding"):
        return "pb"
    return "pe" if values.has("pe_ttm") else "ps"


def multiple_sentences(values: Values) -> list[str]:
    first = leading_multiple(values)
    names = [first, *(name for name in _KEYS if name != first)]
    if values.is_financial:
        names.remove("ps")  # A bank's sales are its interest: nobody prices it on them.
    return [sentence for name in names if (sentence := _multiple(values, name, _KEYS[name]))]


def _multiple(values: Values, name: str, key: str) -> str | None:
    place, short = f"{name}_percentile", values.write.label(key)
    if not values.has(key):
        return None
    value = values.write.number(key)
    if not values.has(place, f"{name}_median"):
        return values.write("multiple.unranked", short=short, value=value)
    (percentile,) = values.numbers(place)
    low, high = rule("percentile_low"), rule("percentile_high")
    height = "high" if percentile >= high else "low" if percentile <= low else "middle"
    span = "" if values.brief.figures[place].count >= _LONG else "_short"
    return values.write(
        f"multiple.{height}{span}",
        short=short,
        value=value,
        median=values.write.number(f"{name}_median"),
        percentile=values.write.number(place),
    )


def other_ratios(values: Values) -> list[str]:
    """Diluted PE, EV/sales and the dividend, where they add something."""
    keys = [key for key in ("pe_diluted", "ev_sales", "dividend_yield") if values.has(key)]
    return [values.write.figures(keys)] if keys else []


def vendor_sentences(values: Values) -> list[str]:
    """Only where the vendor's number differs enough to be asked about."""
    sentences = []
    for name, key in _KEYS.items():
        vendor = f"{name}_vendor"
        if values.has(key, vendor) and values.brief.figures[key] is not values.brief.figures[vendor]:
            ours, theirs = values.numbers(key, vendor)
            if abs(ours / theirs - 1) > 0.05:
                numbers = {"ours": values.write.number(key), "theirs": values.write.number(vendor)}
                sentences.append(values.write("vendor", short=name.upper(), **numbers))
    return sentences


def peer_sentences(values: Values) -> list[str]:
    name = leading_multiple(values)
    names = [name, *(other for other in ("pe", "pb") if other != name)]
    return [sentence for one in names if (sentence := _against_peers(values, one))]


def _against_peers(values: Values, name: str) -> str | None:
    keys = {what: f"peer_{name}_{what}" for what in ("count", "median", "premium", "place")}
    if not values.has(*keys.values()):
        return None
    numbers = {what: values.write.number(key) for what, key in keys.items()}
    return values.write("peers", short=name.upper(), **numbers)
