"""Statements that exclude one another: an outlook, a revision up or down, an approval given or awaited."""

import re
from collections.abc import Iterator, Mapping, Sequence

from packages.domain.evidence.patterns import lazy_pattern
from packages.domain.evidence.retelling.plans import against_plan

_CLAUSE = lazy_pattern(r"[,;:。!?\n、]|\.(?=\s|$)|\b(?:and|but|while)\b")


def clauses(text: str) -> list[str]:
    """Of a folded text."""
    return [part for part in _CLAUSE.split(text) if part.strip()]


_OUTLOOKS = {"正面": "positive", "负面": "negative", "稳定": "stable", "观察": "watch"}
_OUTLOOK = lazy_pattern(
    r"(?P<from>由|从|自|\bfrom )?(?P<what>正面|负面|稳定|观察|\b(?:positive|negative|stable)\b)", re.IGNORECASE
)
_OUTLOOK_NAME = lazy_pattern(r"展望|\boutlook\b", re.IGNORECASE)
_WINDOW = 40


def _outlooks(text: str, *, former: bool = False) -> set[str]:
    """What an outlook is now, or what it was."""
    found = set()
    for name in _OUTLOOK_NAME.finditer(text):
        for match in _OUTLOOK.finditer(text, max(0, name.start() - 9), name.end() + _WINDOW):
            apart = match.end() <= name.start() and not text[match.end() : name.start()].isspace()
            if apart or bool(match["from"]) != former:
                continue
            found.add(_OUTLOOKS.get(match["what"], match["what"].lower()))
    return found


_REVISED: Mapping[str, re.Pattern[str]] = {
    "rating": lazy_pattern(
        r"评级|信用等级|展望|\b(?:ratings?|outlook|notch(?:es)?|downgraded?|upgraded?)\b", re.IGNORECASE
    ),
    "guidance": lazy_pattern(
        r"指引|预测|预期|目标|展望|\b(?:guidance|forecasts?|outlook|targets?|range)\b", re.IGNORECASE
    ),
    "dividend": lazy_pattern(r"股息|分红|派息|红利|\bdividends?\b", re.IGNORECASE),
}
_WAYS: Mapping[str, re.Pattern[str]] = {
    "up": lazy_pattern(
        r"上调|调升|调高|上修|\b(?:rais(?:e[ds]?|ing)|lift(?:s|ed|ing)?|upgrad\w+|hik(?:e[ds]?|ing)|up from|"
        r"boost(?:s|ed))\b",
        re.IGNORECASE,
    ),
    "down": lazy_pattern(
        r"下调|调降|调低|下修|削减|盈利预警|\b(?:cuts?|cutting|trim(?:s|med|ming)?|lower(?:s|ed|ing)|downgrad\w+|slash\w*|pared?"
        r"|warn(?:s|ed|ing)? on|profit warning"
        r"|reduc(?:e[ds]?|ing)|down from)\b",
        re.IGNORECASE,
    ),
    "kept": lazy_pattern(
        r"维持|重申|不变|\b(?:affirm\w*|maintain\w*|reiterat\w+|reaffirm\w*|keeps?|kept|unchanged|left alone)\b",
        re.IGNORECASE,
    ),
}


_RANKED = ("negative", "stable", "positive")


def _ways(text: str) -> set[str]:
    """A better or worse outlook is a revision too, whatever the verb."""
    ways = {way for way, pattern in _WAYS.items() if pattern.search(text)}
    old, new = _outlooks(text, former=True), _outlooks(text)
    if len(old) == len(new) == 1 and old | new <= set(_RANKED) and old != new:
        ways.add("up" if _RANKED.index(new.pop()) > _RANKED.index(old.pop()) else "down")
    return ways


def _ways_of(what: re.Pattern[str], text: str) -> set[str]:
    """By the clauses that name what is revised; by the whole text where it names nothing else that may be."""
    found = set[str]().union(*(_ways(clause) for clause in clauses(text) if what.search(clause)))
    alone = all(other is what or not other.search(text) for other in _REVISED.values())
    return found or (_ways(text) if alone else set())


