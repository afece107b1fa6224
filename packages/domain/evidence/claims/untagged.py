"""Claims that cite nothing, where the newest rows of the book say otherwise: profit grows, the price has fallen."""

import re
from collections.abc import Iterator

from packages.domain.evidence.book import EvidenceRow
from packages.domain.evidence.claims.moved import moved_figures, parties_before
from packages.domain.evidence.claims.movement import meant
from packages.domain.evidence.claims.quantities import amount, side
from packages.domain.evidence.claims.scene import ClaimOutcome, ClaimScene, ClaimVerdict
from packages.domain.evidence.claims.vocabulary.moves import MoveWord, moves_in
from packages.domain.evidence.derivations import Form
from packages.domain.evidence.patterns import lazy_pattern

_AVERAGES = ("ma5", "ma10", "ma20", "ma60", "ma120", "ma250")
_PRICE = lazy_pattern(
    r"(?P<below>(?:跌破|失守|跌穿|低于)[^,;。]{0,6}均线|\bbelow (?:its|the|all|every|both)[^,;]{0,16}moving averages?)"
    r"|(?P<above>(?:站上|站稳|突破|高于|升破)[^,;。]{0,6}均线"
    r"|\babove (?:its|the|all|every|both)[^,;]{0,16}moving averages?)",
    re.IGNORECASE,
)
_DENIED = lazy_pattern(
    r"(?:未|没有?|不|若|如果|一旦|\b(?:not|no|never|if|unless|could|may|might|would))\W*[^,;。]{0,8}$", re.IGNORECASE
)


def untagged(scene: ClaimScene) -> Iterator[ClaimVerdict]:
    for word in moves_in(scene.words, scene.own):
        if (row := _moved_otherwise(scene, word)) is not None:
            yield ClaimVerdict(ClaimOutcome.CONTRADICTED, row.period, f"{row.metric} {amount(row):f}")
    for match in _PRICE.finditer(scene.words, scene.own):
        denied = _DENIED.search(scene.words, max(scene.own, match.start() - 16), match.start())
        if not denied and not _cites(scene, match.start()) and _other_side(scene, -1 if match["below"] else 1):
            yield ClaimVerdict(ClaimOutcome.CONTRADICTED, "", "the other side of the averages")


def _cites(scene: ClaimScene, place: int) -> bool:
    """A clause with a tag or a time of its own is read with those."""
    at = scene.clause_at(place)
    clause = scene.clauses[at]
    timed = any(clause.start <= one.start < clause.end for one in scene.reading.periods)
    return timed or bool(scene.in_clause(at))


def _moved_otherwise(scene: ClaimScene, word: MoveWord) -> EvidenceRow | None:
    """The newest row of a figure that is named, when all that are known of it say that it went the other way."""
    parties = parties_before(scene, word.start)
    others = bool(parties) and scene.book.about not in parties[-1].subjects
    named, move = moved_figures(scene, word), meant(scene, word)
    if named is None or move is None or others or _cites(scene, word.start) or not _plainly(scene, word):
        return None
    figures = sorted({metric.removesuffix("_yoy") for metric in named})
    found = [(row, sign, move.expected(metric)) for metric in figures for row, sign in _course(scene, metric)]
    if not found or any(not expected or sign != -expected for _, sign, expected in found):
        return None
    return found[0][0]


def _plainly(scene: ClaimScene, word: MoveWord) -> bool:
    """Beside what is cited, only a figure that stands right before the word speaks for itself."""
    named = [one for one in scene.figures if one.end <= word.start]
    if named and _SOMETHING_ELSE.search(scene.words, named[-1].end, word.start):
        return False
    if not scene.quantities:
        return True
    beside = any(0 <= word.start - one.end <= _NEXT_TO for one in scene.figures)
    return beside and all(one.form is not Form.RATIO for one in scene.quantities)


_NEXT_TO = 2
# `收入能见度提高`: not the figure moves, but something about it.
_SOMETHING_ELSE = lazy_pattern(
    r"能见度|可见性|确定性|质量|结构|预期|空间|压力|风险|弹性|\b(?:visibility|quality|outlook|mix|pressure|risks?)\b",
    re.IGNORECASE,
)


def _course(scene: ClaimScene, metric: str) -> Iterator[tuple[EvidenceRow, int]]:
    """Which way a figure went last: by its change from the year before, else by its last two rows."""
    about = scene.book.about
    changes = scene.book.history.get((f"{metric}_yoy", about), ())
    levels = scene.book.history.get((metric, about), ())
    if changes:
        yield changes[-1], side(amount(changes[-1]))
    elif len(levels) > 1 and levels[-1].unit == levels[-2].unit:
        yield levels[-1], side(amount(levels[-1]) - amount(levels[-2]))


def _other_side(scene: ClaimScene, wanted: int) -> bool:
    """Whether the price stands on the other side of every average that the book has."""
    about, history = scene.book.about, scene.book.history
    close = history.get(("close", about), ())
    averages = [history[(name, about)][-1] for name in _AVERAGES if (name, about) in history]
    if not close or not averages:
        return False
    return all(side(amount(close[-1]) - amount(one)) == -wanted for one in averages)
