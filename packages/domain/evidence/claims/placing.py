"""The two sides of a comparison, when a derived number or the places of rows in the clause show them."""

import re
from datetime import date

from packages.domain.evidence.book import EvidenceRow
from packages.domain.evidence.claims.figures import FigureMention, is_mark, is_mark_of, named_between
from packages.domain.evidence.claims.quantities import Quantity
from packages.domain.evidence.claims.roles import Roles, roles_of
from packages.domain.evidence.claims.scene import ClaimScene
from packages.domain.evidence.claims.sides import Sides, of_rows
from packages.domain.evidence.claims.vocabulary.levels import LevelScale, LevelWord, level_before, next_level
from packages.domain.evidence.derivations import Form
from packages.domain.evidence.patterns import lazy_pattern


def derived_sides(scene: ClaimScene, word: LevelWord) -> list[Sides]:
    """高出 3.6 个百分点[E9-E32], 6.6%[E31/E32-1] above: the operands, in their natural order."""
    clause = scene.clauses[scene.clause_at(word.start)]
    left = level_before(scene.words, scene.own, word, clause.start)
    right = next_level(scene.words, scene.own, word, clause.end)
    found = [one for one in scene.within(left, right) if one.pair is not None]
    if not found:
        return []
    nearest = min(found, key=lambda one: _distance(one, word))
    if _parted(scene, nearest, word) or _is_somebodys(scene, nearest, word):
        return []
    sides = _ordered(scene, word, nearest)
    return [sides] if sides else []


def _distance(one: Quantity, word: LevelWord) -> int:
    return one.place - word.end if one.place >= word.end else word.start - one.stop + 4


def _parted(scene: ClaimScene, one: Quantity, word: LevelWord) -> bool:
    """Whether another row of its own stands between the word and the derived number."""
    left, right = min(one.place, word.start), max(one.place, word.end)
    between = [other for other in scene.within(left, right) if other is not one and other.whole]
    return any(not is_mark(other.row.metric) and other.row not in one.rows for other in between)


def _is_somebodys(scene: ClaimScene, one: Quantity, word: LevelWord) -> bool:
    """不及曜岚的 41.1%[E3/E2-1]: the number is itself what is compared with."""
    return one.is_change and any(word.opens <= party.start < one.place for party in scene.parties)


def _ordered(scene: ClaimScene, word: LevelWord, one: Quantity) -> Sides | None:
    if one.pair is None:
        return None
    first, second = one.pair
    for a, b in ((first, second), (second, first)):
        if is_mark(b.metric) and is_mark_of(b.metric, a.metric):
            return of_rows(a, b)
    if first.metric != second.metric:
        return None
    if first.subject != second.subject and one.form is Form.GROWTH:
        return of_rows(first, second)
    if first.subject != second.subject:
        return _by_roles(roles_of(scene, word), first, second)
    if first.ends and second.ends and first.ends != second.ends:
        old, new = sorted((first, second), key=lambda row: row.ends or date.min)
        return of_rows(new, old)
    return None


def _by_roles(roles: Roles, first: EvidenceRow, second: EvidenceRow) -> Sides | None:
    for a, b in ((first, second), (second, first)):
        if roles.fit(a, b):
            return of_rows(a, b)
    return None


def placed_sides(scene: ClaimScene, word: LevelWord) -> list[Sides]:
    """What stands before the word against what stands behind it, in one unit."""
    clause = scene.clauses[scene.clause_at(word.start)]
    behind = [one for one in scene.within(word.opens, clause.end) if not one.row.metric.startswith("rule.")]
    if not behind or not _is_object(scene, word, behind):
        return _named_sides(scene, word, behind)
    second = behind[0]
    before = [one for one in scene.within(scene.own, word.start) if _alike(one, second)]
    if not before:
        return []
    first = before[-1]
    changes = first.is_change and second.is_change
    return [Sides((first.value, second.value), first.row.metric, f"{first.tag}, {second.tag}", changes=changes)]


def _is_object(scene: ClaimScene, word: LevelWord, behind: list[Quantity]) -> bool:
    """Whether the first one is what the word holds something against; without its number its figure must be named."""
    first = behind[0]
    if first.number is not None:
        behind_it = named_between(scene.figures, first.number.end, first.stop)
        named_so = any(first.row.metric in one.metrics for one in behind_it)
        return named_so or _OBJECT.search(scene.words[word.opens : first.place]) is not None
    named = named_between(scene.figures, word.opens, first.place)
    return len(behind) == 1 and any(first.row.metric in one.metrics for one in named)


