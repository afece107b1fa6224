"""Whether the words of a sentence that goes on may yet become a claim that is held to its sources: until one may, they
can be shown as they come."""

import json
import re
from functools import lru_cache
from importlib.resources import files

from packages.domain.conversation.claims.instrument_claims import stated_events, symbols_in
from packages.domain.evidence.passages import folded
from packages.domain.evidence.patterns import lazy_pattern

_LAST_WORDS = 12  # characters: a number and its unit, or a word that has only begun
_NUMBERING = lazy_pattern(r"^[\s#>*-]*\d{1,2}[.)、](?!\d)")
_NUMBER = (
    r"[\d\[|%½⅓⅔¼¾]|\b(?:two|three|four|five|six|seven|eight|nine|ten|eleven|twelve|\w+teen|(?:twen|thir|for|fif|six|seven"
    r"|eigh|nine)ty|hundred|thousand|[mb]illion|half|third|quarter|doubl\w+|tripl\w+|quadrupl\w+|twice|two-?fold)\b"
    r"|[一二两三四五六七八九十百千几](?:成|倍|亿|万|元|股|块|个?百分点|个?基点|美元|港元)|分之|翻[倍番一了]|一半|过半|半数|腰斩|割"
)
_RESEARCH = (
    r"\b(?:desk|verdict|judg\w+|research\w*|experts?|analysts?|auditors?|modell?ers?|strategists?|detectives?|debate[ds]?"
    r"|bulls?|bears?|bullish|bearish|probab\w+|chances?|odds|likelihood|confidence|overvalued|undervalued|unanimous\w*)\b"
    r"|裁决|法官|裁判|研判|研究|专家|分析师|审计师|建模师|情报员|侦探|辩论|多方|空方|多头|空头|看多|看空|看涨|看跌|概率|几率|可能性|置信|把握"
    r"|[高低]估"
)
_PARTY = (
    r"\b(?:company|firm|issuer|CEO|CFO|COO|chief|chair(?:man|woman)|president|directors?|board|management|shareholders?"
    r"|founder|executives?|police|custody)\b|公司|集团|董事|总裁|经理|总监|高管|股东|创始人|审计|管理层|警方|带走"
)
_MARKS = lazy_pattern(rf"{_NUMBER}|{_RESEARCH}|{_PARTY}", re.IGNORECASE)
_CALLS = lazy_pattern(r"\b(?:BUY|SELL|HOLD|NO[ _]CALL)\b")
_WORD = lazy_pattern(r"[a-z]{4,}", re.IGNORECASE)
_HAN = lazy_pattern(r"[\u4e00-\u9fff]{2,}")
# Events have other words besides these, which a desk says all the time.
_EVERYDAY = """
with from have been were that this into over under after before more than their about other first most will would
could company plan plans rule rules start started stop stopped test tests data time price strategy order orders also
agreed said says told during between which where while back down near board new high some each both only
trading position year being going them just take taken took full left called short gain profit target targets index
item list main class action accounts following holding opened press building selected chosen share trade signal
"""


def may_become_claim(text: str) -> bool:
    """Of the words of an unfinished sentence: a number, a party, a symbol, what research finds, or an event."""
    plain = _NUMBERING.sub("", folded(text))
    if _MARKS.search(plain) is not None or _CALLS.search(plain) is not None or symbols_in(plain):
        return True
    return _has_event_words(plain) and bool(stated_events(plain))


def plain_until(text: str) -> int:
    """Up to where whole words may be shown: the last ones wait for what follows them."""
    end = len(text) - _LAST_WORDS
    while end > 0 and not (text[end - 1].isspace() or _is_han(text[end - 1])):
        end -= 1
    return max(end, 0)


def _has_event_words(plain: str) -> bool:
    words, pairs = _events()
    if not plain.isascii() and any(plain[place : place + 2] in pairs for place in range(len(plain) - 1)):
        return True
    return any(found.group().lower() in words for found in _WORD.finditer(plain))


def _is_han(letter: str) -> bool:
    return "\u3040" <= letter <= "\u9fff"


@lru_cache(maxsize=1)
def _events() -> tuple[frozenset[str], frozenset[str]]:
    """The words that events of companies are told with: English ones, and the first two signs of Chinese ones."""
    table = json.loads(files("packages.domain.evidence.retelling").joinpath("happenings.json").read_text("utf-8"))
    english = " ".join(each for kind in table.values() for each in kind["en"])
    chinese = " ".join(each for kind in table.values() for each in kind["zh"])
    words = {found.group().lower() for found in _WORD.finditer(re.sub(r"\\[a-zA-Z]", " ", english))} - set(
        _EVERYDAY.split()
    )
    return frozenset(words), frozenset(found.group()[:2] for found in _HAN.finditer(chinese))
