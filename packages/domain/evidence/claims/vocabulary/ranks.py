"""Words that give a figure its place among others: the highest, second of three, at the bottom."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal

from packages.domain.evidence.claims.figures import polarity
from packages.domain.evidence.patterns import lazy_pattern

_PLACED = "(?:稳居|高居|居于|位居|名列|位列|排名|排在|排|居|列)"
_EN_TOP = (
    r"highest|heaviest|high point|largest|biggest|fattest|thickest|peak|record(?! (?:date|profit warning))|fastest"
    r"|most expensive"
    r"|priciest|richest|widest|longest|all-time high|fresh high|new high"
)
_EN_BOTTOM = (
    r"lowest|lightest|low point|smallest|thinnest|slimmest|trough|slowest|cheapest|narrowest"
    r"|shortest|fresh low|new low|leanest"
)
_WORDS = lazy_pattern(
    rf"(?P<nth>{_PLACED}第?(?P<n>[二三四])(?![季年月])位?|第(?P<m>[二三四])[高大低小]|次[高低](?=[,;。\s]|的)|居次|居中"
    rf"|\b(?P<en>second|third|fourth)[- ](?:{_EN_TOP}|{_EN_BOTTOM}|best|strongest|weakest|worst)\b)"
    r"|(?P<good>最好|最佳|最优|最强|\b(?:best|strongest|healthiest)\b(?! guess| estimate))"
    r"|(?P<bad>最差|最弱|最糟|\b(?:worst|weakest|poorest)\b)"
    rf"|(?P<first>{_PLACED}(?:第一|首位?|榜首|(?:[两三四五六]年)?之[首冠最]|前列首)"
    r"|\branks? (?:first|top)\b|\b(?:top of|leads|heads|tops) the"
    r" (?:group|list|table|pack|peers?|field)\b)"
    rf"|(?P<last>{_PLACED}(?:末位?|末席|(?:[两三四五六]年)?之[末尾]|最后|倒数第一)"
    r"|垫底|末位|殿后|\b(?:ranks?|comes?|places?) last\b"
    rf"|\bbottom of the"
    r" (?:group|list|table|pack|field)\b)"
    r"|(?P<top>最高(?!价)|最大|最多|最快|最厚|最长|(?<!周)(?<!周的)高点|新高|峰值|顶峰|见顶|登顶"
    rf"|\b(?:{_EN_TOP})\b)"
    r"|(?P<bottom>最低(?!价)|最小|最少|最慢|最薄|最短|(?<!周)(?<!周的)低点|新低|谷底|谷值|低谷|触底|见底|最便宜"
    rf"|\b(?:{_EN_BOTTOM})\b)",
    re.IGNORECASE,
)
# What is said is said of all that are cited.
EVERY = lazy_pattern(r"均|都|皆|双双|\b(?:both|all|each)\b", re.IGNORECASE)
_DENIED = lazy_pattern(
    r"(?:未|不|没|非|离|距|接近|逼近|之一|较|次|仅次于|除|若|有望|预计|此前的?|前期的?"
    r"|\b(?:not|n't|no|never|yet|short of|shy of|from (?:its|the|their)|off (?:its|the|their)|near|close to|second"
    r"|third|one of the|among the|than|below|above|if|may|could|would|will|expect\w*|guid\w*"
    r"|52-week)) ?[^,;。]{0,6}$",
    re.IGNORECASE,
)
_NOT_RANK = lazy_pattern(
    r"\s?(?:的)?(?:风险|隐患|看点|变量|挑战|担忧|不确定)|之一|\s?(?:risk|concern|worry|question|uncertainty)",
    re.IGNORECASE,
)
_BOTTOM = lazy_pattern(rf"[低小]|{_EN_BOTTOM}|weakest|worst", re.IGNORECASE)
_NUMBERS = {"二": 2, "三": 3, "四": 4, "second": 2, "third": 3, "fourth": 4}
_MIDDLE = 0


@dataclass(frozen=True, slots=True)
class RankWord:
    """`sign`: 1 when counted from the top. `nth`: the place, 0 for somewhere between. `kind`: how `sign` is meant."""

    start: int
    end: int
    sign: int
    nth: int
    kind: str

    def holds(self, value: Decimal, values: list[Decimal], metric: str) -> bool | None:
        """Whether a value has this place among some; None where it does not say."""
        wanted = self._wanted(metric)
        if len(values) < max(2, self.nth) or not wanted:
            return None
        ordered = sorted(set(values), reverse=wanted > 0)
        place = ordered.index(value) + 1
        return 1 < place < len(ordered) if self.nth == _MIDDLE else place == self.nth

    def _wanted(self, metric: str) -> int:
        match self.kind:
            case "good" | "bad":
                return self.sign * (polarity(metric) or 1)
            case "first" | "last":
                return self.sign if polarity(metric) >= 0 else 0
            case _:
                return self.sign


def ranks_in(text: str, own: int) -> Iterator[RankWord]:
    for match in _WORDS.finditer(text, own):
        left = max(own, match.start() - 24)
        if _DENIED.search(text, left, match.start()) or _NOT_RANK.match(text, match.end()):
            continue
        kind = next(name for name in ("nth", "good", "bad", "first", "last", "top", "bottom") if match[name])
        bottom = kind in {"bad", "last", "bottom"} or (kind == "nth" and _BOTTOM.search(match.group()) is not None)
        yield RankWord(match.start(), match.end(), -1 if bottom else 1, _nth(match), kind)


def _nth(match: re.Match[str]) -> int:
    if not match["nth"]:
        return 1
    said = match["n"] or match["m"] or (match["en"] or "").lower()
    return _NUMBERS.get(said, _MIDDLE if "中" in match.group() else 2)