def pace_sides(scene: ClaimScene, word: LevelWord) -> list[Sides]:
    """Who grew faster, when one growth is a row and the other one is computed."""
    if word.scale is not LevelScale.SPEED:
        return []
    roles = roles_of(scene, word)
    changes = [one for one in scene.quantities if one.is_change]
    first = [one for one in changes if one.row.subject in roles.subjects]
    second = [one for one in changes if one.row.subject not in roles.subjects]
    if len(first) != 1 or len(second) != 1:
        return []
    a, b = first[0], second[0]
    return [Sides((a.value, b.value), a.row.metric, f"{a.tag}, {b.tag}", changes=True)]


_LONE = lazy_pattern(
    r"更.|richer|poorer|higher|lower|better|worse|stronger|weaker|fatter|thinner|faster|slower", re.IGNORECASE
)
_AT = lazy_pattern(r"[,\s]*(?:at|on|with|为|达|至)?\s?$", re.IGNORECASE)


def lone_sides(scene: ClaimScene, word: LevelWord) -> list[Sides]:
    """The quarter alone was richer, at 9.5%: the number that hangs on the word, against the one before."""
    if not _LONE.fullmatch(word.text):
        return []
    behind = [one for one in scene.quantities if one.number and one.place >= word.end]
    if not behind or not _AT.fullmatch(scene.words, word.end, behind[0].place):
        return []
    before = [one for one in scene.within(scene.own, word.start) if one.number and _alike(one, behind[0])]
    if not before:
        return []
    a, b = behind[0], before[-1]
    return [Sides((a.value, b.value), a.row.metric, f"{a.tag}, {b.tag}", changes=a.is_change and b.is_change)]


_OBJECT = lazy_pattern(r"[\u4e00-\u9fff(]|[a-z]{3,}", re.IGNORECASE)


def _alike(one: Quantity, other: Quantity) -> bool:
    return one.unit == other.unit and one.is_change == other.is_change and one.form is not Form.SUM


def _named_sides(scene: ClaimScene, word: LevelWord, behind: list[Quantity]) -> list[Sides]:
    """净利弹性大于收入端, with the rows behind: the figure named before the word against the one named after it."""
    clause = scene.clauses[scene.clause_at(word.start)]
    before = named_between(scene.figures, clause.start, word.start)
    after = named_between(scene.figures, word.end, clause.end)
    if not before or not after:
        return []
    pool = behind or scene.quantities
    held, against = _together(before, before[-1]), _together(after, after[0])
    first = [one for one in pool if one.row.metric in held - against]
    second = [one for one in pool if one.row.metric in against - held]
    if len(first) != 1 or len(second) != 1 or not _alike(first[0], second[0]):
        return []
    a, b = first[0], second[0]
    return [Sides((a.value, b.value), a.row.metric, f"{a.tag}, {b.tag}", changes=a.is_change and b.is_change)]


def _together(mentions: list[FigureMention], one: FigureMention) -> frozenset[str]:
    """What a mention may mean, with those that overlap it."""
    touching = [other for other in mentions if other.start < one.end and one.start < other.end]
    return frozenset[str]().union(*(other.metrics for other in touching))


_TO = lazy_pattern(
    r"[\s)]*(?:,\s?)?(?:against|versus|vs\.?|to|compared (?:with|to)|而)\b[^,;。\d]{0,24}$|[\s)]*(?:对"
    r"|而)[^,;。\d]{0,12}$",
    re.IGNORECASE,
)


def against_sides(scene: ClaimScene, word: LevelWord) -> list[Sides]:
    """`Weaker than a year earlier, with revenue of A against B`: the first number is whom the clause is about."""
    behind = [one for one in scene.quantities if one.number and one.place >= word.end][:2]
    if len(behind) < 2 or not _alike(*behind) or behind[0].row.metric != behind[1].row.metric:
        return []
    a, b = behind
    clause = scene.clauses[scene.clause_at(word.start)]
    named = {metric for one in named_between(scene.figures, clause.start, clause.end) for metric in one.metrics}
    joined = _TO.fullmatch(scene.words, a.number.end if a.number else a.stop, b.place)
    if not joined or (named and a.row.metric not in named):
        return []
    return [Sides((a.value, b.value), a.row.metric, f"{a.tag}, {b.tag}", changes=a.is_change)]
