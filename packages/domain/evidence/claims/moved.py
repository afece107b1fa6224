"""What a word of movement is said of: the figures that its clause names, and the runs of rows that fit them."""

import re
from collections.abc import Sequence

from packages.domain.evidence.book import EvidenceRow
from packages.domain.evidence.claims.figures import FigureMention, named_between
from packages.domain.evidence.claims.groups import Run
from packages.domain.evidence.claims.parties import PartyMention
from packages.domain.evidence.claims.scene import ClaimScene
from packages.domain.evidence.claims.vocabulary.moves import MoveWord, moves_in
from packages.domain.evidence.patterns import lazy_pattern
from packages.domain.evidence.timing import fits

_TOWARDS = lazy_pattern(r"(?:[a-z]+ )(?:to|from) (?:about |around |roughly )?[\d$¥A-Z-]", re.IGNORECASE)
_UNKNOWN_WORDS = lazy_pattern(r"[\u4e00-\u9fff]{3,}|[a-z]{4,}", re.IGNORECASE)
_ADVERBS = lazy_pattern(
    r"同比|环比|较|比|上年|去年|同期|上季度?|年初|年末|年底|期初|期末|此前|有所|明显|显著|大幅|小幅|略有?|进一步"
    r"|继续|持续|逐[年季月]|连续|仍|也|均|都|已|再度?|双双|呈|态势|趋势|一年|两年|三年|全年|期内|报告期内?|公司"
    r"|最近|近|过去|则|延续|保持|维持|录得|实现|出现|转为|呈现|恢复|正(?=增)"
    r"|\b(?:has|have|been|which|that|this|further|again|sharply|slightly|over|year|quarter|since|last|past|from|with"
    r"|clearly|steadily|also|both)\b",
    re.IGNORECASE,
)
_JOINED = lazy_pattern(r"[、和与及,]|以及|同比|环比|单季|[\d.%亿万元\s]")
_ATTACHED = 8
_LINK = lazy_pattern(r"\s?(?:in |of |its |the |net )?", re.IGNORECASE)


def moves_between(scene: ClaimScene, left: int, right: int) -> list[MoveWord]:
    return [other for other in moves_in(scene.words, scene.own) if left <= other.start < right]


def moved_figures(scene: ClaimScene, word: MoveWord) -> frozenset[str] | None:
    """None where the clause names no figure."""
    clause = scene.clauses[scene.clause_at(word.start)]
    earlier = [other.end for other in moves_between(scene, clause.start, word.start)]
    attached = named_between(scene.figures, word.end, word.end + _ATTACHED) if word.text.isascii() else []
    if attached and _LINK.fullmatch(scene.words, word.end, attached[0].start):
        return attached[0].metrics
    mentions = named_between(scene.figures, max([clause.start, *earlier]), word.start)
    mentions = mentions if word.text.isascii() else _nearest(scene, mentions)
    mentions = mentions or named_between(scene.figures, word.end, min(clause.end, word.end + 40))
    return frozenset[str]().union(*(mention.metrics for mention in mentions)) if mentions else None


def _nearest(scene: ClaimScene, mentions: Sequence[FigureMention]) -> list[FigureMention]:
    """The last one, with those that a list joins to it; some stand inside of others."""
    kept: list[FigureMention] = []
    for mention in reversed(mentions):
        gap = scene.words[mention.end : kept[-1].start] if kept else ""
        if _JOINED.sub("", gap):
            break
        kept.append(mention)
    return kept


def has_unknown_subject(scene: ClaimScene, word: MoveWord) -> bool:
    """A level that the word leads to or comes from says by itself what moved."""
    if _TOWARDS.match(scene.words, word.start):
        return False
    clause = scene.clauses[scene.clause_at(word.start)]
    before = _ADVERBS.sub(" ", scene.words[clause.start : word.start])
    return _UNKNOWN_WORDS.search(before) is not None


def parties_before(scene: ClaimScene, place: int) -> list[PartyMention]:
    """Whom the clause is about, as far as it has come."""
    clause = scene.clauses[scene.clause_at(place)]
    return [one for one in scene.parties if clause.start <= one.start < place and not one.compared]


def is_run_of(scene: ClaimScene, run: Run, named: frozenset[str] | None, word: MoveWord) -> bool:
    if named is not None and run.metric not in named:
        return False
    parties = parties_before(scene, word.start)
    return not parties or not run.subject or run.subject in parties[-1].subjects


_DURING = lazy_pattern(
    r"(?: \w+ly| again| further| back)? (?:in|during|for|over|through) (?:the |fiscal |full-year )?", re.IGNORECASE
)


def step_at(scene: ClaimScene, word: MoveWord, run: Run) -> int | None:
    """Which way the run went into the one period that the word is said of, if it names one: `fell in 2023`."""
    clause = scene.clauses[scene.clause_at(word.start)]
    left = max([clause.start, *(one.end for one in moves_between(scene, clause.start, word.start))])
    right = min([clause.end, *(one.start for one in moves_between(scene, word.end, clause.end))])
    near = (word.end, right) if word.text.isascii() else (left, word.start)
    periods = [one for one in scene.reading.periods if near[0] <= one.start < near[1] and not one.compared]
    if len(periods) != 1 or periods[0].relative:
        return None
    if word.text.isascii() and not _DURING.fullmatch(scene.words, word.end, periods[0].start):
        return None
    at = [place for place, row in enumerate(run.rows) if fits(periods[0], row, scene.book, run.rows[-1].ends)]
    return run.steps[at[0] - 1] if len(at) == 1 and at[0] else None


def is_of_time(scene: ClaimScene, word: MoveWord, row: EvidenceRow) -> bool:
    """Whether the clause names no other time than that of a row."""
    clause = scene.clauses[scene.clause_at(word.start)]
    periods = [one for one in scene.reading.periods if clause.start <= one.start < clause.end and not one.compared]
    periods = [one for one in periods if not one.relative]
    return not periods or any(fits(one, row, scene.book, row.ends) for one in periods)
