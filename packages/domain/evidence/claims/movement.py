"""Whether figures went the way that the words say, by the rows of different times and by the signs of changes."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from packages.domain.evidence.claims.figures import is_mark, polarity
from packages.domain.evidence.claims.groups import Run, past_of, runs
from packages.domain.evidence.claims.levels import stated_levels
from packages.domain.evidence.claims.moved import (
    has_unknown_subject,
    is_of_time,
    is_run_of,
    moved_figures,
    moves_between,
    parties_before,
    step_at,
)
from packages.domain.evidence.claims.quantities import Quantity, amount, is_change, side
from packages.domain.evidence.claims.scene import ClaimOutcome, ClaimScene, ClaimVerdict, operands_of
from packages.domain.evidence.claims.vocabulary.moves import MoveWord, moves_in
from packages.domain.evidence.claims.vocabulary.runs import RunWord, run_word
from packages.domain.evidence.patterns import lazy_pattern

_SPEED = lazy_pattern(
    r"加快|加速|提速|放缓|减速|变慢|失速|sped up|speeded up|slow|accelerat|decelerat|pick|sooner|faster|quicker|later"
    r"|more (?:quick|slow|prompt)ly",
    re.IGNORECASE,
)
_LOSS = lazy_pattern(
    r"(?:亏损额?|净亏损?|降幅|跌幅|赤字|流出额?|\b(?:loss(?:es)?|declines?|deficit|outflows?))[^,;。\d]{0,8}$",
    re.IGNORECASE,
)
_GAP = lazy_pattern(
    r"(?:差距|差异|价差|折价|折让|溢价|距离|空间|缺口|优势|费用率?|成本|支出|区间|\b(?:gap|spread|discount|premium"
    r"|costs?|expenses?|room|lead))[^,;。\d]{0,8}$",
    re.IGNORECASE,
)
_THAN = lazy_pattern(
    r"(?:higher|lower|lighter|better|worse|longer|shorter|faster|quicker|slower|sooner|later"
    r"|more \w+)\b[^,;]{0,24}?\bthan\b",
    re.IGNORECASE,
)
_NOUN = lazy_pattern(r"growth|declines?|drop|increase|rise|fall|增长|下滑|下降", re.IGNORECASE)
_LEVEL = lazy_pattern(r"[至到]|\b(?:to|at|from)\b|[由自从]", re.IGNORECASE)
_PRESSURE = lazy_pattern(r"(?:压力|风险|负担|拖累|pressure|strain|burden|drag)[^,;。]{0,10}$", re.IGNORECASE)
_ABILITY = lazy_pattern(r"(?:效率|能力|质量|成色|韧性|efficiency|quality|ability)[^,;。]{0,8}$", re.IGNORECASE)
_BEHIND = lazy_pattern(r"\s*(?:的|a|an|more|less|yoy|qoq|year[- ]on[- ]year|on the year|同比|环比)*\s?$", re.IGNORECASE)
_ADJECTIVE = lazy_pattern(r"higher|lower|lighter|better|worse|longer|shorter", re.IGNORECASE)
_BACK = lazy_pattern(r"回落|回升|反弹|修复|改善|recover|rebound|retreat|eas|pull", re.IGNORECASE)
# Of an index of activity these say on which side of its line it stands.
_WIDTH = lazy_pattern(r"收缩|扩张|萎缩|contract|expan", re.IGNORECASE)
_NEAR = 26


def movements(scene: ClaimScene) -> Iterator[ClaimVerdict]:
    for word in moves_in(scene.words, scene.own):
        move = meant(scene, word)
        if move is None:
            continue
        verdict = _of_number(scene, move) or _of_levels(scene, move) or _of_rows(scene, move)
        if verdict is not None:
            yield verdict


@dataclass(frozen=True, slots=True)
class Move:
    """A word with what stands before it taken into account. `speed`: it is of a pace, not of a level."""

    word: MoveWord
    sign: int
    good: bool
    speed: bool

    def expected(self, metric: str) -> int:
        """Which way the figure must have gone; 0 where the word does not say."""
        if self.speed and metric.endswith("_days"):
            return -self.sign
        if (self.speed and not is_change(metric)) or (metric == "pmi" and _WIDTH.match(self.word.text)):
            return 0
        return self.sign * polarity(metric) if self.good else self.sign


def meant(scene: ClaimScene, word: MoveWord) -> Move | None:
    before = scene.words[max(scene.own, word.start - 20) : word.start]
    if _GAP.search(before) or _THAN.match(scene.words, word.start) or _is_name(scene, word):
        return None
    if word.text.endswith(("到", "至")) and _reaches_a_line(scene, word):
        return None
    sign, good = word.sign, word.good
    if _PRESSURE.search(before):
        sign, good = (1 if word.sign < 0 or (word.good and word.sign > 0) else -1), True
        sign = -1 if word.text in {"加剧", "吃紧", "加重"} else sign
    elif _ABILITY.search(before):
        good = True
    elif _LOSS.search(before) and not good:
        sign = -sign
    return Move(word, sign, good, _SPEED.match(word.text) is not None)


def _reaches_a_line(scene: ClaimScene, word: MoveWord) -> bool:
    """跌到 1.5 倍的预警线以下: a level, held to its line elsewhere."""
    following = next((one for one in scene.quantities if one.place >= word.end), None)
    return following is not None and is_mark(following.row.metric)


def _is_name(scene: ClaimScene, word: MoveWord) -> bool:
    """The growth of `net profit growth` is part of a name, and that of `growth slowed` is what moves."""
    if not _NOUN.fullmatch(word.text):
        return False
    named = any(one.start < word.start < one.end for one in scene.reading.figures)
    return named or any(other.start - word.end <= 1 for other in moves_between(scene, word.end, word.end + 2))


def _of_number(scene: ClaimScene, move: Move) -> ClaimVerdict | None:
    """A change in digits that the word governs: its sign must be the word's."""
    found = _governed(scene, move.word) if not move.word.text.endswith(("至", "到")) else None
    if found is None or not found.is_change or move.speed or found.number is None or found.number.signed:
        return None
    metric = found.row.metric
    expected = move.sign * polarity(metric) if move.good else move.sign
    if not expected or not found.change:
        return None
    return _verdict(found.change == expected, found.tag, found.change)


