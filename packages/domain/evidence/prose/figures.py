"""What prose calls figures: many names for one, and one name for several, from a table of the trade's synonyms."""

import json
from collections.abc import Mapping, Sequence
from functools import lru_cache
from pathlib import Path

from packages.domain.evidence.lexicon import FOREIGN_TERMS, LOSSES, UNKNOWN, Names
from packages.domain.evidence.passages import folded, lowered
from packages.domain.evidence.patterns import lazy_pattern

_SYNONYMS = Path(__file__).parent / "synonyms.json"
_FORMS = lazy_pattern(
    r"_(?:quarter|ttm|yoy|qoq|change|year_change|growth(?!_\d)|margin_change|percentile|p25|p75|median)(?=_|$)"
)
# Figures that are one thing to a reader.
_ALIKE = (
    {"close", "price"}, {"ma20", "bollinger_middle"}, {"net_profit", "profit_growth_1y", "profit_growth_3y"},
    {"revenue", "revenue_growth_3y"}, {"high_52w", "from_high_52w"}, {"low_52w", "from_low_52w"},
    {"cash_conversion", "net_profit"}, {"cash_conversion", "operating_cash_flow"}, {"pe", "eps"},
    {"pb", "book_value_per_share"}, {"ps", "sales_per_share"},
    {"free_cash_flow", "free_cash_flow_margin"}, {"support_1", "support_distance"},
    {"resistance_1", "resistance_distance"}, {"atr14", "atr_share"},
)  # fmt: skip
# Quotients that have a name of their own.
_QUOTIENTS: Mapping[tuple[str, str], frozenset[str]] = {
    ("net_profit", "revenue"): frozenset({"net_margin"}),
    ("operating_cash_flow", "net_profit"): frozenset({"cash_conversion"}),
    ("operating_cash_flow", "revenue"): frozenset({"operating_cash_flow"}),
    ("free_cash_flow", "revenue"): frozenset({"free_cash_flow_margin"}),
    ("free_cash_flow", "net_profit"): frozenset({"cash_conversion"}),
    ("close", "eps"): frozenset({"pe"}),
    ("net_profit", "shares"): frozenset({"eps"}),
    ("close", "book_value_per_share"): frozenset({"pb"}),
}


def base_of(metric: str) -> str:
    """Without what only says of which stretch, or that it is a change: `revenue_quarter_yoy` is of `revenue`."""
    while (shorter := _FORMS.sub("", metric)) != metric:
        metric = shorter
    return metric


def is_alike(metric: str, named: str) -> bool:
    one, other = base_of(metric), base_of(named)
    return one == other or any({one, other} <= group for group in _ALIKE) or _is_return(one, other)


def _is_return(metric: str, named: str) -> bool:
    """`股价近 60 日下跌 14.2%`: of how many days is held to its words elsewhere."""
    return metric.startswith("return_") and named in {"close", "price"}


def may_be_called(metrics: Sequence[str], named: frozenset[str]) -> bool:
    """Whether figures (several, when something is derived of them) may go by a name that stands for `named`."""
    known = named - {UNKNOWN}
    if any(is_alike(metric, name) for metric in metrics for name in known):
        return True
    if any(_is_line_of(metric, name) for metric in metrics if metric.startswith(_RULE) for name in known):
        return True
    return is_quotient(metrics, known)


_RULE = "rule."


def _is_line_of(rule: str, name: str) -> bool:
    """`rule.gross_margin_good` goes by the gross margin, `rule.percentile_low` by any percentile; a line that is named
    is that very one."""
    if name.startswith(_RULE):
        return rule == name
    if name.endswith("_percentile"):
        return "percentile" in rule
    return f"_{base_of(name).rstrip('0123456789')}_" in f"_{rule.removeprefix(_RULE)}_"


def is_change(metric: str) -> bool:
    return metric.endswith(_CHANGES)


_CHANGES = ("_change", "_yoy", "_qoq", "_growth", "growth_1y", "growth_3y")


def is_quotient(metrics: Sequence[str], named: frozenset[str]) -> bool:
    """Whether the first by the second has a name of its own, and it is this one."""
    if len(metrics) < 2:
        return False
    return bool(named & _QUOTIENTS.get((base_of(metrics[0]), base_of(metrics[1])), frozenset()))


def prose_names(labels: Mapping[str, Sequence[str]]) -> Names:
    return _names(tuple((metric, tuple(names)) for metric, names in labels.items()))


@lru_cache(maxsize=4)
def _names(labels: tuple[tuple[str, tuple[str, ...]], ...]) -> Names:
    table = json.loads(_SYNONYMS.read_text("utf-8"))
    own = [(folded(name), metric) for metric, names in labels for name in names]
    own += [(folded(name), metric) for metric, _ in labels for name in table["figures"].get(metric, ())]
    own += [(name, metric) for metric, names in LOSSES.items() for name in names]
    known = {lowered(name) for name, _ in own}
    foreign = [folded(name) for name in (*FOREIGN_TERMS, *table["foreign"])]
    return Names([*own, *((name, UNKNOWN) for name in foreign if lowered(name) not in known)])
