"""What a sentence says of research findings: verdict, an expert's or a side's view, who won, how likely a gain is.

A claim that the run's own result does not bear out is reported by the words that it is made with.
"""

import re
from collections.abc import Iterator, Sequence
from decimal import Decimal

from packages.domain.conversation.claims.instrument_claims import QUESTION
from packages.domain.conversation.run_findings import RunFindings
from packages.domain.evidence.numbers import StatedNumber, same_amount
from packages.domain.evidence.patterns import lazy_pattern
from packages.domain.evidence.retelling.coverage import covered_share

_I = re.IGNORECASE
_ASKS = lazy_pattern(rf"{QUESTION.pattern}|\bwhether\b|是否|还是", _I)
# What is said of such things in general, or only supposed.
_SUPPOSES = lazy_pattern(
    r"^[\s\-*>#\d.)]*(?:if|when|whenever|once|suppose|say|should|imagine|如果|假如|假设|若|当|一旦|倘若)\b"
    r"|^[\s\-*>#\d.)]*(?:如果|假如|假设|若|当|一旦|倘若)"
    r"|\b(?:a|an|any|each|every|no) (?:\w+ )?(?:verdict|judge|expert|analyst|auditor|debate|research desk)\b"
    r"|\b(?:usually|typically|generally|often|tends?)\b|通常|一般来说|一般会|往往|例如|比如",
    _I,
)
_OPTIONS = lazy_pattern(r"\b(?:or|either|options?|one of|possible)\b|或者?|[/、]", _I)
_DENIES = lazy_pattern(
    r"(?:\bnot(?: an?)?|n't|\bno longer|\bnever|\brather than|\binstead of|并非|不是|而非|没有|不|非)\s*$", _I
)

