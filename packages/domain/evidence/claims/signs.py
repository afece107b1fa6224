"""Which side of zero a figure stands on: profit or loss, inflow or outflow, and the turn from one to the other."""

import re
from collections.abc import Iterator, Sequence
from itertools import pairwise

from packages.domain.evidence.book import EvidenceRow
from packages.domain.evidence.claims.figures import named_between
from packages.domain.evidence.claims.groups import run_until, runs
from packages.domain.evidence.claims.quantities import Quantity, amount, is_change, side
from packages.domain.evidence.claims.scene import ClaimOutcome, ClaimScene, ClaimVerdict, SentenceClause, operands_of
from packages.domain.evidence.claims.vocabulary.runs import part_of, run_word, trailing
from packages.domain.evidence.numbers import StatedNumber
from packages.domain.evidence.patterns import lazy_pattern
from packages.domain.evidence.timing import fits

_SIGNED = ("net_profit", "eps", "operating_cash_flow", "free_cash_flow", "operating_margin", "net_margin", "roe", "roa")
_TURN = lazy_pattern(
    r"(?P<up>扭亏(?:为盈)?|由亏转盈|转亏为盈|由亏(?:损)?转(?:为)?盈利?|由负转正|转正|翻正|回正|转盈|重回盈利"
    r"|恢复盈利|重拾盈利"
    r"|\breturn(?:s|ed)? to (?:profit|profitability|the black|positive)|\bback (?:in|to|into) (?:the black|profit)"
    r"|\bsw(?:ung|ing|ings) (?:back )?(?:in)?to (?:a )?[^,;.\[]{0,16}\bprofit|\bturn(?:s|ed)? (?:positive|profitable"
    r"|a profit)"
    r"|\bout of the red|\binto the black|\binto profit)"
    r"|(?P<down>由盈(?:利)?转(?:为)?亏(?:损)?|盈转亏|转亏(?!为盈)|转负|由正转负|陷入亏损|跌入亏损|落入亏损|首次亏损"
    r"|首亏"
    r"|\binto (?:the red|a loss|loss|losses|negative territory)|\bsw(?:ung|ing"
    r"|ings) (?:back )?(?:in)?to (?:a )?[^,;.\[]{0,16}\bloss"
    r"|\bturn(?:s|ed)? (?:negative|loss-making))",
    re.IGNORECASE,
)
_STATE = lazy_pattern(
    r"(?P<up>盈利(?=\s?[\d$¥])|(?:保持|录得|实现|仍处|仍然?|处于|继续)盈利(?!能力|增长|预)|盈利状态|为正(?!面|式|常)"
    r"|正值|净流入"
    r"|\b(?:profitable|ma(?:de|kes?|king) money|in the black|cash[- ]generative|generat(?:es|ed|ing) (?:positive "
    r"|free )?cash)\b"
    r"|\b(?:is|was|remain(?:s|ed)|stay(?:s|ed)|still) positive\b"
    r"|\b(?:a profit of|profits? of)(?= [\d$A-Z])|\binflow)"
    r"|(?P<down>亏损|净亏|为负(?!债|面|担)|负值|净流出|失血|入不敷出|\bloss-making\b|\b(?:is|was|remain(?:s|ed)"
    r"|stay(?:s|ed)|still) negative\b|\bin the red\b|\blos(?:t|es|ing) money\b|\bnet loss\b|\b(?:a )?loss of\b"
    r"|\boutflow\b|\bburn(?:s|ed"
    r"|ing)\b)",
    re.IGNORECASE,
)
_CASH = lazy_pattern(
    r"(?P<down>净现金(?!流)|\bnet[- ]cash\b(?! (?:from|flow|provided|used|inflow|outflow|generated))"
    r"|现金(?:超过|多于|覆盖)[^,;。]{0,6}(?:债务|负债|借款))"
    r"|(?P<up>净负债状态|处于净(?:负债|债务)|\bnet[- ]debt position\b|\bin net debt\b|\bnet borrower\b"
    r"|(?:债务|负债|借款)(?:超过|高于|大于|多于)[^,;。]{0,6}现金|\b(?:debt|borrowings) (?:exceeds?"
    r"|outweighs?) [^,;]{0,10}cash)",
    re.IGNORECASE,
)
_NOT = lazy_pattern(
    r"(?:未|没有|不再|并非|避免|结束|摆脱|扭转|终结|告别|弥补|预计|有望|若|风险|可能|力争|减少|\b(?:not|n't"
    r"|no longer|avoid(?:ed)?|without|never|yet to|if|may|could|would|will|expects? to|risk of|recoup\w*|offset"
    r"|from))"
    r"[^,;。]{0,14}$",
    re.IGNORECASE,
)
_NEGATIVE = lazy_pattern(
    r"亏|负(?!债)|流出|失血|赤字|缺口|减|下降|降|跌|\b(?:loss(?:es)?|los(?:e|es|t|ing)|bleed\w*|bled|outflows?"
    r"|burn\w*|deficit|negative|minus|red|consumed|used|drain\w*|short|down|fell|drop\w*)\b|\(",
    re.IGNORECASE,
)
_PROFIT_OF = lazy_pattern(r"(?:\s?(?:net|quarterly|annual))?\s?profit\b", re.IGNORECASE)


