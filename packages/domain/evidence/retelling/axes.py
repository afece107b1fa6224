"""Statements that exclude one another: an outlook, a revision up or down, an approval given or awaited, a plan or a
deed."""

import re
from collections.abc import Iterator, Mapping, Sequence

from packages.domain.evidence.retelling.concepts import CONCEPTS, PLANNED, Concept

_CLAUSE = re.compile(r"[,;:。!?\n、]|\.(?=\s|$)|\b(?:and|but|while)\b")


def clauses(text: str) -> list[str]:
    """Of a folded text."""
    return [part for part in _CLAUSE.split(text) if part.strip()]


_OUTLOOKS = {"正面": "positive", "负面": "negative", "稳定": "stable", "观察": "watch"}
_OUTLOOK = re.compile(
    r"(?P<from>由|从|自|\bfrom )?(?P<what>正面|负面|稳定|观察|\b(?:positive|negative|stable)\b)", re.IGNORECASE
)
_OUTLOOK_NAME = re.compile(r"展望|\boutlook\b", re.IGNORECASE)
_WINDOW = 40
_BEFORE = 28


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
    "rating": re.compile(
        r"评级|信用等级|展望|\b(?:ratings?|outlook|notch(?:es)?|downgraded?|upgraded?)\b", re.IGNORECASE
    ),
    "guidance": re.compile(
        r"指引|预测|预期|目标|展望|\b(?:guidance|forecasts?|outlook|targets?|range)\b", re.IGNORECASE
    ),
    "dividend": re.compile(r"股息|分红|派息|红利|\bdividends?\b", re.IGNORECASE),
}
_WAYS: Mapping[str, re.Pattern[str]] = {
    "up": re.compile(
        r"上调|调升|调高|上修|\b(?:rais(?:e[ds]?|ing)|lift(?:s|ed|ing)?|upgrad\w+|hik(?:e[ds]?|ing)|up from|"
        r"boost(?:s|ed))\b",
        re.IGNORECASE,
    ),
    "down": re.compile(
        r"下调|调降|调低|下修|削减|\b(?:cuts?|cutting|trim(?:s|med|ming)?|lower(?:s|ed|ing)|downgrad\w+|slash\w*|pared?"
        r"|reduc(?:e[ds]?|ing)|down from)\b",
        re.IGNORECASE,
    ),
    "kept": re.compile(
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


_APPROVERS: Mapping[str, re.Pattern[str]] = {
    "shareholders": re.compile(
        r"股东大会|股东会|\b(?:shareholders?|stockholders?|general meeting|EGM|AGM)\b", re.IGNORECASE
    ),
    "board": re.compile(r"董事会(?!秘书)|\b(?:board|directors)\b(?! secretary)", re.IGNORECASE),
    "regulator": re.compile(
        r"监管|证监会|交易所|药监|反垄断|\b(?:regulators?|exchange|FDA|authorit\w+|antitrust)\b", re.IGNORECASE
    ),
}
_PENDING = re.compile(
    r"尚需|尚待|尚须|待(?=股东|董事|监管|审|批|提交)|仍需|仍须|还需|还要|有待|须经|需经|需提交|未经|未获|提请"
    r"|\b(?:subject to|pending|still (?:has|have|needs?|requires?|to)|await\w*|yet to|needs?|requires?|must|"
    r"to be put|will vote"
    r"|ha(?:s|ve) to|hurdle|not yet)\b",
    re.IGNORECASE,
)
_REFUSED = re.compile(
    r"否决|被否|未通过|驳回|不予|\b(?:reject\w*|voted down|blocked|denied|turned down|vetoed)\b", re.IGNORECASE
)
_APPROVED = re.compile(
    r"通过|批准|获批|同意|核准|放行|\b(?:approv(?:ed|es|al)|passed|cleared|backed|voted for|authori[sz]e[ds]|"
    r"waved through)\b",
    re.IGNORECASE,
)
_PLAINLY_APPROVED = re.compile(
    r"获批|已?获[^,。;]{0,8}(?:批准|通过|核准|受理)|\b(?:been|was|were) approved\b", re.IGNORECASE
)


def _status(clause: str) -> str:
    for name, pattern in (("pending", _PENDING), ("refused", _REFUSED), ("approved", _APPROVED)):
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


def _against_approval(said: Sequence[str], told: Sequence[str]) -> bool:
    mine, theirs = _approvals(said), _approvals(told)
    for who, statuses in mine.items():
        if who in theirs and not statuses & theirs[who]:
            return True
    given = any(_APPROVED.search(clause) and _status(clause) == "approved" for clause in told)
    plainly = any(_PLAINLY_APPROVED.search(clause) and _status(clause) == "approved" for clause in said)
    return plainly and not given


_PLAN = re.compile(
    r"拟|计划|将(?!公司|其|展望|评级|主体|暮|信用)|预计|打算|有意|筹划|考虑|尚待|尚需"
    r"|\b(?:will|to|plans?|planned|expect\w*|intend\w*|agreed|propos\w+|would|may|set to|due to)\b",
    re.IGNORECASE,
)
_DONE = re.compile(
    r"已(?!公告|披露|宣布|签|承诺)|完成|\b(?:ha(?:s|ve|d)(?: \w+)?(?: been)? (?:\w+ed|sold|bought|shut|won)|w(?:as|"
    r"ere) \w+ed|already)\b",
    re.IGNORECASE,
)
_COMPLETED = re.compile(
    r"已[^,。;]{0,6}(?:完成|交割|到账|收到|收讫)|完成(?:了|交割|过户)|\b(?:ha(?:s|ve) (?:now |"
    r"already )?(?:been )?(?:completed|closed|finali[sz]ed)"
    r"|w(?:as|ere) completed|ha(?:s|ve) been received)\b",
    re.IGNORECASE,
)
_COMPLETION = re.compile(r"完成|交割|\b(?:complet\w+|clos(?:e[ds]?|ing)|finali[sz]\w+)\b", re.IGNORECASE)
_PLANNING_HEADLINE = re.compile(
    r"拟|计划|将|\bto (?:buy|sell|acquire|redeem|issue|merge|close|build|raise|cut)\b|\bagreed? to\b", re.IGNORECASE
)


def _against_plan(said: Sequence[str], told: Sequence[str]) -> bool:
    """What a document only plans is told as done, or what is done as a plan."""
    for clause in said:
        for key in PLANNED:
            concept = CONCEPTS[key]
            if concept.words.search(clause) and _told_otherwise(clause, concept, told):
                return True
    return any(_COMPLETED.search(clause) for clause in said) and _is_open(told)


def _told_otherwise(clause: str, concept: Concept, told: Sequence[str]) -> bool:
    mine = _tenses(clause, concept)
    if len(mine) != 1:
        return False
    theirs = frozenset[str]().union(*(_tenses(one, concept) for one in told))
    return len(theirs) == 1 and mine != theirs


def _tenses(clause: str, concept: Concept) -> frozenset[str]:
    """Whether a clause has the concept as a plan or as done, by what stands before its words or ends in them."""
    found: set[str] = set()
    for match in concept.words.finditer(clause):
        start = max(0, match.start() - _BEFORE)
        planned = _PLAN.search(clause, start, match.end()) is not None
        done = _DONE.search(clause, start, match.end()) is not None
        found |= {"planned"} if planned else {"done"} if done else set()
    return frozenset(found)


def _is_open(told: Sequence[str]) -> bool:
    completions = [one for one in told if _COMPLETION.search(one)]
    if completions:
        return all(_PLAN.search(one) for one in completions)
    return bool(told) and _PLANNING_HEADLINE.search(told[0]) is not None


def contradictions(said: str, told: str) -> Iterator[str]:
    """What a retelling has otherwise than its documents; both folded."""
    mine, theirs = _outlooks(said), _outlooks(told)
    if mine and theirs and not mine & theirs:
        yield "outlook"
    for name, pattern in _REVISED.items():
        if pattern.search(said) and pattern.search(told) and (ways := _ways(told)) and _ways(said) - ways:
            yield f"revision of {name}"
    parts, others = clauses(said), clauses(told)
    if _against_approval(parts, others):
        yield "approval"
    if _against_plan(parts, others):
        yield "plan or deed"
