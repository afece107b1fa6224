"""Plans and deeds: what a document only plans may not be stated as done, nor what is done as a plan."""

import re
from collections.abc import Sequence
from decimal import Decimal

from packages.domain.evidence.patterns import lazy_pattern
from packages.domain.evidence.retelling.amounts import amounts_in
from packages.domain.evidence.retelling.concepts import CONCEPTS, PLANNED, Concept

_BEFORE = 28
_PLAN = lazy_pattern(
    r"拟|计划|将(?!公司|其|展望|评级|主体|暮|信用)|预计|同意|宣布|决定|承诺|打算|有意|筹划|考虑|尚待|尚需"
    r"|\b(?:will|to|plans?|planned|expect\w*|intend\w*|agreed|propos\w+|would|may|set to|due to)\b",
    re.IGNORECASE,
)
# Said or decided is not yet done.
_DECIDED = (
    "approv|announc|agree|propos|plann|decid|authori|declar|disclos|confirm|fil|appli|commit|pledg|promis|schedul|expect|"
    "intend|ask|receiv|nam|warn|sign"
)
_DONE = lazy_pattern(
    rf"已(?!公告|披露|宣布|签|承诺|获|经|通过|批准|审议|决定|提交|收到|同意)|完成"
    rf"|\b(?:ha(?:s|ve|d)(?: \w+)?(?: been)? (?!{_DECIDED})"
    rf"(?:\w+ed|sold|bought|shut|won)|w(?:as|ere) (?!{_DECIDED})\w+ed|already)\b",
    re.IGNORECASE,
)
_COMPLETED = lazy_pattern(
    r"已[^,。;]{0,6}(?:完成|交割|到账|收到|收讫)|完成(?:了|交割|过户)|\b(?:ha(?:s|ve) (?:now |"
    r"already )?(?:been )?(?:completed|closed|finali[sz]ed)"
    r"|w(?:as|ere) completed|ha(?:s|ve) been received)\b",
    re.IGNORECASE,
)
_COMPLETION = lazy_pattern(r"完成|交割|\b(?:complet\w+|clos(?:e[ds]?|ing)|finali[sz]\w+)\b", re.IGNORECASE)
_PLANNING_HEADLINE = lazy_pattern(
    r"拟|计划|将|\bto (?:buy|sell|acquire|redeem|issue|merge|close|build|raise|cut)\b|\bagreed? to\b", re.IGNORECASE
)


_PAST = lazy_pattern(r"(?:\w{2,}ed|sold|bought|shut|spun off|laid off)$", re.IGNORECASE)
_ACHIEVED = lazy_pattern(
    r"达到|达成|通过|投产|启用|\b(?:met|achiev\w+|pass(?:es|ed)|showed|hit|enter(?:s|ed))\b", re.IGNORECASE
)


def against_plan(said: Sequence[str], source: Sequence[str]) -> bool:
    """What a document only plans is stated as done, or what is done as a plan; what is called off is neither."""
    mine, theirs = ([one for one in parts if not CONCEPTS["terminate"].words.search(one)] for parts in (said, source))
    for key in PLANNED:
        concept = CONCEPTS[key]
        expected = frozenset[str]().union(*(_tenses(one, concept) for one in theirs))
        if any(_is_otherwise(_tenses(one, concept), expected) for one in mine):
            return True
    return _phase_is_otherwise(mine, theirs) or (any(map(_is_completed, said)) and _is_open(source))


def _is_completed(clause: str) -> bool:
    match = _COMPLETED.search(clause)
    return match is not None and _PLAN.search(clause, max(0, match.start() - _BEFORE), match.start()) is None


def _is_otherwise(said: frozenset[str], source: frozenset[str]) -> bool:
    return len(said) == len(source) == 1 and said != source


def _tenses(clause: str, concept: Concept) -> frozenset[str]:
    """Whether a clause has the concept as a plan or as done, by what stands before its words or ends in them."""
    found: set[str] = set()
    for match in concept.words.finditer(clause):
        start = max(0, match.start() - _BEFORE)
        planned = _PLAN.search(clause, start, match.end()) is not None
        done = _DONE.search(clause, start, match.end()) is not None or _PAST.search(match.group()) is not None
        found |= {"planned"} if planned else {"done"} if done else set()
    return frozenset(found)


def _phase_is_otherwise(said: Sequence[str], source: Sequence[str]) -> bool:
    """A trial or a line that is still to come is stated as having come, by the number of its phase."""
    expected = _phases(source)
    claims = [claim for clause in said for claim in _phases([clause]).items()]
    return any(_is_otherwise(tenses, expected.get(phase, frozenset())) for phase, tenses in claims)


def _phases(parts: Sequence[str]) -> dict[Decimal, frozenset[str]]:
    found: dict[Decimal, frozenset[str]] = {}
    for clause in parts:
        tense = (
            "planned" if _PLAN.search(clause) else "done" if _DONE.search(clause) or _ACHIEVED.search(clause) else ""
        )
        for one in amounts_in(clause):
            if one.measure == "phase" and tense:
                found[one.value] = found.get(one.value, frozenset()) | {tense}
    return found


def _is_open(source: Sequence[str]) -> bool:
    completions = [one for one in source if _COMPLETION.search(one)]
    if completions:
        return all(_PLAN.search(one) for one in completions)
    planned = any(_PLAN.search(one) for one in source) and not any(_DONE.search(one) for one in source)
    return planned or (bool(source) and _PLANNING_HEADLINE.search(source[0]) is not None)
