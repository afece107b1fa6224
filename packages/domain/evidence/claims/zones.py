"""Words for a zone that a figure is in: overbought, oversold, heavy or light volume, a historically low valuation."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal

from packages.domain.evidence.book import EvidenceBook, EvidenceRow
from packages.domain.evidence.claims.quantities import amount
from packages.domain.evidence.claims.scene import ClaimOutcome, ClaimScene, ClaimVerdict, rows_of
from packages.domain.evidence.patterns import lazy_pattern


@dataclass(frozen=True, slots=True)
class _Zone:
    """`side`: of the house line that the words mean. `middle`: what the figure is held to without a line."""

    words: re.Pattern[str]
    figure: str
    line: str
    side: int
    middle: Decimal


def _zone(words: str, figure: str, line: str, side: int, middle: str) -> _Zone:
    return _Zone(lazy_pattern(words, re.IGNORECASE), figure, f"rule.{line}", side, Decimal(middle))


_BUSY = r"\bvolumes? (?:is|are|was|looks?)"
_ZONES = (
    _zone(r"超买(?!线)|\boverbought\b(?! (?:line|threshold|level|mark))", "rsi14", "rsi_overbought", 1, "50"),
    _zone(r"超卖(?!线)|\boversold\b(?! (?:line|threshold|level|mark))", "rsi14", "rsi_oversold", -1, "50"),
    _zone(
        rf"放量(?!线)|{_BUSY} (?:heavy|elevated|strong)\b|\bheavy (?:volume|turnover|trading)\b(?! line)",
        "volume_ratio", "volume_heavy", 1, "1",
    ),
    _zone(
        rf"缩量(?!线)|{_BUSY} (?:light|thin|muted)\b|\b(?:light|thin) (?:volume|turnover|trading)\b(?! line)",
        "volume_ratio", "volume_light", -1, "1",
    ),
    _zone(
        r"\bvolume ratio[^,;]{0,24} (?:is|was|looks?) (?:\w+ly )?(?:heavy|high)\b",
        "volume_ratio", "volume_heavy", 1, "1",
    ),
    _zone(
        r"无(?:明显|明确)?趋势(?!线)|没有(?:明显|明确)?趋势"
        r"|\b(?:there is no|shows no|without an?y?) (?:clear )?trend\b",
        "adx14", "adx_trending", -1, "25",
    ),
    _zone(r"破净(?!线)|跌破净资产", "pb", "none", -1, "1"),
    _zone(r"(?:收缩|萎缩)区[间域]|\bcontract(?:ion|ionary|ing|ed)\b", "pmi", "macro_pmi_line", -1, "50"),
    _zone(r"扩张区[间域]|\bexpan(?:sion|sionary|ding)\b(?! line)", "pmi", "macro_pmi_line", 1, "50"),
    _zone(r"历史低位(?!线)|估值低位|\bhistorically (?:low|cheap)\b", "percentile", "percentile_low", -1, "0.5"),
    _zone(r"历史高位(?!线)|估值高位|\bhistorically (?:high|rich)\b", "percentile", "percentile_high", 1, "0.5"),
)  # fmt: skip
_DENIED = lazy_pattern(
    r"(?:未|不|没|非|离|距|远离|脱离|走出|逼近|接近|临近|以下的|以上的|尚早"
    r"|\b(?:not|n't|no|never|without|short of|shy of|before|below|above|near|close to|out of|yet|far from|neither|nor"
    r"|approaching|if"
    r"|line that marks a))"
    r"[^,;。]{0,24}$",
    re.IGNORECASE,
)


def zones(scene: ClaimScene) -> Iterator[ClaimVerdict]:
    rows = rows_of(scene.quantities)
    for zone in _ZONES:
        held = next((row for row in rows if row.metric.endswith(zone.figure)), None)
        for match in zone.words.finditer(scene.words, scene.own) if held else ():
            if held and not _DENIED.search(scene.words, max(scene.own, match.start() - 24), match.start()):
                yield _verdict(zone, held, scene.book)


def _verdict(zone: _Zone, row: EvidenceRow, book: EvidenceBook) -> ClaimVerdict:
    bound = _line(zone.line, book) or zone.middle
    right = (amount(row) - bound) * zone.side >= 0
    return ClaimVerdict(
        ClaimOutcome.SUPPORTED if right else ClaimOutcome.CONTRADICTED, row.period, f"{row.metric} {amount(row):f}"
    )


def _line(name: str, book: EvidenceBook) -> Decimal | None:
    return next((row.value for row in book.rows.values() if row.metric == name), None)
