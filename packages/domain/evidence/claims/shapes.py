"""Courses and sayings that speak of several steps or figures at once: 先升后降, 增收不增利, the first fall."""

import re
from collections.abc import Iterator

from packages.domain.evidence.claims.figures import named_between
from packages.domain.evidence.claims.groups import past_of, runs
from packages.domain.evidence.claims.quantities import Quantity, amount, is_change, side
from packages.domain.evidence.claims.scene import ClaimOutcome, ClaimScene, ClaimVerdict, operands_of
from packages.domain.evidence.claims.vocabulary.ranks import EVERY
from packages.domain.evidence.patterns import lazy_pattern

_UP_ZH, _DOWN_ZH = "[升涨增扬高]", "[降跌减抑低]"
_UP_EN = (
    r"(?:r(?:ose|ising|ise)|gr(?:ew|owing)|climb(?:ed|ing)|improv(?:ed|ing)|expand(?:ed|ing)|recover(?:ed|ing)"
    r"|rebound(?:ed|ing))"
)
_DOWN_EN = (
    r"(?:f(?:ell|alling)|dipp(?:ed|ing)|declin(?:ed|ing)|dropp(?:ed|ing)|shr(?:ank|inking)|slipp(?:ed|ing)|eas(?:ed"
    r"|ing)|retreat(?:ed|ing))"
)
_THEN_EN = r"(?: back)?,? (?:and )?(?:then|before|only to)(?: it)? "
_COURSES = (
    (lazy_pattern(rf"先{_UP_ZH}后{_DOWN_ZH}|倒V[型形]?|\b{_UP_EN}{_THEN_EN}{_DOWN_EN}\b", re.IGNORECASE), (1, -1)),
    (
        lazy_pattern(
            rf"先{_DOWN_ZH}后{_UP_ZH}|(?<!倒)V[型形]|\bV-shaped?\b|\b{_DOWN_EN}{_THEN_EN}{_UP_EN}\b", re.IGNORECASE
        ),
        (-1, 1),
    ),
)
# What revenue and what profit did.
_SAYINGS = (
    (lazy_pattern(r"增收不增利|增收减利|增收降利"), (1, -1)),
    (lazy_pattern(r"增利不增收|减收增利|降收增利"), (-1, 1)),
)
_FIRST = lazy_pattern(
    r"首[次度](?=[^,;。]{0,6}(?:下[滑降]|亏|负增长|减少|萎缩|增长|盈利))|\bfirst (?:annual |yearly "
    r"|quarterly )?(?=decline|fall|drop"
    r"|decrease|contraction|loss|rise|increase|gain|profit)|\bfirst (?:year|quarter) of (?=declin|fall|loss|contract"
    r"|growth"
    r"|profit)",
    re.IGNORECASE,
)
_SINCE = lazy_pattern(r"以来|后首|\bsince\b|\bin (?:\w+ ){1,2}(?:years|quarters)\b|上市", re.IGNORECASE)


def shapes(scene: ClaimScene) -> Iterator[ClaimVerdict]:
    for pattern, steps in _COURSES:
        for match in pattern.finditer(scene.words, scene.own):
            yield from _course(scene, match.start(), steps)
    for pattern, signs in _SAYINGS:
        if pattern.search(scene.words, scene.own):
            yield from _saying(scene, signs)
    for match in _FIRST.finditer(scene.words, scene.own):
        if not _SINCE.search(scene.words, scene.own):
            yield from _first(scene, match.start())


def _course(scene: ClaimScene, place: int, wanted: tuple[int, int]) -> Iterator[ClaimVerdict]:
    clause = scene.clauses[scene.clause_at(place)]
    named = {metric for one in named_between(scene.figures, clause.start, place) for metric in one.metrics}
    found = [run for run in runs(operands_of(scene.quantities)) if len(run.rows) > 2 and not is_change(run.metric)]
    found = [run for run in found if not named or run.metric in named]
    said = [(run.steps[0], run.steps[-1]) == wanted for run in found]
    if said:
        right = all(said) if EVERY.search(scene.words, scene.own) else any(said)
        yield _verdict(right, found[0].rows[-1].period, "another course")


def _saying(scene: ClaimScene, wanted: tuple[int, int]) -> Iterator[ClaimVerdict]:
    signs = _sign_of(scene, "revenue"), _sign_of(scene, "net_profit")
    if None not in signs:
        yield _verdict(signs == wanted, "", "what revenue and profit did")


def _sign_of(scene: ClaimScene, name: str) -> int | None:
    """Which way a figure went by what is cited of it, where that is of one mind."""
    cited = [one for one in scene.quantities if one.row.metric.startswith(name)]
    signs = {one.change for one in cited if one.is_change}
    signs |= {run.change for run in runs(operands_of(cited)) if not is_change(run.metric)}
    return signs.pop() if len(signs) == 1 else None


def _first(scene: ClaimScene, place: int) -> Iterator[ClaimVerdict]:
    """No earlier row of a change, or of a profit, stands on the same side."""
    clause = scene.clauses[scene.clause_at(place)]
    near = [one for one in scene.quantities if one.place < clause.end and one.whole and _has_sides(one)]
    if near:
        row = near[-1].row
        past = past_of(row, scene.book)
        if past:
            again = any(side(amount(other)) == side(amount(row)) for other in past)
            yield _verdict(not again, row.period, "not the first")


def _has_sides(one: Quantity) -> bool:
    return one.is_change or (one.row.metric.startswith("net_profit") and one.value < 0)


def _verdict(right: bool, tag: str, expected: str) -> ClaimVerdict:
    return ClaimVerdict(ClaimOutcome.SUPPORTED if right else ClaimOutcome.CONTRADICTED, tag, expected)