def signs(scene: ClaimScene) -> Iterator[ClaimVerdict]:
    turned = list(_TURN.finditer(scene.words, scene.own))
    for match in turned:
        if not _NOT.search(scene.words, max(scene.own, match.start() - 20), match.start()):
            yield from _turn(scene, match.start(), 1 if match.lastgroup == "up" else -1)
    for match in _STATE.finditer(scene.words, scene.own):
        inside = any(turn.start() <= match.start() < turn.end() for turn in turned)
        if not inside and not _NOT.search(scene.words, max(scene.own, match.start() - 20), match.start()):
            yield from _state(scene, match, 1 if match.lastgroup == "up" else -1)
    for match in _CASH.finditer(scene.words, scene.own):
        if not _NOT.search(scene.words, max(scene.own, match.start() - 20), match.start()):
            yield from _cash(scene, 1 if match.lastgroup == "up" else -1)
    yield from _unsigned(scene)


def _cash(scene: ClaimScene, wanted: int) -> Iterator[ClaimVerdict]:
    """Net cash is net debt below zero."""
    found = [one for one in scene.quantities if one.whole and one.row.metric.startswith("net_debt")]
    if found:
        yield _verdict(any(side(one.value) == wanted for one in found), found[-1].tag, wanted)


def _is_signed(metric: str) -> bool:
    return metric.startswith(_SIGNED) and not is_change(metric)


def _turn(scene: ClaimScene, place: int, wanted: int) -> Iterator[ClaimVerdict]:
    """A step to the other side of zero among the rows, or at least one row on the side that it turned to."""
    named = _named(scene, place)
    for scope in scene.scopes(place):
        rows = [row for row in operands_of(scope) if _is_signed(row.metric) and (not named or row.metric in named)]
        found = runs(rows)
        if found:
            yield _verdict(any(_turns(run.rows, wanted) for run in found), found[0].rows[-1].period, wanted)
            return
    rows = [one.row for one in scene.quantities if one.whole and _is_signed(one.row.metric)]
    rows = [row for row in rows if not named or row.metric in named]
    if rows:
        yield _verdict(any(side(amount(row)) == wanted for row in rows), rows[-1].period, wanted)


def _turns(rows: Sequence[EvidenceRow], wanted: int) -> bool:
    sides = [side(amount(row)) for row in rows]
    return any(old != wanted and new == wanted for old, new in pairwise(sides))


def _named(scene: ClaimScene, place: int) -> frozenset[str]:
    clause = scene.clauses[scene.clause_at(place)]
    mentions = named_between(scene.figures, clause.start, place)
    return frozenset(metric for one in mentions for metric in one.metrics if _is_signed(metric))


