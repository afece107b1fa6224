"""Words for a zone that a figure is in: overbought, oversold, heavy or light volume, a historically low valuation."""

import re
from collections.abc import Iterator
from decimal import Decimal

from packages.domain.evidence.book import EvidenceBook
from packages.domain.evidence.claims.quantities import amount
from packages.domain.evidence.claims.scene import Outcome, Scene, Verdict, rows_of

# The figure, the house line, the side of it that the word means, and the middle when the house has no line.
_ZONES: tuple[tuple[str, str, str, int, str], ...] = (
    (r"超买(?!线)|\boverbought\b(?! (?:line|threshold|level|mark))", "rsi14", "rule.rsi_overbought", 1, "50"),
    (r"超卖(?!线)|\boversold\b(?! (?:line|threshold|level|mark))", "rsi14", "rule.rsi_oversold", -1, "50"),
    (r"放量(?!线)|\bvolumes? (?:is|are|was|looks?) (?:heavy|elevated|strong)\b|\bheavy (?:volume|turnover|trading)\b(?! line)", "volume_ratio", "rule.volume_heavy", 1, "1"),
    (r"缩量(?!线)|\bvolumes? (?:is|are|was|looks?) (?:light|thin|muted)\b|\b(?:light|thin) (?:volume|turnover|trading)\b(?! line)", "volume_ratio", "rule.volume_light", -1, "1"),
    (r"历史低位(?!线)|估值低位|\bhistorically (?:low|cheap)\b", "*_percentile", "rule.percentile_low", -1, "0.5"),
    (r"历史高位(?!线)|估值高位|\bhistorically (?:high|expensive|rich)\b", "*_percentile", "rule.percentile_high", 1, "0.5"),
)  # fmt: skip
_COMPILED = tuple((re.compile(words, re.IGNORECASE), *rest) for words, *rest in _ZONES)
_DENIED = re.compile(
    r"(?:未|不|没|非|离|距|远离|脱离|走出|逼近|接近|临近|以下的|以上的|尚早"
    r"|\b(?:not|n't|no|never|short of|shy of|before|below|above|near|close to|out of|yet|far from|nor|approaching|if|line that marks a))"
    r"[^,;。]{0,14}$",
    re.IGNORECASE,
)


def zones(scene: Scene) -> Iterator[Verdict]:
    rows = rows_of(scene.quantities)
    for pattern, figure, line, wanted, middle in _COMPILED:
        for match in pattern.finditer(scene.words, scene.own):
            if _DENIED.search(scene.words, max(scene.own, match.start() - 24), match.start()):
                continue
            for row in rows:
                if row.metric == figure or (figure[0] == "*" and row.metric.endswith(figure[1:])):
                    bound = _line(line, scene.book) or Decimal(middle)
                    right = (amount(row) - bound) * wanted >= 0
                    expected = f"{row.metric} {row.value:f}"
                    outcome = Outcome.SUPPORTED if right else Outcome.CONTRADICTED
                    yield Verdict(outcome, row.period, expected)
                    break


def _line(name: str, book: EvidenceBook) -> Decimal | None:
    return next((row.value for row in book.rows.values() if row.metric == name), None)
