"""Whether the words around a number say the other sign than its rows."""

import re
from decimal import Decimal

from packages.domain.evidence.derivations import Cited, Form
from packages.domain.evidence.patterns import lazy_pattern
from packages.domain.evidence.prose.scene import ProseScene

_FALLEN = lazy_pattern(
    r"亏|负|丢|降|跌|减|缩|滑|落|低|少|折|收窄|流出|失血|赤字|不足|差|下|逊|弱|短|差距|差额|掉|便宜|距|离|回撤|回吐|空间有限|让利|挫|逆"
    r"|\b(?:loss(?:es)?|lost|los(?:e|es|ing)|negative|minus|deficits?|outflows?|burn(?:ed|t|s)?|used|down|f[ae]ll\w*|declin\w+"
    r"|decreas\w+|drop\w*|shr[aiu]nk\w*|slid\w*|slip\w*|contract\w*|reduc\w+|narrow\w*|lower|less|fewer|below|under|beneath"
    r"|discount\w*|cheaper|off|shy|short\w*|shed\w*|cut\w*|eas(?:ed|ing)|retreat\w*|weak\w*|soften\w*|lag\w*|behind|trails|trailed"
    r"|gives? back|gave back|trim\w*|dip\w*|plung\w*|slump\w*|tumbl\w*|compress\w*|erod\w*|red|swung|smaller"
    r"|worse\w*|within|downside|away|from its|backward|backwards|headwinds?|pullback|correct\w*|drawdown"
    r"|undercut\w*|underperform\w*|short of|drag\w*|haircut|gap|difference|spread|distance|g[ai]ven? up|gives up"
    r"|surrender\w*|ceded|taken|took|takes|knocked|shaved|wiped|lopped)\b",
    re.IGNORECASE,
)
_RISEN_ZH = "增长|上升|增加|上涨|涨幅|增幅|升幅|提升|提高|走高|攀升|回升|扩大|抬升|多出|高出|增|涨|升"
_FALLEN_ZH = (
    "下降|下滑|减少|下跌|跌幅|降幅|减幅|收缩|回落|萎缩|走低|下挫|缩减|降低|滑落|少了|收窄|亏损|净亏|亏|降|跌|减"
)
_RISEN_EN = (
    r"gr[eo]w\w*|r[oi]se\w*|rising|increas\w+|gain\w*|climb\w*|(?<!gave )(?<!give )(?<!gives )(?<!given )up"
    r"|higher|expan\w+|advanc\w+|widen\w*|jump\w*|surg\w*|soar\w*"
    r"|accelerat\w+|add(?:ed|ing)|more"
)
_FALLEN_EN = (
    r"f[ae]ll\w*|declin\w+|decreas\w+|drop\w*|shr[aiu]nk\w*|slid\w*|slip\w*|down|lower|contract(?:ed|ion)|reduc\w+|lost|los[se]\w*"
    r"|narrow\w*|plung\w*|slump\w*|tumbl\w*|shed\w*|deficit|outflow"
)
_GAP = (
    r"(?:\s|了|约|近|超过?|逾|幅度?|为|达|高达|仅|再|又|another|a|an|by|of|about|nearly|almost|over|some|roughly|around"
    r"|more than|just|[$¥€£]|RMB|CNY|USD|Rmb)*"
)
_RIGHT_BEFORE = lazy_pattern(
    rf"(?:(?P<up>{_RISEN_ZH}|\b(?:{_RISEN_EN})\b)|(?P<down>{_FALLEN_ZH}|\b(?:{_FALLEN_EN})\b)){_GAP}$", re.IGNORECASE
)
_RIGHT_BEHIND = lazy_pattern(
    r"\s?(?:(?P<up>higher|above|more|growth|increase|rise|gain|jump|upside|的?(?:增长|增幅|涨幅|升幅|上[行升涨]空间))"
    r"|(?P<down>lower|below|less|drop|decline|decrease|fall|loss|downside|的?(?:降幅|跌幅|下滑|下降|下[行跌]空间)))(?![a-z])",
    re.IGNORECASE,
)
_REACH = 24