def _state(scene: ClaimScene, match: re.Match[str], wanted: int) -> Iterator[ClaimVerdict]:
    clause = scene.clauses[scene.clause_at(match.start())]
    own = [one for one in scene.within(clause.start, clause.end) if _is_signed(one.row.metric) and one.pair is None]
    behind = [one for one in own if one.place >= match.end()]
    before = [one for one in own if one.place < match.end()]
    found = behind[0] if behind else before[-1] if before else None
    if found is not None and found.number is None:
        yield _verdict(_of_bare(scene, own, clause, wanted), found.tag, wanted)
        return
    if found is not None and not (found.number and found.number.signed):
        yield _verdict(side(found.value) == wanted, found.tag, wanted)
        return
    yield from _counted(scene, match.start(), wanted)


_ONLY = lazy_pattern(r"只有|仅有?|唯独|唯一|\b(?:only|alone)\b", re.IGNORECASE)


def _of_bare(scene: ClaimScene, own: Sequence[Quantity], clause: SentenceClause, wanted: int) -> bool:
    """Of rows without numbers it holds for those of the time that is named, or for one of them."""
    bare = [one for one in own if one.number is None]
    part = part_of(scene.words[clause.start : clause.end])
    if part is not None and len(bare) > 1:
        return sum(side(one.value) == wanted for one in bare) == part
    periods = [one for one in scene.reading.periods if clause.start <= one.start < clause.end]
    newest = max(one.latest for one in bare)
    meant = [one for one in bare if any(fits(period, one.row, scene.book, newest) for period in periods)]
    only = _ONLY.search(scene.words, clause.start, clause.end) is not None
    if only and not meant:
        return sum(side(one.value) == wanted for one in scene.quantities if _is_signed(one.row.metric)) == 1
    others = only and any(side(one.value) == wanted for one in bare if one not in meant)
    return any(side(one.value) == wanted for one in meant or bare) and not others


def _counted(scene: ClaimScene, place: int, wanted: int) -> Iterator[ClaimVerdict]:
    """连续第二个季度录得盈利: so many rows in a row on that side, where the book has the row that breaks it."""
    often = run_word(scene, place)
    rows = [one.row for one in scene.quantities if one.whole and _is_signed(one.row.metric)]
    if often is None or not often.count or not rows:
        return
    run = run_until(rows[-1], scene.book)
    if run is not None:
        count = trailing(run, wanted)
        if count < len(run.rows):
            yield _verdict(count >= often.count, rows[-1].period, wanted)


def _unsigned(scene: ClaimScene) -> Iterator[ClaimVerdict]:
    """A loss whose number has no sign needs a word that says so; a minus needs a figure below zero."""
    for one in scene.quantities:
        if one.number is None or not one.whole:
            continue
        if one.number.signed and one.number.value * one.value < 0:
            yield _verdict(False, one.tag, side(one.number.value))
        elif one.row.metric.startswith("net_debt") and not one.number.signed and one.value < 0:
            if _says_debt(scene, one):
                yield _verdict(False, one.tag, 1)
        elif not _is_signed(one.row.metric):
            continue
        elif not one.number.signed and one.value < 0 and not _says_loss(scene, one, one.number):
            yield _verdict(False, one.tag, 1)


_DEBT_OR_CASH = lazy_pattern(r"(?P<debt>净负债|净债务|\bnet (?:debt|gearing))|净现金|\bnet cash", re.IGNORECASE)


def _says_debt(scene: ClaimScene, one: Quantity) -> bool:
    """Net debt of 8.6% where it is net cash."""
    clause = scene.clauses[scene.clause_at(one.place)]
    named = list(_DEBT_OR_CASH.finditer(scene.words, clause.start, one.place))
    return bool(named) and named[-1]["debt"] is not None


def _says_loss(scene: ClaimScene, one: Quantity, number: StatedNumber) -> bool:
    at = scene.clause_at(one.place)
    left = scene.clauses[max(0, at - 1)].start if at else 0
    if _PROFIT_OF.match(scene.words, number.end):
        left = max(left, one.place - 2)
    right = min(scene.clauses[at].end, number.end + 16)
    return _NEGATIVE.search(scene.words, left, right) is not None


def _verdict(right: bool, tag: str, wanted: int) -> ClaimVerdict:
    if right:
        return ClaimVerdict(ClaimOutcome.SUPPORTED, tag)
    return ClaimVerdict(ClaimOutcome.CONTRADICTED, tag, "a figure below zero" if wanted > 0 else "a figure above zero")