def _governed(scene: ClaimScene, word: MoveWord) -> Quantity | None:
    clause = scene.clauses[scene.clause_at(word.start)]
    for found in scene.within(clause.start, len(scene.text)):
        if found.number is None:
            continue
        between = scene.words[word.end : found.place]
        if found.place >= word.end:
            near = found.place - word.end <= _NEAR and found.place < clause.end and not _LEVEL.search(between)
            return found if near and not moves_between(scene, word.end, found.place) else None
        if found.number.end <= word.start and _BEHIND.fullmatch(scene.words, found.number.end, word.start):
            return found
    return None


def _of_levels(scene: ClaimScene, move: Move) -> ClaimVerdict | None:
    levels = stated_levels(scene, move.word)
    if levels is None or run_word(scene, move.word.start) is not None:
        return None
    old, new = levels
    expected = move.sign if new.is_change else move.expected(new.row.metric)
    change = side(new.value - old.value)
    return _verdict(change in {expected, 0}, new.tag, change) if expected else None


def _of_rows(scene: ClaimScene, move: Move) -> ClaimVerdict | None:
    named = moved_figures(scene, move.word)
    known = named is not None or not has_unknown_subject(scene, move.word)
    own = scene.in_clause(scene.clause_at(move.word.start))
    for scope in scene.scopes(move.word.start):
        if not known and (scope != own or any(one.number is not None for one in scope)):
            return None
        found = [run for run in runs(operands_of(scope)) if is_run_of(scene, run, named, move.word)]
        if found:
            return _of_runs(scene, move, found)
    return _of_change(scene, move, named) or _of_history(scene, move)


def _of_change(scene: ClaimScene, move: Move, named: frozenset[str] | None) -> ClaimVerdict | None:
    """Rows of changes without their numbers: those of whom the clause is about say which way it went."""
    parties = parties_before(scene, move.word.start)
    at = scene.clause_at(move.word.start)
    own = [one for one in scene.in_clause(at) if one.is_change and one.number is None]
    if move.speed or not (own or parties or named):
        return None
    subjects = parties[-1].subjects if parties else {scene.book.about, ""}
    found = own or [one for one in scene.quantities if one.is_change and one.number is None]
    found = [one for one in found if one.row.subject in subjects and (named is None or one.row.metric in named)]
    found = [one for one in found if is_of_time(scene, move.word, one.row)]
    signs = {one.change for one in found}
    expected = {move.expected(one.row.metric) for one in found}
    if len(signs) != 1 or len(expected) != 1 or not any(expected):
        return None
    return _verdict(signs == expected, found[0].tag, found[0].change)


def _of_runs(scene: ClaimScene, move: Move, found: Sequence[Run]) -> ClaimVerdict | None:
    often = run_word(scene, move.word.start)
    said = [holds for run in found if (holds := _holds(scene, move, run, often)) is not None]
    if not said:
        return None
    tag = found[0].rows[-1].period
    return _verdict(any(said) if not _ALL.search(scene.words) else all(said), tag, found[0].change)


_ALL = lazy_pattern(r"均|都|双双|齐|全面|\b(?:all|both|each)\b", re.IGNORECASE)


def _holds(scene: ClaimScene, move: Move, run: Run, often: RunWord | None) -> bool | None:
    expected = move.expected(run.metric)
    if not expected:
        return None
    if is_change(run.metric) and not move.speed:
        return run.change in {expected, 0} or side(amount(run.rows[-1])) == expected
    step = step_at(scene, move.word, run) if often is None else None
    if step is not None:
        return step == expected
    if often is None:
        back = _BACK.match(move.word.text) is not None and run.steps[-1] == expected
        return run.change in {expected, 0} or back
    return often.holds(run, expected, scene.book)


def _of_history(scene: ClaimScene, move: Move) -> ClaimVerdict | None:
    """One level that is said to be reached by a move: every earlier row says otherwise, or it is right."""
    clause = scene.clauses[scene.clause_at(move.word.start)]
    behind = [one for one in scene.within(move.word.end, clause.end) if one.whole]
    if not behind or behind[0].is_change or behind[0].place - move.word.end > _NEAR or is_mark(behind[0].row.metric):
        return None
    row = behind[0].row
    same = [one for one in scene.quantities if one.row.metric == row.metric and one.row is not row]
    if _ADJECTIVE.fullmatch(move.word.text) or same:
        return None
    named = moved_figures(scene, move.word)
    past, expected = past_of(row, scene.book), move.expected(row.metric)
    if not past or not expected or (named is not None and row.metric not in named):
        return None
    changes = {side(amount(row) - amount(other)) for other in past}
    return _verdict(changes != {-expected}, behind[0].tag, -expected)


def _verdict(right: bool, tag: str, change: int) -> ClaimVerdict:
    if right:
        return ClaimVerdict(ClaimOutcome.SUPPORTED, tag)
    return ClaimVerdict(
        ClaimOutcome.CONTRADICTED, tag, "a rise" if change > 0 else "a fall" if change < 0 else "no change"
    )
