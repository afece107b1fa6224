"""What a number is measured against in words, and whether its rows are: an average, a peer, a stretch of days."""

import re
from decimal import Decimal

from packages.domain.evidence.derivations import Cited, Form
from packages.domain.evidence.lexicon import UNKNOWN
from packages.domain.evidence.patterns import lazy_pattern
from packages.domain.evidence.prose.figures import base_of, is_quotient, may_be_called
from packages.domain.evidence.prose.scene import ProseScene

_AGAINST = lazy_pattern(
    r"\s?(?:higher|lower|above|below|over|under|more|less)\s?(?:than)?\s(?:its|the|their)?\s?", re.IGNORECASE
)
_THAN = lazy_pattern(r"\s?(?:higher|lower|more|less|better|worse|faster|slower)\sthan\b", re.IGNORECASE)
_BY = lazy_pattern(r"(?:高出|高了|多出|低了|少了|领先|落后)\s?(?:约|近|逾)?\s?$")
_DAYS = lazy_pattern(
    r"(?:\b(?:in|over|within|past|last)\s(?:the\s)?|近|过去|最近)\s?(?P<days>\d{1,3})\s?-?"
    r"(?:(?:trading\s)?(?:days|sessions)|个?交易日|日|天)",
    re.IGNORECASE,
)
_WINDOW = lazy_pattern(r"(?:return_|ma|rsi|adx|atr|vwap)(?P<days>\d{1,3})")
_CHANGES = ("_yoy", "_qoq", "_change", "_growth", "_distance", "_margin", "growth_1y", "growth_3y")
_NET_CASH = lazy_pattern(r"净现金|\bnet cash (?:position|balance|of|company)|\bin net cash", re.IGNORECASE)
_NET_DEBT = lazy_pattern(r"净负债(?:状态|头寸|公司)|处于净负债|\bnet debt position|\bin net debt", re.IGNORECASE)


def mismeasured(scene: ProseScene, index: int, found: Cited, value: Decimal) -> bool:
    return (
        _against_another(scene, index, found)
        or _level_as_distance(scene, index, found)
        or _other_days(scene, index, found)
        or _other_quotient(scene, index, found)
        or _other_side_of_net_debt(scene, found, value)
    )


def _against_another(scene: ProseScene, index: int, found: Cited) -> bool:
    """`13% above its 120-day average[E1/E2-1]`: one of the rows is that average."""
    if found.form not in {Form.GROWTH, Form.DIFFERENCE} or len({row.metric for row in found.rows}) < 2:
        return False
    number = scene.numbers[index]
    behind = next((m for m in scene.figures if m.start >= number.stop), None)
    if behind is None or UNKNOWN in behind.whats or not _AGAINST.fullmatch(scene.words, number.stop, behind.start):
        return False
    return not may_be_called(tuple(row.metric for row in found.rows), behind.whats)


def _level_as_distance(scene: ProseScene, index: int, found: Cited) -> bool:
    """`31.2%[E12] higher than its peer`, where E12 is a margin and no distance."""
    number = scene.numbers[index]
    if found.form is not Form.ROW or found.unit != "ratio" or found.row.metric.startswith(("return_", "from_")):
        return False
    if found.row.metric.endswith(_CHANGES) and not found.row.metric.endswith("gross_margin"):
        return False
    return bool(_THAN.match(scene.words, number.stop) or _BY.search(scene.words, 0, number.start))


def _other_days(scene: ProseScene, index: int, found: Cited) -> bool:
    """`9.2% in 60 sessions`, where the row is of 20 days."""
    window = _WINDOW.match(found.row.metric) if found.form is Form.ROW else None
    if window is None:
        return False
    left, right = scene.clause(index)
    said = _DAYS.search(scene.words, left, right)
    return said is not None and said["days"] != window["days"]


def _other_quotient(scene: ProseScene, index: int, found: Cited) -> bool:
    """`净利润占收入的比重[E18/E3]`, where E18 is a cash flow."""
    if found.form is not Form.RATIO or len({base_of(row.metric) for row in found.rows}) < 2:
        return False
    left, right = scene.clause(index)
    named = [m for m in scene.figures if left <= m.start and m.end <= right and UNKNOWN not in m.whats]
    if len(named) < 2:
        return False
    metrics = tuple(row.metric for row in found.rows)
    return not any(may_be_called(metrics[:1], m.whats) or is_quotient(metrics, m.whats) for m in named)


def _other_side_of_net_debt(scene: ProseScene, found: Cited, value: Decimal) -> bool:
    if found.form is not Form.ROW or not found.row.metric.startswith("net_debt"):
        return False
    return bool((value > 0 and _NET_CASH.search(scene.words)) or (value < 0 and _NET_DEBT.search(scene.words)))