_APPROVERS: Mapping[str, re.Pattern[str]] = {
    "shareholders": lazy_pattern(
        r"股东大会|股东会|\b(?:shareholders?|stockholders?|general meeting|EGM|AGM)\b", re.IGNORECASE
    ),
    "board": lazy_pattern(r"董事会(?!秘书)|\b(?:board|directors)\b(?! secretary)", re.IGNORECASE),
    "regulator": lazy_pattern(
        r"监管|证监会|交易所|药监|反垄断|\b(?:regulat\w+|exchange|FDA|authorit\w+|antitrust)\b", re.IGNORECASE
    ),
}
_PENDING = lazy_pattern(
    r"尚需|尚待|尚须|待(?=股东|董事|监管|审|批|提交)|仍需|仍须|还需|还要|有待|须经|需经|需提交|未经|未获|提请"
    r"|\b(?:subject to|pending|still (?:has|have|needs?|requires?|to)|await\w*|yet to|needs?|requires?|must|"
    r"to be put|will vote"
    r"|ha(?:s|ve) to|hurdle|not yet)\b",
    re.IGNORECASE,
)
_FILED = lazy_pattern(
    r"受理|已?提交[^,。;]{0,8}申请|递交[^,。;]{0,8}申请|审评中|审核中"
    r"|\baccept(?:s|ed|ance of)? (?:\w+ ){0,3}(?:applications?|filings?|submissions?)|\bunder review\b"
    r"|\b(?:filed|submitted|applied)\b",
    re.IGNORECASE,
)
_REFUSED = lazy_pattern(
    r"否决|被否|未通过|驳回|不予|\b(?:reject\w*|voted down|blocked|denied|turned down|vetoed)\b", re.IGNORECASE
)
_APPROVED = lazy_pattern(
    r"通过|批准|获批|同意|核准|放行|获得?[^,。;]{0,20}(?:注册证|批件|批文|许可证|牌照)|\b(?:approv(?:ed|es)|(?:receiv|w[io]n|got|gain|secur|obtain|giv|grant|ha[sd]|have)\w*\b"
    r"[^,;.]{0,30}\bapproval|passed|cleared|backed|voted for|authori[sz]e[ds]|"
    r"waved through|ratif(?:y|ied|ies))\b",
    re.IGNORECASE,
)
_PLAINLY_APPROVED = lazy_pattern(
    r"获批|已?获[^,。;]{0,8}(?:批准|通过|核准)|\b(?:been|was|were) approved\b", re.IGNORECASE
)


_STATUSES = (("pending", _PENDING), ("refused", _REFUSED), ("filed", _FILED), ("approved", _APPROVED))


def _status(clause: str) -> str:
    for name, pattern in _STATUSES:
        if pattern.search(clause):
            return name
    return ""


def _approvals(parts: Sequence[str]) -> Mapping[str, set[str]]:
    found: dict[str, set[str]] = {}
    for clause in parts:
        for who, pattern in _APPROVERS.items():
            if pattern.search(clause) and (status := _status(clause)):
                found.setdefault(who, set()).add(status)
    return found


def _against_approval(said: Sequence[str], documented: Sequence[str]) -> bool:
    mine, theirs = _approvals(said), _approvals(documented)
    for who, statuses in mine.items():
        if who in theirs and not statuses & theirs[who]:
            return True
    given = any(_APPROVED.search(clause) and _status(clause) == "approved" for clause in documented)
    refused = [any(_status(clause) == "refused" for clause in each) for each in (said, documented)]
    if given and refused == [True, False]:
        return True
    plainly = any(_PLAINLY_APPROVED.search(clause) and _status(clause) == "approved" for clause in said)
    return plainly and not given


_BY_YEAR = lazy_pattern(
    r"(?:每年|年均)[^,;。]{0,6}\d|\d[\d,.]*\s?[a-z]*(?: [a-z]+)? (?:a|per|each|every) (?:year|annum)\b|\bannually\b",
    re.IGNORECASE,
)
_IN_ALL = lazy_pattern(r"总[计额量]|合计|累计|共计|\b(?:in total|a total of|altogether|in all)\b", re.IGNORECASE)


def contradictions(said: str, document: str) -> Iterator[str]:
    """What a retelling has otherwise than its documents; both folded."""
    mine, theirs = _outlooks(said), _outlooks(document)
    if mine and theirs and not mine & theirs:
        yield "outlook"
    for name, pattern in ((name, one) for name, one in _REVISED.items() if one.search(document)):
        if pattern.search(said) and (ways := _ways_of(pattern, document)) and _ways_of(pattern, said) - ways:
            yield f"revision of {name}"
    if _BY_YEAR.search(said) and not _BY_YEAR.search(document) and _IN_ALL.search(document):
        yield "a total, not a yearly amount"
    parts, others = clauses(said), clauses(document)
    if _against_approval(parts, others):
        yield "approval"
    if against_plan(parts, others):
        yield "plan or deed"