# Where the price stands by what the figure measures: below a high, above a low.
_SIDE_OF = {"from_high_52w": -1, "from_low_52w": 1}


def contradicted_sign(scene: ProseScene, index: int, found: Cited, value: Decimal) -> bool:
    number = scene.numbers[index]
    meant = _in_time(found, value)
    if found.form is Form.ROW and _SIDE_OF.get(found.row.metric, 0) * (_said(scene, index) or 0) < 0:
        return True
    if number.signed and number.value and value and not found.row.metric.startswith("from_"):
        return (number.value < 0) != (value < 0)
    if meant is None or not meant or not number.value:
        return False
    said = _said(scene, index)
    if meant < 0 and said is None:
        return not _says_less(scene, index)
    if meant > 0 and found.form is Form.ROW and _is_loss(scene, index):
        return True
    return said is not None and _has_sign_in_words(found) and (said < 0) != (meant < 0)


def _in_time(found: Cited, value: Decimal) -> Decimal | None:
    """A difference is what was later less what was earlier; between two companies or figures it has no side."""
    if found.form is Form.RATIO or found.row.metric.startswith("from_"):
        return None
    if found.form is not Form.DIFFERENCE:
        return value
    first, second = found.rows
    if (first.metric, first.subject) != (second.metric, second.subject) or not first.ends or not second.ends:
        return None
    return value if first.ends > second.ends else -value


def _has_sign_in_words(found: Cited) -> bool:
    """Only of changes and of losses does a verb say the sign: sales that fell to 3 bn are not negative."""
    if found.form is Form.ROW:
        changes = ("_yoy", "_qoq", "_change", "_growth", "growth_1y", "growth_3y")
        return found.row.metric.endswith(changes) or found.row.metric.startswith("return_")
    return found.form in {Form.GROWTH, Form.DIFFERENCE} and len({row.subject for row in found.rows}) == 1


def _said(scene: ProseScene, index: int) -> int | None:
    number = scene.numbers[index]
    left, right = scene.clause(index)
    left = max(left, scene.numbers[index - 1].stop if index else 0)
    before = _RIGHT_BEFORE.search(scene.words[max(left, number.start - _REACH) : number.start])
    behind = _RIGHT_BEHIND.match(scene.words[number.stop : right])
    found = before or behind
    if found is None:
        return None
    return 1 if found["up"] else -1


_LOSS = lazy_pattern(
    rf"(?:亏损|净亏|净流出|亏|\bloss(?:es)?|\boutflows?|\bdeficit|\bburned|\blost){_GAP}$", re.IGNORECASE
)


def _is_loss(scene: ProseScene, index: int) -> bool:
    left, _ = scene.clause(index)
    number = scene.numbers[index]
    level = not scene.words[number.start : number.end].endswith("%")
    return level and _LOSS.search(scene.words[max(left, number.start - _REACH) : number.start]) is not None


def _says_less(scene: ProseScene, index: int) -> bool:
    """In its own clause, or in what leads up to it: `decreased by 138m, or 6.1%`; `由 5 亿元降至 3 亿元，幅度 40%`."""
    left, right = scene.clause(index)
    if _FALLEN.search(scene.words, left, right):
        return True
    led = scene.words[left : scene.numbers[index].start]
    own = scene.words[left:right]
    return (
        _LED_UP_TO.fullmatch(led) is not None
        and _RIGHT_BEFORE.search(led) is None
        and not _RISES.search(own)
        and _FALLEN.search(scene.words, 0, left) is not None
    )


_RISES = lazy_pattern(rf"{_RISEN_ZH}|\b(?:{_RISEN_EN})\b", re.IGNORECASE)
_LED_UP_TO = lazy_pattern(
    r"\s?(?:or|by|i\.e\.|that is|which (?:is|was)|a (?:change|move|difference|swing) of|equivalent to"
    r"|representing|或|即|幅度|幅度为|变动|相当于|变化)?"
    r"\s?(?:about|around|roughly|some|约|近)?\s?\(?",
    re.IGNORECASE,
)