_VERDICT = lazy_pattern(
    r"\bdesk(?:'s)?\b|\bverdict\b|\bjudge(?:'s|s|ment)?\b|\bresearch (?:says?|found|finds|team|result|call)\b"
    r"|裁决|法官|裁判|研判|研究台|研究结论|研究团队|研究结果",
    _I,
)
_ACTIONS = lazy_pattern(
    r"(?P<BUY>\bbuy\b|买入|增持)|(?P<SELL>\bsell\b|卖出|减持)|(?P<HOLD>\bhold\b|持有|观望)"
    r"|(?P<NO_CALL>\bno[ _]call\b|不作判断)",
    _I,
)
_STANCE = lazy_pattern(
    r"(?P<up>\bbullish\b|\bundervalued\b|\bfavou?rable\b|\bpositive\b|看多|看涨|偏多|低估|乐观)"
    r"|(?P<down>\bbearish\b|\bovervalued\b|\bunfavou?rable\b|\bnegative\b|看空|看跌|偏空|高估|悲观)"
    r"|(?P<flat>\bneutral\b|\bfairly valued\b|中性|估值合理)",
    _I,
)
_LEAN = {"up": 1, "down": -1, "flat": 0}
_EXPERT = lazy_pattern(
    r"(?P<technical_analyst>\btechnical (?:analyst|expert)\b|技术(?:面)?(?:分析师|专家))"
    r"|(?P<financial_auditor>\b(?:financial )?auditor\b|(?:财务)?审计师|财务专家)"
    r"|(?P<valuation_modeler>\bvaluation (?:modell?er|expert|analyst)\b|估值(?:建模师|分析师|专家))"
    r"|(?P<macro_intelligence>\bmacro (?:intelligence|expert|analyst|strategist)\b|宏观(?:情报员|分析师|专家))"
    r"|(?P<catalyst_detective>\bcatalyst (?:detective|expert|analyst)\b|催化剂?(?:侦探|分析师|专家))",
    _I,
)
_GROUP = lazy_pattern(r"\b(?:experts|analysts)\b|\bof them\b|专家|分析师|位(?=看|偏)", _I)
_ALL = lazy_pattern(r"\b(?:all|every|unanimous\w*)\b|全部|所有|全体|一致|都|均", _I)
_AGREE = lazy_pattern(r"\b(?:agree[ds]?|unanimous\w*)\b|一致(?:认为|同意|看)|[都均](?:认为|同意)", _I)
_SOME = lazy_pattern(
    r"(?<![\d.])(?P<digits>[0-5])(?![\d.%])(?=\s?(?:位|个|名|of|experts?|analysts?|are))|\b(?P<word>one|two"
    r"|three|four|five)\b|(?P<han>[一两二三四五])(?=位|个|名)",
    _I,
)
_COUNTS = {"one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "一": 1, "两": 2, "二": 2, "三": 3, "四": 4, "五": 5}
_WON = lazy_pattern(
    r"\b(?P<first>bulls?|bears?)(?: side| case| camp)?\s(?:has |have |clearly )?(?:won|wins?|prevail\w*"
    r"|came out (?:ahead|on top))"
    r"|\b(?:won|carried|decided) (?:by|for|in favou?r of) the (?P<second>bulls?|bears?)"
    r"|(?P<han>多方|空方|多头|空头)[^,;。]{0,6}(?:赢|胜|占(?:了|据)?上风)",
    _I,
)
_DEBATE = lazy_pattern(r"\bdebate\b|辩论", _I)
_CHANCE = lazy_pattern(r"probability|chance|odds|likelihood|confidence|概率|几率|可能性|置信度|把握", _I)
_CALLS = lazy_pattern(r"\b(?:BUY|SELL)\b")
_OF_LOSS = lazy_pattern(
    r"\b(?:probability|chance|odds|likelihood) (?:of|for) (?:an? )?(?:loss|losing|declin\w+|drop|fall\w*"
    r"|negative|underperform\w*)"
    r"|\b(?:loss|downside) probability|(?:亏损|下跌|亏钱|跑输|负收益)的?(?:概率|可能性|几率)",
    _I,
)
_COVERED = 0.8


def states_research_finding(plain: str) -> bool:
    """Whether a sentence states what the research found, true or not."""
    return any(True for _ in _claims(plain, None, ()))


def research_faults(plain: str, findings: RunFindings | None, words: str, numbers: Sequence[StatedNumber]) -> list[str]:
    """The claims of a folded sentence that a run does not bear out. `words`: of all that tools and the person
    said."""
    return list(dict.fromkeys(fault for fault in _claims(plain, findings, numbers, words) if fault))


def gain_or_loss(plain: str, findings: RunFindings | None) -> frozenset[Decimal]:
    """Chances of a loss that follow from those of a gain, where a sentence speaks of one."""
    if findings is None or not _OF_LOSS.search(plain):
        return frozenset()
    return frozenset(1 - chance for chance in findings.probabilities)


def _claims(
    plain: str, findings: RunFindings | None, numbers: Sequence[StatedNumber], words: str = ""
) -> Iterator[str]:
    """Each claim: empty where it is borne out."""
    if _ASKS.search(plain) or _SUPPOSES.search(plain):
        return
    yield from _verdicts(plain, findings, words)
    yield from _experts(plain, findings, words)
    yield from _together(plain, findings, words)
    yield from _debates(plain, findings, words)
    yield from _chances(plain, findings, numbers)


def _verdicts(plain: str, findings: RunFindings | None, words: str) -> Iterator[str]:
    if not _VERDICT.search(plain):
        return
    found = [(str(match.lastgroup), match) for match in _ACTIONS.finditer(plain)]
    if len({action for action, _ in found}) > 1 and _OPTIONS.search(plain):
        return
    for action, match in found:
        denied = _denied(plain, match.start())
        known = findings.actions if findings and findings.actions else None
        if known is None:
            yield "" if _is_covered(plain, words) else match.group()
        else:
            yield "" if (action in known) is not denied else match.group()
    if not found and not _EXPERT.search(plain) and (stance := _STANCE.search(plain)):
        yield _leaning(plain, stance, findings.leans if findings else set(), words)


def _experts(plain: str, findings: RunFindings | None, words: str) -> Iterator[str]:
    named = list(_EXPERT.finditer(plain))
    for place, match in enumerate(named):
        end = named[place + 1].start() if place + 1 < len(named) else len(plain)
        stance = _STANCE.search(plain, match.end(), min(end, match.end() + 60))
        if stance:
            known = findings.experts.get(str(match.lastgroup), set()) if findings else set()
            yield _leaning(plain, stance, known, words)


def _together(plain: str, findings: RunFindings | None, words: str) -> Iterator[str]:
    if not _GROUP.search(plain) or _EXPERT.search(plain):
        return
    stance, known = _STANCE.search(plain), findings.experts if findings else {}
    if stance is None:
        agreed = _AGREE.search(plain)
        if agreed:
            yield "" if covered_share(plain[agreed.end() :], words) >= _COVERED else agreed.group()
        return
    if not known:
        yield "" if findings is not None or _is_covered(plain, words) else stance.group()
        return
    lean = _LEAN[str(stance.lastgroup)]
    alike = sum(lean in leans for leans in known.values())
    counted = [_count(match) for match in _SOME.finditer(plain, 0, stance.start())]
    if _ALL.search(plain) and not _DENIES.search(plain, 0, stance.start()):
        yield "" if alike == len(known) else stance.group()
    elif counted:
        yield "" if alike in counted else stance.group()


def _debates(plain: str, findings: RunFindings | None, words: str) -> Iterator[str]:
    known = findings.debates if findings else set()
    for match in _WON.finditer(plain):
        side = (match["first"] or match["second"] or match["han"]).lower()
        lean = 1 if side.startswith(("bull", "多")) else -1
        yield "" if lean in known or (not known and _is_covered(plain, words)) else match.group()
    if _DEBATE.search(plain) and not _WON.search(plain) and not _EXPERT.search(plain):
        stance = _STANCE.search(plain)
        if stance:
            yield _leaning(plain, stance, known or (findings.leans if findings else set()), words)


def _chances(plain: str, findings: RunFindings | None, numbers: Sequence[StatedNumber]) -> Iterator[str]:
    """A chance that the research is said to give is a claim; that of a loss is not that of a gain."""
    speakers = (_VERDICT, _EXPERT, _GROUP, _CALLS)
    if _CHANCE.search(plain) and any(speaker.search(plain) for speaker in speakers):
        yield ""
    if findings is None or not _OF_LOSS.search(plain):
        return
    for number in numbers:
        gains = any(_is_chance(number, chance) for chance in findings.probabilities)
        if gains and not any(_is_chance(number, 1 - chance) for chance in findings.probabilities):
            yield number.text


def _is_chance(number: StatedNumber, chance: Decimal) -> bool:
    return same_amount(number, chance) or same_amount(number, chance * 100)


def _leaning(plain: str, stance: re.Match[str], known: set[int], words: str) -> str:
    if not known:
        return "" if _is_covered(plain, words) else stance.group()
    is_so = _LEAN[str(stance.lastgroup)] in known
    return "" if is_so is not _denied(plain, stance.start()) else stance.group()


def _denied(plain: str, place: int) -> bool:
    return _DENIES.search(plain, max(0, place - 14), place) is not None


def _is_covered(plain: str, words: str) -> bool:
    return bool(words) and covered_share(plain, words) >= _COVERED


def _count(match: re.Match[str]) -> int:
    return int(match["digits"]) if match["digits"] else _COUNTS[(match["word"] or match["han"]).lower()]
