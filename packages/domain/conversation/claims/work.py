"""What an answer says that was decided or done: confirmed, changed, saved, deployed, ordered, tested, passed.

A claim is held to what is so in the conversation after the turn, in every phase. What is asked, supposed, denied or
only planned claims nothing.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum

from packages.domain.conversation.claims import change_patterns as changes
from packages.domain.conversation.claims import trading_patterns as trading
from packages.domain.conversation.claims import work_patterns as patterns
from packages.domain.conversation.claims.answer_sources import figures_in
from packages.domain.conversation.claims.clauses import StatedClause, clauses
from packages.domain.conversation.claims.other_languages import claims_elsewhere
from packages.domain.evidence.numbers import StatedNumber, same_amount

PASSED = "pass"


class WorkClaim(StrEnum):
    """What was claimed and is not so; also the name of the sentence that puts it right."""

    CONFIRMED = "claim.confirmed"
    APPROVED = "claim.approved"
    SAVED = "claim.saved"
    DEPLOYED = "claim.deployed"
    REAL_MONEY = "claim.real_money"
    ORDERED = "claim.ordered"
    LINKED = "claim.linked"
    BACKTESTED = "claim.backtested"
    STRESSED = "claim.stressed"
    NOT_PASSED = "claim.not_passed"
    RULES_KEPT = "claim.rules_kept"
    RULES_OTHERWISE = "claim.rules_otherwise"
    LIMITS = "claim.limits"
    PROFILE = "claim.profile"
    PROMISED = "claim.promised"


@dataclass(frozen=True, slots=True)
class WorkDone:
    """What the conversation has, or tools reported: `backtest_begun` also while it runs. `answered`: the person's
    word was taken in this turn. `linked`: a broker account, by themselves. `verdict`: of the stress test, empty where
    it is not known. `rules_changed`: in this turn; `rule_figures` are those of the rules, `limits` those that bind the
    person, plain: 60% is 0.6."""

    confirmed: bool = False
    answered: bool = False
    approved: bool = False
    saved: bool = False
    deployed: bool = False
    live: bool = False
    traded: bool = False
    linked: bool = False
    backtest_begun: bool = False
    backtest_done: bool = False
    stress_begun: bool = False
    stress_done: bool = False
    verdict: str = ""
    rules_changed: bool = False
    rule_figures: frozenset[Decimal] = frozenset()
    limits: frozenset[Decimal] = frozenset()
    profiled: bool = False


def false_claims(text: str, done: WorkDone) -> tuple[WorkClaim, ...]:
    """Each once, in the order in which they are made."""
    stated = list(clauses(text))
    found = [claim for each in stated for claim in (*_of_clause(each, done), *_of_changes(each, done))]
    found += [claim for each in dict.fromkeys(each.sentence for each in stated) for claim in _elsewhere(each, done)]
    return tuple(dict.fromkeys(found))


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
    if not done.linked and _claims(trading.LINKED, clause):
        yield WorkClaim.LINKED
    yield from _of_tests(clause, done)


def _of_changes(clause: StatedClause, done: WorkDone) -> Iterator[WorkClaim]:
    if _claims(changes.PROFILE, clause) and not done.profiled:
        yield WorkClaim.PROFILE
    if changes.PROMISED.search(clause.text) and not changes.NOT_PROMISED.search(clause.sentence):
        yield WorkClaim.PROMISED
    if done.limits and _claims(changes.LIMIT, clause):
        if any(not _is_among(number, done.limits) for number in _shares(clause.text)):
            yield WorkClaim.LIMITS
    elif _claims(changes.RULES_CHANGED, clause):
        yield from _of_rules(clause.text, done)


def _of_rules(words: str, done: WorkDone) -> Iterator[WorkClaim]:
    """What stands there already may be said to have been set before."""
    wanted = [each for each in figures_in(words) if changes.SET_TO.search(words, 0, each.start)]
    known = [_is_among(each, done.rule_figures) for each in wanted]
    if not done.rules_changed and not (known and all(known)):
        yield WorkClaim.RULES_KEPT
    elif done.rules_changed and not all(known):
        yield WorkClaim.RULES_OTHERWISE


def _shares(words: str) -> list[StatedNumber]:
    return [each for each in figures_in(words) if each.unit.dimension in ("ratio", "times")]


def _is_among(number: StatedNumber, known: frozenset[Decimal]) -> bool:
    return any(same_amount(number, value) for value in known)


def _elsewhere(sentence: str, done: WorkDone) -> Iterator[WorkClaim]:
    """In languages that the desk does not speak."""
    for claim in claims_elsewhere(sentence):
        if claim == "confirmed" and not done.confirmed and not done.answered:
            yield WorkClaim.CONFIRMED
        elif claim == "deployed" and not done.deployed:
            yield WorkClaim.DEPLOYED
        elif claim == "backtested" and not done.backtest_done:
            yield WorkClaim.BACKTESTED
        elif claim == "passed" and done.verdict != PASSED:
            yield WorkClaim.NOT_PASSED if done.stress_done and done.verdict else WorkClaim.STRESSED
        elif claim == "ordered" and not done.traded:
            yield WorkClaim.ORDERED
        elif claim == "promised":
            yield WorkClaim.PROMISED
        elif claim == "rules":
            yield from _of_rules(sentence, done)


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
