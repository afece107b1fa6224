"""Words that say which way a figure went, Chinese and English, with what turns them round."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from packages.domain.evidence.patterns import lazy_pattern

_UP_ZH = (
    "变快|(?<!零)增长|上升|增加|上涨|提升|提高|走高|上行|攀升|爬升|回升|扩大|抬升|抬高|上扬|走升|走阔|扩张(?!区)|递增|上移"
    "|反弹|加快"
    "|加速|提速|多增|拉长|延长|变长|增厚"
    "|上台阶|走扩|跃升|飙升|大增|猛增|激增|新增|增至|升至|涨至|升到|涨到|增到|升高|调升|推升|冲高|加码|多赚|再增|续增"
    "|同比增|环比增|连增|连升|连涨|上调至"
    "|成倍提高|翻番|加重|逆势增|爬高|[微略小大猛激骤续再仍连净累比幅又则齐共][增升涨](?![速长值级幅持温])"
    "|[增升涨](?=\\s?(?:了|近|超|逾|约|达|出|[至到])?\\s?\\d)|涨了|升了|增了|多了"
)
_DOWN_ZH = (
    "负增长|下降|下滑|减少|下跌|回落|收缩(?!区)|萎缩|走低|下行|下挫|缩减|降低|滑落|收窄|递减|压降|压缩|压减|缩短|放缓"
    "|减速|滑坡"
    "|下台阶|下移|跳水|大降|骤降|锐减|下探|回撤"
    "|降至|跌至|减至|降到|跌到|落到|减到|回调|少赚|缩水|再降|续降|同比减|环比减|同比降|环比降|连降|连跌|变慢|变短"
    "|下坠|落至|滑至|探底|走窄|缩窄|少了|[微略小大猛激骤锐续再仍连净累比幅又则齐共][减降跌](?![速值幅持息温])"
    "|[减降跌](?=\\s?(?:了|去|近|超|逾|约|达|[至到])?\\s?\\d)|跌去|跌了|降了|减了|掉了|丢了"
)
_GOOD_ZH = "改善|好转|修复(?!只|仅|的)|向好|优化|增强|走强|转好|转强|回暖|缓解|缓和|减轻|变好|夯实|企稳回升|稳步增强"
_BAD_ZH = "恶化|变差|转差|走弱|减弱|转弱|削弱|走坏|失速|加剧|吃紧|趋紧|承压加重"
_UP_EN = (
    r"gr(?:e|o)w(?:s|n|ing)?|growth|r(?:o|i)se(?:s|n)?|rising|increas(?:e|es|ed|ing)|gain(?:s|ed)?|climb(?:s|ed"
    r"|ing)?"
    r"|(?<!gave )(?<!give )(?<!gives )(?<!giving )(?<!made )(?<!makes )"
    r"(?<!rung )(?<!set )(?<!adds )(?<!add )(?<!sums )(?<!lined )(?<!backed )(?<!taken )up(?! to)"
    r"|(?:went|goes|gone|moved|edged|crept|inched|ticked|nudged) up"
    r"|higher|expan(?:d|ds|ded|ding|sion)|advanc(?:e|ed|es|ing)|widen(?:s|ed|ing)?|jump(?:s|ed)?|surg(?:e|ed|es|ing)"
    r"|soar(?:s|ed)?|accelerat(?:ed|es|ing|ion)|sped up|speeded up|pick(?:s|ed) up|stretch(?:ed|es|ing)?"
    r"|lengthen(?:s|ed|ing)?"
    r"|faster(?! growing)|quicker|sooner|more (?:quick|prompt)ly|swell(?:ed|s)?|swollen|ballooned|rebound(?:ed|s"
    r"|ing)?|crept up|creeping up|added|doubled|tripled|longer|rallied|(?:getting|becoming|become|gets?"
    r"|got) (?:fatter|wider|larger|bigger|higher|heavier|thicker|longer)"
)
_DOWN_EN = (
    r"negative growth|f(?:e|a)ll(?:s|ing|en)?(?! short)|declin(?:e|es|ed|ing)|decreas(?:e|es|ed|ing)|drop(?:s|ped"
    r"|ping)?|shr(?:ank|ink|inks"
    r"|unk|inking)"
    r"|slid(?:e|es|ing)?|slipp?(?:s|ed|ing)?|down|lower|contract(?:ed|ion|ing)|reduc(?:ed|tion|ing)|retreat(?:s|ed)?"
    r"|eas(?:ed|es|ing)|narrow(?:s|ed|ing)?|plung(?:e|ed|es)|slump(?:s|ed)?|tumbl(?:e|ed|es)|dip(?:s|ped)?|shed(?:s"
    r"|ding)?"
    r"|slower|more slowly|(?<=pay )later|(?<=paying )later|(?<=paid )later|(?<!ground )lost(?! (?:money|ground))"
    r"|lose(?:s)?(?! money)|losing(?! money)|slow(?:s|ed|ing)|decelerat(?:ed|es|ing|ion)|shorten(?:s|ed|ing)?|shorter"
    r"|(?:getting|growing|become|becoming|gets?|got) (?:thinner|narrower|smaller|lower|lighter|shorter|leaner)"
    r"|sank|sink(?:s"
    r"|ing)?|halved"
    r"|compress(?:ed|es|ion)|lighter|pull(?:ed)? back|cut back|sagged|skidded|coming down|come down|came down"
    r"|wound down|(?:gave|giv(?:e|es|ing|en)) (?:up|back)|eroded by"
)
_GOOD_EN = (
    r"improv(?:e|es|ed|ing|ement)|strengthen(?:s|ed|ing)?|recover(?:s|ed|ing|y)?|better|heal(?:ed|ing)"
    r"|repaired|firm(?:ed|er)(?: up)?"
)
_BAD_EN = r"deteriorat(?:e|es|ed|ing|ion)|weaken(?:s|ed|ing)?|worsen(?:s|ed|ing)?|worse|erod(?:e|ed|es|ing)|soured?"
_PATTERNS = (
    lazy_pattern(rf"(?P<good>{_GOOD_ZH})|(?P<bad>{_BAD_ZH})|(?P<up>{_UP_ZH})|(?P<down>{_DOWN_ZH})"),
    lazy_pattern(
        rf"\b(?=[a-z])(?:(?P<good>{_GOOD_EN})|(?P<bad>{_BAD_EN})|(?P<down>{_DOWN_EN})|(?P<up>{_UP_EN}))\b",
        re.IGNORECASE,
    ),
)
_TURNED = lazy_pattern(
    r"(?:并未|尚未|未见|未能|未有|没有|没能|并非|不再|难以|无法|停止|不会|结束了?|扭转了?|止住|遏制|告别|摆脱"
    r"|未(?!来)|不(?!断|仅|但|止|过|只|少|同|错)"
    r"|\b(?:not|n't|never|yet to|no longer|no|stopped|without|nor|revers(?:es|ed|ing)|end(?:s|ed|ing)|halt(?:s|ed"
    r"|ing)|after|following|failed to|hardly|rather than|instead of|if|unless|would|could|may|might|should))"
    r"(?:[\u4e00-\u9fff]{0,3}|(?:\s(?:been|be|a|an|any|further|have|has|to|the|shown|see|seen))*\s?)$",
    re.IGNORECASE,
)
# Ahead of what is not yet known, or of a question: nothing that rows could say.
_SUPPOSED = lazy_pattern(
    r"若|如果|一旦|假如|倘若|有望|预计|预期|或将|可能|需(?!求)要?|等待|观察|能否|是否|期待|有待|目标|拟|计划|指引|将"
    r"|关注"
    r"|\b(?:if|unless|would|could|may|might|should|will|expects?|expected|forecasts?|likely|whether|wait|watch"
    r"|target|guid(?:es?|ed|ance)|to come)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class MoveWord:
    """`sign`: 1 for up or better. `good`: it says better or worse, so what it means depends on the figure."""

    start: int
    end: int
    sign: int
    good: bool
    text: str


_LIKEWISE = lazy_pattern(r"\b(?:so|as) (?:did|has|have|do|does)\b", re.IGNORECASE)


@lru_cache(maxsize=64)
def moves_in(text: str, own: int) -> tuple[MoveWord, ...]:
    """In order; `and so did profit` says again what was said before it."""
    found = list(_move_words(text, own))
    for match in _LIKEWISE.finditer(text, own):
        before = [word for word in found if word.end <= match.start()]
        if before:
            last = max(before, key=lambda word: word.start)
            found.append(MoveWord(*match.span(), last.sign, last.good, match.group()))
    return tuple(sorted(found, key=lambda word: word.start))


def _move_words(text: str, own: int) -> Iterator[MoveWord]:
    """Of a text without tags; those that are negated or only supposed are left out."""
    for pattern in _PATTERNS:
        for match in pattern.finditer(text, own):
            left = max(own, match.start() - 24)
            if _TURNED.search(text, left, match.start()) or _is_supposed(text, own, match.start()):
                continue
            side = str(match.lastgroup)
            sign = 1 if side in {"up", "good"} else -1
            yield MoveWord(match.start(), match.end(), sign, side in {"good", "bad"}, match.group())


_CUT = lazy_pattern(r"[,;:。!?]")


def _is_supposed(text: str, own: int, place: int) -> bool:
    """In the same stretch between commas."""
    left = max(own, place - 40)
    cuts = [match.end() for match in _CUT.finditer(text, left, place)]
    return _SUPPOSED.search(text, cuts[-1] if cuts else left, place) is not None
