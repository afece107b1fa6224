"""What an answer says that was decided or done: confirmed, approved, saved, deployed, ordered, tested, passed.

A claim is held to what is so in the conversation after the turn, in every phase. What is asked, supposed, denied or
only planned claims nothing.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from packages.domain.conversation.claims import trading_patterns as trading
from packages.domain.conversation.claims import work_patterns as patterns
from packages.domain.conversation.claims.clauses import StatedClause, clauses

PASSED = "pass"


class WorkClaim(StrEnum):
    """What was claimed and is not so; also the name of the sentence that puts it right."""

    CONFIRMED = "claim.confirmed"
    APPROVED = "claim.approved"
    SAVED = "claim.saved"
    DEPLOYED = "claim.deployed"
    REAL_MONEY = "claim.real_money"
    ORDERED = "claim.ordered"
    BACKTESTED = "claim.backtested"
    STRESSED = "claim.stressed"
    NOT_PASSED = "claim.not_passed"


@dataclass(frozen=True, slots=True)
class WorkDone:
    """What the conversation has, or tools reported: `backtest_begun` also while it runs. `answered`: the person's
    word was taken in this turn. `verdict`: of the stress test, empty where it is not known."""

    confirmed: bool = False
    answered: bool = False
    approved: bool = False
    saved: bool = False
    deployed: bool = False
    live: bool = False
    traded: bool = False
    backtest_begun: bool = False
    backtest_done: bool = False
    stress_begun: bool = False
    stress_done: bool = False
    verdict: str = ""


def false_claims(text: str, done: WorkDone) -> tuple[WorkClaim, ...]:
    """Each once, in the order in which they are made."""
    return tuple(dict.fromkeys(claim for each in clauses(text) for claim in _of_clause(each, done)))


def _of_clause(clause: StatedClause, done: WorkDone) -> Iterator[WorkClaim]:
    if not done.confirmed and _confirms(clause, done):
        yield WorkClaim.CONFIRMED
    if not done.approved and _claims(patterns.APPROVED, clause):
        yield WorkClaim.APPROVED
    if _claims(trading.DEPLOYED, clause, of_all=False):
        if not done.deployed:
            yield WorkClaim.DEPLOYED
        elif not done.live and trading.REAL.search(clause.text):
            yield WorkClaim.REAL_MONEY
    if not done.traded and _claims_an_order(clause):
        yield WorkClaim.ORDERED
    yield from _of_tests(clause, done)


def _claims_an_order(clause: StatedClause) -> bool:
    elsewhere = (trading.NOT_OF_TRADING, trading.NOT_OF_AN_ORDER)
    return not any(each.search(clause.sentence) for each in elsewhere) and _claims(trading.ORDERED, clause)


def _confirms(clause: StatedClause, done: WorkDone) -> bool:
    """A bare "confirmed" may be of an answer that was just taken; other things than rules are confirmed as well."""
    if done.answered and not patterns.OF_RULES.search(clause.text):
        return False
    return patterns.NOT_OF_RULES.search(clause.text) is None and _claims(patterns.CONFIRMED, clause, of_all=False)


def _of_tests(clause: StatedClause, done: WorkDone) -> Iterator[WorkClaim]:
    for pattern, is_true, claim in (
        (patterns.SAVED, done.saved, WorkClaim.SAVED),
        (patterns.BACKTEST_BEGUN, done.backtest_begun, WorkClaim.BACKTESTED),
        (patterns.BACKTESTED, done.backtest_done, WorkClaim.BACKTESTED),
        (patterns.STRESS_BEGUN, done.stress_begun, WorkClaim.STRESSED),
        (patterns.STRESSED, done.stress_done, WorkClaim.STRESSED),
    ):
        if not is_true and _claims(pattern, clause):
            yield claim
    if not done.stress_done:
        if _claims(patterns.PASSED, clause):
            yield WorkClaim.STRESSED
    elif done.verdict not in ("", PASSED) and _calls_it_passed(clause):
        yield WorkClaim.NOT_PASSED


def _calls_it_passed(clause: StatedClause) -> bool:
    """That it is safe to deploy is advice, which only a denial takes back."""
    safe = patterns.SAFE.search(clause.text)
    denied = safe is None or patterns.DENIED.search(clause.sentence, 0, clause.start + safe.start()) is not None
    return not denied or _claims(patterns.PASSED, clause)


def _claims(pattern: re.Pattern[str], clause: StatedClause, *, of_all: bool = True) -> bool:
    """`of_all`: what is said of tests, research and the market counts too."""
    return any(
        clause.states(found) and (of_all or trading.NOT_OF_TRADING.search(clause.text, 0, found.end()) is None)
        for found in pattern.finditer(clause.text)
    )
