"""Words that set one level against another, Chinese and English, with what turns them round."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache

from packages.domain.evidence.patterns import lazy_pattern


class LevelScale(StrEnum):
    """What the word measures on: the value itself, good and bad, dear and cheap, fast and slow, the
    side of a line that one comes from, or a limit that is kept or broken."""

    RAW = "raw"
    GOOD = "good"
    COST = "cost"
    SPEED = "speed"
    CROSS = "cross"
    REACH = "reach"
    LIMIT = "limit"


# 比 of a comparison, not that of 同比 or 净现比.
_THAN = "(?<![同环相对占现益量可类正])比[^,;。]{1,24}?"
_ZH = {
    (LevelScale.GOOD, 1): f"{_THAN}(?:好|强)(?!转|化)|优于|强于|好于|胜过|胜于|占优|更优|更好"
        "|更强|更稳健|更健康|胜一筹|更佳|更稳|更出色|更亮眼",
    (LevelScale.GOOD, -1): f"{_THAN}(?:差|弱)(?!异|距|化)|逊于|弱于|差于|劣于|不如|不敌|逊色|略逊|稍逊|更弱|更差|更逊"
        f"|相形见绌",
    (LevelScale.COST, 1): f"{_THAN}贵|更贵|贵于|贵(?=了|出|约|近|逾|\\d)|溢价|更高估|估值更高",
    (LevelScale.COST, -1): f"{_THAN}便宜|更便宜|便宜于|便宜(?=了|约|近|逾|\\d)|折价|折让|估值更低",
    (LevelScale.SPEED, 1): f"{_THAN}快|快于|更快|弹性大于|弹性更大",
    (LevelScale.SPEED, -1): f"{_THAN}慢|慢于|更慢|弹性小于|弹性更小",
    (LevelScale.CROSS, 1): "达到|触及|触碰|达标|(?<=[没未能])[到达](?=[^,;。]{0,8}线)",
    (LevelScale.LIMIT, 1): "以内|之内|[距离](?=[^,;。]{1,24}?(?:还有|尚有|仍有|留有)[^,;。]{0,6}(?:余地|安全垫|缓冲"
        "|富余|余量))",
    (LevelScale.LIMIT, -1): "之外|以外",
    (LevelScale.REACH, 1): "(?:距离?|离)(?=[^,;。]{1,24}?(?:还有|尚有|仍有|尚差|还差|仍差|只差|仅差"
        "|有一段)(?![^,;。]{0,6}空间))",
    (LevelScale.RAW, 1): (
        "高于|高过|高出|超过|超出|超越|越过|跨过|跨越|迈过|过了|突破|压过|盖过|多于|大于|强过|之上|上方|以上|领先"
        "|[更较]高|[更较]大|[更较]多|更重|[更较]厚|压[^,;。]{1,10}一头|跑赢|站上|站稳|站到|升破|收复|升穿|上穿|冲破|冲出|涨破"
        f"|守住|站住|保住|重返|更长|高了?(?=\\d|约|近|逾)|多[出了]?(?=\\d)|更沉|{_THAN}(?:高|大|重|长)(?![点位期])"
    ),
    (LevelScale.RAW, -1): (
        "低于|低出|低过|少于|小于|不及|之下|下方|以下|落后|[更较]低|[更较]小|[更较]少|更轻|[更较]薄"
        "|不到(?!\\s?[\\d一二两三四五六七八九十半位])|跑输|跌破|击穿|失守"
        "|下穿|跌穿|受压于|受制于|压制|承压于|未及"
        "|偏小|更短|低了?(?=\\d|约|近|逾)|少了?(?=\\d)"
        f"|{_THAN}(?:低|小|轻|短)(?![点位期])"
    ),
}  # fmt: skip
_EN = {
    (LevelScale.GOOD, 1): r"(?:compares? (?:well|favou?rably)|better|stronger|healthier|sounder"
        r"|safer|more conservative|superior"
        r"|more comfortabl[ey]|more profitable|clear of"
        r"|out-?(?:earn|score|class|rank|shine)(?:s|es|ed)?)",
    (LevelScale.GOOD, -1): r"(?:compares? (?:poorly|badly|unfavou?rably)|worse|weaker|poorer|inferior"
        r"|less comfortabl[ey]|less profitable)",
    (LevelScale.COST, 1): r"(?:more expensive|pricier|dearer|costlier|(?:costs?|pay(?:s|ing)?) [^,;.\[]{0,16}?\bmore"
        r"|premium"
        r"|richer(?=[^,;]{0,24}(?:multiple|valuation|rating)))",
    (LevelScale.COST, -1): r"(?:cheaper|less expensive|(?:costs?|pay(?:s|ing)?) [^,;.\[]{0,16}?\bless|discount)",
    (LevelScale.SPEED, 1): r"(?:faster|quicker|outpac(?:es?|ed|ing)|outgr(?:ows?|ew|owing)|outr[au]ns?|sooner"
        r"|more quickly)",
    (LevelScale.SPEED, -1): r"(?:slower|later than|more slowly)",
    (LevelScale.CROSS, 1): r"(?:clear(?:s|ed)?(?= (?:the|our|its|a|\d))|(?<!the )(?<!over )(?<!in )past(?= (?:the|our"
        r"|its|\d))"
        r"|through(?= (?:the|our|its|\d))|reach(?:es|ed)?|meets?|met|(?:brok(?:e|en)|breaks?|pierc(?:es"
        r"|ed))(?= (?:through |above |below )?[^,;.\[]{0,24}(?:resistance|support|average|line|band|high|low)\b)"
        r"|touch(?:es|ed)|cross(?:es|ed)|hit(?:s)?(?= (?:the|our|its)))",
    (LevelScale.CROSS, -1): r"(?:miss(?:es|ed)?(?= (?:the|our|its)))",
    (LevelScale.LIMIT, 1): r"(?:(?:inside|within)(?= (?:the|our|its|their) (?:own\b|\d|[^,;]{0,16}(?:line|limit"
        r"|threshold|ceiling))))",
    (LevelScale.LIMIT, -1): r"(?:breach(?:es|ed|ing)?|overr[au]n|overstepp?(?:s|ed)|outside(?= (?:the|our|its"
        r"|their) (?:own\b|[^,;]{0,16}(?:line|limit|threshold))))",
    (LevelScale.RAW, 1): (
        r"(?:above|over(?= (?:its|the|their|our|both) (?:[^,;.\[]|\.\d){0,28}(?:average|line|median|threshold|hurdle))"
        r"|exceed(?:s|ed|ing)?"
        r"|surpass(?:es|ed|ing)?|topp?(?:s|ed|ing)|higher|larger|bigger|greater|heavier|fatter|thicker|richer"
        r"|ahead of|beyond|oversh(?:oot|oots|ot)"
        r"|outstrip(?:s|ped|ping)?|more (?:indebted|leveraged|geared|(?=leverage|debt|gearing|borrowing))"
        r"|wider(?= (?:[a-z]+ )?margins?)|reclaim(?:s|ed|ing)?|regain(?:s|ed|ing)?"
        r"|beats?|beaten|eclips(?:es|ed)|outperform(?:s|ed)?)"
    ),
    (LevelScale.RAW, -1): (
        r"(?:below|beneath|under(?= (?:every|the|its|their|both|our|all|\d))(?!(?: [a-z]+){1,2} (?:rules?|terms"
        r"|method|policy|plan|scenario|review|assumptions?))|underneath|short of|shy of|trail(?:s"
        r"|ed)|trailing(?= (?:behind|its peer|the peer))|lag(?:s|ged|ging)?|behind"
        r"|less (?:indebted|leveraged|geared|(?=leverage|debt|gearing|borrowing))|narrower(?= (?:[a-z]+ )?margins?)"
        r"|(?:lost|loses|surrendered)(?= (?:its|the|both"
        r"|their) [^,;.]{0,20}(?:average|-day|line|support))|undersh(?:oot|oots|ot)|lower|smaller"
        r"|thinner|lighter|slimmer|leaner"
        r"|underperform(?:s|ed)?)"
    ),
}  # fmt: skip


def _compiled(
    words: dict[tuple[LevelScale, int], str], *, latin: bool
) -> tuple[re.Pattern[str], list[tuple[LevelScale, int]]]:
    keys = list(words)
    parts = [f"(?P<w{place}>{words[key]})" for place, key in enumerate(keys)]
    either = "|".join(parts)
    return lazy_pattern(rf"\b(?:{either})\b" if latin else either, re.IGNORECASE), keys


_PATTERNS = (_compiled(_ZH, latin=False), _compiled(_EN, latin=True))
_NEGATED = lazy_pattern(
    r"(?:并未|尚未|还没有?|仍未|没有(?:任何)?(?:指标|一项|一家)?|没能?|未能|未曾|从未|并非|并不|并没有|不再|难以|无法|未(?!来)|不(?!断|仅|但|止"
    r"|过|只|少|同|错)|非"
    r"|\b(?:not|no|n't|never|yet to|no longer|failed to|fails to|unable to|cannot|not yet|nor|neither|isn't|aren't"
    r"|hasn't|haven't|doesn't|didn't|without))"
    r"(?:曾|能|被|得以|重新|回到|显著|明显)?\s?(?:(?:been|be|yet|a|the|to|trading|in|at|quite|much|any|fully|back"
    r"|decisively|have|has|it|is|are|dropped|fallen|broken|gone|slipped|pushed|climbed|risen|moved|come|got)\s)*$",
    re.IGNORECASE,
)
_NOBODY = lazy_pattern(r"\b(?:neither|none of|nothing|no one|nobody)\b[^,;]*$", re.IGNORECASE)
_SUPPOSED = lazy_pattern(
    r"若|如果|一旦|假如|倘若|有望|预计|预期|可能|需(?!求)要?|能否|是否|期待|有待|才能|只有"
    r"|\b(?:if|unless|would|could|may|might|should|will|expects?|expected|likely|whether|until|needs? to|target"
    r"|guid(?:es?|ed|ance))\b",
    re.IGNORECASE,
)
_UNTIL = lazy_pattern(r"[^,;。]{0,4}之前")
_FAR_DENIED = lazy_pattern(
    r"(?:尚未|并未|还未|仍未|未能|没有|还没|未(?!来)|不再)(?:有效|真正|重新|能)?(?:进入"
    r"|[升涨降跌回落压退收站][\u4e00-\u9fff]?[至到入]"
    r"|重返|处于|位于|在)[^,;。]{0,20}$"
)
_BEHIND = frozenset({"之上", "上方", "以上", "之下", "下方", "以下", "以内", "之内", "之外", "以外"})
_CUT = lazy_pattern(r"[,;:。!?]")


@dataclass(frozen=True, slots=True)
class LevelWord:
    """`sign`: 1 when what the clause is about stands higher. `denied`: it is said not to."""

    start: int
    end: int
    sign: int
    scale: LevelScale
    denied: bool
    text: str

    @property
    def opens(self) -> int:
        """Where what it is held against may begin: 比 stands before it, and the word behind."""
        return self.start + 1 if self.text.startswith("比") else self.end


@lru_cache(maxsize=64)
def levels_in(text: str, own: int) -> tuple[LevelWord, ...]:
    """In order."""
    return tuple(sorted(_level_words(text, own), key=lambda word: word.start))


def next_level(text: str, own: int, word: LevelWord, end: int) -> int:
    """Where the next word of this kind begins, or the end."""
    return next((other.start for other in levels_in(text, own) if word.end <= other.start < end), end)


def level_before(text: str, own: int, word: LevelWord, start: int) -> int:
    """Where the word of this kind before it ends, or the start."""
    return max((other.end for other in levels_in(text, own) if start <= other.start < word.start), default=start)


def _level_words(text: str, own: int) -> Iterator[LevelWord]:
    """Of a text without tags; what is only supposed is left out."""
    for pattern, keys in _PATTERNS:
        for match in pattern.finditer(text, own):
            left = max(own, match.start() - 40)
            cuts = [cut.end() for cut in _CUT.finditer(text, left, match.start())]
            if _SUPPOSED.search(text, cuts[-1] if cuts else left, match.start()) or _UNTIL.match(text, match.end()):
                continue
            scale, sign = keys[int(str(match.lastgroup)[1:])]
            denied = _is_denied(text, own, match)
            yield LevelWord(match.start(), match.end(), sign, scale, denied, match.group())


def _is_denied(text: str, own: int, match: re.Match[str]) -> bool:
    """未 stands before the verb, and 以上 behind what it is held against."""
    if match.group() in _BEHIND:
        return _FAR_DENIED.search(text, max(own, match.start() - 32), match.start()) is not None
    if _NOBODY.search(text, max(own, match.start() - 60), match.start()):
        return True
    return _NEGATED.search(text, max(own, match.start() - 24), match.start()) is not None
