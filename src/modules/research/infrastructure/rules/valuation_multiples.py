"""Sentences on multiples: today's, their place in their own history, and against the companies of the industry."""

from src.modules.research.domain.business import BusinessKind
from src.modules.research.domain.valuation.names import LABELS, english
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
    place, short = f"{name}_percentile", LABELS[_KEYS[name]][0]
    if not values.has(key):
        return None
    if not values.has(place, f"{name}_median"):
        return values.write(
            f"{short} {{{key}}}，行情太短，暂不排分位。",
            f"{short} {{{key}}}; the price history is still too short to rank it.",
        )
    (percentile,) = values.numbers(place)
    zh, en = "，居历史中段", ", mid-range"
    if percentile >= rule("percentile_high"):
        zh, en = "，处在历史高位", ", near the top of its range"
    elif percentile <= rule("percentile_low"):
        zh, en = "，处在历史低位", ", near the bottom of its range"
    short_zh, short_en = _how_long(values, place)
    return values.write(
        f"{short} {{{key}}}，{short} 中位数 {{{name}_median}}，{short} 分位 {{{place}}}{zh}{short_zh}。",
        f"{short} {{{key}}} against a median {short} of {{{name}_median}}, {short} percentile {{{place}}}{en}"
        f"{short_en}.",
    )


def _how_long(values: Values, place: str) -> tuple[str, str]:
    if values.brief.figures[place].count >= _LONG:
        return "", ""
    return "（历史不足两年，只作参考）", " (under two years of history: indicative only)"


def other_ratios(values: Values) -> list[str]:
    """Diluted PE, EV/sales and the dividend, where they add something."""
    keys = [key for key in ("pe_diluted", "ev_sales", "dividend_yield") if values.has(key)]
    if not keys:
        return []
    zh = "，".join(f"{LABELS[key][0]} {{{key}}}" for key in keys)
    en = ", ".join(f"{english(key)} {{{key}}}" for key in keys)
    return [values.write(f"{zh}。", f"{en[0].upper()}{en[1:]}.")]


def vendor_sentences(values: Values) -> list[str]:
    """Only where the vendor's number differs enough to be asked about."""
    sentences = []
    for name, key in _KEYS.items():
        vendor = f"{name}_vendor"
        if values.has(key, vendor) and values.brief.figures[key] is not values.brief.figures[vendor]:
            ours, theirs = values.numbers(key, vendor)
            if abs(ours / theirs - 1) > 0.05:
                short = name.upper()
                sentences.append(
                    values.write(
                        f"数据商 {short} 为 {{{vendor}}}，按财报与收盘价自算的 {short} 为 {{{key}}}，以自算为准。",
                        f"The vendor {short} is {{{vendor}}}; ours, from the filings and the close, is {short} "
                        f"{{{key}}}, and ours is used.",
                    )
                )
    return sentences


def peer_sentences(values: Values) -> list[str]:
    name = leading_multiple(values)
    names = [name, *(other for other in ("pe", "pb") if other != name)]
    return [sentence for one in names if (sentence := _against_peers(values, one))]


def _against_peers(values: Values, name: str) -> str | None:
    keys = [f"peer_{name}_{what}" for what in ("count", "median", "premium", "place")]
    if not values.has(*keys):
        return None
    short = name.upper()
    return values.write(
        f"同业 {short} 中位数 {{peer_{name}_median}}（{short} 可比公司数 {{peer_{name}_count}}），"
        f"较同业 {short} 溢价 {{peer_{name}_premium}}，同业 {short} 名次 {{peer_{name}_place}}（由高到低）。",
        f"Peer-median {short} {{peer_{name}_median}} ({short} peer count {{peer_{name}_count}}): {short} premium to "
        f"peers {{peer_{name}_premium}}, {short} rank among peers {{peer_{name}_place}} from the top.",
    )
